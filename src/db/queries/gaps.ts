import { pairsOf } from '#domain/availability/windows.ts';
import type { Day, Instant, StaffRow } from '#domain/rows.ts';
import { epochMinOf, instantOfMin } from '#domain/time/epoch.ts';
import { daySpan, epochToWall } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { DaybookDb } from '../open.ts';
import { freeWindows } from './team-time.ts';

export type Gap = {
  startsAt: Instant;
  endsAt: Instant;
  /** When it begins by the clocks of the business. */
  day: Day;
  minute: number;
  minutes: number;
};

export type StaffGaps = { staff: StaffRow; gaps: Gap[] };

/** Starts are offered on full five minutes: nobody books 10:07. */
const STEP_MIN = 5;

/** Free working time from now to the end of today, by person in column order. */
export const gapsToday = async (
  db: DaybookDb,
  { atLeastMin = 30 }: { atLeastMin?: number } = {},
): Promise<StaffGaps[]> => {
  const business = await db.rows('businesses').get(db.businessId);
  const zone = zoneOf(business?.time_zone ?? 'UTC');
  const now = Math.ceil(epochMinOf(db.now()) / STEP_MIN) * STEP_MIN;
  const { day } = epochToWall(zone, now);
  const { end } = daySpan(zone, day, day);
  const [staff, free] = await Promise.all([
    db.rows('staff').toArray(),
    freeWindows(db, instantOfMin(now), instantOfMin(end)),
  ]);
  const windows = new Map(free.map((one) => [one.id, one.free]));
  return staff
    .filter(({ status, bookable }) => status === 'active' && bookable)
    .toSorted((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1))
    .map((person) => ({
      staff: person,
      gaps: pairsOf(windows.get(person.id) ?? [])
        .filter(([from, to]) => to - from >= atLeastMin)
        .map(([from, to]) => ({
          startsAt: instantOfMin(from),
          endsAt: instantOfMin(to),
          ...epochToWall(zone, from),
          minutes: to - from,
        })),
    }));
};
