import type { Day } from '#domain/rows.ts';
import { closedRanges, specialSpans } from '#domain/staff/special-days.ts';
import type { SpecialDaysInput, SpecialSpan } from '#domain/staff/special-days.ts';
import { instantAtWall, wallAt } from '#domain/time/clock-text.ts';
import { dayRange } from '#domain/time/day.ts';
import type { DaybookDb } from '../open.ts';
import { blockClashes } from './block-clashes.ts';
import type { BlockClash } from './block-clashes.ts';

/** The special days of the business from today on. */
export const specialDays = async (db: DaybookDb): Promise<{ today: Day; spans: SpecialSpan[] }> => {
  const business = await db.rows('businesses').get(db.businessId);
  const today = wallAt(business?.time_zone ?? 'UTC', db.now()).day;
  const rows = await db.rows('date_exceptions').toArray();
  return { today, spans: specialSpans(rows, today) };
};

/** Who is booked when the business would be closed, in order of time. */
export const specialDayClashes = async (
  db: DaybookDb,
  { first_day, last_day, kind, ranges }: Omit<SpecialDaysInput, 'note'>,
): Promise<BlockClash[]> => {
  const business = await db.rows('businesses').get(db.businessId);
  const zone = business?.time_zone ?? 'UTC';
  const closed = closedRanges(kind, ranges);
  return blockClashes(
    db,
    dayRange(first_day, last_day).flatMap((day) =>
      closed.map(([from, to]) => ({
        staff_id: null,
        starts_at: instantAtWall(zone, day, from),
        ends_at: instantAtWall(zone, day, to),
      })),
    ),
  );
};
