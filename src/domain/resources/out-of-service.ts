import type { BusyRange } from '#domain/appointments/busy.ts';
import type { Day, ResourceRow } from '#domain/rows.ts';
import { dayNumber } from '#domain/time/day.ts';
import { dayStart } from '#domain/time/wall.ts';
import type { Zone } from '#domain/time/zone.ts';

type Outage = Pick<ResourceRow, 'out_from' | 'out_until'>;

/** The minutes in which a resource is out of service; null = in none. */
export const outRange = ({ out_from, out_until }: Outage, zone: Zone): BusyRange | null =>
  out_from === null
    ? null
    : [
        dayStart(zone, dayNumber(out_from)),
        out_until === null ? Number.MAX_SAFE_INTEGER : dayStart(zone, dayNumber(out_until) + 1),
      ];

export const isOutDuring = (resource: Outage, [from, to]: BusyRange, zone: Zone): boolean => {
  const out = outRange(resource, zone);
  return out !== null && out[0] < to && from < out[1];
};

/** Whether it is out of service on a day, and whether it still will be. */
export const outState = (resource: Outage, today: Day): 'in_service' | 'out' | 'out_later' => {
  const { out_from, out_until } = resource;
  if (out_from === null || (out_until !== null && out_until < today)) return 'in_service';
  return out_from <= today ? 'out' : 'out_later';
};
