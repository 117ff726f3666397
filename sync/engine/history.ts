/**
 * SYN-31: what the first window left out, one request at a time while nothing else is to do: the
 * digest says what there is, then clients in id order, then months from the newest to the oldest.
 * Each step stores its rows and the coverage in one transaction, so that an interrupted load goes on.
 */
import type { TableName } from '#domain/rows.ts';
import type { Event } from '../core/machine.ts';
import { DATED_TABLES, type DigestAnswer, type WindowAnswer } from '../core/wire.ts';
import type { CoverageMeta, StoreTx } from '../ports.ts';
import { isInWindow, monthRange } from './coverage.ts';
import type { Deps, Lead } from './deps.ts';
import { checkLead, mergeInto } from './merge.ts';
import { eventOf, type Requests } from './requests.ts';
import { transact } from './storage.ts';

/** Rows of one request for clients: about 1 MB. */
const CLIENTS_PER_REQUEST = 2_000;
/** Months that hold no more together come in one request: each step costs a wait and a pause. */
const ROWS_PER_REQUEST = 5_000;

/** `done` = nothing left; `step` = stored something, there may be more; or what went wrong. */
export type HistoryResult = 'done' | 'step' | Event;

export const loadHistory = async (
  deps: Deps,
  requests: Requests,
  lead: Lead,
): Promise<HistoryResult> => {
  const { coverage, generation } = await readState(deps);
  if (coverage === undefined) return 'done';
  if (coverage.missing === null) {
    const outcome = await requests.call('sync_digest', {});
    if (outcome.kind !== 'answer') return eventOf(outcome);
    await change(deps, lead, generation, [], async (_tx, now) => plan(now, outcome.answer));
    return 'step';
  }
  if (coverage.clients !== 'all') return loadClients(deps, requests, lead);
  const next = nextMonths(coverage.missing, coverage);
  return next.length === 0 ? 'done' : loadMonths(deps, requests, lead, next);
};

/** The newest months that are missing, as many as one request takes, without any that is here. */
const nextMonths = (
  missing: readonly { month: string; rows: number }[],
  { months, dropped }: CoverageMeta,
): string[] => {
  const next: string[] = [];
  let sum = 0;
  for (const { month, rows } of missing) {
    const newest = next[0] ?? month;
    const spans = [...months, ...dropped].some((here) => here > month && here < newest);
    sum += rows;
    if (next.length > 0 && (spans || sum > ROWS_PER_REQUEST)) break;
    next.push(month);
  }
  return next;
};

/** Loads one month that a person looks at now. */
export const loadMonth = (
  deps: Deps,
  requests: Requests,
  lead: Lead,
  month: string,
): Promise<HistoryResult> => loadMonths(deps, requests, lead, [month]);

/** `loaded` from the newest to the oldest; what lies between them comes along. */
const loadMonths = async (
  deps: Deps,
  requests: Requests,
  lead: Lead,
  loaded: readonly string[],
): Promise<HistoryResult> => {
  const { generation } = await readState(deps);
  const [newest, oldest] = [loaded.at(0)!, loaded.at(-1)!];
  const range = { from: monthRange(oldest).from, to: monthRange(newest).to };
  const outcome = await requests.call('sync_window', {
    window: { tables: DATED_TABLES, ...range },
  });
  if (outcome.kind !== 'answer') return eventOf(outcome);
  await store(deps, lead, generation, outcome.answer, (now) => ({
    ...now,
    months: [...new Set([...now.months, ...loaded])].toSorted(),
    missing: now.missing?.filter(({ month }) => !loaded.includes(month)) ?? null,
    dropped: now.dropped.filter((month) => !loaded.includes(month)),
  }));
  return 'step';
};

const loadClients = async (deps: Deps, requests: Requests, lead: Lead): Promise<HistoryResult> => {
  const { coverage, generation } = await readState(deps);
  const after = coverage?.clients_after ?? null;
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
  await store(deps, lead, generation, answer, (now) => ({
    ...now,
    clients: answer.more && last !== undefined ? 'some' : 'all',
    clients_after: last?.id ?? now.clients_after,
    clients_left: Math.max(0, now.clients_left - (answer.tables.clients?.length ?? 0)),
  }));
  return 'step';
};

const readState = (deps: Deps) =>
  transact(deps, 'read', [], async (tx) => ({
    coverage: await tx.meta('coverage'),
    generation: (await tx.meta('sync'))?.generation ?? 0,
  }));

const store = (
  deps: Deps,
  lead: Lead,
  generation: number,
  answer: WindowAnswer,
  next: (now: CoverageMeta) => CoverageMeta,
): Promise<void> =>
  change(deps, lead, generation, [...DATED_TABLES, 'clients'], async (tx, now) => {
    const page = { tables: answer.tables, dead: [] };
    await mergeInto(tx, deps.store, page, { confirmedSeq: 0, bulk: true });
    return next(now);
  });

/** Rows and coverage in one transaction, unless the device started over since the question. */
const change = (
  deps: Deps,
  lead: Lead,
  generation: number,
  tables: readonly TableName[],
  work: (tx: StoreTx, now: CoverageMeta) => Promise<CoverageMeta>,
): Promise<void> =>
  transact(deps, 'write', tables, async (tx) => {
    await checkLead(tx, lead);
    const sync = await tx.meta('sync');
    const coverage = await tx.meta('coverage');
    if (coverage === undefined || sync?.generation !== generation) return;
    await tx.putMeta(await work(tx, coverage));
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
