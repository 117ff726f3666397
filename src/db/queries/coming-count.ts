import type { DaybookDb } from '../open.ts';

/** How many appointments are booked or asked for from now on, as far as this device knows. */
export const comingCount = (db: DaybookDb): Promise<number> =>
  db
    .rows('appointments')
    .where('starts_at')
    .above(db.now())
    .filter(({ status }) => status === 'booked' || status === 'pending')
    .count();
