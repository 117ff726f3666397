import { NO_FILTER } from '#domain/clients/filter.ts';
import type { ClientFilter } from '#domain/clients/filter.ts';
import type { DaybookDb } from '#db/open.ts';
import type { WindowVirtualizerHandle } from 'virtua';

/** What the list looked like when it was left, so that going back finds it the same. */
export type ListMemory = {
  text: string;
  filter: ClientFilter;
  archived: boolean;
  scrollTop: number;
  sizes: WindowVirtualizerHandle['cache'] | null;
  /** The measured sizes fit a list of this many lines only. */
  count: number;
};

const NOTHING: ListMemory = {
  text: '',
  filter: NO_FILTER,
  archived: false,
  scrollTop: 0,
  sizes: null,
  count: 0,
};

/** By database: another person or business starts with a list of their own. */
const memories = new WeakMap<DaybookDb, ListMemory>();

export const recallList = (db: DaybookDb, isReturn: boolean): ListMemory =>
  (isReturn && memories.get(db)) || NOTHING;

export const rememberList = (db: DaybookDb, memory: ListMemory): void => {
  memories.set(db, memory);
};
