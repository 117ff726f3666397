/**
 * SYN-31: what the first window left out, one request at a time while nothing else is to do: the
 * digest says what there is, then clients in id order, then months from the newest to the oldest.
 * Each step stores its rows and the coverage in one transaction, so that an interrupted load goes on.
 */
import type { Event } from '../core/machine.ts';
import { DATED_TABLES, type DigestAnswer, type WindowAnswer } from '../core/wire.ts';
import type { CoverageMeta } from '../ports.ts';
import { isInWindow, monthRange } from './coverage.ts';
import type { Deps, Lead } from './deps.ts';
import { checkLead, mergeInto } from './merge.ts';
import { eventOf, type Requests } from './requests.ts';
import { transact } from './storage.ts';

/** Rows of one request for clients: about 1 MB. */
const CLIENTS_PER_REQUEST = 2_000;

/** `done` = nothing left; `step` = stored something, there may be more; or what went wrong. */
export type HistoryResult = 'done' | 'step' | Event;

export const loadHistory = async (
  deps: Deps,
  requests: Requests,
  lead: Lead,
): Promise<HistoryResult> => {
  const coverage = await transact(deps, 'read', [], (tx) => tx.meta('coverage'));
  if (coverage === undefined) return 'done';
  if (coverage.missing === null) {
    const outcome = await requests.call('sync_digest', {});
    if (outcome.kind !== 'answer') return eventOf(outcome);
    await update(deps, lead, (now) => plan(now, outcome.answer));
    return 'step';
  }
  if (coverage.clients !== 'all') return loadClients(deps, requests, lead, coverage);
  const [next] = coverage.missing;
  return next === undefined ? 'done' : loadMonth(deps, requests, lead, next.month);
};

/** Loads one month now: the next one in turn, or one that a person looks at. */
export const loadMonth = async (
  deps: Deps,
  requests: Requests,
  lead: Lead,
  month: string,
): Promise<HistoryResult> => {
  const outcome = await requests.call('sync_window', {
    window: { tables: DATED_TABLES, ...monthRange(month) },
  });
  if (outcome.kind !== 'answer') return eventOf(outcome);
  await store(deps, lead, outcome.answer, (now) => ({
    ...now,
    months: [...new Set([...now.months, month])].toSorted(),
    missing: now.missing?.filter((other) => other.month !== month) ?? null,
    dropped: now.dropped.filter((other) => other !== month),
  }));
  return 'step';
};

const loadClients = async (
  deps: Deps,
  requests: Requests,
  lead: Lead,
  coverage: CoverageMeta,
): Promise<HistoryResult> => {
  const after = coverage.clients_after;
  const outcome = await requests.call('sync_window', {
    window: {
      tables: ['clients'],
      limit: CLIENTS_PER_REQUEST,
      ...(after === null ? {} : { after }),
    },
  });
  if (outcome.kind !== 'answer') return eventOf(outcome);
  const { answer } = outcome;
  const last = answer.tables.clients?.at(-1);
  await store(deps, lead, answer, (now) => ({
    ...now,
    clients: answer.more && last !== undefined ? 'some' : 'all',
    clients_after: last?.id ?? now.clients_after,
    clients_left: Math.max(0, now.clients_left - (answer.tables.clients?.length ?? 0)),
  }));
  return 'step';
};

type Change = (now: CoverageMeta) => CoverageMeta;

const store = (deps: Deps, lead: Lead, answer: WindowAnswer, change: Change): Promise<void> => {
  const page = { tables: answer.tables, dead: [] };
  const tables = [...DATED_TABLES, 'clients'] as const;
  return transact(deps, 'write', tables, async (tx) => {
    await checkLead(tx, lead);
    const sync = await tx.meta('sync');
    const coverage = await tx.meta('coverage');
    // Started over meanwhile: this answer belongs to a state that is gone.
    if (coverage === undefined || sync?.epoch !== answer.epoch) return;
    await mergeInto(tx, deps.store, page, { confirmedSeq: 0, bulk: true });
    await tx.putMeta(change(coverage));
  });
};

const update = (deps: Deps, lead: Lead, change: Change): Promise<void> =>
  transact(deps, 'write', [], async (tx) => {
    await checkLead(tx, lead);
    const coverage = await tx.meta('coverage');
    if (coverage !== undefined) await tx.putMeta(change(coverage));
  });

/** What the server has and this device has not, months newest first. */
const plan = (coverage: CoverageMeta, digest: DigestAnswer): CoverageMeta => {
  const rowsByMonth = new Map<string, number>();
  for (const table of DATED_TABLES) {
    for (const [month, count] of digest.tables[table] ?? []) {
      rowsByMonth.set(month, (rowsByMonth.get(month) ?? 0) + count);
    }
  }
  const have = new Set([...coverage.months, ...coverage.dropped]);
  const missing = [...rowsByMonth]
    .filter(([month]) => !have.has(month) && !isInWindow(month, coverage))
    .map(([month, rows]) => ({ month, rows }))
    .toSorted((a, b) => (a.month < b.month ? 1 : -1));
  const clientsLeft = digest.tables.clients?.[0]?.[1] ?? 0;
  return {
    ...coverage,
    missing,
    clients_left: clientsLeft,
    total_rows: missing.reduce((sum, { rows }) => sum + rows, clientsLeft),
  };
};
