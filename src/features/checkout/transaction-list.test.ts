import { expect, test } from 'vitest';
import { standingOf } from '#domain/checkout/standing.ts';
import type { SaleView } from '#db/queries/sales.ts';
import { NO_FILTER, filterSales, sumsOf } from './transaction-list.ts';

type View = Pick<SaleView, 'sale' | 'payments' | 'refunds' | 'standing'>;

const at = '2026-11-24T10:00:00.000Z';
const DAY = { from: '2026-11-24T00:00:00.000Z', to: '2026-11-25T00:00:00.000Z' };

/** 80.00 with 10.00 of it tips: 30.00 in cash, 40.00 by terminal, 10.00 to be collected. */
const view = (refunds: object[] = []): View => {
  const payment = (method: string, amount_cents: number) => ({
    occurred_at: at,
    method,
    state: method === 'card' ? 'to_collect' : 'captured',
    collects: false,
    amount_cents,
  });
  const payments = [
    payment('cash', 3000),
    payment('card_terminal', 4000),
    payment('card', 1000),
  ] as unknown as View['payments'];
  const back = refunds.map((refund) => ({ occurred_at: at, ...refund })) as View['refunds'];
  const sale = { occurred_at: at, tip_cents: 1000 } as View['sale'];
  return { sale, payments, refunds: back, standing: standingOf(payments, back) };
};

test('the sums of a day are what moved on it', () => {
  const cash = { kind: 'refund', method: 'cash', amount_cents: 500 };
  const sums = (method: 'cash' | 'card' | '', views = [view([cash])], span = DAY) =>
    sumsOf(views, { ...span, method });
  expect(sums('')).toEqual({
    taken: 7000,
    back: 500,
    tips: 1000,
    due: 1000,
    ways: { cash: 2500, card_terminal: 4000 },
  });
  // Half of what was paid in two ways is not in the drawer.
  const cashAlone = { taken: 3000, back: 500, tips: 0, due: 0, ways: { cash: 2500 } };
  expect(sums('cash')).toEqual(cashAlone);
  expect(sums('card')).toEqual({ taken: 0, back: 0, tips: 0, due: 1000, ways: {} });
  expect(sums('', [view()], { from: DAY.to, to: '2026-11-26T00:00:00.000Z' })).toEqual({
    taken: 0,
    back: 0,
    tips: 0,
    due: 1000,
    ways: {},
  });
});

test('what a bank has given back of a deposit is to be collected', () => {
  const { sale, payments, refunds } = view();
  const captured = payments.filter(({ state }) => state === 'captured');
  const lost = { sale, payments: captured, refunds, standing: standingOf(captured, [], 1500) };
  expect(sumsOf([lost], { ...DAY, method: '' })).toMatchObject({ taken: 7000, due: 1500 });
});

test('what was taken back came and went', () => {
  const taken = view([{ kind: 'void', method: null, amount_cents: 7000 }]);
  expect(sumsOf([taken], { ...DAY, method: '' })).toEqual({
    taken: 7000,
    back: 7000,
    tips: 0,
    due: 0,
    ways: { cash: 0, card_terminal: 0 },
  });
});

test('what gift cards paid is no new money, and what they did not cover is to be collected', () => {
  const part = (method: string, amount_cents: number, state = 'captured') => ({
    occurred_at: at,
    method,
    state,
    collects: false,
    amount_cents,
  });
  const paidBy = (...parts: ReturnType<typeof part>[]): View => {
    const payments = parts as unknown as View['payments'];
    return { ...view(), payments, standing: standingOf(payments, []) };
  };
  const views = [
    paidBy(part('cash', 1000), part('gift_card', 3000)),
    paidBy(part('deposit', 1500), part('gift_card', 2500, 'to_collect')),
  ];
  expect(sumsOf(views, { ...DAY, method: '' })).toEqual({
    taken: 1000,
    back: 0,
    tips: 2000,
    due: 2500,
    ways: { cash: 1000, gift_card: 3000 },
  });
  expect(sumsOf(views, { ...DAY, method: 'gift_card' })).toMatchObject({ taken: 3000, due: 2500 });
  expect(sumsOf(views, { ...DAY, method: 'deposit' })).toMatchObject({ taken: 0, due: 0 });
});

const whole = (refunds: object[]): SaleView => ({
  ...view(refunds),
  sale: { receipt_prefix: '7KQ2M', receipt_no: 1 } as SaleView['sale'],
  lines: [],
  tips: [],
  client: null,
  clientName: null,
  payer: null,
  disputes: [],
  pending: false,
});

test('what went back in cash belongs to the cash, and what is still due is found whatever went back', () => {
  const back = whole([{ kind: 'refund', method: 'bank_transfer', amount_cents: 500 }]);
  const found = (filter: Partial<Parameters<typeof filterSales>[1]>): number =>
    filterSales([back], { ...NO_FILTER, ...filter }).length;
  expect(back.standing.state).toBe('part_refunded');
  expect(found({ method: 'bank_transfer' })).toBe(1);
  expect(found({ method: 'other' })).toBe(0);
  expect(found({ state: 'to_collect' })).toBe(1);
  expect(found({ state: 'paid' })).toBe(0);
});

test('two sales with one number are both found by it', () => {
  const twins = [
    whole([]),
    whole([]),
    { ...whole([]), sale: { ...whole([]).sale, receipt_no: 2 } },
  ];
  const search = '7kq2m-1';
  expect(filterSales(twins, { ...NO_FILTER, search })).toEqual(twins.slice(0, 2));
});

test('what a device rang up, or somebody did or was tipped for, is found by it', () => {
  const other = { ...whole([]).sale, receipt_prefix: '0AAAA' };
  const mine = { ...whole([]), lines: [{ staff_id: 'mia', name: 'Cut' }] } as unknown as SaleView;
  const theirs = { ...whole([]), sale: other, tips: [{ staff_id: 'mia' }] } as unknown as SaleView;
  const nobodys = { ...whole([]), sale: other, pending: true };
  const found = (filter: Partial<Parameters<typeof filterSales>[1]>): SaleView[] =>
    filterSales([mine, theirs, nobodys], { ...NO_FILTER, ...filter });
  expect(found({ device: '7KQ2M' })).toEqual([mine]);
  expect(found({ device: '0AAAA' })).toEqual([theirs, nobodys]);
  expect(found({ staffId: 'mia' })).toEqual([mine, theirs]);
  expect(found({ device: '0AAAA', state: 'pending' })).toEqual([nobodys]);
});
