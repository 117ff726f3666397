import { expect, test } from 'vitest';
import { renderBill } from './bill-mail.ts';
import type { BillData } from './bill-mail.ts';
import { mailData } from './mail-fixture.ts';

const { business, client } = mailData();
const site = { siteUrl: 'https://daybook.example' };
const data: BillData = {
  business: { ...business, slug: 'studio lumen', tax_number: 'DE 123' },
  client,
  sale: {
    receipt_prefix: '7KQ2M',
    receipt_no: 12,
    occurred_at: '2026-11-21T15:00:00+00:00',
    currency: 'USD',
    discount_cents: 0,
    tip_cents: 0,
    total_cents: 8500,
  },
  lines: [
    {
      name: 'Cut <1>',
      qty: 1,
      unit_price_cents: 8500,
      tax_name: null,
      tax_milli_percent: 0,
      tax_inclusive: true,
      tax_cents: 0,
    },
  ],
  payments: [
    {
      method: 'cash',
      label: null,
      state: 'captured',
      collects: false,
      amount_cents: 3000,
      tendered_cents: 3000,
    },
    {
      method: 'card',
      label: null,
      state: 'to_collect',
      collects: false,
      amount_cents: 5500,
      tendered_cents: null,
    },
  ],
  refunds: [],
  due: 5500,
  token: 'tok&1',
};
const link = 'https://daybook.example/book/studio%20lumen/bill?token=tok%261';

test('a bill by mail says what for, what was paid, what is to be paid, and where', () => {
  const mail = renderBill(data, site);
  expect(mail.subject).toBe('Your bill from Studio Lumen: $55.00');
  for (const line of [
    '$55.00 to pay',
    'Dear Ann,',
    '7KQ2M-12, ',
    'Tax number DE 123',
    'Cut <1>: $85.00',
    'Total: $85.00',
    'Cash: $30.00',
    'To pay: $55.00',
    `Pay $55.00:\n${link}`,
  ]) {
    expect(mail.text).toContain(line);
  }
  expect(mail.html).toContain(`href="${link}"`);
  expect(mail.html).toContain('Cut &lt;1&gt;');
  // A promise is no payment.
  expect(mail.text).not.toMatch(/collected|Not paid yet/);
});

test('a bill for somebody else, in the words of the business', () => {
  const mail = renderBill(
    {
      ...data,
      client: { ...client, dependant: 'Kit Okafor' },
      paid_by: 'Ann Okafor',
      words: { subject: 'Please pay {{business_name}}', body: '{{greeting}} by Friday, please.' },
    },
    site,
  );
  expect(mail.subject).toBe('Please pay Studio Lumen');
  for (const line of ['by Friday, please.', 'For: Kit Okafor', 'Paid by Ann Okafor', link]) {
    expect(mail.text).toContain(line);
  }
  expect(mail.text).not.toContain('this is your bill');
});
