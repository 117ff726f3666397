import { useCallback, useMemo, useState } from 'react';
import type { BusinessRow, Day, StaffRow, Uuid } from '#domain/rows.ts';
import type { CalendarBook } from '#db/queries/calendar.ts';
import { pendingKeys } from '#db/queries/pending.ts';
import { useQuery } from '#db/use-query.ts';
import { toColour } from '#domain/colours.ts';
import { may } from '#domain/permissions/presets.ts';
import type { ColourBy, ColumnsBy } from './calendar-toolbar.tsx';
import { columnsOf, fillColumns, type FilledColumn } from './columns.ts';
import type { DayItems, ItemContext } from './items.ts';
import { keepingPacks } from './keep-same.ts';
import { daysShown, type CalendarView } from './period.ts';
import { useCalendarWeeks } from './use-calendar-weeks.ts';
import { useDepositMarks } from './use-deposit-marks.ts';
import { resourceColumns } from './resource-columns.ts';
import { workHours } from './work-hours.ts';

export type FullBook = CalendarBook & { business: BusinessRow };

/** What a view shows of some days. */
export type FilledPeriod = {
  days: Day[];
  columns: FilledColumn[];
  /** Whose columns or items are shown, in order. */
  shown: StaffRow[];
};

export type CalendarModel = FilledPeriod & {
  byDay: ReadonlyMap<Day, DayItems>;
  /** Everything has been read that is drawn of the week in which the days begin. */
  isLoaded: boolean;
  /** The same view of other days; only those of the weeks beside this one have been read. */
  periodAt: (date: Day) => FilledPeriod;
  /** How rows become items: for views that read days of their own. */
  context: ItemContext;
};

const NONE: ReadonlySet<string> = new Set();

/** Everything a period draws, from rows to packed columns. */
export function useCalendarModel(
  book: FullBook,
  place: { view: CalendarView; date: Day; staffIds: readonly Uuid[] | null },
  colourBy: ColourBy,
  columnsBy: ColumnsBy,
  formMarks: ItemContext['formMarks'],
): CalendarModel {
  const { business, staff, variants, services, reasons, patterns, exceptions } = book;
  const { pools, resources } = book;
  const shareBuffers = book.rules?.share_buffers ?? false;
  const readDeposits = useDepositMarks(
    book.membership !== undefined && may(book.membership, 'prices'),
  );
  const known = usePendingKeys();
  const pending = known ?? NONE;

  // The context is compared by identity below: a new one turns all rows into items again.
  const context = useMemo((): ItemContext => {
    const staffColours = new Map(staff.map(({ id, colour }) => [id, toColour(colour)]));
    const serviceColours = new Map(services.map(({ id, colour }) => [id, toColour(colour)]));
    const serviceOf = new Map(variants.map(({ id, service_id }) => [id, service_id]));
    return {
      timeZone: business.time_zone,
      pending,
      readDeposits,
      shareBuffers,
      formMarks,
      reasons: new Map(reasons.map((reason) => [reason.id, reason])),
      colourOf: ({ staff_id, variant_id }) =>
        colourBy === 'staff'
          ? (staffColours.get(staff_id) ?? 'slate')
          : (serviceColours.get(serviceOf.get(variant_id ?? '') ?? '') ?? 'slate'),
    };
  }, [
    business.time_zone,
    staff,
    services,
    variants,
    reasons,
    pending,
    readDeposits,
    shareBuffers,
    formMarks,
    colourBy,
  ]);

  const { view, date, staffIds } = place;
  const days = daysShown(view, date, business.week_start);
  const { byDay, isLoaded: isRead } = useCalendarWeeks(
    days[0]!,
    days.at(-1)!,
    business.week_start,
    context,
  );
  const wanted = staffIds?.join() ?? null;
  const weekStart = business.week_start;
  // Packing 2,000 items takes 4 ms; the clock and open sheets render more often than data changes.
  // What was packed while it waited out of sight is the very same when it is shown.
  const packed = useMemo(
    () =>
      keepingPacks((days, byDay: CalendarModel['byDay']): FilledPeriod => {
        const isBusy = (id: Uuid): boolean =>
          days.some((day) => byDay.get(day)?.items.some(({ staffId }) => staffId === id) ?? false);
        const shown = staff.filter(
          ({ id, status, bookable }) =>
            (wanted === null || wanted.split(',').includes(id)) &&
            ((status === 'active' && bookable) || isBusy(id)),
        );
        const ids = shown.map(({ id }) => id);
        const work = workHours({ business, staff, patterns, exceptions });
        if (view === 'day' && columnsBy === 'resources') {
          // A room is open when anybody works, whoever is shown in the other views.
          const team = staff.filter(({ status, bookable }) => status === 'active' && bookable);
          const workOn = (on: Day) => team.flatMap(({ id }) => work(id, on));
          const columns = resourceColumns({ pools, resources }, days, byDay, workOn);
          return { days, shown, columns };
        }
        const columns = columnsOf(view, days, ids, work);
        return { days, shown, columns: fillColumns(columns, byDay, new Set(ids)) };
      }),
    [view, columnsBy, wanted, business, staff, patterns, exceptions, pools, resources],
  );
  const periodAt = useCallback(
    (at: Day): FilledPeriod => packed(daysShown(view, at, weekStart), byDay),
    [packed, view, weekStart, byDay],
  );
  const period = periodAt(date);
  const isLoaded = isRead && known !== undefined;
  return useMemo(
    () => ({ ...period, byDay, isLoaded, context, periodAt }),
    [period, byDay, isLoaded, context, periodAt],
  );
}

/**
 * What waits for the server; undefined until it was read. The same set as long as it holds the same
 * rows: another one turns all rows into items again, and draws every card.
 */
function usePendingKeys(): ReadonlySet<string> | undefined {
  const read = useQuery(pendingKeys, []);
  const [kept, keep] = useState(read);
  const isSame = read?.size === kept?.size && [...(kept ?? [])].every((key) => read?.has(key));
  if (read !== undefined && (kept === undefined || !isSame)) keep(read);
  return kept;
}
