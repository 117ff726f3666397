import { expect, test } from 'vitest';
import type { SaleView } from '#db/queries/sales.ts';
import { standingOf } from '#domain/checkout/standing.ts';
import { sumsOf } from './transaction-list.ts';

type View = Pick<SaleView, 'sale' | 'tips' | 'payments' | 'refunds' | 'standing'>;

const [monday, tuesday] = ['2026-11-23T10:00:00.000Z', '2026-11-24T10:00:00.000Z'];
const MONDAY = { from: '2026-11-23T00:00:00.000Z', to: '2026-11-24T00:00:00.000Z' };
const TUESDAY = { from: MONDAY.to, to: '2026-11-25T00:00:00.000Z' };

/** 50.00 on Monday with a tip of 5.00, and 7.00 in cash that came on Tuesday. */
const view = (refunds: View['refunds'] = []): View => {
  const payment = (id: string, occurred_at: string, amount_cents: number) => ({
    id,
    occurred_at,
    method: 'cash',
    state: 'captured',
    collects: false,
    amount_cents,
  });
  const payments = [
    payment('paid', monday, 5000),
    payment('later', tuesday, 700),
  ] as unknown as View['payments'];
  const tips = [
    { id: 'tip', occurred_at: monday, amount_cents: 500 },
    { id: 'later', occurred_at: tuesday, amount_cents: 700 },
  ] as unknown as View['tips'];
  const sale = { occurred_at: monday, tip_cents: 500 } as View['sale'];
  return { sale, tips, payments, refunds, standing: standingOf(payments, refunds) };
};

test('a tip that came later counts on its own day, in the drawer and among the tips', () => {
  expect(sumsOf([view()], { ...MONDAY, method: '' })).toMatchObject({
    taken: 5000,
    tips: 500,
    ways: { cash: 5000 },
  });
  expect(sumsOf([view()], { ...TUESDAY, method: '' })).toMatchObject({
    taken: 700,
    tips: 700,
    ways: { cash: 700 },
  });
});

test('of a sale that was taken back no tip is left', () => {
  const back = [
    { id: 'void', occurred_at: tuesday, kind: 'void', method: null, amount_cents: 5700 },
  ] as unknown as View['refunds'];
  expect(sumsOf([view(back)], { ...TUESDAY, method: '' })).toMatchObject({
    back: 5700,
    tips: 0,
    ways: { cash: -5000 },
  });
});
