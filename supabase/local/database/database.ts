import type { Connection } from '@supabase/lite';
import type { Caller } from './caller.ts';

export type Row = Record<string, unknown>;

/** Runs one statement with `$1`-style parameters and answers its rows. */
export type Sql = <T extends object = Row>(
  text: string,
  params?: readonly unknown[],
) => Promise<T[]>;

/**
 * The one database behind the embedded backend, PGlite or PostgreSQL.
 * Everything here runs as the database's owner except `as`.
 */
export interface Database {
  readonly kind: 'pglite' | 'postgres';
  /** What @supabase/lite talks to. */
  readonly connection: Connection;
  readonly sql: Sql;
  /** Several statements in one go, without parameters. */
  exec(text: string): Promise<void>;
  /** All or nothing; statements of others wait or see nothing of it. */
  transaction<T>(run: (sql: Sql) => Promise<T>): Promise<T>;
  /** One transaction under the caller's role and claims: row-level security judges it. */
  as<T>(caller: Caller, run: (sql: Sql) => Promise<T>): Promise<T>;
  /** Calls back for every NOTIFY on the channel; answers how to stop. */
  listen(channel: string, onMessage: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}
