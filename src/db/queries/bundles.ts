import type { BundleRow } from '#domain/rows.ts';
import { bySortKey } from '#domain/sort-key.ts';
import type { DaybookDb } from '../open.ts';

/** What is sold together, in its order; what is not any more comes last. */
export const bundles = async (db: DaybookDb): Promise<BundleRow[]> => {
  const rows = await db.rows('bundles').toArray();
  return rows.toSorted((a, b) => a.status.localeCompare(b.status) || bySortKey(a, b));
};
