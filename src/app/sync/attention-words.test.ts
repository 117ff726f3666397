import { expect, test } from 'vitest';
import type { AttentionItemRow } from '#domain/rows.ts';
import { attentionWords, differences } from './attention-words.ts';

const about = (
  entity: AttentionItemRow['entity'],
  mine: Record<string, unknown>,
  theirs: Record<string, unknown> = {},
) => {
  const item = { entity, kind: 'balance', mine, theirs, mutation_name: null } as AttentionItemRow;
  return { ...attentionWords({ item, clientName: '' }), differences: differences(item) };
};

test.each([
  [
    'A visit was checked out twice',
    'Receipts 7KQ2M-1 and 9ABCD-4 are',
    about('sales', { receipt: '7KQ2M-1' }, { receipt: '9ABCD-4' }),
  ],
  [
    'A deposit is not there any more',
    'Receipt 7KQ2M-1 counts',
    about('sales', { receipt: '7KQ2M-1' }),
  ],
  [
    'A gift card did not cover a sale',
    'ending in MX09 was',
    about('sales', { card: 'MX09', cents: 5000 }, { cents: 300 }),
  ],
  [
    'A package did not cover a sale',
    'The last visit of “Ten cuts” was',
    about('sales', { package: 'Ten cuts', cents: 5000 }, { credits: 0 }),
  ],
  ['Two gift cards with one code', 'ending in MX09, has', about('gift_cards', { card: 'MX09' })],
  [
    'A deposit is disputed',
    'Stripe dashboard by 2027-01-14, with',
    about('appointments', { dispute: 'open', answer_by: '2027-01-14T09:00:00+00:00' }),
  ],
  [
    'Answer this request soon',
    'nearly over',
    about('appointments', { held_until: '2027-01-14T09:00:00+00:00' }),
  ],
  [
    'Cancelled: the deposit was not paid',
    'free again',
    about('appointments', { unpaid: 'deposit' }),
  ],
  [
    'Was the fee charged?',
    'before you charge it again',
    about('appointments', { charge: 'unknown', amount_cents: 2500 }),
  ],
  [
    'Was the card charged?',
    'before you charge it again',
    about('sales', { charge: 'unknown', purpose: 'sale', amount_cents: 5500 }),
  ],
  [
    'A refund did not arrive',
    'yours again',
    about('appointments', { refund: 'failed', amount_cents: 1500 }),
  ],
  [
    'A refund did not arrive',
    'yours again',
    about('payments', { refund: 'failed', amount_cents: 1500, purpose: 'renewal' }),
  ],
  [
    'A refund did not arrive',
    'ending in MX09 did not take',
    about('gift_cards', { card: 'MX09', refund: 'failed', amount_cents: 5000 }),
  ],
  ['The dispute is lost', 'to be collected again', about('appointments', { dispute: 'lost' })],
  ['The dispute is won', 'yours again', about('appointments', { dispute: 'won' })],
  [
    'A payment is disputed',
    'paid online for a membership, and',
    about('payments', { dispute: 'open', purpose: 'renewal' }),
  ],
  [
    'The dispute is lost',
    'paid for a gift card. It no longer',
    about('payments', { dispute: 'lost', purpose: 'gift_card' }),
  ],
  [
    'A gift card is disputed',
    'ending in MX09 wants',
    about('gift_cards', { card: 'MX09', dispute: 'open', answer_by: null }),
  ],
  [
    'A gift card was paid back',
    'still has what is on it',
    about('gift_cards', { card: 'MX09', returned_cents: 5000 }),
  ],
  [
    'Your provider says otherwise',
    'on 2027-01-14, 2 payments',
    about('payments', { compared: '2027-01-14', findings: 2 }),
  ],
  [
    'A payout is not what was noted',
    'to your bank for 2027-01-14',
    about('payments', { payout: '2027-01-14', amount_cents: 148_200 }),
  ],
  [
    'A membership was paid back',
    'Its visits are still there',
    about('payments', { returned_cents: 8000, purpose: 'renewal' }),
  ],
  [
    'A membership is not paid',
    '“Four cuts” is not asked again',
    about('client_memberships', { membership: 'Four cuts', client_id: 'ann' }),
  ],
  [
    'A membership is not paid',
    'charge it again if it was not',
    about('client_memberships', { membership: 'Four cuts', decline: 'no_answer' }),
  ],
  [
    'A membership may be paid twice',
    'sold at the desk while its card',
    about('client_memberships', { membership: 'Four cuts', decline: 'paid_twice' }),
  ],
  [
    'A payment is disputed',
    'paid online for a sale, and',
    about('sales', { dispute: 'open', purpose: 'sale' }),
  ],
  [
    'The dispute is lost',
    'the sale counts it as given back',
    about('sales', { dispute: 'lost', purpose: 'sale' }),
  ],
  [
    'More went back than was left',
    'Ask your client',
    about('sales', { returned_cents: 500, purpose: 'sale' }),
  ],
  ['Matte clay: less than nothing left', 'Count it', about('products', { product: 'Matte clay' })],
  [
    'Two pay runs for the same days',
    'from 2026-03-31 to 2026-04-30',
    about('pay_runs', { run_from: '2026-03-31', run_to: '2026-04-30' }),
  ],
  [
    'Matte clay: more came than was ordered',
    '8 were received of 6 ordered',
    about('purchase_orders', { product: 'Matte clay', ordered: 6, came: 8 }),
  ],
])('%s', (title, text, words) => {
  expect(words).toMatchObject({ title, differences: [] });
  expect(words.text).toContain(text);
});
