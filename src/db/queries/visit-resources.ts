import { rangesMeet, resourceRange, resourceRanges, workAt } from '#domain/appointments/busy.ts';
import { sharingBuffers } from '#domain/appointments/shared-buffers.ts';
import type { BusyRange } from '#domain/appointments/busy.ts';
import { takesTime } from '#domain/availability/schedule.ts';
import { activeNeeds } from '#domain/resources/assign.ts';
import { isOutDuring } from '#domain/resources/out-of-service.ts';
import type {
  AppointmentSegmentRow,
  BookingRulesRow,
  ResourcePoolRow,
  ResourceRow,
  Uuid,
} from '#domain/rows.ts';
import { bySortKey } from '#domain/sort-key.ts';
import { instantOfMin } from '#domain/time/epoch.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { DaybookDb } from '../open.ts';

/** A segment with its extras is never longer. */
const LONGEST_MIN = 3 * 1440;

/** A room or chair that a part of a visit could have. */
export type ResourceOption = { resource: ResourceRow; isFree: boolean; isOut: boolean };

/** What a part of a visit has of one pool, and what it could have instead. */
export type SegmentPool = {
  pool: ResourcePoolRow;
  has: ResourceRow[];
  /** How many it needs; 0 = somebody gave it one all the same. */
  qty: number;
  options: ResourceOption[];
};

/** By segment, the pools that it needs or has something of. Empty where nothing is needed. */
export const visitResources = async (
  db: DaybookDb,
  segments: readonly AppointmentSegmentRow[],
): Promise<Map<Uuid, SegmentPool[]>> => {
  const found = new Map<Uuid, SegmentPool[]>();
  const [pools, rows, business, rules] = await Promise.all([
    db.rows('resource_pools').toArray(),
    db.rows('resources').toArray(),
    db.rows('businesses').get(db.businessId),
    db.rows('booking_rules').get(db.businessId),
  ]);
  if (pools.length === 0) return found;
  const resources = rows.toSorted(bySortKey);
  const zone = zoneOf(business?.time_zone ?? 'UTC');
  for (const segment of segments) {
    const { resource_ids = [] } = segment;
    const needs = activeNeeds(segment, { pools });
    const wanted = pools
      .toSorted(bySortKey)
      .filter(
        (pool) =>
          needs.some(({ pool_id }) => pool_id === pool.id) ||
          resources.some(({ id, pool_id }) => pool_id === pool.id && resource_ids.includes(id)),
      );
    if (wanted.length === 0) continue;
    const range = resourceRange(segment);
    const taken = await takenIn(db, segment, range, rules);
    found.set(
      segment.id,
      wanted.map((pool) => {
        const inPool = resources.filter(({ pool_id }) => pool_id === pool.id);
        return {
          pool,
          has: inPool.filter(({ id }) => resource_ids.includes(id)),
          qty: needs.find(({ pool_id }) => pool_id === pool.id)?.qty ?? 0,
          options: inPool
            .filter(({ status, id }) => status === 'active' && !resource_ids.includes(id))
            .map((resource) => ({
              resource,
              isFree: !taken.has(resource.id),
              isOut: isOutDuring(resource, range, zone),
            })),
        };
      }),
    );
  }
  return found;
};

/** What other visits have at the time of a part. */
const takenIn = async (
  db: DaybookDb,
  segment: AppointmentSegmentRow,
  [from, to]: BusyRange,
  rules: BookingRulesRow | undefined,
): Promise<Set<Uuid>> => {
  const near = await db
    .rows('appointment_segments')
    .where('starts_at')
    .between(instantOfMin(from - LONGEST_MIN), instantOfMin(to + 481))
    .toArray();
  const meeting = near.filter((other) => {
    const [start, end] = resourceRange(other);
    return other.appointment_id !== segment.appointment_id && start < to && from < end;
  });
  const ids = [segment, ...meeting].map(({ appointment_id }) => appointment_id);
  const rows = await db.rows('appointments').bulkGet([...new Set(ids)]);
  const appointments = new Map(rows.flatMap((row) => (row ? [[row.id, row]] : [])));
  const rangesOf = (one: AppointmentSegmentRow) => {
    const place = appointments.get(one.appointment_id)?.location_type ?? 'business';
    return resourceRanges(sharingBuffers(workAt(one, place), rules));
  };
  const own = rangesOf(segment);
  return new Set(
    meeting.flatMap((other) => {
      const appointment = appointments.get(other.appointment_id);
      if (!appointment || !takesTime(appointment, rules)) return [];
      const meets = rangesOf(other).some((theirs) => own.some((mine) => rangesMeet(mine, theirs)));
      return meets ? (other.resource_ids ?? []) : [];
    }),
  );
};
