import type { Instant, RowOf, TableName, Uuid } from '#domain/rows.ts';
import { TABLES } from '#domain/rows.ts';
import type { Op } from '#domain/commands/op.ts';
import { fail, ok, type Failed, type Result } from '#domain/errors/result.ts';
import { isLostConnection, storageFailure } from './errors.ts';
import type { DaybookDb } from './open.ts';
import { recordMutation, type WriteTx } from './outbox.ts';
import type { BlobEntry, MetaEntry, MetaKey, MetaOf } from './schema.ts';
import { dexieWriteTx } from './write-tx.ts';

/** How long a write may hang before it counts as failed: WebKit can lose a transaction silently. */
const WRITE_TIMEOUT_MS = 10_000;

/** What a command may read while it decides, all in the transaction that will write. */
export type WriteScope = {
  readonly businessId: Uuid;
  readonly userId: Uuid;
  /** One moment for the whole mutation. */
  readonly now: Instant;
  newId: () => Uuid;
  get: <T extends TableName>(table: T, id: Uuid) => Promise<RowOf<T> | undefined>;
  /** Many rows at once, in the order of their ids. */
  getMany: <T extends TableName>(
    table: T,
    ids: readonly Uuid[],
  ) => Promise<(RowOf<T> | undefined)[]>;
  /** All rows of a small table. */
  all: <T extends TableName>(table: T) => Promise<RowOf<T>[]>;
  /** Rows whose indexed field has this value (indexes: schema.ts). */
  list: <T extends TableName>(
    table: T,
    index: keyof RowOf<T> & string,
    value: string,
  ) => Promise<RowOf<T>[]>;
  /** Rows whose indexed field has one of these values. */
  listAny: <T extends TableName>(
    table: T,
    index: keyof RowOf<T> & string,
    values: readonly string[],
  ) => Promise<RowOf<T>[]>;
  /** Rows whose indexed field lies in [from, to). */
  between: <T extends TableName>(
    table: T,
    index: keyof RowOf<T> & string,
    from: string,
    to: string,
  ) => Promise<RowOf<T>[]>;
  /** What this device remembers beside the rows, and changes with them or not at all. */
  meta: <K extends MetaKey>(key: K) => Promise<MetaOf<K> | undefined>;
  putMeta: (entry: MetaEntry) => Promise<void>;
  /** Pictures are stored with the rows that speak of them: neither is ever there alone. */
  blobs: (ids: readonly Uuid[]) => Promise<(BlobEntry | undefined)[]>;
  putBlobs: (entries: readonly BlobEntry[]) => Promise<void>;
  dropBlobs: (ids: readonly Uuid[]) => Promise<void>;
};

export type Decision<T> = { ok?: true; ops: Op[]; value: T; seenRev?: number | undefined } | Failed;

/**
 * SYN-1: one named mutation in one transaction: decide on what is there, change the rows, keep the
 * confirmed copies, queue the mutation. Resolves after the commit: then it may be shown as saved.
 * No ops = nothing to send, still ok. Never waits for the network.
 *
 * `build` may await only what its scope offers: any other wait ends the transaction.
 * Errors: those of `build`; storage_full, storage_failed, upgrade_needed when nothing was saved.
 */
export const write = async <T>(
  db: DaybookDb,
  name: string,
  build: (scope: WriteScope) => Promise<Decision<T>> | Decision<T>,
): Promise<Result<T>> => {
  try {
    return await attempt(db, name, build);
  } catch (error) {
    if (!isLostConnection(error)) return storageFailure(error);
  }
  // The handle is dead, nothing was committed: one new handle, one more try, then the truth.
  try {
    await db.reopen();
    return await attempt(db, name, build);
  } catch (error) {
    return storageFailure(error);
  }
};

const attempt = async <T>(
  db: DaybookDb,
  name: string,
  build: (scope: WriteScope) => Promise<Decision<T>> | Decision<T>,
): Promise<Result<T>> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let abort = (): void => undefined;
  const silence = new Promise<Failed>((resolve) => {
    timer = setTimeout(() => {
      abort();
      resolve(fail('storage_failed', { detail: 'no answer' }));
    }, WRITE_TIMEOUT_MS);
  });
  const work = db.transaction(
    'rw',
    [...TABLES, '_shadow', '_outbox', '_meta', '_blobs'],
    async (tx) => {
      abort = () => tx.abort();
      const clock = await db.meta.get('clock');
      if (clock?.key === 'clock') db.serverOffsetMs = clock.offset_ms;
      const own = dexieWriteTx(db);
      const scope = scopeOf(db, own);
      const decision = await build(scope);
      if (decision.ok === false) return decision;
      if (decision.ops.length > 0) {
        await recordMutation(own, {
          name,
          ops: decision.ops,
          at: scope.now,
          businessId: db.businessId,
          userId: db.userId,
          newId: db.newId,
          seenRev: decision.seenRev,
          reached: db.reached,
        });
      }
      return ok(decision.value);
    },
  );
  try {
    const result = await Promise.race([work, silence]);
    db.reached?.('CP-02');
    if (result.ok) db.wrote();
    return result;
  } finally {
    clearTimeout(timer);
  }
};

const scopeOf = (db: DaybookDb, { meta, putMeta }: WriteTx): WriteScope => ({
  meta,
  putMeta,
  businessId: db.businessId,
  userId: db.userId,
  now: db.now(),
  newId: db.newId,
  get: (table, id) => db.rows(table).get(id),
  getMany: (table, ids) => db.rows(table).bulkGet([...ids]),
  all: (table) => db.rows(table).toArray(),
  list: (table, index, value) => db.rows(table).where(index).equals(value).toArray(),
  listAny: (table, index, values) =>
    db
      .rows(table)
      .where(index)
      .anyOf([...values])
      .toArray(),
  between: (table, index, from, to) =>
    db.rows(table).where(index).between(from, to, true, false).toArray(),
  blobs: (ids) => db.blobs.bulkGet([...ids]),
  putBlobs: async (entries) => void (await db.blobs.bulkPut([...entries])),
  dropBlobs: (ids) => db.blobs.bulkDelete([...ids]),
});
