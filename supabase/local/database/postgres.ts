import { AsyncLocalStorage } from 'node:async_hooks';
import type { AnyAST, ConnectionContextOptions, VarsContext } from '@supabase/lite';
import { PostgresConnection } from '@supabase/lite/postgres';
import type { Kysely } from 'kysely';
import { errorForLite } from '#supabase/local/rest/database-errors.ts';
import { quoteJsonStrings } from '#supabase/local/rest/json-strings.ts';
import type { Database } from './database.ts';
import { sqlOn, Transactions } from './transactions.ts';
import { postgresTypes } from './value-formats.ts';

type Db = Kysely<unknown>;

/** Connections of one server process; a small business never needs more, a test may ask. */
const POOL_SIZE = 10;

class PooledPostgres extends PostgresConnection {
  readonly transactions = new Transactions((work) =>
    (this.kysely as Db).transaction().execute(work),
  );

  override runInTransaction<T>(work: (open: Db) => Promise<T>): Promise<T> {
    return this.transactions.run(work);
  }

  override withContext<T>(
    vars: VarsContext | undefined,
    work: (open: Db) => Promise<T>,
    options?: ConnectionContextOptions,
  ): Promise<T> {
    return this.transactions.withContext(this.kysely as Db, vars, work, options);
  }

  override async onPostgrestAST(ast: AnyAST): Promise<AnyAST> {
    const known = await super.onPostgrestAST(ast);
    return quoteJsonStrings(known, await this.introspect({ useCache: true }));
  }

  override normalizeDbError(error: unknown): unknown {
    return errorForLite(error);
  }
}

/** Opens a pool on a PostgreSQL server (15 or newer) as the user of the URL. */
export async function openPostgres(url: string): Promise<Database> {
  const connection = new PooledPostgres({
    url,
    postgresOptions: {
      max: POOL_SIZE,
      types: postgresTypes,
      // "relation already exists, skipping" on every start helps nobody.
      onnotice: () => {},
      connection: { search_path: '"$user", public, extensions', application_name: 'daybook' },
    },
  });
  const pool = connection.driver;
  const sql = sqlOn(connection.kysely as Db);
  let closed: Promise<void> | null = null;

  await sql('select 1');
  return {
    kind: 'postgres',
    connection,
    sql,
    async exec(text) {
      await pool.unsafe(text);
    },
    transaction: (run) => connection.transactions.run((open) => run(sqlOn(open))),
    as: (caller, run) => connection.transactions.runAs(caller, (open) => run(sqlOn(open))),
    async listen(channel, onMessage) {
      const outside = AsyncLocalStorage.snapshot();
      const listening = await pool.listen(channel, (payload) => {
        outside(() => onMessage(payload));
      });
      return () => listening.unlisten();
    },
    close: () => (closed ??= pool.end({ timeout: 5 })),
  };
}
