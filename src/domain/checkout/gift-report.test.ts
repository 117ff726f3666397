import fc from 'fast-check';
import { expect, test } from 'vitest';
import { giftReport, giftReportCsv } from './gift-report.ts';

const card = (id: string) => ({
  id,
  code_last4: 'MX09',
  recipient_name: '=Bea',
  initial_cents: 5000,
  expires_on: null,
});
const row = (
  card_id: string,
  kind: 'activate' | 'redeem' | 'refund' | 'deactivate' | 'adjust_up' | 'lease',
  amount_cents: number,
  day: number,
) => ({ card_id, kind, amount_cents, occurred_at: `2026-11-0${day}T12:00:00+00:00` });

const cards = [card('b'), card('a'), card('later')];
const ledger = [
  row('a', 'activate', 5000, 1),
  row('a', 'lease', 0, 1),
  row('a', 'redeem', -3000, 2),
  row('a', 'refund', 500, 3),
  row('b', 'activate', 2500, 2),
  row('b', 'adjust_up', 100, 3),
  row('b', 'deactivate', -2500, 5),
  row('later', 'activate', 1000, 6),
];

test('each card stands as it stood at that moment', () => {
  const { lines, open_cents } = giftReport(cards, ledger, '2026-11-04T00:00:00Z');
  expect(lines).toMatchObject([
    {
      card: { id: 'a' },
      sold_cents: 5000,
      used_cents: 2500,
      changed_cents: 0,
      balance_cents: 2500,
    },
    { card: { id: 'b' }, sold_cents: 2500, used_cents: 0, changed_cents: 100, balance_cents: 2600 },
  ]);
  expect(open_cents).toBe(5100);
  // The moment itself belongs to what comes after.
  expect(giftReport(cards, ledger, '2026-11-02T12:00:00Z').open_cents).toBe(5000);
  expect(giftReport(cards, ledger, '2026-11-01T12:00:00Z').lines).toEqual([]);
});

test('sold, less used, and corrected is what is left, whatever happened', () => {
  const happened = fc.record({
    card_id: fc.constantFrom('a', 'b', 'later'),
    kind: fc.constantFrom('activate', 'redeem', 'refund', 'deactivate', 'adjust_up'),
    amount_cents: fc.integer({ min: -100_000, max: 100_000 }),
    day: fc.integer({ min: 1, max: 9 }),
  });
  fc.assert(
    fc.property(fc.array(happened), (list) => {
      const rows = list.map(({ card_id, kind, amount_cents, day }) =>
        row(card_id, kind, amount_cents, day),
      );
      for (const line of giftReport(cards, rows, '2026-11-05T00:00:00Z').lines) {
        expect(line.sold_cents - line.used_cents + line.changed_cents).toBe(line.balance_cents);
      }
    }),
  );
});

test('is a file for a spreadsheet, with the sums at its end and no formula in it', () => {
  const text = giftReportCsv(giftReport(cards, ledger, '2026-11-04T00:00:00Z'), 'USD');
  const lines = text.trim().split('\r\n');
  expect(lines[1]).toBe("MX09,'=Bea,50.00,25.00,0.00,25.00,,USD");
  expect(lines.at(-1)).toBe('All,,75.00,25.00,1.00,51.00,,USD');
});
