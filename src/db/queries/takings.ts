import { movementsOf } from '#domain/checkout/movements.ts';
import { isPrepaid } from '#domain/checkout/prepaid.ts';
import type { Day, Uuid } from '#domain/rows.ts';
import { addDays, dayNumber } from '#domain/time/day.ts';
import { instantOfMin } from '#domain/time/epoch.ts';
import { dayStart } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { DaybookDb } from '../open.ts';
import { depositsBetween } from './deposits.ts';
import { salesBetween } from './sales.ts';

/** What one day brought, in cents, by the clocks of the devices. */
type Takings = {
  /**
   * Of everybody: money that came in less money that went back. Of one person, because nobody says
   * whose cash it is: what they did at what was charged, less what went back of it.
   */
  cents: number;
  /** Their tips, or all of them. */
  tipCents: number;
  /** Sales of the day that the server does not know yet. */
  waiting: number;
};

/** undefined until the first sync. `staffId` null = of everybody. */
export const takingsOf = async (
  db: DaybookDb,
  day: Day,
  staffId: Uuid | null,
): Promise<Takings | undefined> => {
  const business = await db.rows('businesses').get(db.businessId);
  if (!business) return undefined;
  const startOf = (one: Day): string =>
    instantOfMin(dayStart(zoneOf(business.time_zone), dayNumber(one)));
  const [from, to] = [startOf(day), startOf(addDays(day, 1))];
  const period = await salesBetween(db, from, to);
  const isToday = (at: string): boolean => at >= from && at < to;
  const isTheirs = (id: Uuid | null): boolean => staffId === null || id === staffId;
  const takings: Takings = { cents: 0, tipCents: 0, waiting: 0 };
  if (staffId === null) takings.cents = await depositsBetween(db, from, to);
  for (const { sale, lines, tips, payments, refunds, standing, pending } of period?.views ?? []) {
    if (pending) takings.waiting += 1;
    const isSold = isToday(sale.occurred_at) && standing.state !== 'void';
    if (standing.state !== 'void') {
      // It may have come after the sale.
      for (const { staff_id, occurred_at, amount_cents } of tips) {
        if (isTheirs(staff_id) && isToday(occurred_at)) takings.tipCents += amount_cents;
      }
    }
    if (staffId === null) {
      for (const { at, method, cents } of movementsOf(payments, refunds)) {
        // The money for a gift card or a package came in when it was sold.
        if (isToday(at) && !isPrepaid(method)) takings.cents += cents;
      }
      continue;
    }
    for (const line of lines) {
      if (!isTheirs(line.staff_id)) continue;
      if (isSold) takings.cents += line.total_cents;
      for (const refund of refunds) {
        if (refund.sale_line_id === line.id && isToday(refund.occurred_at)) {
          takings.cents -= refund.amount_cents;
        }
      }
    }
  }
  return takings;
};
