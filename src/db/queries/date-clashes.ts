import { busyRanges, resourceRange } from '#domain/appointments/busy.ts';
import type { BusyRange, WorkLengths } from '#domain/appointments/busy.ts';
import { resourceStarts } from '#domain/availability/pools.ts';
import type { ResourceFree } from '#domain/availability/pools.ts';
import { takesTime } from '#domain/availability/schedule.ts';
import { covers, subtract, windowsOf } from '#domain/availability/windows.ts';
import type { Windows } from '#domain/availability/windows.ts';
import { workingDays, workingWindows } from '#domain/availability/working-time.ts';
import { clientName } from '#domain/clients/name.ts';
import { activeNeeds, assignResources, needsResources } from '#domain/resources/assign.ts';
import type { ResourcePart } from '#domain/resources/assign.ts';
import { freeResources } from '#domain/resources/free.ts';
import type {
  AppointmentSegmentRow,
  Day,
  Instant,
  TimeBlockRow,
  TimeOffRow,
  Uuid,
} from '#domain/rows.ts';
import { dayOf } from '#domain/time/day.ts';
import { epochMinOf, instantOfMin, MINUTES_PER_DAY } from '#domain/time/epoch.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import { dayNumberAt, epochToWall, wallToEpoch } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { Zone } from '#domain/time/zone.ts';
import type { DaybookDb } from '../open.ts';
import { calendarBook } from './calendar.ts';
import type { CalendarBook } from './calendar.ts';

/** Work that would stand somewhere. */
export type PlannedWork = WorkLengths & {
  staff_id: Uuid;
  starts_at: Instant;
  variant_id?: Uuid | null;
} & Pick<ResourcePart, 'resource_needs' | 'resource_ids' | 'resource_fixed'>;

/** One of several dates that are looked at together. */
export type PlannedDate = { key: string; segments: readonly PlannedWork[] };

/** Who or what is in the way of a date, with the name that people know it by. */
export type Clash = { staffId: Uuid } & (
  | { kind: 'appointment'; id: Uuid; name: string; startsAt: Instant; endsAt: Instant }
  /** Another one of the dates that are planned here. */
  | { kind: 'same_plan'; key: string }
  | { kind: 'block' | 'time_off'; name: string | null }
  | { kind: 'closed'; note: string | null; on: Day }
  | { kind: 'outside_hours' }
  /** Not enough rooms or chairs of a pool. */
  | { kind: 'no_resource'; name: string }
);

/** A segment with its buffers is never longer: how far back something can begin that still lasts. */
const LONGEST_MIN = 3 * MINUTES_PER_DAY;

/** What several dates have to be compared with, read once for all of them. */
export type DateChecker = {
  zone: Zone;
  stepMin: number;
  /** Who or what is in the way of each date; dates without anything are left out. */
  clashesOf: (dates: readonly PlannedDate[]) => Promise<Map<string, Clash[]>>;
  /** The free time of somebody around a moment, hours and appointments counted. */
  freeAround: (staffId: Uuid, from: EpochMin, to: EpochMin) => Promise<Windows>;
  /** The rooms and chairs that are free around a moment. */
  resourcesAround: (from: EpochMin, to: EpochMin) => Promise<ResourceFree[]>;
  /** The work with what its service needs of rooms and chairs. */
  withNeeds: <W extends PlannedWork>(work: W) => W & Pick<ResourcePart, 'resource_needs'>;
};

/**
 * Looks at many dates, weeks apart from each other: only the days around them are read. `except` are
 * appointments that would not be in the way, because they are the ones that move.
 */
