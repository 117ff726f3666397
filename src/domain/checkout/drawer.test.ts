import { expect, test } from 'vitest';
import type { DrawerEventRow } from '#domain/rows.ts';
import { wasCounted } from './drawer-counted.ts';
import { shiftsOf } from './drawer.ts';

const event = (
  id: string,
  clock: string,
  kind: DrawerEventRow['kind'],
  amount_cents = 0,
): DrawerEventRow => ({
  id,
  business_id: 'b',
  rev: 1,
  created_at: '',
  updated_at: '',
  created_by: null,
  occurred_at: clock,
  kind,
  amount_cents,
  note: null,
});

test('a shift expects its float, the cash of sales, and what was put in and taken out', () => {
  const events = [
    event('d', '18:00', 'close', 24_500),
    event('a', '09:00', 'open', 10_000),
    event('b', '12:00', 'paid_out', 2000),
    event('c', '13:00', 'paid_in', 500),
    event('e', '19:00', 'no_sale'),
  ];
  const cash = [
    { at: '08:59', cents: 999 },
    { at: '10:00', cents: 20_000 },
    { at: '17:59', cents: -3000 },
    { at: '18:00', cents: 777 },
  ];
  const [shift, ...others] = shiftsOf(events, cash);
  expect(others).toEqual([]);
  expect(shift).toMatchObject({
    salesCents: 17_000,
    inCents: 500,
    outCents: 2000,
    expectedCents: 25_500,
    overCents: -1000,
    closed: { id: 'd' },
  });
  // What was done after the count, and before anybody opened it again, belongs to no shift.
  expect(shift?.events.map(({ id }) => id)).toEqual(['b', 'c']);
});

test('shifts of devices that did not know of each other are one', () => {
  const events = [
    event('here', '09:00', 'open', 10_000),
    event('there', '09:05', 'open', 10_000),
    event('count', '18:00', 'close', 10_000),
    event('twice', '18:10', 'close', 10_000),
    event('next', '20:00', 'open', 5000),
  ];
  expect(shiftsOf(events, [{ at: '21:00', cents: 100 }])).toMatchObject([
    { opened: { id: 'next' }, closed: null, expectedCents: 5100, overCents: null },
    { opened: { id: 'here' }, again: [{ id: 'there' }], closed: { id: 'count' }, overCents: 0 },
  ]);
});

test('what was sold before a count is settled by it, what comes after is not', () => {
  const [noon, one, two] = ['12:00', '13:00', '14:00'].map((time) => `2026-11-24T${time}:00Z`);
  const counted = (kind: DrawerEventRow['kind'], from: string, until: string): boolean =>
    wasCounted([event('a', '2026-11-24T13:00:00+00:00', kind)], from, until);
  expect(counted('close', noon!, one!)).toBe(true);
  expect(counted('close', noon!, two!)).toBe(true);
  expect(counted('close', one!, two!)).toBe(false);
  expect(counted('close', noon!, '2026-11-24T12:59:59Z')).toBe(false);
  expect(counted('open', noon!, two!)).toBe(false);
});
