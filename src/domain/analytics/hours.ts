import { subtract, totalMinutes, windowsOf, clip } from '#domain/availability/windows.ts';
import { workingDays, workingWindows } from '#domain/availability/working-time.ts';
import type { Uuid } from '#domain/rows.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import { dayNumberAt, dayStart } from '#domain/time/wall.ts';
import type { Zone } from '#domain/time/zone.ts';
import { groupOf, within } from './facts.ts';
import type { Book, BookRows, Ref } from './facts.ts';
import type { Parts } from './period.ts';

/** How full the hours of one person were, in minutes. */
export type StaffHours = {
  staff: Ref;
  /** Working hours less time off and blocks. */
  open: number;
  /** Hands-on time of visits and classes that were not cancelled or missed, also in the future. */
  booked: number;
  /** Of the same work, while something takes effect: others may be served meanwhile. */
  processing: number;
  visits: number;
};

/** Of everybody who had hours or work in the period, in the order of the team. */
export const hoursFigures = (book: Book, { edges }: Parts, zone: Zone): StaffHours[] => {
  const [from, to] = [edges[0]!, edges.at(-1)!];
  const hours = new Map<Ref, StaffHours>();
  const of = (staff: Ref): StaffHours =>
    groupOf(hours, staff, () => ({ staff, open: 0, booked: 0, processing: 0, visits: 0 }));
  const absences = absencesIn(book.rows, from, to);
  book.rows.staff.forEach((one, place) => {
    const until = Math.min(to, endOf(book, place, zone));
    const open = openMinutes(book.rows, one, absences, { zone, from, to: until });
    if (open > 0) of(book.team[place]!).open = open;
  });
  for (const { staff, minutes, processing, isFirst } of within(book.work, from, to)) {
    const one = of(staff);
    one.booked += minutes;
    one.processing += processing;
    if (isFirst) one.visits += 1;
  }
  return [...hours.values()];
};

/**
 * When the hours of one person end for good. Whoever was archived and has no last day left with their
 * last work; their working hours are still there, because they may come back.
 */
const endOf = ({ rows, team, work }: Book, place: number, zone: Zone): EpochMin => {
  const { status, employed_until } = rows.staff[place]!;
  if (status !== 'archived' || employed_until) return Infinity;
  const last = work.findLast(({ staff }) => staff === team[place]);
  return last ? dayStart(zone, dayNumberAt(zone, last.at) + 1) : -Infinity;
};

type Absence = { staffId: Uuid | null; range: [EpochMin, EpochMin] };

const absencesIn = (rows: BookRows, from: EpochMin, to: EpochMin): Absence[] =>
  [...rows.time_off.filter(({ status }) => status === 'approved'), ...rows.time_blocks]
    .map(({ staff_id, starts_at, ends_at }): Absence => ({
      staffId: staff_id,
      range: [epochMinOf(starts_at), epochMinOf(ends_at)],
    }))
    .filter(({ range }) => range[0] < to && range[1] > from);

const openMinutes = (
  { work_patterns, date_exceptions }: BookRows,
  staff: BookRows['staff'][number],
  absences: readonly Absence[],
  { zone, from, to }: { zone: Zone; from: EpochMin; to: EpochMin },
): number => {
  if (!staff.bookable || to <= from) return 0;
  const works = workingDays(staff.id, work_patterns, date_exceptions, staff);
  // A day more on both sides: an evening may go on past midnight.
  const windows = workingWindows(
    works,
    zone,
    dayNumberAt(zone, from) - 1,
    dayNumberAt(zone, to) + 1,
    staff.travel,
  );
  const away = absences.filter(({ staffId }) => staffId === null || staffId === staff.id);
  return totalMinutes(subtract(clip(windows, from, to), windowsOf(away.map(({ range }) => range))));
};
