import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import type { AnyAST, ConnectionContextOptions, VarsContext } from '@supabase/lite';
import { PostgresConnection } from '#supabase/local/lite.ts';
import { Kysely, PostgresDialect } from 'kysely';
import type { ClientConfig } from 'pg';
import { errorForLite } from '#supabase/local/rest/database-errors.ts';
import { quoteJsonStrings } from '#supabase/local/rest/json-strings.ts';
import type { Database } from './database.ts';
import { Listener } from './listener.ts';
import { Sessions } from './sessions.ts';
import { Share, STRANGERS_WAITING } from './share.ts';
import { sqlOn, Transactions } from './transactions.ts';
import { postgresTypes } from './value-formats.ts';

type Db = Kysely<unknown>;

/**
 * Strangers whose statements run at the same moment, of ten sessions: one core less than there are is
 * theirs, so that people who are signed in always find one.
 */
export const STRANGERS_AT_ONCE = Math.min(4, Math.max(1, availableParallelism() - 1));

/**
 * lite's PostgreSQL connection on sessions of ours. The client of postgres.js that its constructor
 * makes connects when it is first used, which is never (see decisions/0002).
 */
class PooledPostgres extends PostgresConnection {
  readonly sessions: Sessions;
  readonly transactions = new Transactions(
    (work) => (this.kysely as Db).transaction().execute(work),
    new Share(STRANGERS_AT_ONCE, STRANGERS_WAITING),
  );

  constructor(url: string, sessions: Sessions) {
    super({ url });
    this.sessions = sessions;
    this.kysely = new Kysely({ dialect: new PostgresDialect({ pool: sessions }) });
  }

  override close(): Promise<void> {
    return this.sessions.end();
  }

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

/** Opens a PostgreSQL server (15 or newer) as the user of the URL. */
export async function openPostgres(url: string): Promise<Database> {
  const elements = new Map<number, number>();
  const config: ClientConfig = {
    connectionString: url,
    application_name: 'daybook',
    options: String.raw`-c TimeZone=UTC -c search_path="$user",\ public,\ extensions`,
    keepAlive: true,
    types: postgresTypes(elements),
  };
  const sessions = new Sessions(config);
  const listener = new Listener(config);
  const connection = new PooledPostgres(url, sessions);
  const sql = sqlOn(connection.kysely as Db);
  let closed: Promise<void> | null = null;

  const arrays = await sql<{ type: number; element: number }>(
    `select oid as type, typelem as element from pg_type where typcategory = 'A'`,
  );
  for (const { type, element } of arrays) elements.set(type, element);
  return {
    kind: 'postgres',
    connection,
    sql,
    exec: (text) => sessions.exec(text),
    transaction: (run) => connection.transactions.run((open) => run(sqlOn(open))),
    as: (caller, run) => connection.transactions.runAs(caller, (open) => run(sqlOn(open))),
    listen(channel, onMessage) {
      const outside = AsyncLocalStorage.snapshot();
      return listener.listen(channel, (payload) => outside(() => onMessage(payload)));
    },
    close: () => (closed ??= Promise.all([listener.close(), sessions.end()]).then(() => {})),
  };
}
