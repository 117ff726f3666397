import { expect, test } from 'vitest';
import { otherTills, sinceClose } from './day-close.ts';

const sale = (receipt_prefix: string, minute: number, rev = 1) => ({
  receipt_prefix,
  created_at: `2027-03-09T15:${String(minute).padStart(2, '0')}:00+00:00`,
  rev,
});

test('other devices are named by their receipts, those heard of longest ago first', () => {
  const sales = [sale('OWN00', 1), sale('NEAR1', 30), sale('FAR00', 5), sale('NEAR1', 10)];
  expect(otherTills(sales, 'OWN00')).toEqual([
    { receipt_prefix: 'FAR00', heardAt: sale('', 5).created_at },
    { receipt_prefix: 'NEAR1', heardAt: sale('', 30).created_at },
  ]);
  expect(otherTills(sales, null)).toHaveLength(3);
});

test('a sale that the server does not know has not been heard of', () => {
  expect(otherTills([sale('OLD00', 5, 0)], 'OWN00')).toEqual([
    { receipt_prefix: 'OLD00', heardAt: null },
  ]);
});

test('a closed day says what came since, and nothing when nothing did', () => {
  const sums = { sales: 3, taken_cents: 9000, back_cents: 500, tip_cents: 0, due_cents: 0 };
  expect(sinceClose(sums, sums)).toBeNull();
  expect(sinceClose(sums, { ...sums, tip_cents: 100 })).toBeNull();
  const later = { ...sums, sales: 4, taken_cents: 12_000, back_cents: 700 };
  expect(sinceClose(sums, later)).toEqual({ sales: 1, cents: 2800 });
});
