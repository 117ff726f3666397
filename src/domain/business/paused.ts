import type { BusinessRow } from '#domain/rows.ts';
import { dayOf } from '#domain/time/day.ts';
import { dayNumberAt } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';

/**
 * Whether clients cannot book by themselves because the business said so: until the day comes from which
 * they can again, by its own clock. `private.books_online` says the same.
 */
export const isPaused = (
  business: Pick<BusinessRow, 'booking_enabled' | 'paused_until' | 'time_zone'>,
  nowMs: number,
): boolean => {
  const { booking_enabled: isOn, paused_until: until, time_zone: zone } = business;
  if (isOn) return false;
  return !until || dayOf(dayNumberAt(zoneOf(zone), Math.floor(nowMs / 60_000))) < until;
};
