import type { DaybookDb } from '../open.ts';

/** How many imported visits are still ahead of which nobody is told. */
export const silentImports = async (db: DaybookDb): Promise<number> => {
  const toldAt = (await db.rows('businesses').get(db.businessId))?.imports_told_at ?? '';
  return db
    .rows('appointments')
    .where('starts_at')
    .above(db.now())
    .filter(
      ({ source, status, created_at }) =>
        source === 'import' && status === 'booked' && created_at > toldAt,
    )
    .count();
};
