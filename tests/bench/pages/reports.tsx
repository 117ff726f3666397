// Two years of a large salon, counted for every report at once.
import { makeBook } from '#domain/analytics/book.ts';
import { BOOK_TABLES } from '#domain/analytics/facts.ts';
import type { Book, BookRows } from '#domain/analytics/facts.ts';
import { figuresOf } from '#domain/analytics/figures.ts';
import type { Period } from '#domain/analytics/period.ts';
import { sampleBook } from '#domain/analytics/sample-book.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { mulberry32, offer } from './bench.ts';

const zone = zoneOf('America/New_York');
const DAYS = 730;
const YEAR: Period = { from: '2026-01-01', to: '2026-12-31' };
const BEFORE: Period = { from: '2025-01-01', to: '2025-12-31' };
const MONTH: Period = { from: '2026-11-01', to: '2026-11-30' };
const now = epochMinOf('2026-12-31T22:00:00Z');

let rows: BookRows;
let book: Book;

const made = () => makeBook({ rows, aliases: new Map(), waiting: new Set() });
const figures = (period: Period, before: Period) =>
  figuresOf(book, { period, before, zone, weekStart: 1, now });

const timed = (work: () => unknown): number => {
  const from = performance.now();
  work();
  return performance.now() - from;
};

/** The least: what was charged and tipped, month by month, from the same rows. */
const floor = (): Map<string, number> => {
  const months = new Map<string, number>();
  for (const { occurred_at, total_cents } of rows.sales) {
    const month = occurred_at.slice(0, 7);
    months.set(month, (months.get(month) ?? 0) + total_cents);
  }
  for (const { starts_at } of rows.appointments) {
    const month = starts_at.slice(0, 7);
    months.set(month, (months.get(month) ?? 0) + 1);
  }
  return months;
};

offer({
  /** How many appointments, sales and rows there are. */
  prepare: (staff: number, perDay: number): number[] => {
    const none = Object.fromEntries(BOOK_TABLES.map((table) => [table, []]));
    const ids = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${name}-${index}`);
    const staffIds = ids('staff', staff);
    let id = 0;
    rows = {
      ...(none as unknown as BookRows),
      ...sampleBook({
        random: mulberry32(42),
        newId: () => `00000000-0000-7000-8000-${String((id += 1)).padStart(12, '0')}`,
        zone,
        from: BEFORE.from,
        days: DAYS,
        perDay,
        staffIds,
        variantIds: ids('variant', 60),
        clientIds: ids('client', 20_000),
        deviceId: 'device',
        receiptPrefix: '7KQ2M',
      }),
      staff: staffIds.map((one) => ({
        id: one,
        display_name: one,
        status: 'active',
        bookable: true,
        travel: [],
        employed_from: null,
        employed_until: null,
      })),
      work_patterns: staffIds.map((staff_id) => ({
        id: staff_id,
        staff_id,
        valid_from: '2024-01-01',
        weeks: [Array.from({ length: 7 }, (): [number, number][] => [[480, 1080]])],
      })),
    };
    book = made();
    return [
      rows.appointments.length,
      rows.sales.length,
      Object.values(rows).reduce((all, list) => all + list.length, 0),
    ];
  },
  ours: () => timed(() => figures(YEAR, BEFORE)),
  month: () => timed(() => figures(MONTH, { from: '2026-10-01', to: '2026-10-31' })),
  book: () =>
    timed(() => {
      book = made();
    }),
  floor: () => timed(floor),
  /** What all of it comes to: variants that are wrong are not quick. */
  check: (): boolean => {
    const { now: one, before, dues } = figures(YEAR, BEFORE);
    const taken = [one, before!].reduce((all, { money }) => all + money.taken - money.back, 0);
    const sold = [one, before!].reduce(
      (all, { sales }) => all + sales.charged + sales.tips - sales.back,
      0,
    );
    // What went back or was collected after the last day is in neither.
    return Math.abs(taken + dues.cents - sold) < sold / 100 && one.visits.kept > 0;
  },
});
