import type { BusyRange } from '#domain/appointments/busy.ts';
import { covers, subtract, windowsOf } from '#domain/availability/windows.ts';
import type { Windows } from '#domain/availability/windows.ts';
import { workingDays, workingWindows } from '#domain/availability/working-time.ts';
import type { TimeBlockRow, TimeOffRow, Uuid } from '#domain/rows.ts';
import { dayOf } from '#domain/time/day.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import { dayNumberAt } from '#domain/time/wall.ts';
import type { Zone } from '#domain/time/zone.ts';
import { travelOf } from './calendar.ts';
import type { CalendarBook } from './calendar.ts';
import { edges } from './planned-work.ts';
import type { Clash, Span } from './planned-work.ts';

/** Hours, closed days, time off and blocks of the team. */
export const hoursOf = (
  book: CalendarBook,
  zone: Zone,
  blocks: readonly TimeBlockRow[],
  timeOff: readonly TimeOffRow[],
) => {
  const reasons = new Map(book.reasons.map(({ id, name }) => [id, name]));
  const works = new Map(
    book.staff.map((one) => [one.id, workingDays(one.id, book.patterns, book.exceptions, one)]),
  );
  const travel = travelOf(book);
  const absences = [
    ...timeOff
      .filter(({ status }) => status === 'approved')
      .map((row) => ({ ...row, kind: 'time_off' as const })),
    ...blocks.map((row) => ({ ...row, kind: 'block' as const })),
  ].map(({ kind, staff_id, starts_at, ends_at, reason_id, note }) => ({
    kind,
    staffId: staff_id,
    range: [epochMinOf(starts_at), epochMinOf(ends_at)] as BusyRange,
    name: reasons.get(reason_id ?? '') ?? note,
  }));

  const worked = (staffId: Uuid, from: EpochMin, to: EpochMin): Windows => {
    const days = works.get(staffId);
    // A day more on both sides: an evening may go on past midnight.
    return days
      ? workingWindows(
          days,
          zone,
          dayNumberAt(zone, from) - 1,
          dayNumberAt(zone, to) + 1,
          travel.get(staffId),
        )
      : [];
  };
  const absencesOf = (staffId: Uuid, [from, to]: BusyRange) =>
    absences.filter(
      (one) =>
        (one.staffId === null || one.staffId === staffId) &&
        one.range[0] < to &&
        from < one.range[1],
    );

  const inTheWay = (own: readonly Span[]): Clash[] => {
    const clashes: Clash[] = [];
    for (const staffId of new Set(own.map((span) => span.staffId))) {
      const ranges = own.filter((span) => span.staffId === staffId).map(({ range }) => range);
      const absent = new Set(ranges.flatMap((range) => absencesOf(staffId, range)));
      for (const { kind, name } of absent) clashes.push({ kind, staffId, name });
      const [from, to] = edges(ranges);
      const open = worked(staffId, from, to);
      if (ranges.every(([start, end]) => covers(open, start, end))) continue;
      const on = dayOf(dayNumberAt(zone, from));
      const closed = book.exceptions.find(
        ({ on_day, kind, staff_id }) =>
          on_day === on && kind === 'closed' && (staff_id === null || staff_id === staffId),
      );
      const isClosed = closed !== undefined && !touches(open, from, to);
      clashes.push(
        isClosed
          ? { kind: 'closed', staffId, note: closed.note, on }
          : { kind: 'outside_hours', staffId },
      );
    }
    return clashes;
  };

  return {
    inTheWay,
    openTime: (staffId: Uuid, from: EpochMin, to: EpochMin): Windows =>
      subtract(
        worked(staffId, from, to),
        windowsOf(absencesOf(staffId, [from, to]).map(({ range }) => range)),
      ),
  };
};

const touches = (windows: Windows, from: EpochMin, to: EpochMin): boolean => {
  for (let i = 0; i < windows.length; i += 2) {
    if (windows[i]! < to && from < windows[i + 1]!) return true;
  }
  return false;
};
