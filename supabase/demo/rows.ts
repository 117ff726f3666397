import type { RowOf, SyncedRow, TableName, Uuid } from '#domain/rows.ts';
import { TABLES } from '#domain/rows.ts';

/** A row as the generator writes it: the server stamps the rest. */
type NewRow<T extends TableName> = Omit<RowOf<T>, Exclude<keyof SyncedRow, 'id'>>;

/** The rows of one business, table by table, parents first. */
export type DemoRows = {
  readonly businessId: Uuid;
  add<T extends TableName>(table: T, row: NewRow<T>): void;
  of(table: TableName): readonly Record<string, unknown>[];
  tables(): TableName[];
};

export const createRows = (businessId: Uuid): DemoRows => {
  const byTable = new Map<TableName, Record<string, unknown>[]>();
  return {
    businessId,
    add(table, row) {
      const list = byTable.get(table) ?? [];
      list.push({ ...row, business_id: businessId });
      byTable.set(table, list);
    },
    of: (table) => byTable.get(table) ?? [],
    tables: () => TABLES.filter((table) => byTable.has(table)),
  };
};
