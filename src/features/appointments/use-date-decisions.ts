import { useState } from 'react';
import type { Instant, Uuid } from '#domain/rows.ts';
import { dateChecker } from '#db/queries/date-clashes.ts';
import { nearestFree } from '#db/queries/nearest-free.ts';
import { isDoubleBooking, type Clash, type PlannedWork } from '#db/queries/planned-work.ts';
import { useQuery } from '#db/use-query.ts';
import { addMinutes, epochMinOf, minutesBetween } from '#domain/time/epoch.ts';

export type WantedDate = { key: string; startsAt: Instant; segments: readonly PlannedWork[] };

/** What a person decided about a date that clashes. */
export type DateDecision = 'skip' | 'keep' | 'move';

export type DateRow = {
  key: string;
  wantedAt: Instant;
  /** Where it goes as things stand; null = it is left out. */
  startsAt: Instant | null;
  /** Who or what is in the way of the wanted time. */
  clashes: Clash[];
  /** The nearest free time for the same people. */
  freeAt: Instant | null;
  decision: DateDecision | null;
  /** Somebody would be booked twice. */
  overlaps: boolean;
};

export type DateDecisions = {
  rows: DateRow[];
  /** Dates that clash and are not decided yet. */
  open: number;
  /** The list is about what is wanted now. */
  isReady: boolean;
  decide: (key: string, decision: DateDecision) => void;
  /** For all that clash and are not decided. */
  decideAll: (decision: DateDecision) => void;
};

type Looked = { text: string; found: Map<string, { clashes: Clash[]; freeAt: Instant | null }> };

/** How far another day may be from the wanted one; less than half the way to the next date. */
const REACH_DAYS = 3;

/**
 * Looks at many dates before they are saved and keeps what a person decides about those that clash.
 * A decision belongs to a date at its time: another rule asks anew.
 */
export function useDateDecisions(
  wanted: readonly WantedDate[] | null,
  exceptIds: readonly Uuid[],
): DateDecisions {
  const [decisions, setDecisions] = useState<ReadonlyMap<string, DateDecision>>(new Map());
  const text = JSON.stringify([wanted, exceptIds]);
  const looked = useQuery(
    async (db): Promise<Looked> => {
      const checker = await dateChecker(db, exceptIds);
      const clashes = await checker.clashesOf(wanted ?? []);
      const found: Looked['found'] = new Map();
      const reachDays = reachOf(wanted ?? []);
      for (const date of wanted ?? []) {
        const own = clashes.get(date.key);
        if (!own) continue;
        const options = { now: db.now(), reachDays };
        found.set(date.key, {
          clashes: own,
          freeAt: await nearestFree(checker, date.segments, options),
        });
      }
      return { text, found };
    },
    [text],
  );
  const decided = (date: WantedDate): DateDecision | null =>
    decisions.get(`${date.key} ${date.startsAt}`) ?? null;
  const facts = looked?.text === text ? looked.found : null;

  const rows = (wanted ?? []).map((date): DateRow => {
    const { clashes = [], freeAt = null } = facts?.get(date.key) ?? {};
    const decision = clashes.length > 0 ? decided(date) : null;
    const movedAt = decision === 'move' ? freeAt : null;
    return {
      key: date.key,
      wantedAt: date.startsAt,
      startsAt: decision === 'skip' ? null : (movedAt ?? date.startsAt),
      clashes,
      freeAt,
      decision: decision === 'move' && !freeAt ? null : decision,
      overlaps: decision !== 'move' && clashes.some(isDoubleBooking),
    };
  });
  const isOpen = (row: DateRow): boolean => row.clashes.length > 0 && row.decision === null;
  const decide = (keys: readonly string[], decision: DateDecision): void =>
    setDecisions((now) => {
      const next = new Map(now);
      for (const date of wanted ?? []) {
        if (keys.includes(date.key)) next.set(`${date.key} ${date.startsAt}`, decision);
      }
      return next;
    });
  return {
    rows,
    open: rows.filter(isOpen).length,
    isReady: facts !== null,
    decide: (key, decision) => decide([key], decision),
    decideAll: (decision) =>
      decide(
        rows
          .filter((row) => isOpen(row) && (decision !== 'move' || row.freeAt))
          .map(({ key }) => key),
        decision,
      ),
  };
}

const reachOf = (wanted: readonly WantedDate[]): number => {
  const [first, second] = wanted;
  if (!first || !second) return REACH_DAYS;
  const days = Math.abs(epochMinOf(second.startsAt) - epochMinOf(first.startsAt)) / 1440;
  return Math.max(0, Math.min(REACH_DAYS, Math.ceil(days / 2) - 1));
};

/** A visit's segments when it begins at another time. */
export const segmentsAt = <S extends PlannedWork>(
  segments: readonly S[],
  startsAt: Instant,
): S[] => {
  const first = segments.map(({ starts_at }) => starts_at).reduce((a, b) => (a < b ? a : b), '~');
  const shift = minutesBetween(first, startsAt);
  return segments.map((segment) => ({
    ...segment,
    starts_at: addMinutes(segment.starts_at, shift),
  }));
};
