import { busyRanges, clashes, resourceRange, workAt } from '#domain/appointments/busy.ts';
import { sharingBuffers } from '#domain/appointments/shared-buffers.ts';
import type { Occupation } from '#domain/appointments/busy.ts';
import { takesTime } from '#domain/availability/schedule.ts';
import { rowKey } from '#domain/commands/op.ts';
import { assignResources, needsResources, takenBy } from '#domain/resources/assign.ts';
import type { AssignedPart, TakenResource } from '#domain/resources/assign.ts';
import type { AppointmentRow, AppointmentSegmentRow, BookingRulesRow, Uuid } from '#domain/rows.ts';
import { bySortKey } from '#domain/sort-key.ts';
import { instantOfMin } from '#domain/time/epoch.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { WriteScope } from '../write.ts';

export type PlacedSegment = Omit<
  AppointmentSegmentRow,
  'rev' | 'created_at' | 'updated_at' | 'created_by' | 'business_id'
>;

type Reading = Pick<WriteScope, 'businessId' | 'get' | 'getMany' | 'all' | 'list' | 'between'>;

type Place = AppointmentRow['location_type'];

/** What stands, or will stand, in the calendar. */
type Neighbour = {
  segment: PlacedSegment;
  appointment: Pick<AppointmentRow, 'id' | 'location_type' | 'overlap_accepted'>;
};

/**
 * What else the same mutation changes: visits that are not where they were any more, and parts of
 * visits where they will be.
 */
type Beside = { without: ReadonlySet<Uuid>; planned: readonly Neighbour[] };

const ALONE: Beside = { without: new Set(), planned: [] };

/** A segment with its extras is never longer: how far back something can begin that still lasts. */
const LONGEST_SEGMENT_MIN = 3 * 1440;

/**
 * What is in the way of these segments, as row keys: appointments of the same staff or in the rooms
 * and chairs that they need, and `resource_pools:…` where nothing is in service. What the server
 * decides when it hears of it, decided here with what this device knows.
 */
export const overlappedBy = async (
  scope: Reading,
  appointmentId: Uuid,
  segments: readonly PlacedSegment[],
  place?: Place,
): Promise<string[]> => (await placeIn(scope, appointmentId, segments, place)).overlapped;

/**
 * The same, and the segments with the rooms and chairs that they would get there: what is taken is
 * swapped for something free, unless a person chose it. `place`: where it will be; without it, where
 * the appointment is.
 */
export const placeIn = async <S extends PlacedSegment>(
  scope: Reading,
  appointmentId: Uuid,
  segments: readonly S[],
  place?: Place,
  beside: Beside = ALONE,
): Promise<{ segments: S[]; overlapped: string[] }> => {
  if (segments.length === 0) return { segments: [], overlapped: [] };
  const stored = place === undefined ? await scope.get('appointments', appointmentId) : undefined;
  const at = place ?? stored?.location_type ?? 'business';
  const rules = await scope.get('booking_rules', scope.businessId);
  const near = await neighbours(scope, appointmentId, segments, rules, beside);
  const found = new Set<string>();
  const hit = clashes(
    segments.flatMap((segment) => occupations(segment, at, rules)),
    near.flatMap(({ segment, appointment }) =>
      occupations(segment, appointment.location_type, rules),
    ),
  );
  for (const { row } of hit) found.add(row);
  const assigned = await assignIn(
    scope,
    appointmentId,
    segments.map((segment) => sharingBuffers(workAt(segment, at), rules)),
    near,
    rules,
  );
  for (const { missing } of assigned ?? []) {
    for (const { poolId, takenBy } of missing) {
      if (takenBy.length === 0) found.add(rowKey('resource_pools', poolId));
      for (const id of takenBy) found.add(rowKey('appointments', id));
    }
  }
  return {
    segments: segments.map((segment, index) => {
      const ids = assigned?.[index]?.resourceIds;
      return ids ? { ...segment, resource_ids: ids } : segment;
    }),
    overlapped: [...found],
  };
};

