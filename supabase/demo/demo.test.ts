import { describe, expect, test } from 'vitest';
import type { RowOf } from '#domain/rows.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import { FULL, makeDemo, SMALL } from './seed.ts';

const now = new Date('2026-11-21T15:00:00Z');

type Busy = { start: number; end: number };

/** When a person's hands are not free: work before and after a processing time that may be booked. */
const handsOn = (segment: RowOf<'appointment_segments'>): Busy[] => {
  const start = epochMinOf(segment.starts_at) - segment.buffer_before_min;
  const end = epochMinOf(segment.ends_at) + segment.buffer_after_min;
  if (segment.processing_min === 0 || !segment.processing_bookable) return [{ start, end }];
  const pause = epochMinOf(segment.starts_at) + segment.duration_min;
  return [
    { start, end: pause },
    { start: pause + segment.processing_min, end },
  ];
};

const FREE = new Set(['cancelled', 'no_show', 'declined', 'expired']);

describe('the demo business', () => {
  test('has the people, services, clients and years it promises', () => {
    const { rows } = makeDemo(now, FULL);
    expect(rows.of('staff')).toHaveLength(7);
    expect(rows.of('services')).toHaveLength(40);
    expect(rows.of('clients')).toHaveLength(2_000);
    const starts = rows.of('appointments').map((row) => String(row['starts_at']));
    expect(starts.length).toBeGreaterThan(15_000);
    expect(starts.reduce((a, b) => (a < b ? a : b)) < '2024-12-01').toBe(true);
    expect(starts.reduce((a, b) => (a > b ? a : b)) > '2027-02-10').toBe(true);
  });

  test('is the same every time for the same moment', () => {
    const tables = (demo: ReturnType<typeof makeDemo>): string =>
      JSON.stringify(demo.rows.tables().map((table) => demo.rows.of(table)));
    expect(tables(makeDemo(now, SMALL))).toBe(tables(makeDemo(now, SMALL)));
  });

  test('never books a person twice', () => {
    const { rows } = makeDemo(now, FULL);
    const status = new Map(rows.of('appointments').map((row) => [row['id'], row['status']]));
    const busy = new Map<string, Busy[]>();
    for (const row of rows.of('appointment_segments')) {
      const segment = row as RowOf<'appointment_segments'>;
      if (FREE.has(String(status.get(segment.appointment_id)))) continue;
      const times = busy.get(segment.staff_id) ?? [];
      times.push(...handsOn(segment));
      busy.set(segment.staff_id, times);
    }
    expect(busy.size).toBe(7);
    for (const times of busy.values()) {
      times.sort((a, b) => a.start - b.start);
      times.forEach((time, index) => {
        expect(time.start).toBeGreaterThanOrEqual(times[index - 1]?.end ?? 0);
      });
    }
  });

  test('knows no future that has happened and no past that is still open', () => {
    const { rows } = makeDemo(now, SMALL);
    const nowText = '2026-11-21T15:00:00+00:00';
    const open = new Set(['booked', 'pending', 'arrived', 'in_service']);
    const wrong = rows.of('appointments').filter((row) => {
      const [starts, ends, status] = [row['starts_at'], row['ends_at'], row['status']].map(String);
      return (
        (ends! <= nowText && open.has(status!)) || (starts! > nowText && status === 'completed')
      );
    });
    expect(wrong).toEqual([]);
  });

  test('shows what happens in a salon: several services, extras, late cancellations, refusals, absences', () => {
    const { rows } = makeDemo(now, FULL);
    const appointments = rows.of('appointments');
    const statuses = new Set(appointments.map((row) => row['status']));
    for (const status of [
      'completed',
      'booked',
      'pending',
      'cancelled',
      'no_show',
      'declined',
      'expired',
    ]) {
      expect(statuses).toContain(status);
    }
    expect(rows.of('appointment_segments').length).toBeGreaterThan(appointments.length + 500);
    expect(
      rows.of('appointment_segments').filter((row) => (row['add_on_ids'] as string[]).length > 0)
        .length,
    ).toBeGreaterThan(500);
    expect(appointments.filter((row) => row['cancel_late']).length).toBeGreaterThan(50);
    const away = rows.of('time_off').filter((row) => row['status'] === 'approved');
    expect(away.length).toBeGreaterThan(2);
    for (const { staff_id, starts_at, ends_at } of away) {
      const during = rows
        .of('appointment_segments')
        .filter(
          (row) => row['staff_id'] === staff_id && String(row['starts_at']) >= String(starts_at),
        )
        .filter((row) => String(row['starts_at']) < String(ends_at));
      expect(during).toEqual([]);
    }
  });

  test('has sold what was done in the last months: parts that add up, receipts without a gap', () => {
    const { rows } = makeDemo(now, FULL);
    const sales = rows.of('sales') as unknown as RowOf<'sales'>[];
    expect(sales.length).toBeGreaterThan(1_500);
    expect(sales.map(({ receipt_no }) => receipt_no)).toEqual(sales.map((_, place) => place + 1));
    expect(sales.every(({ occurred_at }) => occurred_at < '2026-11-21T15:00:00+00:00')).toBe(true);
    const paid = new Map<string, number>();
    for (const { sale_id, amount_cents } of rows.of('payments') as unknown as RowOf<'payments'>[]) {
      paid.set(String(sale_id), (paid.get(String(sale_id)) ?? 0) + amount_cents);
    }
    for (const { id, total_cents } of sales) expect(paid.get(id) ?? 0).toBe(total_cents);
    // What is left on the shelf was there before.
    const left = new Map<string, number>();
    for (const { product_id, qty_milli } of rows.of(
      'stock_movements',
    ) as unknown as RowOf<'stock_movements'>[]) {
      left.set(product_id, (left.get(product_id) ?? 0) + qty_milli);
    }
    expect(left.size).toBe(rows.of('products').length);
    expect(Math.min(...left.values())).toBeGreaterThanOrEqual(0);
    expect(makeDemo(now, SMALL).rows.of('sales')).toEqual([]);
  });
});
