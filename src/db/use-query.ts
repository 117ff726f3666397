import { useLiveQuery } from 'dexie-react-hooks';
import { createContext, createElement, useContext, type ReactNode } from 'react';
import { must } from '#domain/errors/assert.ts';
import type { DaybookDb } from './open.ts';

const DbContext = createContext<DaybookDb | null>(null);

/** Gives a subtree its database. Another user or business = another database = another key on it. */
export const DbProvider = (props: { db: DaybookDb; children: ReactNode }): ReactNode =>
  createElement(DbContext.Provider, { value: props.db }, props.children);

export const useDb = (): DaybookDb =>
  must(useContext(DbContext), 'useDb needs a <DbProvider> above it: is this a signed-in route?');

/**
 * The answer of a local query, kept up to date: it runs again when rows it read change, in this tab,
 * in another one or by sync. `initial` (or undefined) until the first answer, about one frame.
 *
 *   const clients = useQuery((db) => listClients(db, search), [search]);
 */
export function useQuery<T>(
  query: (db: DaybookDb) => Promise<T>,
  deps: readonly unknown[],
): T | undefined;
export function useQuery<T, I>(
  query: (db: DaybookDb) => Promise<T>,
  deps: readonly unknown[],
  initial: I,
): T | I;
export function useQuery<T, I>(
  query: (db: DaybookDb) => Promise<T>,
  deps: readonly unknown[],
  initial?: I,
): T | I | undefined {
  const db = useDb();
  // Of an async function Dexie follows the whole way. Of any other it loses sight when nested async functions
  // return, and what is read afterwards changes without a word.
  return useLiveQuery(async () => query(db), [db, ...deps], initial);
}
