/**
 * Merge and rebase of one page, as a function of values. Ops touch one row each, so every row is
 * rebased by itself:
 *
 *   confirmed copy (shadow, else the row itself)
 *     └─ newer row or tombstone from the page?  take it                     SYN-22
 *          └─ play the pending ops of this row again, in order              SYN-23
 *               ├─ some:  row = result, shadow = confirmed copy
 *               └─ none:  row = confirmed copy, no shadow
 */
import type { AnyRow, TableName, Uuid } from '#domain/rows.ts';
import { applyOp } from '#domain/commands/apply-op.ts';
import { rowKey, type Mutation, type Op, type RowKey } from '#domain/commands/op.ts';
import type { Dead, RowsByTable } from './wire.ts';

export type Page = { tables: RowsByTable; dead: readonly Dead[] };

export type KeyParts = { table: TableName; id: Uuid };

/** Which rows a merge must look at: those of the page, and those that leaving mutations touched. */
export const touchedKeys = (
  page: Page,
  outbox: readonly Mutation[],
  confirmedSeq: number,
): Map<RowKey, KeyParts> => {
  const keys = new Map<RowKey, KeyParts>();
  const add = (table: TableName, id: Uuid) => keys.set(rowKey(table, id), { table, id });
  for (const [table, rows] of Object.entries(page.tables)) {
    for (const row of rows) add(table as TableName, row.id);
  }
  for (const [table, id] of page.dead) add(table, id);
  for (const mutation of outbox) {
    if (mutation.seq <= confirmedSeq) for (const op of mutation.ops) add(op.table, op.id);
  }
  return keys;
};

/** The confirmed copy (`null` = the server has no such row) and what was seen before the first pending change. */
export type Shadow = { row: AnyRow | null; base_rev: number };

export type MergeInput = {
  keys: ReadonlyMap<RowKey, KeyParts>;
  page: Page;
  /** What the tables hold now. A row with a shadow may be left out: it is made anew from the shadow. */
  rows: ReadonlyMap<RowKey, AnyRow>;
  shadows: ReadonlyMap<RowKey, Shadow>;
  tombs: ReadonlyMap<RowKey, number>;
  outbox: readonly Mutation[];
  /** Mutations up to this seq leave the outbox; 0 = none. */
  confirmedSeq: number;
  businessId: Uuid;
  userId: Uuid;
  /**
   * SYN-33: the page is everything that the server has of a part, read at `rev`. What this device
   * believes from that time or before gives way; `gone` are its rows that the part does not hold.
   */
  snapshot?: { rev: number; gone: ReadonlySet<RowKey> };
};

export type MergePlan = {
  putRows: Map<TableName, AnyRow[]>;
  deleteRows: Map<TableName, Uuid[]>;
  putShadows: ({ key: RowKey; table: TableName; id: Uuid } & Shadow)[];
  deleteShadows: RowKey[];
  putTombs: { key: RowKey; rev: number }[];
  deleteTombs: RowKey[];
};

export const planMerge = (input: MergeInput): MergePlan => {
  const plan: MergePlan = {
    putRows: new Map(),
    deleteRows: new Map(),
    putShadows: [],
    deleteShadows: [],
    putTombs: [],
    deleteTombs: [],
  };
  const incoming = new Map<RowKey, AnyRow>();
  for (const [table, rows] of Object.entries(input.page.tables)) {
    for (const row of rows) incoming.set(rowKey(table as TableName, row.id), row);
  }
  const buried = new Map(input.page.dead.map(([table, id, rev]) => [rowKey(table, id), rev]));
  const pending = pendingOps(input.outbox, input.confirmedSeq, input.keys);

  for (const [key, { table, id }] of input.keys) {
    const shown = input.rows.get(key);
    const shadow = input.shadows.get(key);
    let confirmed = shadow === undefined ? shown : (shadow.row ?? undefined);
    let tombRev = input.tombs.get(key) ?? 0;

    const row = incoming.get(key);
    const snapshotRev = input.snapshot?.rev ?? -1;
    const isOld = revOf(confirmed) <= snapshotRev && tombRev <= snapshotRev;
    // A row deleted and made again in one transaction has the rev of its tombstone: it lives.
    const isNewer = row !== undefined && row.rev > revOf(confirmed) && row.rev >= tombRev;
    if (row !== undefined && (isNewer || isOld)) {
      if (row.rev !== confirmed?.rev) confirmed = row;
      if (tombRev > 0) plan.deleteTombs.push(key);
      tombRev = 0;
    } else if (isOld && input.snapshot?.gone.has(key)) confirmed = undefined;
    const deadRev = buried.get(key) ?? 0;
    if (deadRev > revOf(confirmed) && deadRev > tombRev) {
      confirmed = undefined;
      plan.putTombs.push({ key, rev: deadRev });
    }

    const ops = pending.get(key) ?? [];
    // Rev 0 = taken over from before a fresh start and never seen since: the server has no such row.
    if (ops.length === 0 && revOf(confirmed) === 0) confirmed = undefined;
    const next = replay(confirmed, ops, input);

    if (ops.length > 0) {
      const row = confirmed ?? null;
      const baseRev = baseOf(ops);
      if (shadow?.row !== row || shadow.base_rev !== baseRev) {
        plan.putShadows.push({ key, table, id, row, base_rev: baseRev });
      }
    } else if (shadow !== undefined) plan.deleteShadows.push(key);

    if (next === undefined) {
      if (shown !== undefined || shadow !== undefined) push(plan.deleteRows, table, id);
    } else if (next !== shown) push(plan.putRows, table, next);
  }
  return plan;
};

export type PendingOp = { op: Op; at: string; base_rev: number };

/** What had been seen before the first of these ops. */
export const baseOf = (ops: readonly PendingOp[]): number =>
  Math.min(...ops.map((op) => op.base_rev));

/** The ops that stay pending, by row, in the order in which they were made. */
export const pendingOps = (
  outbox: readonly Mutation[],
  confirmedSeq: number,
  keys?: ReadonlyMap<RowKey, unknown>,
): Map<RowKey, PendingOp[]> => {
  const byKey = new Map<RowKey, PendingOp[]>();
  for (const mutation of outbox) {
    if (mutation.seq <= confirmedSeq) continue;
    for (const op of mutation.ops) {
      const key = rowKey(op.table, op.id);
      if (keys === undefined || keys.has(key)) {
        push(byKey, key, { op, at: mutation.at, base_rev: mutation.base_rev });
      }
    }
  }
  return byKey;
};

/** The row a person sees: the confirmed copy with the pending ops played over it. */
export const replay = (
  confirmed: AnyRow | undefined,
  ops: readonly PendingOp[],
  who: { businessId: Uuid; userId: Uuid },
): AnyRow | undefined => {
  let row = confirmed;
  for (const { op, at } of ops) row = applyOp(row, op, { ...who, at });
  return row;
};

export const revOf = (row: AnyRow | undefined): number => row?.rev ?? 0;

const push = <K, V>(map: Map<K, V[]>, key: K, value: V): void => {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
};
