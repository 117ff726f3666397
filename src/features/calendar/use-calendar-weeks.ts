import { useEffect, useMemo, useState } from 'react';
import type { Day } from '#domain/rows.ts';
import { calendarPeriod } from '#db/queries/calendar.ts';
import { useQuery } from '#db/use-query.ts';
import { dayNumber } from '#domain/time/day.ts';
import { instantOfMin } from '#domain/time/epoch.ts';
import { dayStart } from '#domain/time/wall.ts';
import { weekStart } from '#domain/time/week.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { whenAtRest } from './at-rest.ts';
import { itemsByDay, type CalendarRows, type DayItems, type ItemContext } from './items.ts';
import { keepingEqual } from './keep-same.ts';
import { weeksAround } from './period.ts';

export type CalendarWeeks = {
  byDay: ReadonlyMap<Day, DayItems>;
  /** The week in which the days begin has been read. */
  isLoaded: boolean;
};

/**
 * The week in which some days begin and its neighbours, read from the local tables and kept up to date, so
 * that going on paints from memory. Each week keeps its slot while the days walk: one step reads
 * one new week.
 */
export function useCalendarWeeks(
  first: Day,
  last: Day,
  weekStartsOn: number,
  context: ItemContext,
): CalendarWeeks {
  const shown = weekStart(first, weekStartsOn);
  const [centre, setCentre] = useState(shown);
  const shownLast = weekStart(last, weekStartsOn);
  const isRead = [shown, shownLast].every(
    (week) => Math.abs(dayNumber(week) - dayNumber(centre)) <= 7,
  );
  if (!isRead) setCentre(shown);
  // The step itself needs nothing new: what lies behind the next week is read when it is painted.
  useEffect(() => {
    if (shown === centre) return;
    return whenAtRest(() => setCentre(shown));
  }, [shown, centre]);

  // Neighbours wait until what one came to see stands there.
  const [isWhole, setIsWhole] = useState(false);
  const weeks = weeksAround(centre, weekStartsOn);
  const slot = (index: number): Day =>
    weeks.find((week) => Math.floor(dayNumber(week) / 7) % 3 === index) ?? weeks[1];
  const isWanted = (week: Day): boolean => isWhole || week === shown || week === shownLast;
  const read = [
    usePeriod(slot(0), 7, context, isWanted(slot(0))),
    usePeriod(slot(1), 7, context, isWanted(slot(1))),
    usePeriod(slot(2), 7, context, isWanted(slot(2))),
  ];
  const [one, two, three] = read;
  const byDay = useMemo(() => {
    const days = new Map<Day, DayItems>();
    for (const week of [one, two, three]) {
      // Neighbouring weeks both know what crosses midnight between them: each speaks for its days.
      for (const [day, items] of week?.days ?? []) {
        const offset = dayNumber(day) - dayNumber(week!.first);
        if (offset >= 0 && offset < 7) days.set(day, items);
      }
    }
    return days;
  }, [one, two, three]);
  const isLoaded = read.some((week) => week?.first === shown);
  useEffect(() => {
    if (!isLoaded) return;
    return whenAtRest(() => setIsWhole(true));
  }, [isLoaded]);
  return { byDay, isLoaded };
}

export type ReadPeriod = { first: Day; days: Map<Day, DayItems> };

/**
 * So many days from one on, read from the local tables and kept up to date. For the frame in which
 * another period is being read the answer is still the last one: compare `first`. Nothing is read
 * until it `isWanted`.
 */
export function usePeriod(
  first: Day,
  count: number,
  context: ItemContext,
  isWanted = true,
): ReadPeriod | undefined {
  const rows = useQuery(
    async (db): Promise<{ first: Day; rows: CalendarRows } | undefined> => {
      if (!isWanted) return;
      const zone = zoneOf(context.timeZone);
      const number = dayNumber(first);
      const from = instantOfMin(dayStart(zone, number));
      const to = instantOfMin(dayStart(zone, number + count));
      const rows = await calendarPeriod(db, from, to);
      const deposits = await context.readDeposits?.(db, rows.appointments, rows.segments);
      return { first, rows: { ...rows, deposits } };
    },
    [first, count, context.timeZone, context.readDeposits, isWanted],
  );
  const [keep] = useState(keepingEqual);
  // Turning rows into items meets time zones: done once for each answer, not for each render. One row
  // that changes draws one card anew, not the whole week.
  return useMemo(
    () => rows && { first: rows.first, days: keep(itemsByDay(rows.rows, context)) },
    [rows, context, keep],
  );
}
