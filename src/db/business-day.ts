import type { Day } from '#domain/rows.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import { epochToWall } from '#domain/time/wall.ts';
import { isZone, zoneOf } from '#domain/time/zone.ts';
import type { WriteScope } from './write.ts';

/** Today as the business counts it, from the moment of a mutation. */
export const businessToday = async (scope: WriteScope): Promise<Day> => {
  const business = await scope.get('businesses', scope.businessId);
  const zone = business && isZone(business.time_zone) ? business.time_zone : 'UTC';
  return epochToWall(zoneOf(zone), epochMinOf(scope.now)).day;
};
