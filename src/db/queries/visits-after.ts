import { isActive } from '#domain/appointments/status.ts';
import type { Day, Uuid } from '#domain/rows.ts';
import { instantAtWall } from '#domain/time/clock-text.ts';
import { addDays } from '#domain/time/day.ts';
import type { DaybookDb } from '../open.ts';

/** How many appointments somebody still has after a day, as far as this device knows. */
export const visitsAfter = async (db: DaybookDb, staffId: Uuid, lastDay: Day): Promise<number> => {
  const business = await db.rows('businesses').get(db.businessId);
  const from = instantAtWall(business?.time_zone ?? 'UTC', addDays(lastDay, 1), 0);
  const segments = await db
    .rows('appointment_segments')
    .where('starts_at')
    // What is over already stays where it was done.
    .aboveOrEqual(from > db.now() ? from : db.now())
    .filter(({ staff_id }) => staff_id === staffId)
    .toArray();
  const appointments = await db
    .rows('appointments')
    .bulkGet([...new Set(segments.map(({ appointment_id }) => appointment_id))]);
  return appointments.filter((one) => one && isActive(one.status)).length;
};
