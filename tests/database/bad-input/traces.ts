import type { Database, Sql } from '#supabase/local/database/database.ts';
import { undone } from '#supabase/tests/database/undone.ts';

/**
 * All that is kept of a request that was refused: how often who asks, and the refusal itself, which is given
 * again to whoever repeats the request because no answer arrived. A challenge is what a passkey signs.
 */
const KEPT = ['private.rate_limits', 'private.op_answers', 'auth.webauthn_challenges'];

const SCHEMAS = "'public', 'private', 'auth', 'storage'";
const digestOf = (table: string): string =>
  `(select count(*) || ' rows ' || coalesce(sum(hashtextextended(t::text, 0)), 0) from ${table} t)`;

/** Every table with all that it holds, as a line that tells the smallest change. */
export const everything = async (sql: Sql): Promise<Map<string, string>> => {
  const tables = await sql<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name
     from pg_class c join pg_namespace n on n.oid = relnamespace
     where relkind = 'r' and nspname in (${SCHEMAS})`,
  );
  const names = tables.map(({ name }) => name).filter((name) => !KEPT.includes(name));
  const [row] = await sql<{ digests: string[] }>(
    `select array[${names.map(digestOf).join(', ')}] as digests`,
  );
  return new Map(names.map((name, place) => [name, row!.digests[place]!]));
};

export type Traces = {
  /** Tables that a request changed, with the rows that they would hold, by the mark it carried. */
  of(mark: string): string[];
  before: Map<string, string>;
};

/** The header by which a request is found again. */
export const MARK = 'x-mark';

/**
 * From here on nothing that strangers do in this database stays: each request is answered in a transaction
 * that is looked at and then rolled back. So the next one finds the same world, whatever was let through.
 */
export const keepNothingOfStrangers = async (database: Database): Promise<Traces> => {
  const before = await everything(database.sql);
  const changed = new Map<string, string[]>();
  const as = database.as.bind(database);
  database.as = (caller, work) => {
    const mark = caller.request?.headers[MARK];
    if (mark === undefined) return as(caller, work);
    return undone(
      (run) => as(caller, run),
      async (sql) => {
        const answer = await work(sql);
        await sql(`select set_config('role', 'none', true)`);
        // What only a commit would find out.
        await sql('set constraints all immediate');
        changed.set(mark, await changedIn(sql, before));
        return answer;
      },
    );
  };
  return { of: (mark) => changed.get(mark) ?? [], before };
};

/** Rows that were written and taken back on the way count too, so the rest is looked at row by row. */
const changedIn = async (sql: Sql, before: Map<string, string>): Promise<string[]> => {
  const touched = await sql<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name, pg_stat_force_next_flush()
     from pg_class c join pg_namespace n on n.oid = relnamespace
     where relkind = 'r' and nspname in (${SCHEMAS})
       and pg_stat_get_xact_tuples_inserted(c.oid) + pg_stat_get_xact_tuples_updated(c.oid)
         + pg_stat_get_xact_tuples_deleted(c.oid) > 0
     order by 1`,
  );
  const names = touched.map(({ name }) => name).filter((name) => before.has(name));
  if (names.length === 0) return [];
  const [row] = await sql<{ digests: string[] }>(
    `select array[${names.map(digestOf).join(', ')}] as digests`,
  );
  return names.flatMap((name, place) => {
    const now = row!.digests[place]!;
    return now === before.get(name) ? [] : [`${name}: ${now.replace(/ rows .*/, ' rows')}`];
  });
};
