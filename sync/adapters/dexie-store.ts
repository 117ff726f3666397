/** The local database through Dexie: the port's words on the left, IndexedDB's on the right. */
import { Dexie, type Table } from 'dexie';
import type { AnyRow, TableName, Uuid } from '#domain/rows.ts';
import { isLostConnection, storageCode } from '#db/errors.ts';
import type { DaybookDb } from '#db/open.ts';
import { recordMutation } from '#db/outbox.ts';
import { dexieWriteTx } from '#db/write-tx.ts';
import { momentField } from '../core/wire.ts';
import { StorageError, type LocalStore, type StoreTx } from '../ports.ts';

/**
 * SYN-25: Dexie tells live queries the keys of calls with fewer than 50 rows; larger ones count as
 * a change of the whole table, and every query on it runs again.
 */
const LIVE_CALL_ROWS = 49;
/** Large calls for history: fewer round trips, and memory stays flat. */
const BULK_CALL_ROWS = 5_000;

const OWN_TABLES = ['_shadow', '_outbox', '_meta', '_tomb'];

/** To list so many keys takes as long as to ask for one row. */
const KEYS_FOR_A_ROW = 16;

/** IndexedDB counts in unsigned 32 bits and refuses more; fake-indexeddb does not. */
const MAX_COUNT = 0xffff_ffff;

export const createDexieStore = (db: DaybookDb): LocalStore => {
  const rows = (table: TableName): Table<AnyRow, Uuid> => db.table(table);
  const written = dexieWriteTx(db);
  const tx: StoreTx = {
    meta: (key) => written.meta(key),
    putMeta: async (entry) => {
      if (entry.key === 'clock') db.serverOffsetMs = entry.offset_ms;
      await written.putMeta(entry);
    },

    rows: (table, ids) => readRows(rows(table), ids),
    rowsBetween: (table, from, to) =>
      rows(table).where(momentField(table)).between(from, to, true, false).toArray(),
    rowsAfter: (table, after, limit) => {
      const all = after === null ? rows(table).orderBy('id') : rows(table).where('id').above(after);
      return all.limit(Math.min(limit, MAX_COUNT)).toArray();
    },
    putRows: (table, list, bulk) =>
      inCalls(list, bulk ? BULK_CALL_ROWS : LIVE_CALL_ROWS, (call) => rows(table).bulkPut(call)),
    deleteRows: (table, ids) =>
      inCalls(ids, LIVE_CALL_ROWS, (call) => rows(table).bulkDelete(call)),
    clear: (table) => rows(table).clear(),

    shadows: (keys) => written.shadows(keys),
    putShadows: async (entries) => {
      if (entries.length > 0) await written.putShadows(entries);
    },
    deleteShadows: async (keys) => {
      if (keys.length > 0) await db.shadows.bulkDelete([...keys]);
    },
    clearShadows: () => db.shadows.clear(),

    tombs: async (keys) => {
      // Nearly always empty: one question instead of thousands.
      if ((await db.tombs.count()) === 0) return keys.map(() => undefined);
      return db.tombs.bulkGet([...keys]);
    },
    putTombs: async (entries) => {
      if (entries.length > 0) await db.tombs.bulkPut([...entries]);
    },
    deleteTombs: async (keys) => {
      if (keys.length > 0) await db.tombs.bulkDelete([...keys]);
    },
    clearTombs: () => db.tombs.clear(),

    outbox: (limit) => {
      const all = db.outbox.orderBy('seq');
      return (limit === undefined ? all : all.limit(limit)).toArray();
    },
    outboxFrom: (seq) => db.outbox.where('seq').aboveOrEqual(seq).toArray(),
    countOutbox: () => db.outbox.count(),
    putEntries: (entries) => written.putEntries(entries),
    deleteEntriesUpTo: async (seq) =>
      void (await db.outbox.where('seq').belowOrEqual(seq).delete()),
    clearOutbox: () => db.outbox.clear(),
    record: async (draft) => {
      const { businessId, userId, newId } = db;
      await recordMutation(written, { ...draft, businessId, userId, newId });
    },

    countOpenAttention: () => db.rows('attention_items').where('state').equals('open').count(),
  };

  return {
    businessId: db.businessId,
    userId: db.userId,
    transaction: async (mode, tables, work) => {
      try {
        // `async` is not decoration: Dexie only keeps a transaction open over a browser's native
        // await when the function it is given is an async one.
        return await db.transaction(
          mode === 'write' ? 'rw' : 'r',
          [...tables, ...OWN_TABLES],
          async () => work(tx),
        );
      } catch (error) {
        throw storageError(error);
      }
    },
    reopen: async () => {
      try {
        await db.reopen();
      } catch (error) {
        throw storageError(error);
      }
    },
    close: () => db.close(),
  };
};

/**
 * A first sync asks for thousands of rows that are nearly all not there yet, one request each. The
 * keys within their range come in one request, and only rows that exist are read.
 */
const readRows = async (
  table: Table<AnyRow, Uuid>,
  ids: readonly Uuid[],
): Promise<(AnyRow | undefined)[]> => {
  if (ids.length <= LIVE_CALL_ROWS) return table.bulkGet([...ids]);
  let [first, last] = [ids[0]!, ids[0]!];
  for (const id of ids) {
    if (id < first) first = id;
    if (id > last) last = id;
  }
  const limit = ids.length * KEYS_FOR_A_ROW;
  const known = await table.where('id').between(first, last, true, true).limit(limit).primaryKeys();
  // A crowded range: asking one by one costs less than listing strangers.
  if (known.length === limit) return table.bulkGet([...ids]);
  const present = new Set(known);
  const found = ids.filter((id) => present.has(id));
  if (found.length === 0) return ids.map(() => undefined);
  const all = await table.bulkGet(found);
  const byId = new Map(found.map((id, index) => [id, all[index]]));
  return ids.map((id) => byId.get(id));
};

/** Storage trouble in the port's words; anything else is a bug and stays what it is. */
const storageError = (error: unknown): unknown => {
  const code = storageCode(error);
  if (code === 'storage_full') return new StorageError('full', error);
  if (isLostConnection(error) || code === 'storage_failed') return new StorageError('lost', error);
  return error instanceof Dexie.AbortError ? new StorageError('lost', error) : error;
};

const inCalls = async <T>(
  list: readonly T[],
  size: number,
  call: (part: T[]) => PromiseLike<unknown>,
): Promise<void> => {
  for (let at = 0; at < list.length; at += size) await call(list.slice(at, at + size));
};
