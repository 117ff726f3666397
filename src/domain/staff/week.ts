import type { Day, MinuteRange } from '#domain/rows.ts';
import { dayNumber, dayOf, weekdayOf } from '#domain/time/day.ts';

/** One week of working hours, Monday first. */
export type Week = readonly (readonly MinuteRange[])[];

/** How many weeks may take turns. */
export const MOST_WEEKS = 4;

/** Which of its rotating weeks a pattern is in on a day. */
export const weekIndexOn = (
  pattern: { valid_from: Day; weeks: readonly unknown[] },
  day: Day,
): number => {
  const passed = (mondayOf(day) - mondayOf(pattern.valid_from)) / 7;
  const count = pattern.weeks.length;
  return ((passed % count) + count) % count;
};

/**
 * The weeks of a pattern in the order in which they come from a day on: a new pattern that begins
 * on that day with these weeks goes on where the old one was.
 */
export const weeksFrom = <W>(pattern: { valid_from: Day; weeks: readonly W[] }, day: Day): W[] => {
  const at = weekIndexOn(pattern, day);
  return [...pattern.weeks.slice(at), ...pattern.weeks.slice(0, at)];
};

/** The Monday on which the week with this turn comes for the first time. */
export const weekBegins = (validFrom: Day, index: number): Day =>
  dayOf(mondayOf(validFrom) + index * 7);

/** As many weeks as are to take turns: what is missing begins as a copy of the last one. */
export const withWeeks = <W>(weeks: readonly W[], count: number): W[] =>
  Array.from({ length: count }, (_, index) => weeks[Math.min(index, weeks.length - 1)]!);

const mondayOf = (day: Day): number => {
  const number = dayNumber(day);
  return number - weekdayOf(number);
};

/** Neighbouring days with the same hours, in the order of the business's week. */
export type DaySpan = {
  /** 0 = Monday. */
  from: number;
  to: number;
  ranges: readonly MinuteRange[];
};

/** The days on which somebody works, neighbours with the same hours taken together. */
export const workSpans = (week: Week, weekStart: number): DaySpan[] => {
  const spans: DaySpan[] = [];
  let last: DaySpan | null = null;
  for (let place = 0; place < 7; place += 1) {
    const weekday = (weekStart - 1 + place) % 7;
    const ranges = week[weekday] ?? [];
    if (last && ranges.length > 0 && JSON.stringify(last.ranges) === JSON.stringify(ranges)) {
      last.to = weekday;
    } else {
      last = ranges.length > 0 ? { from: weekday, to: weekday, ranges } : null;
      if (last) spans.push(last);
    }
  }
  return spans;
};

/** Minutes of work in a week. */
export const weekMinutes = (week: Week): number =>
  week.flat().reduce((sum, [start, end]) => sum + end - start, 0);
