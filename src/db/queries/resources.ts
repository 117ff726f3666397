import { resourceRange } from '#domain/appointments/busy.ts';
import { isActive } from '#domain/appointments/status.ts';
import { isOutDuring } from '#domain/resources/out-of-service.ts';
import type {
  AppointmentSegmentRow,
  Day,
  Instant,
  ResourcePoolRow,
  ResourceRow,
  ServiceRow,
  Uuid,
} from '#domain/rows.ts';
import { bySortKey } from '#domain/sort-key.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import { addMinutes } from '#domain/time/epoch.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { DaybookDb } from '../open.ts';

export type ResourceView = {
  resource: ResourceRow;
  /** Visits to come that stand in it while it is out of service, the next one first. */
  stranded: { id: Uuid; startsAt: Instant }[];
};

export type PoolView = {
  pool: ResourcePoolRow;
  /** In order, archived ones last. */
  resources: ResourceView[];
  /** Active services that need it, with how many. */
  neededBy: { service: ServiceRow; qty: number }[];
};

export type ResourceBoard = { pools: PoolView[]; today: Day };

/** A segment with its extras is never longer. */
const LONGEST_MIN = 3 * 1440;

/** Everything that visits need besides people, in the order of the lists. */
export const resourceBoard = async (db: DaybookDb): Promise<ResourceBoard> => {
  const now = db.now();
  const [business, pools, resources, services, ahead] = await Promise.all([
    db.rows('businesses').get(db.businessId),
    db.rows('resource_pools').toArray(),
    db.rows('resources').toArray(),
    db.rows('services').toArray(),
    db
      .rows('appointment_segments')
      .where('starts_at')
      .above(addMinutes(now, -LONGEST_MIN))
      .toArray(),
  ]);
  const timeZone = business?.time_zone ?? 'UTC';
  const zone = zoneOf(timeZone);
  const outOf = resources.filter(({ out_from }) => out_from !== null);
  const inThem = ahead.filter(
    ({ ends_at, resource_ids = [] }) =>
      ends_at > now && outOf.some(({ id }) => resource_ids.includes(id)),
  );
  const active = await activeIds(db, inThem);
  const strandedIn = (resource: ResourceRow): ResourceView['stranded'] => {
    const starts = new Map<Uuid, Instant>();
    for (const segment of inThem) {
      const isIn =
        segment.resource_ids?.includes(resource.id) && active.has(segment.appointment_id);
      if (!isIn || !isOutDuring(resource, resourceRange(segment), zone)) continue;
      const known = starts.get(segment.appointment_id);
      if (known === undefined || segment.starts_at < known) {
        starts.set(segment.appointment_id, segment.starts_at);
      }
    }
    return [...starts]
      .map(([id, startsAt]) => ({ id, startsAt }))
      .toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1));
  };
  const offered = services.filter(({ status }) => status === 'active').toSorted(bySortKey);
  return {
    today: wallAt(timeZone, now).day,
    pools: pools.toSorted(bySortKey).map((pool) => ({
      pool,
      resources: resources
        .filter(({ pool_id }) => pool_id === pool.id)
        .toSorted(bySortKey)
        .toSorted((a, b) => Number(a.status === 'archived') - Number(b.status === 'archived'))
        .map((resource) => ({ resource, stranded: strandedIn(resource) })),
      neededBy: offered.flatMap((service) => {
        const need = service.resource_needs?.find(({ pool_id }) => pool_id === pool.id);
        return need ? [{ service, qty: need.qty }] : [];
      }),
    })),
  };
};

const activeIds = async (
  db: DaybookDb,
  segments: readonly AppointmentSegmentRow[],
): Promise<Set<Uuid>> => {
  const ids = [...new Set(segments.map(({ appointment_id }) => appointment_id))];
  const rows = await db.rows('appointments').bulkGet(ids);
  return new Set(rows.flatMap((row) => (row && isActive(row.status) ? [row.id] : [])));
};
