import type { Uuid } from '#domain/rows.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { makeBook } from './book.ts';
import { BOOK_TABLES } from './facts.ts';
import type { Book, BookRow, BookRows } from './facts.ts';
import { figuresOf } from './figures.ts';
import type { Figures, Question } from './figures.ts';
import type { Period } from './period.ts';
import { sampleBook } from './sample-book.ts';

/** Tests only, like everything here. */
export const ZONE = zoneOf('America/New_York');
/** No rows at all. */
export const NONE = Object.fromEntries(
  BOOK_TABLES.map((table) => [table, []]),
) as unknown as BookRows;
/** The first day of `sampleRows`, and how many there are. */
export const FROM = '2026-02-20';
export const DAYS = 40;
/** Over the change of the clocks on 8 March, and before the last days. */
const NOW = epochMinOf('2026-03-29T16:00:00Z');

const lucky = (seed: number) => {
  let [state, ids] = [seed, 0];
  return {
    random: () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
    },
    newId: () => `id-${String((ids += 1)).padStart(6, '0')}`,
  };
};

/** Forty days of two people; the same seed, the same days. */
export const sampleRows = (seed: number): BookRows => {
  const staffIds = ['mia', 'leo'];
  const team = staffIds.map((id) => ({
    id,
    display_name: id,
    status: 'active' as const,
    bookable: true,
    travel: [],
    employed_from: null,
    employed_until: null,
  }));
  return {
    ...NONE,
    ...sampleBook({
      ...lucky(seed),
      zone: ZONE,
      from: FROM,
      days: DAYS,
      perDay: 4,
      staffIds,
      variantIds: ['cut-short', 'cut-long', 'beard'],
      clientIds: Array.from({ length: 60 }, (_, index) => `client-${index}`),
      deviceId: 'device',
      receiptPrefix: '7KQ2M',
    }),
    staff: team,
    services: [
      { id: 'cut', name: 'Cut' },
      { id: 'beard', name: 'Beard' },
    ],
    service_variants: [
      { id: 'cut-short', service_id: 'cut' },
      { id: 'cut-long', service_id: 'cut' },
      { id: 'beard', service_id: 'beard' },
    ],
    work_patterns: staffIds.map((staff_id) => ({
      id: staff_id,
      staff_id,
      valid_from: '2026-01-05',
      weeks: [Array.from({ length: 7 }, (): [number, number][] => [[480, 1080]])],
    })),
  };
};

export const bookOf = (rows: BookRows, aliases: [Uuid, Uuid][] = []): Book =>
  makeBook({ rows, aliases: new Map(aliases), waiting: new Set() });
/** Compared with nothing, unless a question says more. */
export const ask = (book: Book, period: Period, more: Partial<Question> = {}): Figures =>
  figuresOf(book, { period, before: null, zone: ZONE, weekStart: 1, now: NOW, ...more });

export const MARCH: Period = { from: '2026-03-01', to: '2026-03-31' };
export const NOON = '2026-03-10T16:00:00+00:00';
/** Rows that belong together: a visit, its sale, and money that came and went. */
export const sold = {
  id: 'sale',
  occurred_at: NOON,
  client_id: 'ann',
  discount_reason: null,
  tax_cents: 0,
  tip_cents: 0,
  total_cents: 6000,
};
export const soldLine = {
  id: 'line',
  sale_id: 'sale',
  kind: 'service' as const,
  appointment_id: 'visit',
  variant_id: 'cut-short',
  staff_id: 'mia',
  name: 'Cut',
  qty: 1,
  unit_price_cents: 6000,
  discount_cents: 0,
  order_discount_cents: 0,
  tax_name: null,
  tax_milli_percent: 0,
  tax_cents: 0,
  total_cents: 6000,
};
export const paid = {
  id: 'payment',
  sale_id: 'sale',
  occurred_at: NOON,
  method: 'cash' as const,
  state: 'captured' as const,
  collects: false,
  amount_cents: 6000,
};
export const wentBack = {
  id: 'refund',
  sale_id: 'sale',
  occurred_at: NOON,
  kind: 'refund' as const,
  method: 'cash' as const,
  amount_cents: 1000,
  sale_line_id: null,
  qty: null,
};
export const visit = {
  id: 'visit',
  client_id: 'ann',
  starts_at: NOON,
  status: 'completed' as const,
  source: 'staff' as const,
  cancel_by: null,
  cancel_late: false,
  capacity: null,
};
export const visits = (...list: Partial<BookRow<'appointments'>>[]): BookRows['appointments'] =>
  list.map((one, place) => ({ ...visit, id: `v${place}`, ...one }));
