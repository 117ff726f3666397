import type { Day } from '#domain/rows.ts';
import { dayNumber, dayOf, monthStart, addMonths, addDays, weekdayOf } from './day.ts';

/** First day of the week that a day lies in; `weekStart` 1 = Monday … 7 = Sunday. */
export const weekStart = (day: Day, startsOn: number): Day => {
  const number = dayNumber(day);
  return dayOf(number - ((weekdayOf(number) - (startsOn - 1) + 7) % 7));
};

/** The seven days of the week that a day lies in. */
export const weekOf = (day: Day, startsOn: number): Day[] => {
  const first = dayNumber(weekStart(day, startsOn));
  return Array.from({ length: 7 }, (_, index) => dayOf(first + index));
};

/** Whole weeks that cover a month, as a month view draws them (28 to 42 days). */
export const monthGrid = (day: Day, startsOn: number): Day[] => {
  const first = dayNumber(weekStart(monthStart(day), startsOn));
  const lastDay = addDays(addMonths(monthStart(day), 1), -1);
  const last = dayNumber(weekStart(lastDay, startsOn)) + 6;
  return Array.from({ length: last - first + 1 }, (_, index) => dayOf(first + index));
};
