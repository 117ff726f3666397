import { useMemo } from 'react';
import type { Day } from '#domain/rows.ts';
import { calendarPeriod, type CalendarPeriod } from '#db/queries/calendar.ts';
import { useQuery } from '#db/use-query.ts';
import { dayNumber } from '#domain/time/day.ts';
import { instantOfMin } from '#domain/time/epoch.ts';
import { dayStart } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { itemsByDay, type DayItems, type ItemContext } from './items.ts';
import { weeksAround } from './period.ts';

export type CalendarWeeks = {
  byDay: ReadonlyMap<Day, DayItems>;
  /** The week around the date has been read. */
  isLoaded: boolean;
};

/**
 * The week around a date and its neighbours, read from the local tables and kept up to date, so
 * that going on paints from memory. Each week keeps its slot while the date walks: one step reads
 * one new week.
 */
export function useCalendarWeeks(
  date: Day,
  weekStartsOn: number,
  context: ItemContext,
): CalendarWeeks {
  const weeks = weeksAround(date, weekStartsOn);
  const slot = (index: number): Day =>
    weeks.find((week) => Math.floor(dayNumber(week) / 7) % 3 === index) ?? weeks[1];
  const read = [useWeek(slot(0), context), useWeek(slot(1), context), useWeek(slot(2), context)];
  const [first, second, third] = read;
  const byDay = useMemo(() => {
    const days = new Map<Day, DayItems>();
    for (const week of [first, second, third]) {
      // Neighbouring weeks both know what crosses midnight between them: each speaks for its days.
      for (const [day, items] of week?.days ?? []) {
        const offset = dayNumber(day) - dayNumber(week!.week);
        if (offset >= 0 && offset < 7) days.set(day, items);
      }
    }
    return days;
  }, [first, second, third]);
  return { byDay, isLoaded: read.some((week) => week?.week === weeks[1]) };
}

function useWeek(week: Day, context: ItemContext) {
  const rows = useQuery(
    async (db): Promise<{ week: Day; rows: CalendarPeriod }> => {
      const zone = zoneOf(context.timeZone);
      const first = dayNumber(week);
      const from = instantOfMin(dayStart(zone, first));
      const to = instantOfMin(dayStart(zone, first + 7));
      return { week, rows: await calendarPeriod(db, from, to) };
    },
    [week, context.timeZone],
  );
  // Turning rows into items meets time zones: done once for each answer, not for each render.
  return useMemo(
    () => rows && { week: rows.week, days: itemsByDay(rows.rows, context) },
    [rows, context],
  );
}
