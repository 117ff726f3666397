import type { Table } from 'dexie';
import type { AnyRow, TableName, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from './open.ts';
import type { WriteTx } from './outbox.ts';
import type { MetaKey, MetaOf } from './schema.ts';

/** What recordMutation needs, in the Dexie transaction that is running. */
export const dexieWriteTx = (db: DaybookDb): WriteTx => {
  const rows = (table: TableName): Table<AnyRow, Uuid> => db.table(table);
  return {
    meta: async <K extends MetaKey>(key: K) => (await db.meta.get(key)) as MetaOf<K> | undefined,
    putMeta: async (entry) => void (await db.meta.put(entry)),
    row: (table, id) => rows(table).get(id),
    putRow: async (table, row) => void (await rows(table).put(row)),
    deleteRow: (table, id) => rows(table).delete(id),
    shadow: (key) => db.shadows.get(key),
    putShadow: async (entry) => void (await db.shadows.put(entry)),
    lastEntry: () => db.outbox.orderBy('seq').last(),
    putEntry: async (entry) => void (await db.outbox.put(entry)),
  };
};
