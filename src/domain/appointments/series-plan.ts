/** What a change of a series concerns, and where its dates go. */
import type { AppointmentRow, Day, Instant, Uuid } from '#domain/rows.ts';
import { instantAtWall, wallAt } from '#domain/time/clock-text.ts';
import {
  addDays,
  addMonths,
  dayNumber,
  daysBetween,
  monthStart,
  weekdayOf,
} from '#domain/time/day.ts';
import { expandRule, movedRhythm } from './series-rule.ts';
import type { SeriesRhythm } from './series-rule.ts';
import { isActive } from './status.ts';

export const SERIES_SCOPES = ['this', 'following', 'all'] as const;
export type SeriesScope = (typeof SERIES_SCOPES)[number];

/** Where one of several was dragged; the others of its series, or of its group, are to follow it. */
export type WideMove = {
  scope: 'following' | 'all' | 'group';
  day: Day;
  /** Minutes of the day; null = that edge stays. */
  minute: number | null;
  endMinute: number | null;
  staffId: Uuid | null;
  /** Of several services the one that was dragged. */
  segmentId: Uuid | null;
};

export type SeriesMember = Pick<
  AppointmentRow,
  'id' | 'status' | 'starts_at' | 'series_index' | 'series_detached'
>;

/**
 * The appointments that a change concerns, in order. What has begun or is over never changes. Those
 * that were moved by hand keep their own time unless `withDetached`, but for the chosen one.
 */
export const seriesTargets = <M extends SeriesMember>(
  members: readonly M[],
  chosenId: Uuid,
  scope: SeriesScope,
  { now, withDetached = false }: { now: Instant; withDetached?: boolean },
): M[] => {
  const chosen = members.find(({ id }) => id === chosenId);
  if (!chosen) return [];
  return members
    .filter((member) => isActive(member.status))
    .filter((member) => {
      if (member.id === chosenId) return scope === 'this' || member.starts_at > now;
      return (
        scope !== 'this' &&
        member.starts_at > now &&
        (withDetached || !member.series_detached) &&
        (scope === 'all' || isLater(member, chosen))
      );
    })
    .toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1));
};

/** One that was moved by hand stays at its number, wherever it went. */
const isLater = (member: SeriesMember, chosen: SeriesMember): boolean =>
  member.series_index !== null && chosen.series_index !== null
    ? member.series_index > chosen.series_index
    : member.starts_at > chosen.starts_at;

/** Its place among the dates that still count: 3 of 26. null = it does not count any more. */
export const seriesPlace = (
  members: readonly SeriesMember[],
  id: Uuid,
): { place: number; total: number } | null => {
  const counted = members
    .filter(({ status }) => !['cancelled', 'declined', 'expired'].includes(status))
    .toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1));
  const place = counted.findIndex((member) => member.id === id);
  return place < 0 ? null : { place: place + 1, total: counted.length };
};

export type SeriesMovePlan = {
  /** How it goes on from the first of the dates. */
  rhythm: SeriesRhythm;
  startsOn: Day;
  firstIndex: number;
  dates: { id: Uuid; day: Day; startsAt: Instant }[];
};

type Move = {
  rhythm: SeriesRhythm;
  timeZone: string;
  /** From seriesTargets. */
  targets: readonly SeriesMember[];
  chosenId: Uuid;
  /** Where the chosen one goes. */
  to: { day: Day; minute: number };
  /** Another rhythm from the first of the dates on. */
  newRhythm?: SeriesRhythm | undefined;
};

/**
 * Where the dates of a series go when one of them goes somewhere: the same step on the calendar, at
 * the same wall time, whatever the clocks do in between. null when there is nothing to move.
 */
export const planSeriesMove = (move: Move): SeriesMovePlan | null => {
  const { targets, timeZone, to, newRhythm } = move;
  const [first] = targets;
  const chosen = targets.find(({ id }) => id === move.chosenId) ?? first;
  if (!first || !chosen) return null;
  const dayOfMember = (member: SeriesMember): Day => wallAt(timeZone, member.starts_at).day;
  const from = dayOfMember(chosen);
  const firstIndex = first.series_index ?? 0;
  const rhythm = newRhythm ?? movedRhythm(move.rhythm, from, to.day);
  const startsOn = movedDay(move.rhythm, from, to.day, dayOfMember(first));

  const indexOf = (member: SeriesMember, place: number): number =>
    (member.series_index ?? firstIndex + place) - firstIndex;
  const last = Math.max(...targets.map(indexOf));
  const laidOut = newRhythm ? expandRule({ rhythm, end: { count: last + 1 } }, startsOn) : null;
  const dates = targets.flatMap((member, place) => {
    const day = laidOut
      ? laidOut[indexOf(member, place)]
      : movedDay(move.rhythm, from, to.day, dayOfMember(member));
    return day ? [{ id: member.id, day, startsAt: instantAtWall(timeZone, day, to.minute) }] : [];
  });
  return { rhythm, startsOn, firstIndex, dates };
};

/** Where a date of the rhythm goes when `from` goes to `to`. */
const movedDay = (rhythm: SeriesRhythm, from: Day, to: Day, day: Day): Day => {
  if (from === to) return day;
  if (day === from) return to;
  if (rhythm.unit === 'month') {
    const months = monthsBetween(from, to);
    const moved = movedRhythm(rhythm, from, to);
    const month = addMonths(monthStart(day), months);
    // The rhythm's own date of that month; its first day may be none of the rhythm.
    const [start, next] = expandRule(
      { rhythm: { ...moved, every: 1 }, end: { count: 2 } },
      addDays(month, -1),
    );
    return next ?? start ?? day;
  }
  const shift = daysBetween(from, to);
  if (rhythm.unit === 'day') return addDays(day, shift);
  const [old, wanted] = [weekdayOf(dayNumber(from)), weekdayOf(dayNumber(to))];
  const isReplaced = rhythm.weekdays.length > 1 && !rhythm.weekdays.includes(wanted);
  if (!isReplaced || weekdayOf(dayNumber(day)) === old) return addDays(day, shift);
  // The other days of the week stay; only whole weeks move them.
  return addDays(day, shift - (wanted - old));
};

const monthsBetween = (from: Day, to: Day): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
  Number(to.slice(5, 7)) -
  Number(from.slice(5, 7));

/** The next dates of a series that runs out, and how the rule goes on from its last one. */
export const planMore = (
  series: { rhythm: SeriesRhythm; startsOn: Day; firstIndex: number },
  lastIndex: number,
  count: number,
): { startsOn: Day; firstIndex: number; dates: { index: number; day: Day }[] } => {
  const passed = Math.max(0, lastIndex - series.firstIndex);
  const days = expandRule(
    { rhythm: series.rhythm, end: { count: passed + 1 + count } },
    series.startsOn,
  );
  return {
    startsOn: days[passed] ?? series.startsOn,
    firstIndex: series.firstIndex + passed,
    dates: days
      .slice(passed + 1)
      .map((day, place) => ({ index: series.firstIndex + passed + 1 + place, day })),
  };
};
