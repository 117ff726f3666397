import { rangesMeet, resourceRange, resourceRanges } from '#domain/appointments/busy.ts';
import type { BusyRange, WorkLengths } from '#domain/appointments/busy.ts';
import type { AppointmentSegmentRow, ResourcePoolRow, ResourceRow, Uuid } from '#domain/rows.ts';
import type { Zone } from '#domain/time/zone.ts';
import { isOutDuring } from './out-of-service.ts';

/** A part of a visit that may need rooms, chairs or machines. */
export type ResourcePart = WorkLengths &
  Pick<AppointmentSegmentRow, 'starts_at' | 'resource_needs' | 'resource_ids' | 'resource_fixed'>;

/** What there is. Resources in the order in which they are given out. */
export type ResourceBook = {
  zone: Zone;
  pools: readonly Pick<ResourcePoolRow, 'id' | 'name' | 'status'>[];
  resources: readonly ResourceRow[];
};

/** Who has what when; one for each part of the time. `overlap`: somebody accepted the double booking, it does not exclude others. */
export type TakenResource = {
  resourceId: Uuid;
  range: BusyRange;
  appointmentId: Uuid;
  overlap: boolean;
};

export type AssignedPart = {
  /** What the part has from now on; as it was when something is missing. */
  resourceIds: Uuid[];
  /** Pools without enough that is free, and the visits that have it; no visits: nothing in service. */
  missing: { poolId: Uuid; takenBy: Uuid[] }[];
};

export const needsResources = (
  part: Pick<ResourcePart, 'resource_needs' | 'resource_ids'>,
): boolean => (part.resource_needs?.length ?? 0) > 0 || (part.resource_ids?.length ?? 0) > 0;

/** The resources of a part, as they are taken. */
export const takenBy = (
  part: ResourcePart,
  appointmentId: Uuid,
  overlap: boolean,
): TakenResource[] =>
  (part.resource_ids ?? []).flatMap((resourceId) =>
    resourceRanges(part).map((range) => ({ resourceId, range, appointmentId, overlap })),
  );

/**
 * Gives each part of a visit the resources that it needs, as the server does it
 * (private.assign_resources): it keeps what it has and may keep; what is missing is picked from the
 * pool, for the parts of one visit the same one if possible. What a person chose by hand is kept
 * or missing, never swapped. `holds`: the part stands in that resource already.
 */
export const assignResources = (
  visit: readonly ResourcePart[],
  book: ResourceBook,
  taken: readonly TakenResource[],
  holds: (part: ResourcePart, resourceId: Uuid) => boolean = () => false,
): AssignedPart[] => {
  const byId = new Map(book.resources.map((one) => [one.id, one]));
  const used = new Set<Uuid>();
  return visit.map((part) => {
    const had = part.resource_ids ?? [];
    if (!needsResources(part)) return { resourceIds: had, missing: [] };
    const range = resourceRange(part);
    const parts = resourceRanges(part);
    const inTheWay = taken.filter(({ range: other }) =>
      parts.some((own) => rangesMeet(own, other)),
    );
    const takers = (id: Uuid): Uuid[] => [
      ...new Set(
        inTheWay.flatMap((one) =>
          one.resourceId === id && !one.overlap ? [one.appointmentId] : [],
        ),
      ),
    ];
    const isShared = (id: Uuid): boolean => inTheWay.some(({ resourceId }) => resourceId === id);
    const serves = (one: ResourceRow): boolean =>
      one.status === 'active' && !isOutDuring(one, range, book.zone);

    const known = had.flatMap((id) => byId.get(id) ?? []);
    const kept = known.filter(
      (one) =>
        takers(one.id).length === 0 &&
        (part.resource_fixed === true || serves(one) || holds(part, one.id)),
    );
    const missing: AssignedPart['missing'] = [];
    if (part.resource_fixed) {
      for (const { id, pool_id } of known) {
        if (takers(id).length > 0) missing.push({ poolId: pool_id, takenBy: takers(id) });
      }
    }
    const picked: ResourceRow[] = [];
    for (const { pool_id, qty } of activeNeeds(part, book)) {
      const own = kept.filter((one) => one.pool_id === pool_id).length;
      if (own >= qty) continue;
      const inPool = book.resources.filter(
        (one) => one.pool_id === pool_id && !kept.includes(one) && serves(one),
      );
      const free = inPool
        .filter(({ id }) => takers(id).length === 0)
        .toSorted(
          (a, b) =>
            Number(used.has(b.id)) - Number(used.has(a.id)) ||
            Number(isShared(a.id)) - Number(isShared(b.id)),
        )
        .slice(0, qty - own);
      if (free.length < qty - own) {
        const takenBy = [...new Set(inPool.flatMap(({ id }) => takers(id)))];
        missing.push({ poolId: pool_id, takenBy });
      }
      picked.push(...free);
    }
    const resourceIds = missing.length > 0 ? had : [...kept, ...picked].map(({ id }) => id);
    for (const id of resourceIds) used.add(id);
    return { resourceIds, missing };
  });
};

/** Needs of pools that are still there. */
export const activeNeeds = (
  { resource_needs = [] }: Pick<ResourcePart, 'resource_needs'>,
  { pools }: Pick<ResourceBook, 'pools'>,
): NonNullable<ResourcePart['resource_needs']> =>
  resource_needs
    .filter(({ pool_id }) => pools.some(({ id, status }) => id === pool_id && status === 'active'))
    .toSorted((a, b) => (a.pool_id < b.pool_id ? -1 : 1));
