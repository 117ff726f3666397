/** The columns of a view, and where each item of a column is drawn. */
import type { Day, Uuid } from '#domain/rows.ts';
import type { Absence, CalendarItem, DayItems } from './items.ts';
import { pack } from './pack.ts';
import type { CalendarView } from './period.ts';

export type Range = { start: number; end: number };

/** One column: one person's day, or everybody's day together. */
export type Column = {
  key: string;
  day: Day;
  /** null = several people share the column. */
  staffId: Uuid | null;
  /** A room's or chair's column; null = what stands in none. Absent: a column of people. */
  resourceId?: Uuid | null;
  /** Who works here when; empty = nobody. */
  work: Range[];
};

export type Box = {
  item: CalendarItem;
  /** Fractions of the column's width. */
  left: number;
  width: number;
  /** How many holes of other appointments it sits in. */
  inset: number;
  /** Stands in the lane of its person, one of several in a shared column. */
  isInLane: boolean;
};

export type FilledColumn = Column & { boxes: Box[]; absences: Absence[] };

/** Day view: one column for each person. Longer views: one for each day, people together. */
export function columnsOf(
  view: CalendarView,
  days: readonly Day[],
  staffIds: readonly Uuid[],
  workOf: (staffId: Uuid, day: Day) => Range[],
): Column[] {
  if (view === 'day') {
    return days.flatMap((day) =>
      staffIds.map((staffId) => ({
        key: `${day} ${staffId}`,
        day,
        staffId,
        work: workOf(staffId, day),
      })),
    );
  }
  const only = staffIds.length === 1 ? staffIds[0]! : null;
  return days.map((day) => ({
    key: day,
    day,
    staffId: only,
    work: staffIds.flatMap((staffId) => workOf(staffId, day)),
  }));
}

/** From so many people on, a shared column gives everybody a lane of their own. */
const LANES_FROM = 3;

/**
 * Puts the items of the days into the columns, side by side where they overlap. Where several people
 * share a day each keeps to one lane, always in the same order, so that a week of a whole team reads
 * as who is busy when.
 */
export function fillColumns(
  columns: readonly Column[],
  byDay: ReadonlyMap<Day, DayItems>,
  staffIds: ReadonlySet<Uuid>,
): FilledColumn[] {
  return columns.map((column) => {
    const here = byDay.get(column.day);
    const belongs = ({ staffId }: { staffId: Uuid | null }) =>
      staffId === null ||
      (column.staffId === null ? staffIds.has(staffId) : staffId === column.staffId);
    // Reading order is time order: for screen readers, printing and the arrow keys alike.
    const items = (here?.items ?? [])
      .filter(belongs)
      .sort((a, b) => a.start - b.start || a.end - b.end || (a.key < b.key ? -1 : 1));
    const lanes = column.staffId === null ? lanesOf(items, staffIds) : [];
    return {
      ...column,
      boxes: lanes.filter(Boolean).length < LANES_FROM ? sideBySide(items) : inLanes(items, lanes),
      absences: (here?.absences ?? []).filter(belongs),
    };
  });
}

/** Who has something in the column, in the order of the team; what concerns everybody comes last. */
function lanesOf(items: readonly CalendarItem[], staffIds: ReadonlySet<Uuid>): (Uuid | null)[] {
  const busy = new Set(items.map(({ staffId }) => staffId));
  return [...staffIds, null].filter((staffId) => busy.has(staffId));
}

export function sideBySide(items: readonly CalendarItem[]): Box[] {
  const places = pack(items.map(packed));
  return items.map((item, index) => ({ item, ...places[index]!, isInLane: false }));
}

function inLanes(items: readonly CalendarItem[], lanes: readonly (Uuid | null)[]): Box[] {
  const boxOf = new Map<CalendarItem, Box>();
  lanes.forEach((lane, at) => {
    for (const box of sideBySide(items.filter(({ staffId }) => staffId === lane))) {
      const left = (at + box.left) / lanes.length;
      boxOf.set(box.item, { ...box, left, width: box.width / lanes.length, isInLane: true });
    }
  });
  return items.map((item) => boxOf.get(item)!);
}

const packed = (item: CalendarItem) => ({
  start: item.start,
  end: item.end,
  hole: item.kind === 'appointment' ? item.hole : null,
  owner: item.staffId,
  shared:
    item.kind === 'appointment' && item.sharesBuffers
      ? { before: item.bufferBefore, after: item.bufferAfter }
      : null,
});
