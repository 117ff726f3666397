import { giftReport } from '#domain/checkout/gift-report.ts';
import type { GiftReport } from '#domain/checkout/gift-report.ts';
import type { Day } from '#domain/rows.ts';
import { instantAtWall } from '#domain/time/clock-text.ts';
import { addDays, isDay } from '#domain/time/day.ts';
import type { DaybookDb } from '../open.ts';

/** What was on every card at the end of a day of the business; undefined until the first sync. */
export const giftReportOf = async (db: DaybookDb, day: Day): Promise<GiftReport | undefined> => {
  const [business, cards, activities] = await Promise.all([
    db.rows('businesses').get(db.businessId),
    db.rows('gift_cards').toArray(),
    db.rows('gift_activities').toArray(),
  ]);
  if (!business || !isDay(day)) return undefined;
  return giftReport(cards, activities, instantAtWall(business.time_zone, addDays(day, 1), 0));
};
