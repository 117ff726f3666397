import type { AnyRow, Instant, TableName, Uuid } from '#domain/rows.ts';
import { applyOp, type OpContext } from '#domain/commands/apply-op.ts';
import { coalesce } from '#domain/commands/coalesce.ts';
import { orderOps, rowKey, type Op, type RowKey } from '#domain/commands/op.ts';
import type { Reached } from './crash-point.ts';
import type { DeviceMeta, MetaEntry, MetaKey, MetaOf, OutboxEntry, ShadowEntry } from './schema.ts';

/** What recording a mutation needs of one read-write transaction. Memory and Dexie both give it. */
export type WriteTx = {
  meta<K extends MetaKey>(key: K): Promise<MetaOf<K> | undefined>;
  putMeta(entry: MetaEntry): Promise<void>;
  row(table: TableName, id: Uuid): Promise<AnyRow | undefined>;
  putRow(table: TableName, row: AnyRow): Promise<void>;
  deleteRow(table: TableName, id: Uuid): Promise<void>;
  shadow(key: RowKey): Promise<ShadowEntry | undefined>;
  putShadow(entry: ShadowEntry): Promise<void>;
  lastEntry(): Promise<OutboxEntry | undefined>;
  putEntry(entry: OutboxEntry): Promise<void>;
  /** For mutations of many rows: reads and writes all of them at once. */
  readonly many?: ManyRows;
};

type ManyRows = {
  read: (ops: readonly Op[]) => Promise<Touched>;
  write: (touched: Touched) => Promise<void>;
};

/** The rows that a mutation names, before it and then after it; undefined = there is none. */
export type Touched = {
  rows: Map<RowKey, { table: TableName; id: Uuid; row: AnyRow | undefined }>;
  shadows: Map<RowKey, ShadowEntry>;
  newShadows: ShadowEntry[];
};

/** From here on reading and writing op by op takes longer than a frame. */
const MANY_OPS = 20;

export type Draft = {
  name: string;
  ops: readonly Op[];
  at: Instant;
  businessId: Uuid;
  userId: Uuid;
  newId: () => Uuid;
  /** What the person had in front of them when that was older than the rows are now: a form that stayed open. */
  seenRev?: number | undefined;
  reached?: Reached | undefined;
};

/**
 * SYN-1: rows, shadows, the next number and the outbox entry, all in the caller's transaction.
 * Saved means saved: either all of it is there or nothing.
 */
export const recordMutation = async (tx: WriteTx, draft: Draft): Promise<OutboxEntry> => {
  const { businessId, userId, at } = draft;
  const device = (await tx.meta('device')) ?? newDevice(draft.newId());
  const sync = await tx.meta('sync');
  const ops = orderOps(draft.ops);
  const known = { wholeRev: sync?.whole_rev ?? 0, seenRev: draft.seenRev ?? Infinity };
  const context = { businessId, userId, at };
  const baseRev =
    ops.length > MANY_OPS && tx.many
      ? await applyAtOnce(tx.many, ops, known, context)
      : await applyEach(tx, ops, known, context);
  const next = { name: draft.name, at, base_rev: baseRev, ops };
  const tail = await tx.lastEntry();
  if (tail !== undefined && tail.seq > device.sent_seq) {
    const merged = coalesce(tail, next);
    if (merged !== null) {
      const entry = { ...tail, at, ops: merged };
      await tx.putEntry(entry);
      draft.reached?.('CP-01');
      return entry;
    }
  }
  const entry: OutboxEntry = { v: 1, id: draft.newId(), seq: device.next_seq, ...next };
  await tx.putEntry(entry);
  await tx.putMeta({ ...device, next_seq: device.next_seq + 1 });
  draft.reached?.('CP-01');
  return entry;
};

type Known = { wholeRev: number; seenRev: number };

/** Answers the oldest base that an op builds on. */
const applyEach = async (
  tx: WriteTx,
  ops: readonly Op[],
  known: Known,
  context: OpContext,
): Promise<number> => {
  let baseRev = Infinity;
  for (const op of ops) {
    const key = rowKey(op.table, op.id);
    const before = await tx.row(op.table, op.id);
    const old = await tx.shadow(key);
    const shadow = shadowOf(op, before, old, known);
    if (shadow !== old) await tx.putShadow(shadow);
    baseRev = Math.min(baseRev, shadow.base_rev);
    const after = applyOp(before, op, context);
    if (after !== undefined) await tx.putRow(op.table, after);
    else if (before !== undefined) await tx.deleteRow(op.table, op.id);
  }
  return baseRev;
};

/** The same with two waits in all; between them nothing waits, so that the transaction stays. */
const applyAtOnce = async (
  many: ManyRows,
  ops: readonly Op[],
  known: Known,
  context: OpContext,
): Promise<number> => {
  const touched = await many.read(ops);
  const { rows, shadows, newShadows } = touched;
  let baseRev = Infinity;
  for (const op of ops) {
    const key = rowKey(op.table, op.id);
    const before = rows.get(key)?.row;
    const old = shadows.get(key);
    const shadow = shadowOf(op, before, old, known);
    if (shadow !== old) {
      shadows.set(key, shadow);
      newShadows.push(shadow);
    }
    baseRev = Math.min(baseRev, shadow.base_rev);
    rows.set(key, { table: op.table, id: op.id, row: applyOp(before, op, context) });
  }
  await many.write(touched);
  return baseRev;
};

/**
 * SYN-5: a row is known as of its own number, and as of `wholeRev`, below which nothing is missing.
 * The cursor may be ahead of both: the row may have changed below it and come with a later page.
 * Whoever had seen less than is here now knows only that.
 */
const shadowOf = (
  op: Op,
  row: AnyRow | undefined,
  old: ShadowEntry | undefined,
  { wholeRev, seenRev }: Known,
): ShadowEntry => {
  const shadow = old ?? {
    v: 1,
    key: rowKey(op.table, op.id),
    table: op.table,
    id: op.id,
    row: row ?? null,
    base_rev: Math.max(wholeRev, row?.rev ?? 0),
  };
  return shadow.base_rev <= seenRev ? shadow : { ...shadow, base_rev: seenRev };
};

/** A device that the server has never met: its numbers start at 1. */
export const newDevice = (clientId: Uuid): DeviceMeta => ({
  key: 'device',
  v: 1,
  client_id: clientId,
  next_seq: 1,
  sent_seq: 0,
});
