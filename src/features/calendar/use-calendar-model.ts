import { useMemo } from 'react';
import type { BusinessRow, Day, StaffRow, Uuid } from '#domain/rows.ts';
import type { CalendarBook } from '#db/queries/calendar.ts';
import { pendingKeys } from '#db/queries/pending.ts';
import { useQuery } from '#db/use-query.ts';
import { toColour } from '#domain/colours.ts';
import type { ColourBy } from './calendar-toolbar.tsx';
import { columnsOf, fillColumns, type FilledColumn } from './columns.ts';
import type { DayItems, ItemContext } from './items.ts';
import { daysShown, type CalendarView } from './period.ts';
import { useCalendarWeeks } from './use-calendar-weeks.ts';
import { workHours } from './work-hours.ts';

export type FullBook = CalendarBook & { business: BusinessRow };

export type CalendarModel = {
  days: Day[];
  columns: FilledColumn[];
  byDay: ReadonlyMap<Day, DayItems>;
  /** Whose columns or items are shown, in order. */
  shown: StaffRow[];
  isLoaded: boolean;
  /** How rows become items: for views that read days of their own. */
  context: ItemContext;
};

const NONE: ReadonlySet<string> = new Set();

/** Everything a period draws, from rows to packed columns. */
export function useCalendarModel(
  book: FullBook,
  place: { view: CalendarView; date: Day; staffIds: readonly Uuid[] | null },
  colourBy: ColourBy,
): CalendarModel {
  const { business, staff, variants, services, reasons, patterns, exceptions } = book;
  const pending: ReadonlySet<string> = useQuery(pendingKeys, []) ?? NONE;

  // The context is compared by identity below: a new one turns all rows into items again.
  const context = useMemo((): ItemContext => {
    const staffColours = new Map(staff.map(({ id, colour }) => [id, toColour(colour)]));
    const serviceColours = new Map(services.map(({ id, colour }) => [id, toColour(colour)]));
    const serviceOf = new Map(variants.map(({ id, service_id }) => [id, service_id]));
    return {
      timeZone: business.time_zone,
      pending,
      reasons: new Map(reasons.map((reason) => [reason.id, reason])),
      colourOf: ({ staff_id, variant_id }) =>
        colourBy === 'staff'
          ? (staffColours.get(staff_id) ?? 'slate')
          : (serviceColours.get(serviceOf.get(variant_id ?? '') ?? '') ?? 'slate'),
    };
  }, [business.time_zone, staff, services, variants, reasons, pending, colourBy]);

  const { byDay, isLoaded } = useCalendarWeeks(place.date, business.week_start, context);

  const { view, date, staffIds } = place;
  const wanted = staffIds?.join() ?? null;
  const weekStart = business.week_start;
  // Packing 2,000 items takes 4 ms; the clock and open sheets render more often than data changes.
  return useMemo(() => {
    const days = daysShown(view, date, weekStart);
    const isBusy = (id: Uuid): boolean =>
      days.some((day) => byDay.get(day)?.items.some(({ staffId }) => staffId === id) ?? false);
    const shown = staff.filter(
      ({ id, status, bookable }) =>
        (wanted === null || wanted.split(',').includes(id)) &&
        ((status === 'active' && bookable) || isBusy(id)),
    );
    const ids = shown.map(({ id }) => id);
    const columns = columnsOf(view, days, ids, workHours(patterns, exceptions));
    return {
      days,
      byDay,
      isLoaded,
      context,
      shown,
      columns: fillColumns(columns, byDay, new Set(ids)),
    };
  }, [view, date, weekStart, wanted, staff, patterns, exceptions, byDay, isLoaded, context]);
}
