import { wasCounted } from '#domain/checkout/drawer-counted.ts';
import type { Instant } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';

/** Whether this device knows that the drawer was counted after a moment. */
export const wasCountedSince = async (db: DaybookDb, from: Instant): Promise<boolean> =>
  wasCounted(await db.rows('drawer_events').toArray(), from, db.now());
