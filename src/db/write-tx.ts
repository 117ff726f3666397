import type { Table } from 'dexie';
import type { AnyRow, TableName, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from './open.ts';
import type { WriteTx } from './outbox.ts';
import type { MetaKey, MetaOf } from './schema.ts';

/** What recordMutation needs, in the Dexie transaction that is running. */
export const dexieWriteTx = (db: DaybookDb): WriteTx => {
  const rowsOf = (table: TableName): Table<AnyRow, Uuid> => db.table(table);
  return {
    meta: async <K extends MetaKey>(key: K) => (await db.meta.get(key)) as MetaOf<K> | undefined,
    putMeta: async (entry) => void (await db.meta.put(entry)),
    rows: (table, ids) => rowsOf(table).bulkGet([...ids]),
    putRows: async (table, rows) => void (await rowsOf(table).bulkPut([...rows])),
    deleteRows: (table, ids) => rowsOf(table).bulkDelete([...ids]),
    shadows: (keys) => db.shadows.bulkGet([...keys]),
    putShadows: async (entries) => void (await db.shadows.bulkPut([...entries])),
    lastEntry: () => db.outbox.orderBy('seq').last(),
    putEntries: async (entries) => void (await db.outbox.bulkPut([...entries])),
  };
};
