import type { Day } from '#domain/rows.ts';
import { addDays, addMonths, dayNumber, daysBetween, isDay, monthStart } from '#domain/time/day.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import { dayStart } from '#domain/time/wall.ts';
import { weekStart } from '#domain/time/week.ts';
import type { Zone } from '#domain/time/zone.ts';

/** Calendar days of the business, both included. */
export type Period = { from: Day; to: Day };

/** More, or years far from ours, is a year that is still being typed: 0002 before it is 2026. */
const MOST_DAYS = 3660;
const [FIRST_DAY, LAST_DAY]: [Day, Day] = ['1970-01-01', '2199-12-31'];

/** Whether days that somebody types are a period that can be counted. */
export const isPeriod = ({ from, to }: Period): boolean =>
  isDay(from) &&
  isDay(to) &&
  FIRST_DAY <= from &&
  from <= to &&
  to <= LAST_DAY &&
  daysBetween(from, to) <= MOST_DAYS;

/** What may be chosen by name; those of `this_…` end today. */
export const NAMED_PERIODS = [
  'today',
  'this_week',
  'last_week',
  'this_month',
  'last_month',
  'last_3_months',
  'this_year',
  'last_year',
  'two_years',
] as const;
export type NamedPeriod = (typeof NAMED_PERIODS)[number];
/** How a period was chosen: by a name, or as days. */
export type PeriodName = NamedPeriod | 'days';

export const COMPARISONS = ['before', 'year_before', 'none'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export const periodOf = (name: NamedPeriod, today: Day, weekStartsOn: number): Period => {
  const month = monthStart(today);
  const week = weekStart(today, weekStartsOn);
  const year: Day = `${today.slice(0, 4)}-01-01`;
  switch (name) {
    case 'today':
      return { from: today, to: today };
    case 'this_week':
      return { from: week, to: today };
    case 'last_week':
      return { from: addDays(week, -7), to: addDays(week, -1) };
    case 'this_month':
      return { from: month, to: today };
    case 'last_month':
      return { from: addMonths(month, -1), to: addDays(month, -1) };
    case 'last_3_months':
      return { from: addMonths(month, -3), to: addDays(month, -1) };
    case 'this_year':
      return { from: year, to: today };
    case 'last_year':
      return { from: addMonths(year, -12), to: addDays(year, -1) };
    case 'two_years':
      return { from: addDays(addMonths(today, -24), 1), to: today };
  }
};

/**
 * What a period is compared with, by how it was chosen: the same days may be meant as a month so far, a
 * week so far or just as days. Weeks are compared with the week before, months and years with as many
 * months before, so far as the period has come. Days that were chosen freely are taken for a week or for
 * months when they begin as one; other days, and single ones, are compared with as many before them.
 */
export const comparedWith = (
  period: Period,
  comparison: Comparison,
  name: PeriodName,
  weekStartsOn: number,
): Period | null => {
  if (comparison === 'none') return null;
  if (comparison === 'year_before') return monthsBefore(period, 12);
  switch (name) {
    case 'today':
      return daysBefore(period, 1);
    case 'this_week':
    case 'last_week':
      return daysBefore(period, 7);
    case 'this_month':
    case 'last_month':
      return monthsBefore(period, 1);
    case 'last_3_months':
      return monthsBefore(period, 3);
    case 'this_year':
    case 'last_year':
      return monthsBefore(period, 12);
    case 'two_years':
      return monthsBefore(period, 24);
    case 'days':
      return beforeDays(period, weekStartsOn);
  }
};

const beforeDays = (period: Period, weekStartsOn: number): Period => {
  const { from, to } = period;
  const length = daysBetween(from, to) + 1;
  if (length === 1) return daysBefore(period, 1);
  if (length <= 7 && from === weekStart(from, weekStartsOn)) return daysBefore(period, 7);
  if (from === monthStart(from)) return monthsBefore(period, monthsIn(period));
  return daysBefore(period, length);
};

const daysBefore = ({ from, to }: Period, days: number): Period => ({
  from: addDays(from, -days),
  to: addDays(to, -days),
});

const monthsIn = ({ from, to }: Period): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
  Number(to.slice(5, 7)) -
  Number(from.slice(5, 7)) +
  1;

const monthsBefore = ({ from, to }: Period, months: number): Period => ({
  from: addMonths(from, -months),
  // Whole months stay whole ones: 1 to 30 April is compared with 1 to 31 March.
  to:
    from === monthStart(from) && isMonthEnd(to)
      ? addDays(addMonths(monthStart(to), 1 - months), -1)
      : addMonths(to, -months),
});

const isMonthEnd = (day: Day): boolean => addDays(day, 1) === monthStart(addDays(day, 1));

export type Unit = 'day' | 'week' | 'month';

/** Parts of a period in order: `[edges[i], edges[i + 1])` in epoch minutes, each with its first day. */
export type Parts = { unit: Unit; days: Day[]; edges: EpochMin[] };

/** A month by days, half a year by weeks, more by months. The first and last part may be cut off. */
export const partsOf = (period: Period, weekStartsOn: number, zone: Zone): Parts => {
  const { from, to } = period;
  const length = daysBetween(from, to) + 1;
  const unit: Unit = length <= 31 ? 'day' : length <= 183 ? 'week' : 'month';
  const next = (day: Day): Day =>
    unit === 'day'
      ? addDays(day, 1)
      : unit === 'week'
        ? addDays(weekStart(day, weekStartsOn), 7)
        : addMonths(monthStart(day), 1);
  const days: Day[] = [];
  for (let day = from; day <= to; day = next(day)) days.push(day);
  return {
    unit,
    days,
    edges: [...days, addDays(to, 1)].map((day) => dayStart(zone, dayNumber(day))),
  };
};
