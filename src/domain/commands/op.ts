import type { Instant, RowOf, SyncedRow, TableName, Uuid } from '#domain/rows.ts';
import { TABLES } from '#domain/rows.ts';

/**
 * One row operation inside a mutation, judged alike by device and server.
 *
 * - `put`: value is the whole row without rev, created_at, updated_at, created_by
 * - `patch`: value holds changed fields only
 * - `add` / `remove`: value is `{field: element}` for a set-valued (array) field
 * - `delete`: value is null
 */
export type Op = {
  table: TableName;
  id: Uuid;
  op: 'put' | 'patch' | 'delete' | 'add' | 'remove';
  value: Record<string, unknown> | null;
};

/** One named, atomic change made by a person, as it travels to the server. */
export type Mutation = {
  id: Uuid;
  /** Per device, without gaps, never reused. */
  seq: number;
  /** Dotted, for people, audit and undo: `appointment.move`, `client.create`. */
  name: string;
  /** Device time corrected by the server offset. */
  at: Instant;
  /** What the person had seen, as a `rev`: SYN-5 of sync/SPEC.md says how it is found. */
  base_rev: number;
  ops: Op[];
};

/** What only the server writes. */
export const SERVER_FIELDS = ['rev', 'created_at', 'updated_at', 'created_by'] as const;
type ServerField = (typeof SERVER_FIELDS)[number];

/** A row as a person makes it. */
export type NewRow<T extends TableName> = Omit<RowOf<T>, ServerField>;
/** The fields a patch may carry. */
export type RowPatch<T extends TableName> = Partial<Omit<RowOf<T>, keyof SyncedRow>>;
/** The fields of a table that hold sets, with the type of their elements. */
type SetFields<T extends TableName> = {
  [F in keyof RowOf<T>]: RowOf<T>[F] extends readonly (infer E)[] ? E : never;
};

/** Makes a row, or brings it to this content when its id exists. */
export const putOp = <T extends TableName>(table: T, row: NewRow<T>): Op => {
  const value: Record<string, unknown> = { ...row };
  for (const field of SERVER_FIELDS) delete value[field];
  return { table, id: row.id, op: 'put', value };
};

/** Changes only the fields named; fields that others change at the same time survive. */
export const patchOp = <T extends TableName>(table: T, id: Uuid, value: RowPatch<T>): Op => ({
  table,
  id,
  op: 'patch',
  value,
});

export const deleteOp = (table: TableName, id: Uuid): Op => ({
  table,
  id,
  op: 'delete',
  value: null,
});

/** Puts one element into a set-valued field; elements that others add stay. */
export const addOp = <T extends TableName, F extends keyof SetFields<T> & string>(
  table: T,
  id: Uuid,
  field: F,
  element: SetFields<T>[F],
): Op => ({ table, id, op: 'add', value: { [field]: element } });

/** Takes one element out of a set-valued field. */
export const removeOp = <T extends TableName, F extends keyof SetFields<T> & string>(
  table: T,
  id: Uuid,
  field: F,
  element: SetFields<T>[F],
): Op => ({ table, id, op: 'remove', value: { [field]: element } });

/** The name of a row across tables, as shadows, tombstones and pending marks use it. */
export type RowKey = `${TableName}:${Uuid}`;
export const rowKey = (table: TableName, id: Uuid): RowKey => `${table}:${id}`;

const RANK = new Map<TableName, number>(TABLES.map((table, index) => [table, index]));
const rank = (op: Op): number => {
  const place = RANK.get(op.table) ?? TABLES.length;
  if (op.op === 'put') return place;
  // Deletes last, children before their parents.
  return op.op === 'delete' ? 1000 - place : 500;
};

/** The ops in an order that foreign keys accept: puts from parent to child, changes, deletes from child to parent. */
export const orderOps = (ops: readonly Op[]): Op[] => ops.toSorted((a, b) => rank(a) - rank(b));