/** Parts of other visits that take time around these segments. */
const neighbours = async (
  scope: Reading,
  appointmentId: Uuid,
  segments: readonly PlacedSegment[],
  rules: BookingRulesRow | undefined,
  { without, planned }: Beside,
): Promise<Neighbour[]> => {
  const ranges = segments.map((segment) => resourceRange(segment));
  const first = Math.min(...ranges.map(([from]) => from));
  const last = Math.max(...ranges.map(([, to]) => to));
  const near = await scope.between(
    'appointment_segments',
    'starts_at',
    instantOfMin(first - LONGEST_SEGMENT_MIN),
    // A buffer before a later start may reach back into the wanted time.
    instantOfMin(last + 481),
  );
  const touches = (segment: PlacedSegment): boolean => {
    const [from, to] = resourceRange(segment);
    return segment.appointment_id !== appointmentId && from < last && first < to;
  };
  const touching = near.filter(
    (segment) => !without.has(segment.appointment_id) && touches(segment),
  );
  const ids = [...new Set(touching.map(({ appointment_id }) => appointment_id))];
  const rows = await scope.getMany('appointments', ids);
  const taking = new Map(
    rows.flatMap((row) => (row && takesTime(row, rules) ? [[row.id, row]] : [])),
  );
  const standing = touching.flatMap((segment): Neighbour[] => {
    const appointment = taking.get(segment.appointment_id);
    return appointment ? [{ segment, appointment }] : [];
  });
  return [...standing, ...planned.filter(({ segment }) => touches(segment))];
};

/**
 * Several visits of one mutation: each where there is room beside those before it, while those after
 * it are out of the way. Answered in their order.
 */
export const placeEach = async <V extends PlacedVisit>(
  scope: Reading,
  visits: readonly V[],
): Promise<(V & { overlapped: string[] })[]> => {
  const without = new Set(visits.map(({ id }) => id));
  const planned: Neighbour[] = [];
  const placed: (V & { overlapped: string[] })[] = [];
  for (const visit of visits) {
    const { id, place } = visit;
    const beside = { without, planned };
    const { segments, overlapped } = await placeIn(scope, id, visit.segments, place, beside);
    const appointment = { id, location_type: place, overlap_accepted: overlapped.length > 0 };
    planned.push(...segments.map((segment) => ({ segment, appointment })));
    placed.push({ ...visit, segments, overlapped });
  }
  return placed;
};

type PlacedVisit = { id: Uuid; place: Place; segments: PlacedSegment[] };

/** null = none of the segments needs anything. */
const assignIn = async (
  scope: Reading,
  appointmentId: Uuid,
  segments: readonly PlacedSegment[],
  near: readonly Neighbour[],
  rules: BookingRulesRow | undefined,
): Promise<AssignedPart[] | null> => {
  if (!segments.some(needsResources)) return null;
  const business = await scope.get('businesses', scope.businessId);
  const resources = await scope.all('resources');
  const book = {
    zone: zoneOf(business?.time_zone ?? 'UTC'),
    pools: await scope.all('resource_pools'),
    resources: resources.toSorted(bySortKey),
  };
  const stored = await scope.list('appointment_segments', 'appointment_id', appointmentId);
  return assignResources(segments, book, takenResources(near, rules), (part, resourceId) =>
    // Out of service does not take away what a visit has where it stands.
    stored.some(
      (old) =>
        old.starts_at === part.starts_at &&
        old.duration_min === part.duration_min &&
        (old.resource_ids ?? []).includes(resourceId),
    ),
  );
};

/** Who has which room or chair when. */
const takenResources = (
  near: readonly Neighbour[],
  rules: BookingRulesRow | undefined,
): TakenResource[] =>
  near.flatMap(({ segment, appointment: { id, location_type, overlap_accepted } }) =>
    takenBy(sharingBuffers(workAt(segment, location_type), rules), id, overlap_accepted),
  );

const occupations = (
  segment: PlacedSegment,
  place: Place,
  rules: BookingRulesRow | undefined,
): Occupation[] =>
  busyRanges(sharingBuffers(workAt(segment, place), rules)).map((range) => ({
    staffId: segment.staff_id,
    range,
    row: rowKey('appointments', segment.appointment_id),
  }));
