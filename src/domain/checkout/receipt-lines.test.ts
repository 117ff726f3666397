import { expect, test } from 'vitest';
import { SAMPLE_BUSINESS } from '#domain/sample-rows.ts';
import { receiptQrText, receiptText } from './receipt-lines.ts';
import type { ReceiptFacts } from './receipt-lines.ts';

const facts = (names: string[]): ReceiptFacts => ({
  sale: {
    receipt_prefix: '7KQ2M',
    receipt_no: 12,
    occurred_at: '2026-11-24T15:30:00Z',
    currency: 'USD',
    discount_cents: 0,
    tip_cents: 0,
    total_cents: 1000 * names.length,
  },
  lines: names.map((name) => ({
    name,
    qty: 1,
    unit_price_cents: 1000,
    tax_name: null,
    tax_milli_percent: 0,
    tax_inclusive: true,
    tax_cents: 0,
  })),
  payments: [
    {
      method: 'cash',
      label: null,
      state: 'captured',
      collects: false,
      amount_cents: 1000 * names.length,
      tendered_cents: 1000 * names.length,
    },
  ],
  refunds: [],
  business: SAMPLE_BUSINESS,
});

test('a receipt says the tax number at the top and its last words at the end, a code without them', () => {
  const own = facts(['Cut']);
  own.business = { ...own.business, tax_number: 'DE 123', receipt_text: 'Until soon!' };
  expect(receiptText(own)).toMatch(/^Test Salon\nTax number DE 123\nReceipt /);
  expect(receiptText(own)).toMatch(/Cash: \$10\.00\n\nUntil soon!$/);
  expect(receiptQrText(own)).toContain('DE 123');
  expect(receiptQrText(own)).not.toContain('Until soon!');
});

test('a short receipt is a code as it is, a long one says how many items there were', () => {
  const short = facts(['Cut', 'Wax']);
  expect(receiptQrText(short)).toBe(receiptText(short));
  // Letters of two bytes each.
  const long = facts(Array.from({ length: 20 }, (_, index) => `Крой и укладка ${index}`));
  const text = receiptQrText(long);
  expect(text).toMatch(/\n\n20 items\n\nTotal: \$200\.00\n\nCash: \$200\.00$/);
  expect(text).toContain('Receipt 7KQ2M-12');
  expect(encodeURIComponent(text).replaceAll(/%../g, '-').length).toBeLessThan(600);
});
