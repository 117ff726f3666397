/**
 * The history of an appointment: lines put together into what a person did at one moment.
 */
import type { Instant, Uuid } from '#domain/rows.ts';
import { factsOf } from './history-facts.ts';
import type { HistoryFact } from './history-facts.ts';
import type { HistoryLine } from './history-line.ts';

/** What somebody did at one moment. */
export type HistoryEntry = {
  key: string;
  by: HistoryLine['by'];
  userId: Uuid | null;
  who: string | null;
  device: string | null;
  madeAt: Instant;
  /** null = only this device knows of it. */
  arrivedAt: Instant | null;
  wasOffline: boolean;
  facts: HistoryFact[];
};

/**
 * With signal a change leaves within seconds; one that took longer was made by a device that could not
 * send it.
 */
const OFFLINE_AFTER_MS = 60_000;

/**
 * The entries of some lines, the newest first. Lines of one change may come in several pages: what was
 * cut apart is put together again.
 */
export const historyEntries = (lines: readonly HistoryLine[]): HistoryEntry[] => {
  const groups = new Map<string, HistoryLine[]>();
  for (const line of lines) {
    const state = line.id === null ? 'waits' : 'known';
    const key = [state, line.rev, line.made_at, line.mutation, line.by].join(' ');
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  return [...groups]
    .map(([key, group]) => entryOf(key, group.toSorted(byId)))
    .filter(({ facts }) => facts.length > 0)
    .toSorted((a, b) => b.order - a.order)
    .map(({ order: _order, ...entry }) => entry);
};

const byId = (a: HistoryLine, b: HistoryLine): number => orderOf(a) - orderOf(b);

/** What waits comes after everything that the server knows, in the order of its making. */
const orderOf = ({ id, rev }: HistoryLine): number => id ?? Number.MAX_SAFE_INTEGER / 2 + rev;

const entryOf = (key: string, lines: readonly HistoryLine[]): HistoryEntry & { order: number } => {
  const first = lines[0]!;
  const facts = factsOf(lines);
  const arrivedAt = first.at;
  const madeAt = first.made_at ?? arrivedAt ?? '';
  // Who loses a place to somebody, or gets it back, has done nothing: the server has.
  const isOfServer = facts.every(({ kind }) => kind === 'conflict');
  return {
    key,
    by: isOfServer ? 'system' : first.by,
    userId: isOfServer ? null : first.user_id,
    who: isOfServer ? null : first.who,
    device: isOfServer ? null : first.device,
    madeAt: isOfServer && arrivedAt !== null ? arrivedAt : madeAt,
    arrivedAt,
    wasOffline:
      !isOfServer &&
      arrivedAt !== null &&
      Date.parse(arrivedAt) - Date.parse(madeAt) > OFFLINE_AFTER_MS,
    facts,
    order: orderOf(lines.at(-1)!),
  };
};
