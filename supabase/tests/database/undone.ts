import type { Sql } from '#supabase/local/database/database.ts';

/** Thrown on purpose: it ends the transaction, and carries out what was found in it. */
class Undo extends Error {
  readonly answer: unknown;

  constructor(answer: unknown) {
    super('rolled back on purpose');
    this.answer = answer;
  }
}

/**
 * Runs something in a transaction that leaves no trace, and answers what it answered. `begin` opens
 * the transaction, as the owner or as somebody: `(work) => db.as(caller, work)`.
 */
export const undone = async <T>(
  begin: (work: (sql: Sql) => Promise<never>) => Promise<never>,
  run: (sql: Sql) => Promise<T>,
): Promise<T> => {
  try {
    return await begin(async (sql) => {
      throw new Undo(await run(sql));
    });
  } catch (error) {
    if (error instanceof Undo) return error.answer as T;
    throw error;
  }
};
