import { otherTills } from '#domain/checkout/day-close.ts';
import type { OtherTill } from '#domain/checkout/day-close.ts';
import type { DayCloseRow, Day, Instant } from '#domain/rows.ts';
import { addMinutes } from '#domain/time/epoch.ts';
import type { DaybookDb } from '../open.ts';
import { drawerNow } from './drawer.ts';
import { ownReceiptPrefix } from './sales.ts';

/** A device that rang up nothing for so long is not waited for. */
const LATELY_MIN = 14 * 24 * 60;

export type DayState = {
  /** What this device puts on its receipts; null = it has rung up nothing. */
  ownPrefix: string | null;
  others: OtherTill[];
  /** The newest first. */
  closes: DayCloseRow[];
  isDrawerOpen: boolean;
};

/** What has to be known to close a day that ends at `to`. */
export const dayState = async (db: DaybookDb, day: Day, to: Instant): Promise<DayState> => {
  const [ownPrefix, sales, closes, drawer] = await Promise.all([
    ownReceiptPrefix(db),
    db
      .rows('sales')
      .where('occurred_at')
      .between(addMinutes(to, -LATELY_MIN), to, true, false)
      .toArray(),
    db.rows('day_closes').toArray(),
    drawerNow(db, 1),
  ]);
  return {
    ownPrefix,
    others: otherTills(sales, ownPrefix),
    closes: closes
      .filter(({ on_day }) => on_day === day)
      .toSorted((a, b) => (a.occurred_at < b.occurred_at ? 1 : -1)),
    isDrawerOpen: drawer.shifts[0]?.closed === null,
  };
};
