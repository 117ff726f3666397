import type { AnyRow, Instant, TableName, Uuid } from '#domain/rows.ts';
import { applyOp, type OpContext } from '#domain/commands/apply-op.ts';
import { coalesce } from '#domain/commands/coalesce.ts';
import { orderOps, rowKey, type Op, type RowKey } from '#domain/commands/op.ts';
import type { Reached } from './crash-point.ts';
import type { DeviceMeta, MetaEntry, MetaKey, MetaOf, OutboxEntry, ShadowEntry } from './schema.ts';

/** What recording a mutation needs of one read-write transaction. Memory and Dexie both give it. */
export type WriteTx = {
  meta: <K extends MetaKey>(key: K) => Promise<MetaOf<K> | undefined>;
  putMeta: (entry: MetaEntry) => Promise<void>;
  /** In the order of their ids; undefined = there is none. */
  rows(table: TableName, ids: readonly Uuid[]): Promise<(AnyRow | undefined)[]>;
  putRows(table: TableName, rows: readonly AnyRow[]): Promise<void>;
  deleteRows(table: TableName, ids: readonly Uuid[]): Promise<void>;
  shadows(keys: readonly RowKey[]): Promise<(ShadowEntry | undefined)[]>;
  putShadows(entries: readonly ShadowEntry[]): Promise<void>;
  lastEntry(): Promise<OutboxEntry | undefined>;
  putEntries(entries: readonly OutboxEntry[]): Promise<void>;
};

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
 * Saved means saved: either all of it is there or nothing. Waits twice, however many rows: storage
 * answers a hundred questions asked at once in little more than the time of one.
 */
export const recordMutation = async (tx: WriteTx, draft: Draft): Promise<OutboxEntry> => {
  const { at, seenRev = Infinity } = draft;
  const ops = orderOps(draft.ops);
  const [known, sync, tail, touched] = await Promise.all([
    tx.meta('device'),
    tx.meta('sync'),
    tx.lastEntry(),
    readTouched(tx, ops),
  ]);
  const device = known ?? newDevice(draft.newId());
  const baseRev = apply(touched, ops, { wholeRev: sync?.whole_rev ?? 0, seenRev }, draft);
  const next = { name: draft.name, at, base_rev: baseRev, ops };
  const merged = tail && tail.seq > device.sent_seq ? coalesce(tail, next) : null;
  const entry: OutboxEntry =
    tail && merged
      ? { ...tail, at, ops: merged }
      : { v: 1, id: draft.newId(), seq: device.next_seq, ...next };
  await Promise.all([
    ...writeTouched(tx, touched),
    tx.putEntries([entry]),
    ...(merged ? [] : [tx.putMeta({ ...device, next_seq: device.next_seq + 1 })]),
  ]);
  draft.reached?.('CP-01');
  return entry;
};

/** A row that the mutation names: as it is, and in the end as it will be. */
type Touched = {
  table: TableName;
  id: Uuid;
  row: AnyRow | undefined;
  shadow: ShadowEntry | undefined;
  isNewShadow: boolean;
};

const readTouched = async (tx: WriteTx, ops: readonly Op[]): Promise<Map<RowKey, Touched>> => {
  const touched = new Map<RowKey, Touched>();
  for (const { table, id } of ops) {
    touched.set(rowKey(table, id), {
      table,
      id,
      row: undefined,
      shadow: undefined,
      isNewShadow: false,
    });
  }
  const readRows = [...byTable(touched)].map(async ([table, list]) => {
    const rows = await tx.rows(
      table,
      list.map(({ id }) => id),
    );
    rows.forEach((row, place) => (list[place]!.row = row));
  });
  const readShadows = async (): Promise<void> => {
    const all = [...touched.values()];
    const shadows = await tx.shadows([...touched.keys()]);
    shadows.forEach((shadow, place) => (all[place]!.shadow = shadow));
  };
  await Promise.all([...readRows, readShadows()]);
  return touched;
};

/** Answers the oldest base that an op builds on. */
const apply = (
  touched: ReadonlyMap<RowKey, Touched>,
  ops: readonly Op[],
  known: Known,
  context: OpContext,
): number => {
  let baseRev = Infinity;
  for (const op of ops) {
    const one = touched.get(rowKey(op.table, op.id))!;
    const shadow = shadowOf(op, one.row, one.shadow, known);
    one.isNewShadow ||= shadow !== one.shadow;
    one.shadow = shadow;
    baseRev = Math.min(baseRev, shadow.base_rev);
    one.row = applyOp(one.row, op, context);
  }
  return baseRev;
};

const writeTouched = (tx: WriteTx, touched: ReadonlyMap<RowKey, Touched>): Promise<void>[] => {
  const shadows = [...touched.values()].flatMap(({ shadow, isNewShadow }) =>
    shadow && isNewShadow ? shadow : [],
  );
  const writes = shadows.length > 0 ? [tx.putShadows(shadows)] : [];
  for (const [table, list] of byTable(touched)) {
    const rows = list.flatMap(({ row }) => row ?? []);
    const gone = list.flatMap(({ id, row }) => (row === undefined ? id : []));
    if (rows.length > 0) writes.push(tx.putRows(table, rows));
    if (gone.length > 0) writes.push(tx.deleteRows(table, gone));
  }
  return writes;
};

const byTable = (touched: ReadonlyMap<RowKey, Touched>): Map<TableName, Touched[]> => {
  const tables = new Map<TableName, Touched[]>();
  for (const one of touched.values()) {
    const list = tables.get(one.table);
    if (list) list.push(one);
    else tables.set(one.table, [one]);
  }
  return tables;
};

type Known = { wholeRev: number; seenRev: number };

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
