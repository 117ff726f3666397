import { expect, test } from 'vitest';
import { mailData } from './mail-fixture.ts';
import { renderReceipt } from './receipt-mail.ts';
import type { ReceiptData } from './receipt-mail.ts';

const { business, client } = mailData();
const site = { siteUrl: 'https://daybook.example' };
const data: ReceiptData = {
  business,
  client,
  sale: {
    receipt_prefix: '7KQ2M',
    receipt_no: 12,
    occurred_at: '2026-11-21T15:00:00+00:00',
    currency: 'USD',
    discount_cents: 500,
    tip_cents: 1000,
    total_cents: 9000,
  },
  lines: [
    {
      name: 'Cut <1>',
      qty: 1,
      unit_price_cents: 8500,
      tax_name: 'VAT',
      tax_milli_percent: 20_000,
      tax_inclusive: true,
      tax_cents: 1333,
    },
  ],
  payments: [
    {
      method: 'cash',
      label: null,
      state: 'captured',
      collects: false,
      amount_cents: 9000,
      tendered_cents: 10_000,
    },
  ],
  refunds: [],
};

test('a receipt by mail says what was sold, its taxes and how it was paid', () => {
  const mail = renderReceipt(data, site);
  expect(mail.subject).toBe('Receipt 7KQ2M-12 of Studio Lumen');
  for (const line of [
    'Cut <1>: $85.00',
    'Discounts: −$5.00',
    'VAT 20 %, contained: $13.33',
    'Tip: $10.00',
    'Total: $90.00',
    'Cash: $100.00',
    'Change: −$10.00',
  ]) {
    expect(mail.text).toContain(line);
  }
  expect(mail.html).toContain('Cut &lt;1&gt;');
  expect(mail.html).toContain('<strong>$90.00</strong>');
  expect(mail.text).not.toContain('For:');
});

test('says the tax number of the business and its last words', () => {
  const own = { ...business, tax_number: 'DE <1>', receipt_text: 'Thank you!\nOpen on Mondays.' };
  const mail = renderReceipt({ ...data, business: own }, site);
  expect(mail.text).toContain('Tax number DE <1>');
  expect(mail.text).toContain('Thank you!\nOpen on Mondays.');
  expect(mail.html).toContain('Tax number DE &lt;1&gt;');
  expect(mail.html).toContain('Open on Mondays.');
});

test('says whom it is about when it goes to their guardian', () => {
  const mail = renderReceipt({ ...data, client: { ...client, dependant: 'Tim Okafor' } }, site);
  expect(mail.text).toContain('For: Tim Okafor');
});

test('the business says a word of its own above it', () => {
  const words = {
    subject: 'Thank you, {{client_first_name}}',
    body: 'Until soon!\n\n{{book_link}}',
  };
  const mail = renderReceipt({ ...data, words }, site);
  expect(mail.subject).toBe('Thank you, Ann');
  expect(mail.text).toMatch(/^Until soon!\n\nhttps:\/\/daybook\.example\/book\/studio-lumen\n\n/);
  expect(mail.text).toContain('Total: $90.00');
});
