import {
  busyRanges,
  rangesMeet,
  resourceRange,
  visibleMinutes,
  workAt,
} from '#domain/appointments/busy.ts';
import { sharingBuffers } from '#domain/appointments/shared-buffers.ts';
import type { WorkLengths } from '#domain/appointments/busy.ts';
import { visitItems } from '#domain/appointments/visit-items.ts';
import type { Travel } from '#domain/appointments/travel.ts';
import { rankTimes } from '#domain/availability/rank.ts';
import type { RankedTime } from '#domain/availability/rank.ts';
import type { ResourceFree } from '#domain/availability/pools.ts';
import { makeSchedule, takesTime } from '#domain/availability/schedule.ts';
import type { Schedule } from '#domain/availability/schedule.ts';
import { findSlots } from '#domain/availability/slots.ts';
import type { Need, Slots, StaffFree } from '#domain/availability/slots.ts';
import { covers } from '#domain/availability/windows.ts';
import { rowKey } from '#domain/commands/op.ts';
import { activeNeeds, assignResources, takenBy } from '#domain/resources/assign.ts';
import type { ResourceBook, ResourcePart, TakenResource } from '#domain/resources/assign.ts';
import { freeResources } from '#domain/resources/free.ts';
import type {
  AddOnRow,
  AppointmentRow,
  AppointmentSegmentRow,
  BookingRulesRow,
  Instant,
  ResourceNeed,
  ServiceRow,
  ServiceVariantRow,
  StaffRow,
  StaffServiceOverrideRow,
  Uuid,
} from '#domain/rows.ts';
import { offerOf, staffFor } from '#domain/services/offer.ts';
import { addMinutes, epochMinOf, instantOfMin } from '#domain/time/epoch.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { Zone } from '#domain/time/zone.ts';
import type { DaybookDb } from '../open.ts';
import { calendarBook, calendarPeriod, travelOf } from './calendar.ts';

type Team = {
  zone: Zone;
  rules: BookingRulesRow | undefined;
  staffIds: Uuid[];
  schedule: Schedule;
  /** Segments that take time, with the key of their appointment. */
  busy: AppointmentSegmentRow[];
  resources: ResourceBook;
  taken: TakenResource[];
  needsOf: (variantId: Uuid | null) => ResourceNeed[];
};

/** No buffer is longer. */
const BUFFER_MAX_MIN = 480;

/** The free time of the team between two instants, as this device knows it. */
export const readTeam = async (
  db: DaybookDb,
  from: Instant,
  to: Instant,
  except: Uuid | readonly Uuid[] = [],
): Promise<Team> => {
  const left = typeof except === 'string' ? [except] : except;
  const [book, period] = await Promise.all([
    calendarBook(db),
    // Buffers reach into the span from appointments that lie outside.
    calendarPeriod(db, addMinutes(from, -BUFFER_MAX_MIN), addMinutes(to, BUFFER_MAX_MIN)),
  ]);
  const zone = zoneOf(book.business?.time_zone ?? 'UTC');
  const taking = new Map(
    period.appointments
      .filter((one) => !left.includes(one.id) && takesTime(one, book.rules))
      .map((one) => [one.id, one]),
  );
  const busy = period.segments.flatMap((segment) => {
    const appointment = taking.get(segment.appointment_id);
    return appointment
      ? [sharingBuffers(workAt(segment, appointment.location_type), book.rules)]
      : [];
  });
  const staffIds = book.staff.map(({ id }) => id);
  const schedule = makeSchedule({
    zone,
    from: epochMinOf(from),
    to: epochMinOf(to),
    staffIds,
    patterns: book.patterns,
    exceptions: book.exceptions,
    travel: travelOf(book),
    employment: new Map(book.staff.map((one) => [one.id, one])),
    timeOff: period.timeOff,
    blocks: period.blocks,
    busy,
    online: false,
    sharesBuffers: book.rules?.share_buffers ?? false,
  });
  const resources = { zone, pools: book.pools, resources: book.resources };
  const taken = busy.flatMap((segment) =>
    takenBy(
      segment,
      segment.appointment_id,
      taking.get(segment.appointment_id)?.overlap_accepted ?? false,
    ),
  );
  const needsOf = needsByVariant(book, resources);
  return { zone, rules: book.rules, staffIds, schedule, busy, resources, taken, needsOf };
};

