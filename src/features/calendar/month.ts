/** What one cell of the month says, from the items of its day. Numbers and words only. */
import type { DateExceptionRow, Day, Uuid } from '#domain/rows.ts';
import { subtract, totalMinutes, windowsOf } from '#domain/availability/windows.ts';
import type { Range } from './columns.ts';
import type { AppointmentItem, DayItems } from './items.ts';

export type MonthDay = {
  day: Day;
  /** One for each appointment that begins on this day, by start. */
  visits: AppointmentItem[];
  /** Booked part of the working time of the people shown, 0 to 1; null = nobody works. */
  load: number | null;
  /** Why the day is unlike others: closed, other hours, somebody away. */
  notes: string[];
};

export type MonthContext = {
  /** The people shown. */
  staffIds: readonly Uuid[];
  staffName: (staffId: Uuid) => string;
  workOf: (staffId: Uuid, day: Day) => Range[];
  exceptions: readonly Pick<DateExceptionRow, 'staff_id' | 'on_day' | 'kind' | 'note'>[];
};

export function monthDay(day: Day, here: DayItems | undefined, context: MonthContext): MonthDay {
  const { staffIds } = context;
  const isShown = ({ staffId }: { staffId: Uuid | null }): boolean =>
    staffId === null || staffIds.includes(staffId);
  const items = (here?.items ?? []).filter(isShown);
  const absences = (here?.absences ?? []).filter(isShown);

  // Several services of one visit are one visit: the first of them stands for it.
  const first = new Map<Uuid, AppointmentItem>();
  for (const item of items) {
    if (item.kind !== 'appointment' || item.isCutBefore) continue;
    const known = first.get(item.id);
    if (!known || item.start < known.start) first.set(item.id, item);
  }

  let [open, booked] = [0, 0];
  for (const staffId of staffIds) {
    const concerns = (one: { staffId: Uuid | null }): boolean =>
      one.staffId === null || one.staffId === staffId;
    const away = [
      ...absences.filter(({ isRequested }) => !isRequested),
      ...items.filter(({ kind }) => kind === 'block'),
    ].filter(concerns);
    open += totalMinutes(subtract(spans(context.workOf(staffId, day)), spans(away)));
    booked += totalMinutes(
      spans(items.filter((item) => item.kind === 'appointment' && item.staffId === staffId)),
    );
  }
  return {
    day,
    visits: [...first.values()].toSorted((a, b) => a.start - b.start || (a.key < b.key ? -1 : 1)),
    load: open > 0 ? Math.min(booked / open, 1) : booked > 0 ? 1 : null,
    notes: notesOf(day, absences, context),
  };
}

function notesOf(day: Day, absences: DayItems['absences'], context: MonthContext): string[] {
  const { staffIds, staffName, exceptions } = context;
  const whose = (staffId: Uuid | null, words: string): string =>
    staffId === null || staffIds.length === 1 ? words : `${staffName(staffId)}: ${words}`;
  const special = exceptions
    .filter(({ on_day, staff_id }) => on_day === day && (!staff_id || staffIds.includes(staff_id)))
    .map(({ staff_id, kind, note }) =>
      whose(staff_id, note ?? (kind === 'hours' ? 'Other hours' : staff_id ? 'Off' : 'Closed')),
    );
  const away = absences.map(({ staffId, name, isRequested }) =>
    whose(staffId, isRequested ? `${name} (requested)` : name),
  );
  return [...new Set([...special, ...away])];
}

const spans = (ranges: readonly Range[]) =>
  windowsOf(ranges.map(({ start, end }) => [start, end] as const));

/** `Tuesday, November 24, today, 8 visits, 60% booked, Thanksgiving` */
export function describeMonthDay(
  { visits, load, notes }: MonthDay,
  date: string,
  isToday: boolean,
) {
  return [
    date,
    isToday && 'today',
    visits.length === 1 ? '1 visit' : `${visits.length} visits`,
    load === null ? 'not working' : `${Math.round(load * 100)}% booked`,
    ...notes,
  ]
    .filter(Boolean)
    .join(', ');
}
