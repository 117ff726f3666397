/**
 * SYN-31: what the first window left out, one request after the other while nothing else is to do: the
 * digest says what there is, then clients in id order, then months from the newest to the oldest.
 * Each step stores its rows and the coverage in one transaction, so that an interrupted load goes on.
 */
import type { TableName, Uuid } from '#domain/rows.ts';
import type { Event } from '../core/machine.ts';
import {
  DATED_TABLES,
  type DigestAnswer,
  type WindowAnswer,
  type WindowRequest,
} from '../core/wire.ts';
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

/** What to ask for next, and what is known once it is stored. */
type Part = { window: WindowRequest; covers: Covers };
type Covers = (now: CoverageMeta, answer: WindowAnswer) => CoverageMeta;

/**
 * One load of history, step by step. What comes next is asked for while a part is being stored, so
 * that the line and the disk work at the same time; a part is at most one step old when it is
 * stored, and merging keeps whatever came since.
 */
export const createHistory = (
  deps: Deps,
  requests: Requests,
  lead: Lead,
): (() => Promise<HistoryResult>) => {
  const ask = ({ window }: Part) => requests.call('sync_window', { window });
  let ahead: { key: string; outcome: ReturnType<typeof ask> } | null = null;
  const keyOf = ({ window }: Part, generation: number): string =>
    JSON.stringify([generation, window]);

  return async () => {
    const { coverage, generation } = await readState(deps);
    if (coverage === undefined) return 'done';
    if (coverage.missing === null) {
      const outcome = await requests.call('sync_digest', {});
      if (outcome.kind !== 'answer') return eventOf(outcome);
      await change(deps, lead, generation, [], async (_tx, now) => plan(now, outcome.answer));
      return 'step';
    }
    const part = nextPart(coverage);
    if (part === null) return 'done';
    const asked = ahead;
    ahead = null;
    const isAsked = asked?.key === keyOf(part, generation);
    const outcome = await (isAsked ? asked.outcome : ask(part));
    if (outcome.kind !== 'answer') return eventOf(outcome);
    const after = nextPart(part.covers(coverage, outcome.answer));
    if (after !== null) {
      ahead = { key: keyOf(after, generation), outcome: ask(after) };
      // Nobody may come for it any more; whoever does hears of it.
      ahead.outcome.catch(() => undefined);
    }
    await store(deps, lead, generation, outcome.answer, part.covers);
    return 'step';
  };
};

const nextPart = (coverage: CoverageMeta): Part | null => {
  if (coverage.clients !== 'all') return clientsPart(coverage.clients_after);
  const months = nextMonths(coverage.missing ?? [], coverage);
  return months.length === 0 ? null : monthsPart(months);
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

/** `loaded` from the newest to the oldest; what lies between them comes along. */
const monthsPart = (loaded: readonly string[]): Part => {
  const [newest, oldest] = [loaded.at(0)!, loaded.at(-1)!];
  const range = { from: monthRange(oldest).from, to: monthRange(newest).to };
  return {
    window: { tables: DATED_TABLES, ...range },
    covers: (now) => ({
      ...now,
      months: [...new Set([...now.months, ...loaded])].toSorted(),
      missing: now.missing?.filter(({ month }) => !loaded.includes(month)) ?? null,
      dropped: now.dropped.filter((month) => !loaded.includes(month)),
    }),
  };
};

const clientsPart = (after: Uuid | null): Part => ({
  window: {
    tables: ['clients'],
    limit: CLIENTS_PER_REQUEST,
    ...(after === null ? {} : { after }),
  },
  covers: (now, { more, tables }) => {
    const last = tables.clients?.at(-1);
    return {
      ...now,
      clients: more && last !== undefined ? 'some' : 'all',
      clients_after: last?.id ?? now.clients_after,
      clients_left: Math.max(0, now.clients_left - (tables.clients?.length ?? 0)),
    };
  },
});

/** Loads one month that a person looks at now. */
export const loadMonth = async (
  deps: Deps,
  requests: Requests,
  lead: Lead,
  month: string,
): Promise<HistoryResult> => {
  const { generation } = await readState(deps);
  const { window, covers } = monthsPart([month]);
  const outcome = await requests.call('sync_window', { window });
  if (outcome.kind !== 'answer') return eventOf(outcome);
  await store(deps, lead, generation, outcome.answer, covers);
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
  covers: Covers,
): Promise<void> =>
  change(deps, lead, generation, [...DATED_TABLES, 'clients'], async (tx, now) => {
    const page = { tables: answer.tables, dead: [] };
    await mergeInto(tx, deps.store, page, { confirmedSeq: 0, bulk: true });
    return covers(now, answer);
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