/** When everybody on the team is free between two instants, gaps of any length. */
export const freeWindows = async (
  db: DaybookDb,
  from: Instant,
  to: Instant,
): Promise<StaffFree[]> => {
  const team = await readTeam(db, from, to);
  return team.schedule.free(epochMinOf(from), epochMinOf(to));
};

/** What is wanted: variants in order, each by one person or by anybody who does it. */
export type WantedItem = {
  variantId: Uuid;
  addOnIds?: readonly Uuid[];
  staffId?: Uuid | null;
  /** Who does it at the same time, all of them; absent = as many of those who do it as it takes. */
  helperIds?: readonly Uuid[];
  /** One of these, as far as they do it; none = anybody who does. */
  staffIds?: readonly Uuid[];
  /** Minutes on the way there and back, beside the buffers of the work. */
  travel?: Partial<Travel>;
  /** At the business unless this says otherwise. */
  place?: AppointmentRow['location_type'];
};

/** What the service of a variant needs of the pools that are there. */
const needsByVariant = (
  { services, variants }: { services: ServiceRow[]; variants: ServiceVariantRow[] },
  resources: ResourceBook,
): Team['needsOf'] => {
  const serviceOf = new Map(services.map((service) => [service.id, service]));
  const variantOf = new Map(variants.map((variant) => [variant.id, variant]));
  return (variantId) => {
    const service = serviceOf.get(variantOf.get(variantId ?? '')?.service_id ?? '');
    return service ? activeNeeds(service, resources) : [];
  };
};

export const resourcesFree = (team: Team, from: EpochMin, to: EpochMin): ResourceFree[] =>
  freeResources(team.resources, team.busy, from, to);

export type FreeTimes = { slots: Slots; staff: StaffFree[]; zone: Zone };

/** Every time at which the items can be done between two instants. Staff see times without notice. */
export const freeTimes = async (
  db: DaybookDb,
  items: readonly WantedItem[],
  from: Instant,
  to: Instant,
  exceptAppointmentId?: Uuid,
): Promise<FreeTimes> => {
  const team = await readTeam(db, from, to, exceptAppointmentId);
  return timesIn(team, needsOf(await readMenu(db), items, team), from, to);
};

/** The best other times for an appointment that must move: same work, anybody who does it. */
export const bestTimes = async (
  db: DaybookDb,
  appointmentId: Uuid,
  { days = 14, limit = 6 }: { days?: number; limit?: number } = {},
): Promise<(RankedTime & { startsAt: Instant })[]> => {
  const appointment = await db.rows('appointments').get(appointmentId);
  const segments = await db
    .rows('appointment_segments')
    .where('appointment_id')
    .equals(appointmentId)
    .sortBy('position');
  const [first] = segments;
  if (!appointment || !first) return [];
  const now = epochMinOf(db.now());
  const wanted = epochMinOf(appointment.starts_at);
  // Around the wanted time, but never in the past.
  const from = instantOfMin(Math.max(now, wanted - (days / 2) * 1440));
  const to = instantOfMin(Math.max(now, wanted) + days * 1440);
  const team = await readTeam(db, from, to, appointmentId);
  const work = segments.map((segment) => workAt(segment, appointment.location_type));
  const needs = await needsOfSegments(db, work, team);
  const { slots, staff, zone } = timesIn(team, needs, from, to);
  return rankTimes({
    slots,
    staff,
    zone,
    start: wanted,
    staffId: first.staff_id,
    lengthMin: visibleMinutes(first),
    limit,
  }).map((time) => ({ ...time, startsAt: instantOfMin(time.start) }));
};

