import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { citext } from '@electric-sql/pglite/contrib/citext';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { uuid_ossp } from '@electric-sql/pglite/contrib/uuid_ossp';
import type { AnyAST, ConnectionContextOptions, VarsContext } from '@supabase/lite';
import { PgliteConnection } from '#supabase/local/lite.ts';
import { Kysely } from 'kysely';
import { errorForLite } from '#supabase/local/rest/database-errors.ts';
import { quoteJsonStrings } from '#supabase/local/rest/json-strings.ts';
import type { Database } from './database.ts';
import { singleSessionDialect } from './single-session-dialect.ts';
import { Share, STRANGERS_WAITING } from './share.ts';
import { sqlOn, Transactions } from './transactions.ts';
import { Turns } from './turns.ts';
import { pgliteParsers } from './value-formats.ts';

/** What hosted Supabase offers and our migrations may ask for; pgcrypto comes with lite. */
const extensions = { btree_gist, citext, pg_trgm, unaccent, uuid_ossp };

type Db = Kysely<unknown>;

/** lite's PGlite connection, made safe for concurrent callers (see turns.ts). */
class SharedPglite extends PgliteConnection {
  readonly turns = new Turns();
  // One at a time: the others wait before they stand in the way of people who are signed in.
  readonly transactions = new Transactions(
    (work) => this.turns.run(() => (this.kysely as Db).transaction().execute(work)),
    new Share(1, STRANGERS_WAITING),
  );

  constructor(folder: string | null, image: Blob | undefined) {
    super({
      ...(folder === null ? {} : { url: folder }),
      pgliteOptions: {
        extensions,
        parsers: pgliteParsers,
        ...(image ? { loadDataDir: image } : {}),
      },
    });
    this.kysely = new Kysely({ dialect: singleSessionDialect(this.driver, this.turns) });
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

export interface PgliteDatabase extends Database {
  readonly kind: 'pglite';
  /** The whole database as a tar file, to start another one from. */
  dump(): Promise<Blob>;
}

/**
 * Opens the database in `folder` (created when missing), or one in memory for null.
 * `image` is an earlier `dump()` that an empty folder or memory starts from.
 */
export async function openPglite(folder: string | null, image?: Blob): Promise<PgliteDatabase> {
  if (folder !== null) mkdirSync(folder, { recursive: true });
  const isNew = folder === null || !existsSync(join(folder, 'PG_VERSION'));
  const connection = new SharedPglite(folder, isNew ? image : undefined);
  const pglite = connection.driver;
  await pglite.waitReady;
  await pglite.exec(`set timezone to 'UTC'; set search_path to "$user", public, extensions`);
  const sql = sqlOn(connection.kysely as Db);
  let closed: Promise<void> | null = null;

  return {
    kind: 'pglite',
    connection,
    sql,
    exec: (text) =>
      connection.turns.run(async () => {
        await pglite.exec(text);
      }),
    transaction: (run) => connection.transactions.run((open) => run(sqlOn(open))),
    as: (caller, run) => connection.transactions.runAs(caller, (open) => run(sqlOn(open))),
    async listen(channel, onMessage) {
      // PGlite delivers inside whichever statement runs next: leave that one's turn first.
      const outside = AsyncLocalStorage.snapshot();
      const stop = await pglite.listen(channel, (payload) => {
        outside(() => setImmediate(() => onMessage(payload)));
      });
      return () => stop();
    },
    dump: () => connection.turns.run(() => pglite.dumpDataDir('none')),
    close: () =>
      (closed ??= connection.turns.run(async () => {
        await pglite.exec('checkpoint');
        await connection.close();
      })),
  };
}
