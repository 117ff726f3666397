import { beforeAll } from 'vitest';
import type { Database } from '#supabase/local/database/database.ts';
import { BOOT_TIMEOUT_MS } from '#tests/harness/database-image.ts';
import { useDatabase } from '../../setup.ts';
import { undone } from '../../undone.ts';
import { makeCast, type Cast } from '../cast.ts';
import type { Principal } from '../read-rights.ts';

export type Surface = ReturnType<typeof openSurface>;

/** A database with everybody who may ask for something. Read inside tests only. */
export const openSurface = () => {
  const database = useDatabase();
  let cast: Cast;
  beforeAll(async () => {
    cast = await makeCast(database.db);
  }, BOOT_TIMEOUT_MS);

  return {
    get db() {
      return database.db;
    },
    get cast() {
      return cast;
    },
    /** The column `name` of what a query answers, sorted. */
    textsOf: async (query: string, params: unknown[] = []): Promise<string[]> =>
      (await database.db.sql<{ name: string }>(query, params)).map((row) => row.name).toSorted(),
    /** Runs as somebody and undoes it: the answer, or the SQLSTATE. */
    tried: async <T>(
      principal: Principal,
      run: (db: Database) => Promise<T>,
    ): Promise<T | string> => {
      const { db } = database;
      return undone(
        (work) => db.as(cast.callers[principal], work),
        (sql) => run({ ...db, sql, as: (_, inner) => inner(sql) }),
      ).catch((error: { code: string }) => error.code);
    },
  };
};

/** Columns that the server writes into every row. */
export const STAMPED = ['rev', 'created_at', 'updated_at', 'created_by'];

/** The words of a line in rights.ts. */
export const names = (text = ''): string[] => text.split(/\s+/).filter(Boolean);
