/**
 * SYN-30, SYN-32: the window that makes a device usable, fetched whole and swapped in at once. The
 * first sync is the same thing with nothing to replace.
 *
 *   server head ─┬─ window: settings, 7 days back … 60 ahead, their clients   ─▶ one transaction
 *                └─ cursor = head, then ordinary pulls; history follows at rest
 */
import type { AnyRow, TableName } from '#domain/rows.ts';
import { TABLES } from '#domain/rows.ts';
import { toInstant } from '#domain/time/instant.ts';
import { rowKey, type Op, type RowKey } from '#domain/commands/op.ts';
import { baseOf, pendingOps, replay } from '../core/merge.ts';
import type { Event } from '../core/machine.ts';
import type { WindowAnswer } from '../core/wire.ts';
import type { OutboxEntry, StoreTx, SyncMeta } from '../ports.ts';
import type { Range } from './coverage.ts';
import type { Deps, Lead } from './deps.ts';
import { checkLead } from './merge.ts';
import { renumberOutbox } from './identity.ts';
import { eventOf, type Requests } from './requests.ts';
import { transact } from './storage.ts';

const DAY_MS = 86_400_000;
/** Last week is looked at for rebooking and open bills. */
const DAYS_BACK = 7;
/** As far as most people book ahead; the rest follows within seconds. */
const DAYS_AHEAD = 60;

export const startOver = async (deps: Deps, requests: Requests, lead: Lead): Promise<Event> => {
  const nowMs = deps.clock.nowMs() + requests.offsetMs();
  // Whole UTC days, so that asking again a minute later asks for the same.
  const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const range = {
    from: toInstant(todayMs - DAYS_BACK * DAY_MS),
    to: toInstant(todayMs + DAYS_AHEAD * DAY_MS),
  };
  const asked = await transact(deps, 'read', [], whereWeAre);
  const outcome = await requests.call('sync_window', {
    window: { tables: TABLES, ...range, referenced: true },
  });
  if (outcome.kind !== 'answer') return eventOf(outcome);
  await transact(deps, 'write', TABLES, async (tx) => {
    await checkLead(tx, lead);
    // The daily comparison may start over while a push is under way: what the server confirmed since
    // the question may be newer than this answer. The next pull asks again.
    if ((await whereWeAre(tx)) !== asked) return;
    await swapIn(tx, deps, outcome.answer, range);
    deps.reached?.('CP-12');
  });
  // Changes since the head was read: the ordinary way.
  return { kind: 'pulled', more: true };
};

/** Changes with every answer that took something out of the outbox, and with every fresh start. */
const whereWeAre = async (tx: StoreTx): Promise<string> => {
  const [sync, device, [head]] = [
    await tx.meta('sync'),
    await tx.meta('device'),
    await tx.outbox(1),
  ];
  return `${sync?.generation} ${device?.client_id} ${head?.seq ?? device?.next_seq}`;
};

const swapIn = async (
  tx: StoreTx,
  deps: Deps,
  answer: WindowAnswer,
  range: Range,
): Promise<void> => {
  const before = await tx.meta('sync');
  const isFirst = before === undefined || before.epoch === null;
  const outbox = isFirst
    ? await tx.outbox()
    : await renumberOutbox(tx, deps.random.newId(), await seenOf(tx, before, answer));
  const confirmed = await confirmedRows(tx, outbox);
  for (const table of TABLES) await tx.clear(table);
  await tx.clearShadows();
  await tx.clearTombs();
  // What imports changed is kept to be taken back, with words about clients of every colleague. In
  // another epoch this person may be one who sees only their own; after a restore the rows are others.
  // The same holds for histories that were opened here.
  if (!isFirst && before.epoch !== answer.epoch) {
    if (await tx.meta('imports')) await tx.putMeta({ key: 'imports', v: 1, list: [] });
    if (await tx.meta('history')) await tx.putMeta({ key: 'history', v: 1, list: [] });
  }

  const pending = pendingOps(outbox, 0);
  for (const [table, rows] of Object.entries(answer.tables)) {
    for (const row of rows) {
      const key = rowKey(table as TableName, row.id);
      if (pending.has(key)) confirmed.set(key, row);
    }
    await tx.putRows(table as TableName, rows, true);
  }
  await playAgain(tx, deps, outbox, confirmed);
  await tx.putMeta({
    key: 'sync',
    v: 1,
    epoch: answer.epoch,
    cursor: answer.head,
    whole_rev: answer.head,
    leader_epoch: before?.leader_epoch ?? 0,
    generation: (before?.generation ?? 0) + 1,
    last_sync_at: before?.last_sync_at ?? null,
    last_digest_at: null,
  });
  await tx.putMeta({
    key: 'coverage',
    v: 1,
    ...range,
    months: [],
    missing: null,
    clients: 'some',
    clients_after: null,
    total_rows: 0,
    clients_left: 0,
    dropped: [],
  });
};