export type PlaceWarning = {
  /** Row keys of the appointments in the way; none for `outside_hours`. */
  rows: string[];
} & (
  | { kind: 'overlap' | 'outside_hours'; staffId: Uuid }
  /** Not enough rooms or chairs; without rows nothing of the pool is in service. */
  | { kind: 'no_resource'; poolName: string }
);

type Wanted = WorkLengths & { staff_id: Uuid; starts_at: Instant; variant_id?: Uuid | null } & Pick<
    ResourcePart,
    'resource_needs' | 'resource_ids' | 'resource_fixed'
  >;

/**
 * What somebody should know before putting work there; staff may do it anyway. `place`: where it will
 * be; without it, where the one appointment is that it belongs to.
 */
export const placeWarnings = async (
  db: DaybookDb,
  segments: readonly Wanted[],
  except?: Uuid | readonly Uuid[],
  place?: AppointmentRow['location_type'],
): Promise<PlaceWarning[]> => {
  const stored =
    place === undefined && typeof except === 'string'
      ? await db.rows('appointments').get(except)
      : undefined;
  const at = place ?? stored?.location_type ?? 'business';
  if (segments.length === 0) return [];
  const ranges = segments.map((segment) => resourceRange(segment));
  const from = instantOfMin(Math.min(...ranges.map(([start]) => start)));
  const to = instantOfMin(Math.max(...ranges.map(([, end]) => end)));
  const team = await readTeam(db, from, to, except);
  const work = segments.map((segment) => sharingBuffers(workAt(segment, at), team.rules));
  const spans = work.flatMap((segment) => busyRanges(segment).map((range) => ({ range, segment })));
  // Hours, blocks and absences alone: give the appointments' time back.
  for (const segment of team.busy) team.schedule.release(segment);
  const open = new Map(
    team.schedule.free(epochMinOf(from), epochMinOf(to)).map(({ id, free }) => [id, free] as const),
  );

  const warnings: PlaceWarning[] = [];
  for (const staffId of new Set(segments.map(({ staff_id }) => staff_id))) {
    const own = spans.filter(({ segment }) => segment.staff_id === staffId);
    const rows = new Set(
      team.busy
        .filter((other) => other.staff_id === staffId)
        .filter((other) =>
          busyRanges(other).some((busy) => own.some(({ range }) => rangesMeet(range, busy))),
        )
        .map(({ appointment_id }) => rowKey('appointments', appointment_id)),
    );
    if (rows.size > 0) warnings.push({ kind: 'overlap', staffId, rows: [...rows] });
    if (!own.every(({ range: [start, end] }) => covers(open.get(staffId) ?? [], start, end))) {
      warnings.push({ kind: 'outside_hours', staffId, rows: [] });
    }
  }
  return [...warnings, ...resourceWarnings(team, work)];
};

/** Pools of which there is not enough; each once, with all who have something of it. */
const resourceWarnings = (team: Team, segments: readonly Wanted[]): PlaceWarning[] => {
  const parts = segments.map((segment) => ({
    ...segment,
    resource_needs: segment.resource_needs ?? team.needsOf(segment.variant_id ?? null),
  }));
  const missing = new Map<Uuid, Set<string>>();
  for (const part of assignResources(parts, team.resources, team.taken)) {
    for (const { poolId, takenBy } of part.missing) {
      const rows = missing.get(poolId) ?? new Set();
      for (const id of takenBy) rows.add(rowKey('appointments', id));
      missing.set(poolId, rows);
    }
  }
  const nameOf = new Map(team.resources.pools.map(({ id, name }) => [id, name]));
  return [...missing].map(([poolId, rows]) => ({
    kind: 'no_resource',
    poolName: nameOf.get(poolId) ?? '',
    rows: [...rows],
  }));
};

