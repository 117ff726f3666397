import type {
  DateExceptionRow,
  Day,
  MinuteRange,
  StaffRow,
  TravelZone,
  Uuid,
  WorkPatternRow,
} from '#domain/rows.ts';
import { dayNumber, dayOf, weekdayOf } from '#domain/time/day.ts';
import type { DayNumber } from '#domain/time/day.ts';
import { MINUTES_PER_DAY } from '#domain/time/epoch.ts';
import { dayStart, epochToWall, wallToEpoch } from '#domain/time/wall.ts';
import { isZone, zoneOf } from '#domain/time/zone.ts';
import type { Zone } from '#domain/time/zone.ts';
import { clip, pairsOf, windowsOf } from './windows.ts';
import type { Windows } from './windows.ts';

export type Pattern = Pick<WorkPatternRow, 'staff_id' | 'valid_from' | 'weeks'>;
export type DateException = Pick<DateExceptionRow, 'staff_id' | 'on_day' | 'kind' | 'ranges'>;

/** Their first and last day. Rows that were stored before these were asked for have none. */
export type Employment = Partial<Pick<StaffRow, 'employed_from' | 'employed_until'>>;

/** When one staff member works, day by day, before blocks, time off and appointments. */
export type WorkingDays = (day: DayNumber) => readonly MinuteRange[];

/**
 * The working hours of one person. The newest pattern that has begun holds; its weeks rotate
 * from the week (Monday to Sunday) of its first day. An exception of the person beats one of the
 * whole business, and either replaces the pattern for its day. No pattern means no work, and nobody
 * works before the first or after the last day of their employment.
 */
export const workingDays = (
  staffId: Uuid,
  patterns: readonly Pattern[],
  exceptions: readonly DateException[],
  { employed_from: first, employed_until: last }: Employment = {},
): WorkingDays => {
  const from = first ? dayNumber(first) : -Infinity;
  const until = last ? dayNumber(last) : Infinity;
  const begun = patterns
    .filter((pattern) => pattern.staff_id === staffId)
    .map((pattern) => ({ since: dayNumber(pattern.valid_from), weeks: pattern.weeks }))
    // Of two that begin on one day the later made one holds (rows come in the order of their ids).
    .toReversed()
    .toSorted((a, b) => b.since - a.since);
  const special = exceptionsByDay(staffId, exceptions);

  return (day) => {
    if (day < from || day > until) return [];
    const exception = special.get(day);
    if (exception) return exception;
    const pattern = begun.find(({ since }) => since <= day);
    if (!pattern) return [];
    const weeksPassed = (mondayOf(day) - mondayOf(pattern.since)) / 7;
    const week = pattern.weeks[weeksPassed % pattern.weeks.length];
    return week?.[weekdayOf(day)] ?? [];
  };
};

/**
 * Working hours of a span of local days (both included) as windows in epoch minutes. `travel`: where
 * the person works by other clocks. Days there may begin a day before those at home, or end one after
 * them: then a day more on both sides is looked at, and there may be more than the span.
 */
export const workingWindows = (
  works: WorkingDays,
  zone: Zone,
  from: DayNumber,
  to: DayNumber,
  travel: readonly TravelZone[] = [],
): Windows => {
  const around = travel.length > 0 ? 1 : 0;
  const pairs: [number, number][] = [];
  for (let day = from - around; day <= to + around; day += 1) {
    const there = zoneOfDay(travel, day, zone);
    for (const [start, end] of works(day)) {
      pairs.push([wallToEpoch(there, day, start), wallToEpoch(there, day, end)]);
    }
  }
  return windowsOf(pairs);
};

/** By whose clocks somebody works on a day of theirs. */
export const zoneOfDay = (travel: readonly TravelZone[], day: DayNumber, home: Zone): Zone => {
  if (travel.length === 0) return home;
  const on = dayOf(day);
  const trip = travel.find(({ from_day, to_day }) => from_day <= on && on <= to_day);
  // Zone names differ between machines: one that this device does not know says nothing here.
  return trip && isZone(trip.time_zone) ? zoneOf(trip.time_zone) : home;
};

/** Hours of one person on one day as the clocks at home show them, for shading a calendar column. */
export const workingHoursOn = (
  works: WorkingDays,
  day: Day,
  zone: Zone,
  travel: readonly TravelZone[] = [],
): readonly MinuteRange[] => {
  const number = dayNumber(day);
  if (travel.length === 0) return works(number);
  const [start, end] = [dayStart(zone, number), dayStart(zone, number + 1)];
  return pairsOf(clip(workingWindows(works, zone, number, number, travel), start, end)).map(
    ([from, to]): MinuteRange => [
      epochToWall(zone, from).minute,
      to === end ? MINUTES_PER_DAY : epochToWall(zone, to).minute,
    ],
  );
};

const exceptionsByDay = (
  staffId: Uuid,
  exceptions: readonly DateException[],
): Map<DayNumber, readonly MinuteRange[]> => {
  const byDay = new Map<DayNumber, readonly MinuteRange[]>();
  const add = (exception: DateException) =>
    byDay.set(dayNumber(exception.on_day), exception.kind === 'closed' ? [] : exception.ranges);
  for (const exception of exceptions) if (exception.staff_id === null) add(exception);
  for (const exception of exceptions) if (exception.staff_id === staffId) add(exception);
  return byDay;
};

const mondayOf = (day: DayNumber): DayNumber => day - weekdayOf(day);