/**
 * SYN-16: what a person had seen, in the numbers of this epoch. Another epoch may count differently
 * (a server restored from a backup): there, whoever saw the very fields that the server has now has
 * seen all; anybody else has seen nothing, and both values are kept.
 */
const seenOf = async (
  tx: StoreTx,
  before: SyncMeta,
  answer: WindowAnswer,
): Promise<(entry: OutboxEntry) => number> => {
  if (before.epoch === answer.epoch) return (entry) => Math.min(entry.base_rev, answer.head);
  const keys = [...pendingOps(await tx.outbox(), 0).keys()];
  const shadows = await tx.shadows(keys);
  const old = new Map(shadows.flatMap((shadow) => (shadow ? [[shadow.key, shadow.row]] : [])));
  const now = new Map<RowKey, AnyRow>();
  for (const [table, rows] of Object.entries(answer.tables)) {
    for (const row of rows) now.set(rowKey(table as TableName, row.id), row);
  }
  const isKnown = (op: Op, baseRev: number): boolean => {
    const [was, is] = [old.get(rowKey(op.table, op.id)), now.get(rowKey(op.table, op.id))];
    // The window does not hold every row: what is not in it is not known, nor what was made here.
    if (was == null || is === undefined || was.rev > baseRev) return false;
    return Object.keys(op.value ?? {}).every(
      (field) => JSON.stringify(was[field]) === JSON.stringify(is[field]),
    );
  };
  return ({ ops, base_rev: baseRev }) =>
    ops.every((op) => isKnown(op, baseRev)) ? answer.head : 0;
};

/**
 * Confirmed copies of rows with pending changes. What the window does not hold stays visible with
 * them, as rev 0 = not verified: any copy from the server replaces it, and it goes with its last
 * pending change when none came (core/merge.ts).
 */
const confirmedRows = async (
  tx: StoreTx,
  outbox: readonly OutboxEntry[],
): Promise<Map<RowKey, AnyRow>> => {
  const keys = [...pendingOps(outbox, 0).keys()];
  const shadows = await tx.shadows(keys);
  const confirmed = new Map<RowKey, AnyRow>();
  for (const shadow of shadows) {
    if (shadow?.row) confirmed.set(shadow.key, { ...shadow.row, rev: 0 });
  }
  return confirmed;
};

/** SYN-2, SYN-23 over the new rows. */
const playAgain = async (
  tx: StoreTx,
  deps: Deps,
  outbox: readonly OutboxEntry[],
  confirmed: ReadonlyMap<RowKey, AnyRow>,
): Promise<void> => {
  const seen = new Set<RowKey>();
  const pending = pendingOps(outbox, 0);
  for (const { ops } of outbox) {
    for (const { table, id } of ops) {
      const key = rowKey(table, id);
      if (seen.has(key)) continue;
      seen.add(key);
      const row = confirmed.get(key);
      const ops = pending.get(key) ?? [];
      await tx.putShadows([{ v: 1, key, table, id, row: row ?? null, base_rev: baseOf(ops) }]);
      const shown = replay(row, ops, deps.store);
      if (shown === undefined) await tx.deleteRows(table, [id]);
      else await tx.putRows(table, [shown], true);
    }
  }
};