export const dateChecker = async (
  db: DaybookDb,
  except: readonly Uuid[] = [],
): Promise<DateChecker> => {
  const left = new Set(except);
  const [book, blocks, timeOff] = await Promise.all([
    calendarBook(db),
    db.rows('time_blocks').toArray(),
    db.rows('time_off').toArray(),
  ]);
  const zone = zoneOf(book.business?.time_zone ?? 'UTC');
  const pendingBlocks = book.rules?.pending_blocks_slot ?? true;
  const hours = hoursOf(book, zone, blocks, timeOff);
  const resources = { zone, pools: book.pools, resources: book.resources };
  const withNeeds: DateChecker['withNeeds'] = (work) => {
    const variant = book.variants.find(({ id }) => id === work.variant_id);
    const service = book.services.find(({ id }) => id === variant?.service_id);
    return {
      ...work,
      resource_needs: activeNeeds(work.resource_needs ? work : (service ?? {}), resources),
    };
  };

  /** Segments that take time and may touch a span, with their appointments. */
  const takenIn = async (from: EpochMin, to: EpochMin): Promise<AppointmentSegmentRow[]> => {
    const near = await db
      .rows('appointment_segments')
      .where('starts_at')
      .between(instantOfMin(from - LONGEST_MIN), instantOfMin(to + 481), true, false)
      .toArray();
    const others = near.filter(({ appointment_id }) => !left.has(appointment_id));
    const rows = await db
      .rows('appointments')
      .bulkGet([...new Set(others.map(({ appointment_id }) => appointment_id))]);
    const taking = new Set(
      rows.flatMap((row) => (row && takesTime(row, pendingBlocks) ? row.id : [])),
    );
    return others.filter(({ appointment_id }) => taking.has(appointment_id));
  };

  const clashesOf: DateChecker['clashesOf'] = async (dates) => {
    const spans = dates.map((date) => ({ ...date, spans: date.segments.flatMap(spansOf) }));
    const found = new Map<string, Clash[]>();
    await Promise.all(
      spans.map(async ({ key, segments, spans: own }) => {
        if (own.length === 0) return;
        const parts = segments.map(withNeeds);
        const [from, to] = edges([
          ...own.map(({ range }) => range),
          ...parts.map((part) => resourceRange(part)),
        ]);
        const near = await takenIn(from, to);
        const taken = near.flatMap((segment) =>
          spansOf(segment).map((span) => ({ ...span, id: segment.appointment_id })),
        );
        const ids = new Map<Uuid, Uuid>();
        for (const mine of own) {
          for (const other of taken) if (meets(mine, other)) ids.set(other.id, other.staffId);
        }
        const clashes = await namedAppointments(db, ids);
        for (const other of spans) {
          if (other.key === key) continue;
          const met = own.find((mine) => other.spans.some((theirs) => meets(mine, theirs)));
          if (met) clashes.push({ kind: 'same_plan', key: other.key, staffId: met.staffId });
        }
        clashes.push(...hours.inTheWay(own));
        clashes.push(...withoutResource(parts, near));
        if (clashes.length > 0) found.set(key, clashes);
      }),
    );
    return found;
  };

  const withoutResource = (
    parts: readonly (PlannedWork & ResourcePart)[],
    near: readonly AppointmentSegmentRow[],
  ): Clash[] => {
    if (!parts.some(needsResources)) return [];
    const taken = near.flatMap((segment) =>
      (segment.resource_ids ?? []).map((resourceId) => ({
        resourceId,
        range: resourceRange(segment),
        appointmentId: segment.appointment_id,
        overlap: false,
      })),
    );
    const missing = assignResources(parts, resources, taken).flatMap((part) => part.missing);
    const staffId = parts[0]?.staff_id ?? '';
    return [...new Set(missing.map(({ poolId }) => poolId))].map((poolId) => ({
      kind: 'no_resource',
      staffId,
      name: book.pools.find(({ id }) => id === poolId)?.name ?? '',
    }));
  };

  return {
    zone,
    withNeeds,
    resourcesAround: async (from, to) =>
      freeResources(resources, await takenIn(from, to), from, to),
    stepMin: book.rules?.slot_step_min || 15,
    clashesOf,
    freeAround: async (staffId, from, to) => {
      const taken = await takenIn(from, to);
      const busy = taken.filter(({ staff_id }) => staff_id === staffId).flatMap(busyRanges);
      return subtract(hours.openTime(staffId, from, to), windowsOf(busy));
    },
  };
};

type Span = { staffId: Uuid; range: BusyRange };

const spansOf = (segment: PlannedWork): Span[] =>
  busyRanges(segment).map((range) => ({ staffId: segment.staff_id, range }));

