/** SYN-33: compares this device with the server, part by part, and fetches again what differs. */
import type { AnyRow, TableName } from '#domain/rows.ts';
import { TABLES } from '#domain/rows.ts';
import { rowKey, type RowKey } from '#domain/commands/op.ts';
import { toInstant } from '#domain/time/instant.ts';
import { differingParts, partOf } from '../core/digest.ts';
import { revOf } from '../core/merge.ts';
import type { Event } from '../core/machine.ts';
import { isDated, momentField, type DigestAnswer, type DigestPart } from '../core/wire.ts';
import type { CoverageMeta, StoreTx } from '../ports.ts';
import { monthRange, windowMonths } from './coverage.ts';
import type { Deps, Lead } from './deps.ts';
import { checkLead, mergeInto } from './merge.ts';
import { eventOf, type Requests } from './requests.ts';
import { transact } from './storage.ts';

export type CheckResult =
  | { kind: 'same' }
  | { kind: 'repaired'; parts: { table: TableName; part: string }[] }
  /** The server is at another rev than this device: pull and ask again. */
  | { kind: 'moved' }
  | Event;

export const checkDigest = async (
  deps: Deps,
  requests: Requests,
  lead: Lead,
): Promise<CheckResult> => {
  const outcome = await requests.call('sync_digest', {});
  if (outcome.kind !== 'answer') return eventOf(outcome);
  const { answer } = outcome;
  const parts: { table: TableName; part: string }[] = [];
  for (const table of TABLES) {
    const ours = await ourParts(deps, table, answer);
    if (ours === 'moved') return { kind: 'moved' };
    for (const part of differingParts(ours, answer.tables[table] ?? []))
      parts.push({ table, part });
  }
  for (const { table, part } of parts) {
    deps.log('error', 'a part differed from the server', { table, part });
    const failed = await fetchAgain(deps, requests, lead, table, part);
    if (failed !== null) return failed;
  }
  await transact(deps, 'write', [], async (tx) => {
    await checkLead(tx, lead);
    const sync = await tx.meta('sync');
    const at = toInstant(deps.clock.nowMs() + requests.offsetMs());
    if (sync !== undefined) await tx.putMeta({ ...sync, last_digest_at: at });
  });
  return parts.length === 0 ? { kind: 'same' } : { kind: 'repaired', parts };
};

/** Our fingerprint of the parts that are wholly here, at the server's rev and no other. */
const ourParts = (
  deps: Deps,
  table: TableName,
  answer: DigestAnswer,
): Promise<DigestPart[] | 'moved'> =>
  transact(deps, 'read', [table], async (tx) => {
    const sync = await tx.meta('sync');
    const coverage = await tx.meta('coverage');
    if (sync?.epoch !== answer.epoch || sync.cursor !== answer.rev) return 'moved';
    if (coverage === undefined) return [];
    const parts: DigestPart[] = [];
    for (const part of partsHere(table, coverage)) {
      const rows = await confirmedRows(tx, table, part);
      // A push that was answered meanwhile brought rows that the digest cannot know.
      if (rows.some((row) => row.rev > answer.rev)) return 'moved';
      parts.push(partOf(part, rows));
    }
    return parts;
  });

/** Also months in which only this device has rows: a phantom is a difference. */
const partsHere = (table: TableName, coverage: CoverageMeta): string[] => {
  if (table === 'clients') return coverage.clients === 'all' ? ['all'] : [];
  if (!isDated(table)) return ['all'];
  return [...new Set([...coverage.months, ...windowMonths(coverage)])];
};

/** The rows of a part as the server confirmed them: pending changes are not there yet. */
const confirmedRows = async (tx: StoreTx, table: TableName, part: string): Promise<AnyRow[]> => {
  const { from, to } = part === 'all' ? { from: '', to: '\uffff' } : monthRange(part);
  const rows =
    part === 'all'
      ? await tx.rowsAfter(table, null, Number.POSITIVE_INFINITY)
      : await tx.rowsBetween(table, from, to);
  const outbox = await tx.outbox();
  if (outbox.length === 0) return rows;
  // Pending moves take rows out of the part and bring others in: judge by the confirmed copies.
  const touched = new Set<RowKey>();
  for (const { ops } of outbox) {
    for (const op of ops) if (op.table === table) touched.add(rowKey(table, op.id));
  }
  const shadows = await tx.shadows([...touched]);
  const confirmed = rows.filter((row) => !touched.has(rowKey(table, row.id)));
  for (const shadow of shadows) {
    const row = shadow?.row;
    if (row == null || revOf(row) === 0) continue;
    const at = row[momentField(table)];
    const isIn = part === 'all' || (typeof at === 'string' && at >= from && at < to);
    if (isIn) confirmed.push(row);
  }
  return confirmed;
};

const fetchAgain = async (
  deps: Deps,
  requests: Requests,
  lead: Lead,
  table: TableName,
  part: string,
): Promise<Event | null> => {
  const before = await transact(deps, 'read', [], (tx) => tx.meta('sync'));
  const outcome = await requests.call('sync_window', {
    window: { tables: [table], ...(part === 'all' ? {} : monthRange(part)) },
  });
  if (outcome.kind !== 'answer') return eventOf(outcome);
  const { answer } = outcome;
  await transact(deps, 'write', [table], async (tx) => {
    await checkLead(tx, lead);
    const sync = await tx.meta('sync');
    // Started over since the question: the answer belongs to a state that is gone.
    if (sync?.generation !== before?.generation || sync?.epoch !== answer.epoch) return;
    const there = new Set((answer.tables[table] ?? []).map((row) => row.id));
    const here = await confirmedRows(tx, table, part);
    const gone = new Set(
      here.filter((row) => !there.has(row.id)).map((row) => rowKey(table, row.id)),
    );
    await mergeInto(
      tx,
      deps.store,
      { tables: { [table]: answer.tables[table] ?? [] }, dead: [] },
      { confirmedSeq: 0, bulk: true, snapshot: { rev: answer.head, gone } },
    );
  });
  return null;
};
