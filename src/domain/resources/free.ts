import { resourceRanges } from '#domain/appointments/busy.ts';
import type { BusyRange, WorkLengths } from '#domain/appointments/busy.ts';
import type { ResourceFree } from '#domain/availability/pools.ts';
import { subtract, windowsOf } from '#domain/availability/windows.ts';
import type { Windows } from '#domain/availability/windows.ts';
import type { AppointmentSegmentRow, Uuid } from '#domain/rows.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import type { ResourceBook } from './assign.ts';
import { outRange } from './out-of-service.ts';

type Busy = WorkLengths & Pick<AppointmentSegmentRow, 'starts_at' | 'resource_ids'>;

/**
 * When each room, chair or machine that can be given out is free within [from, to): in service, and
 * nobody is in it; `for_buffers` where only shared buffers are. `busy` are segments that take time.
 * private.free_resources is the same in SQL.
 */
export const freeResources = (
  { resources, pools, zone }: ResourceBook,
  busy: readonly Busy[],
  from: EpochMin,
  to: EpochMin,
): ResourceFree[] => {
  const active = new Set(pools.flatMap(({ id, status }) => (status === 'active' ? [id] : [])));
  const taken = new Map<Uuid, BusyRange[]>();
  for (const segment of busy) {
    for (const id of segment.resource_ids ?? []) {
      const ranges = taken.get(id) ?? [];
      ranges.push(...resourceRanges(segment));
      taken.set(id, ranges);
    }
  }
  return resources
    .filter(({ status, pool_id }) => status === 'active' && active.has(pool_id))
    .map((one) => {
      const out = outRange(one, zone);
      const ranges: BusyRange[] = [...(taken.get(one.id) ?? []), ...(out ? [out] : [])];
      const without = (busy: BusyRange[]): Windows => subtract([from, to], windowsOf(busy));
      const { id, pool_id } = one;
      const free = without(ranges);
      return ranges.some((range) => range[2])
        ? { id, pool_id, free, for_buffers: without(ranges.filter((range) => !range[2])) }
        : { id, pool_id, free };
    });
};
