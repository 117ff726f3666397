import type { Table } from 'dexie';
import { rowKey } from '#domain/commands/op.ts';
import type { AnyRow, TableName, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from './open.ts';
import type { Touched, WriteTx } from './outbox.ts';
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
    many: {
      read: async (ops) => {
        const touched: Touched = { rows: new Map(), shadows: new Map(), newShadows: [] };
        for (const op of ops) {
          touched.rows.set(rowKey(op.table, op.id), { table: op.table, id: op.id, row: undefined });
        }
        for (const [table, list] of byTable(touched)) {
          const found = await rows(table).bulkGet(list.map(({ id }) => id));
          found.forEach((row, place) => (list[place]!.row = row));
        }
        for (const shadow of await db.shadows.bulkGet([...touched.rows.keys()])) {
          if (shadow) touched.shadows.set(shadow.key, shadow);
        }
        return touched;
      },
      write: async (touched) => {
        await db.shadows.bulkPut(touched.newShadows);
        for (const [table, list] of byTable(touched)) {
          const puts = list.flatMap(({ row }) => row ?? []);
          const gone = list.flatMap(({ id, row }) => (row === undefined ? id : []));
          if (puts.length > 0) await rows(table).bulkPut(puts);
          if (gone.length > 0) await rows(table).bulkDelete(gone);
        }
      },
    },
  };
};

type TouchedRow = { table: TableName; id: Uuid; row: AnyRow | undefined };

const byTable = (touched: Touched): Map<TableName, TouchedRow[]> => {
  const tables = new Map<TableName, TouchedRow[]>();
  for (const one of touched.rows.values()) {
    const list = tables.get(one.table);
    if (list) list.push(one);
    else tables.set(one.table, [one]);
  }
  return tables;
};
