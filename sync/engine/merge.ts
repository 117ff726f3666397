/** Brings rows from the server into the store, in the caller's transaction. */
import type { AnyRow, TableName, Uuid } from '#domain/rows.ts';
import type { RowKey } from '#domain/commands/op.ts';
import {
  planMerge,
  touchedKeys,
  type KeyParts,
  type MergeInput,
  type Shadow,
  type Page,
} from '../core/merge.ts';
import type { LocalStore, OutboxEntry, StoreTx } from '../ports.ts';
import { Fenced, type Lead } from './deps.ts';

export type MergeOptions = {
  /** SYN-14, SYN-24: mutations up to here leave with this page. */
  confirmedSeq: number;
  bulk: boolean;
  snapshot?: MergeInput['snapshot'];
  /** The whole outbox, when this transaction has read it already. */
  outbox?: readonly OutboxEntry[];
};

/** The tables a page may write: its own and, because mutations may leave, those of the outbox. */
export const tablesOf = (
  page: Page,
  alsoPending: readonly { ops: readonly { table: TableName }[] }[] = [],
): TableName[] => {
  const tables = new Set(Object.keys(page.tables) as TableName[]);
  for (const [table] of page.dead) tables.add(table);
  for (const { ops } of alsoPending) for (const op of ops) tables.add(op.table);
  return [...tables];
};

/** SYN-21: throws when this worker no longer leads. Every write of the engine begins with it. */
export const checkLead = async (tx: StoreTx, lead: Lead): Promise<void> => {
  if (lead.lost.aborted) throw new Fenced('the lock was lost', false);
  const sync = await tx.meta('sync');
  if ((sync?.leader_epoch ?? 0) !== lead.epoch) throw new Fenced('another worker leads', false);
};

export const mergeInto = async (
  tx: StoreTx,
  store: Pick<LocalStore, 'businessId' | 'userId'>,
  page: Page,
  options: MergeOptions,
): Promise<void> => {
  const outbox = options.outbox ?? (await tx.outbox());
  const keys = touchedKeys(page, outbox, options.confirmedSeq);
  if (options.snapshot !== undefined) {
    for (const key of options.snapshot.gone) keys.set(key, partsOf(key));
  }
  const names = [...keys.keys()];
  // Without pending mutations there are no shadows to ask for.
  const shadows = outbox.length === 0 ? new Map<RowKey, Shadow>() : await readShadows(tx, names);
  const [rows, tombs] = await Promise.all([readRows(tx, keys, shadows), readTombs(tx, names)]);
  const plan = planMerge({
    keys,
    page,
    outbox,
    rows,
    shadows,
    tombs,
    confirmedSeq: options.confirmedSeq,
    businessId: store.businessId,
    userId: store.userId,
    ...(options.snapshot === undefined ? {} : { snapshot: options.snapshot }),
  });
  // Each waits for storage once; one after the other they would wait as often as there are tables.
  await Promise.all([
    ...[...plan.putRows].map(([table, list]) => tx.putRows(table, list, options.bulk)),
    ...[...plan.deleteRows].map(([table, ids]) => tx.deleteRows(table, ids)),
    tx.putShadows(plan.putShadows.map((shadow) => ({ v: 1, ...shadow }))),
    tx.deleteShadows(plan.deleteShadows),
    tx.putTombs(plan.putTombs.map((tomb) => ({ v: 1, ...tomb }))),
    tx.deleteTombs(plan.deleteTombs),
    ...(options.confirmedSeq > 0 ? [tx.deleteEntriesUpTo(options.confirmedSeq)] : []),
  ]);
};

/** Of rows with a shadow nothing is asked: they are made from it anew. */
const readRows = async (
  tx: StoreTx,
  keys: ReadonlyMap<RowKey, KeyParts>,
  shadows: ReadonlyMap<RowKey, Shadow>,
): Promise<Map<RowKey, AnyRow>> => {
  const byTable = new Map<TableName, { keys: RowKey[]; ids: Uuid[] }>();
  for (const [key, { table, id }] of keys) {
    if (shadows.has(key)) continue;
    const group = byTable.get(table) ?? { keys: [], ids: [] };
    group.keys.push(key);
    group.ids.push(id);
    byTable.set(table, group);
  }
  const rows = new Map<RowKey, AnyRow>();
  await Promise.all(
    [...byTable].map(async ([table, group]) => {
      const found = await tx.rows(table, group.ids);
      found.forEach((row, index) => {
        const key = group.keys[index];
        if (row !== undefined && key !== undefined) rows.set(key, row);
      });
    }),
  );
  return rows;
};

const readShadows = async (tx: StoreTx, names: RowKey[]): Promise<Map<RowKey, Shadow>> => {
  const found = await tx.shadows(names);
  return new Map(found.flatMap((entry) => (entry === undefined ? [] : [[entry.key, entry]])));
};

const readTombs = async (tx: StoreTx, names: RowKey[]): Promise<Map<RowKey, number>> => {
  const found = await tx.tombs(names);
  return new Map(found.flatMap((entry) => (entry === undefined ? [] : [[entry.key, entry.rev]])));
};

const partsOf = (key: RowKey): KeyParts => {
  const at = key.indexOf(':');
  return { table: key.slice(0, at) as TableName, id: key.slice(at + 1) };
};
