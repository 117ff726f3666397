import type { DateExceptionRow, Day, MinuteRange, Uuid, WorkPatternRow } from '#domain/rows.ts';
import { dayNumber, weekdayOf } from '#domain/time/day.ts';
import type { DayNumber } from '#domain/time/day.ts';
import { wallToEpoch } from '#domain/time/wall.ts';
import type { Zone } from '#domain/time/zone.ts';
import { windowsOf } from './windows.ts';
import type { Windows } from './windows.ts';

export type Pattern = Pick<WorkPatternRow, 'staff_id' | 'valid_from' | 'weeks'>;
export type DateException = Pick<DateExceptionRow, 'staff_id' | 'on_day' | 'kind' | 'ranges'>;

/** When one staff member works, day by day, before blocks, time off and appointments. */
export type WorkingDays = (day: DayNumber) => readonly MinuteRange[];

/**
 * The working hours of one person. The newest pattern that has begun holds; its weeks rotate
 * from the week (Monday to Sunday) of its first day. An exception of the person beats one of the
 * whole business, and either replaces the pattern for its day. No pattern means no work.
 */
export const workingDays = (
  staffId: Uuid,
  patterns: readonly Pattern[],
  exceptions: readonly DateException[],
): WorkingDays => {
  const begun = patterns
    .filter((pattern) => pattern.staff_id === staffId)
    .map((pattern) => ({ from: dayNumber(pattern.valid_from), weeks: pattern.weeks }))
    // Of two that begin on one day the later made one holds (rows come in the order of their ids).
    .toReversed()
    .toSorted((a, b) => b.from - a.from);
  const special = exceptionsByDay(staffId, exceptions);

  return (day) => {
    const exception = special.get(day);
    if (exception) return exception;
    const pattern = begun.find(({ from }) => from <= day);
    if (!pattern) return [];
    const weeksPassed = (mondayOf(day) - mondayOf(pattern.from)) / 7;
    const week = pattern.weeks[weeksPassed % pattern.weeks.length];
    return week?.[weekdayOf(day)] ?? [];
  };
};

/** Working hours of a span of local days (both included) as windows in epoch minutes. */
export const workingWindows = (
  works: WorkingDays,
  zone: Zone,
  from: DayNumber,
  to: DayNumber,
): Windows => {
  const pairs: [number, number][] = [];
  for (let day = from; day <= to; day += 1) {
    for (const [start, end] of works(day)) {
      pairs.push([wallToEpoch(zone, day, start), wallToEpoch(zone, day, end)]);
    }
  }
  return windowsOf(pairs);
};

/** Hours of one person on one day, for shading a calendar column. */
export const workingHoursOn = (works: WorkingDays, day: Day): readonly MinuteRange[] =>
  works(dayNumber(day));

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