const timesIn = (team: Team, needs: readonly Need[], from: Instant, to: Instant): FreeTimes => {
  const span = { from: epochMinOf(from), to: epochMinOf(to) };
  const staff = team.schedule.free(span.from, span.to);
  const slots = findSlots({
    staff,
    resources: resourcesFree(team, span.from, span.to),
    needs,
    zone: team.zone,
    stepMin: team.rules?.slot_step_min ?? 15,
    maxGapMin: team.rules?.max_gap_min ?? 15,
    ...span,
  });
  return { slots, staff, zone: team.zone };
};

type Menu = {
  variants: ReadonlyMap<Uuid, ServiceVariantRow>;
  services: ReadonlyMap<Uuid, ServiceRow>;
  staff: StaffRow[];
  overrides: StaffServiceOverrideRow[];
  addOns: AddOnRow[];
};

/** What is offered, and by whom. */
export const readMenu = async (db: DaybookDb): Promise<Menu> => {
  const [variants, services, staff, overrides, addOns] = await Promise.all([
    db.rows('service_variants').toArray(),
    db.rows('services').toArray(),
    db.rows('staff').toArray(),
    db.rows('staff_service_overrides').toArray(),
    db.rows('add_ons').toArray(),
  ]);
  return {
    variants: new Map(variants.map((variant) => [variant.id, variant])),
    services: new Map(services.map((service) => [service.id, service])),
    staff,
    overrides,
    addOns,
  };
};

/** Who may do each item, how long it takes them, and what else it needs. */
export const needsOf = (
  { variants, services, staff, overrides, addOns }: Menu,
  items: readonly WantedItem[],
  team: Pick<Team, 'needsOf' | 'rules'>,
): Need[] =>
  items.map((item) => {
    const variant = variants.get(item.variantId);
    if (!variant) return { by: [] };
    const chosen = addOns.filter(({ id }) => item.addOnIds?.includes(id));
    const able = staffFor(item.variantId, staff, overrides);
    const needed = services.get(variant.service_id)?.staff_needed ?? 1;
    const wished = item.staffIds ?? [];
    const people = item.staffId
      ? [item.staffId]
      : able.filter((id) => wished.length === 0 || wished.includes(id));
    return {
      resources: team.needsOf(item.variantId),
      people: item.helperIds ? item.helperIds.length + 1 : needed,
      helpers: item.helperIds ?? able,
      by: people.map((staffId) => ({
        staffId,
        lengths: sharingBuffers(
          workAt(
            onTheWay(
              offerOf(
                variant,
                overrides.find((one) => one.variant_id === variant.id && one.staff_id === staffId),
                chosen,
              ),
              item.travel,
            ),
            item.place ?? 'business',
          ),
          team.rules,
        ),
      })),
    };
  });

const onTheWay = <L extends WorkLengths>(lengths: L, travel: Partial<Travel> = {}): L => ({
  ...lengths,
  buffer_before_min: lengths.buffer_before_min + (travel.before ?? 0),
  buffer_after_min: lengths.buffer_after_min + (travel.after ?? 0),
});

/** Agreed lengths stay as they are; whoever does the variant may do it. */
const needsOfSegments = async (
  db: DaybookDb,
  segments: readonly AppointmentSegmentRow[],
  { staffIds, resources, rules }: Team,
): Promise<Need[]> => {
  const [staff, overrides] = await Promise.all([
    db.rows('staff').toArray(),
    db.rows('staff_service_overrides').toArray(),
  ]);
  return visitItems(segments).map(([segment, ...helping]) => {
    const people = segment.variant_id ? staffFor(segment.variant_id, staff, overrides) : staffIds;
    const all = people.includes(segment.staff_id) ? people : [segment.staff_id, ...people];
    return {
      by: all.map((staffId) => ({ staffId, lengths: sharingBuffers(segment, rules) })),
      people: 1 + helping.length,
      helpers: [...all, ...helping.map(({ staff_id }) => staff_id)],
      resources: activeNeeds(segment, resources),
    };
  });
};