const meets = (a: Span, b: Span): boolean =>
  a.staffId === b.staffId && a.range[0] < b.range[1] && b.range[0] < a.range[1];

const edges = (ranges: readonly BusyRange[]): BusyRange => [
  Math.min(...ranges.map(([from]) => from)),
  Math.max(...ranges.map(([, to]) => to)),
];

const namedAppointments = async (
  db: DaybookDb,
  staffById: ReadonlyMap<Uuid, Uuid>,
): Promise<Clash[]> => {
  const rows = (await db.rows('appointments').bulkGet([...staffById.keys()])).flatMap(
    (row) => row ?? [],
  );
  const clients = await db.rows('clients').bulkGet(rows.map(({ client_id }) => client_id ?? ''));
  return rows.map((row, index): Clash => {
    const client = clients[index];
    return {
      kind: 'appointment',
      id: row.id,
      staffId: staffById.get(row.id) ?? '',
      name: client ? clientName(client) : 'a walk-in',
      startsAt: row.starts_at,
      endsAt: row.ends_at,
    };
  });
};

/** Hours, closed days, time off and blocks of the team. */
const hoursOf = (
  book: CalendarBook,
  zone: Zone,
  blocks: readonly TimeBlockRow[],
  timeOff: readonly TimeOffRow[],
) => {
  const reasons = new Map(book.reasons.map(({ id, name }) => [id, name]));
  const works = new Map(
    book.staff.map(({ id }) => [id, workingDays(id, book.patterns, book.exceptions)]),
  );
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
      ? workingWindows(days, zone, dayNumberAt(zone, from) - 1, dayNumberAt(zone, to) + 1)
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

/**
 * The free time nearest to a date for the same people, on its day if there is one, else up to
 * `reachDays` before or after it; never in the past. All parts move along. null = there is none.
 */
export const nearestFree = async (
  checker: DateChecker,
  segments: readonly PlannedWork[],
  { now, reachDays }: { now: Instant; reachDays: number },
): Promise<Instant | null> => {
  const [first] = segments;
  if (!first) return null;
  const { zone, stepMin } = checker;
  const start = Math.min(...segments.map(({ starts_at }) => epochMinOf(starts_at)));
  const { minute: wanted } = epochToWall(zone, start);
  const day = dayNumberAt(zone, start);
  const earliest = Math.max(epochMinOf(now) + 1, wallToEpoch(zone, day - reachDays, 0));
  const latest = wallToEpoch(zone, day + reachDays + 1, 0);
  if (latest <= earliest) return null;
  const spans = segments.flatMap(spansOf);
  const free = new Map<Uuid, Windows>();
  for (const staffId of new Set(spans.map((span) => span.staffId))) {
    const from = earliest - MINUTES_PER_DAY;
    free.set(staffId, await checker.freeAround(staffId, from, latest + MINUTES_PER_DAY));
  }
  const parts = segments.map(checker.withNeeds).filter(needsResources);
  const rooms =
    parts.length === 0
      ? []
      : await checker.resourcesAround(earliest - MINUTES_PER_DAY, latest + MINUTES_PER_DAY);
  const roomStarts = parts.map((part) => ({
    start: epochMinOf(part.starts_at),
    starts: resourceStarts(part.resource_needs ?? [], part, rooms),
  }));
  const fits = (shift: number): boolean =>
    spans.every(({ staffId, range }) =>
      covers(free.get(staffId) ?? [], range[0] + shift, range[1] + shift),
    ) &&
    roomStarts.every((part) => covers(part.starts, part.start + shift, part.start + shift + 1));

  let best: { at: EpochMin; far: number } | null = null;
  for (let away = -reachDays; away <= reachDays; away += 1) {
    for (let minute = 0; minute < MINUTES_PER_DAY; minute += stepMin) {
      const at = wallToEpoch(zone, day + away, minute);
      if (at < earliest || at >= latest || at === start || !fits(at - start)) continue;
      // Any time of the same day is nearer than another day; there, the hour should be the same.
      const far = Math.abs(away) * MINUTES_PER_DAY + Math.abs(minute - wanted);
      if (best === null || far < best.far) best = { at, far };
    }
  }
  return best && instantOfMin(best.at);
};
