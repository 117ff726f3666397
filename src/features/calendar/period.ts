/** Which days a view shows, and how one walks from period to period. */
import type { Day } from '#domain/rows.ts';
import { addDays, addMonths, dayRange } from '#domain/time/day.ts';
import { formatDate, formatFor } from '#domain/time/format.ts';
import { weekOf, weekStart } from '#domain/time/week.ts';

export const VIEWS = ['day', 'three', 'week', 'month', 'agenda'] as const;
export type CalendarView = (typeof VIEWS)[number];
export const isView = (text: string | null): text is CalendarView =>
  (VIEWS as readonly (string | null)[]).includes(text);

/** The month reads its own days: here it stands for the day chosen in it. `weekStartsOn`: 1 = Monday … 7 = Sunday. */
export function daysShown(view: CalendarView, date: Day, weekStartsOn: number): Day[] {
  if (view === 'week') return weekOf(date, weekStartsOn);
  if (view === 'three') return dayRange(date, addDays(date, 2));
  return [date];
}

const STEP_DAYS: Record<Exclude<CalendarView, 'month'>, number> = {
  day: 1,
  three: 3,
  week: 7,
  agenda: 1,
};

/** The date to show after going one period back (-1) or on (1). */
export const stepDate = (view: CalendarView, date: Day, direction: -1 | 1): Day =>
  view === 'month' ? addMonths(date, direction) : addDays(date, direction * STEP_DAYS[view]);

/** What stands above the calendar: `November 2026`, or the days of the period. */
export const placeTitle = (
  view: CalendarView,
  days: readonly Day[],
  locale: string,
  isNarrow: boolean,
): string =>
  view === 'month'
    ? formatDate(days[0]!, {
        locale,
        parts: { year: 'numeric', month: isNarrow ? 'short' : 'long' },
      })
    : periodTitle(days, locale, isNarrow);

/** The weeks kept in memory: the one shown and its neighbours, so that "next" paints at once. */
export const weeksAround = (date: Day, weekStartsOn: number): [Day, Day, Day] => {
  const week = weekStart(date, weekStartsOn);
  return [addDays(week, -7), week, addDays(week, 7)];
};

/** `Saturday, November 21, 2026` or `Nov 16 – 22, 2026`, as short as the place needs. */
export function periodTitle(days: readonly Day[], locale: string, isNarrow: boolean): string {
  const [first, last] = [days[0]!, days.at(-1)!];
  if (first === last) {
    return formatDate(first, {
      locale,
      parts: isNarrow
        ? { weekday: 'short', month: 'short', day: 'numeric' }
        : { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' },
    });
  }
  const parts: Intl.DateTimeFormatOptions = isNarrow
    ? { month: 'short', day: 'numeric' }
    : { month: 'short', day: 'numeric', year: 'numeric' };
  return formatFor(locale, 'UTC', parts).formatRange(Date.parse(first), Date.parse(last));
}
