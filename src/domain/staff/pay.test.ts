import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countedPay, earnedBetween, overlapping, payEntry, paidAt } from './pay.ts';
import type { Earned, PaySale } from './pay.ts';

const at = (day: number): string => `2027-03-${String(day).padStart(2, '0')}T15:00:00+00:00`;
const [FROM, TO] = [at(1), at(31)];
const line = (more: Partial<PaySale['lines'][number]> = {}): PaySale['lines'][number] => ({
  id: 'cut',
  kind: 'service',
  staff_id: 'mia',
  variant_id: null,
  qty: 1,
  tax_cents: 0,
  total_cents: 6000,
  ...more,
});
const cash = (more: Partial<PaySale['payments'][number]> = {}): PaySale['payments'][number] => ({
  state: 'captured',
  collects: false,
  amount_cents: 6000,
  occurred_at: at(10),
  ...more,
});
const back = (more: Partial<PaySale['refunds'][number]> = {}): PaySale['refunds'][number] => ({
  id: 'r1',
  kind: 'refund',
  amount_cents: 6000,
  occurred_at: at(20),
  sale_line_id: 'cut',
  qty: 1,
  ...more,
});
const sale = (more: Partial<PaySale> = {}): PaySale => ({
  sale: { occurred_at: at(10) },
  lines: [line()],
  tips: [],
  payments: [cash()],
  refunds: [],
  ...more,
});
/** What services brought together, whichever they were. */
const together = ({ done, ...rest }: Earned) => ({
  services_cents: done.reduce((sum, { cents }) => sum + cents, 0),
  ...rest,
});
const earned = (...sales: PaySale[]) =>
  Object.fromEntries(
    [...earnedBetween(sales, FROM, TO)].map(([id, one]) => [id, together(one)] as const),
  );

describe('what somebody earns of', () => {
  test('is what they did and sold, without taxes, and their tips', () => {
    const lines = [
      line({ tax_cents: 1000 }),
      line({ id: 'mask', kind: 'add_on', total_cents: 1500 }),
      line({ id: 'clay', kind: 'product', staff_id: 'leo', total_cents: 1735 }),
      line({ id: 'nobody', staff_id: null }),
      line({ id: 'fee', kind: 'fee' }),
      line({ id: 'card', kind: 'gift_card' }),
    ];
    const tips = [
      { staff_id: 'mia', amount_cents: 700, occurred_at: at(10) },
      { staff_id: null, amount_cents: 300, occurred_at: at(10) },
    ];
    expect(earned(sale({ lines, tips }))).toEqual({
      mia: { services_cents: 6500, products_cents: 0, tips_cents: 700 },
      leo: { services_cents: 0, products_cents: 1735, tips_cents: 0 },
    });
  });

  test('counts when it is paid in full, and not before', () => {
    const promise = cash({ state: 'to_collect' });
    const owed = sale({ sale: { occurred_at: '2027-02-20T15:00:00+00:00' }, payments: [promise] });
    expect(paidAt(owed)).toBeNull();
    expect(earned(owed)).toEqual({});
    const collected = { ...owed, payments: [promise, cash({ collects: true })] };
    expect(paidAt(collected)).toBe(at(10));
    expect(earned(collected)).toMatchObject({ mia: { services_cents: 6000 } });
  });

  test('counts a tip that came after the sale when it came', () => {
    const before = '2027-02-20T15:00:00+00:00';
    const tips = [
      { staff_id: 'mia', amount_cents: 500, occurred_at: before },
      { staff_id: 'mia', amount_cents: 700, occurred_at: at(2) },
    ];
    expect(earned(sale({ sale: { occurred_at: before }, tips }))).toEqual({
      mia: { services_cents: 0, products_cents: 0, tips_cents: 700 },
    });
    const early = earnedBetween([sale({ sale: { occurred_at: before }, tips })], before, FROM);
    expect(together(early.get('mia')!)).toEqual({
      services_cents: 6000,
      products_cents: 0,
      tips_cents: 500,
    });
  });

  test('is not earned twice of what is collected again, because a bank took it back', () => {
    const again = cash({ collects: true, occurred_at: at(25), amount_cents: 1500 });
    const paid = sale({ payments: [cash(), again] });
    expect(paidAt(paid)).toBe(at(10));
    expect(earnedBetween([paid], at(20), TO)).toEqual(new Map());
    const promise = cash({ state: 'to_collect' });
    const later = [promise, again, cash({ collects: true, occurred_at: at(12) })];
    expect(paidAt(sale({ payments: later }))).toBe(at(12));
  });

  test('is nothing of a sale that was taken back, or of another month', () => {
    expect(earned(sale({ refunds: [back({ kind: 'void', sale_line_id: null })] }))).toEqual({});
    expect(earned(sale({ sale: { occurred_at: '2027-02-20T15:00:00+00:00' } }))).toEqual({});
  });

  test('goes back with an item, in the month of the refund, and not with an amount', () => {
    const earlier = { sale: { occurred_at: '2027-02-20T15:00:00+00:00' } };
    expect(earned(sale({ ...earlier, refunds: [back()] }))).toMatchObject({
      mia: { services_cents: -6000 },
    });
    expect(earned(sale({ refunds: [back({ sale_line_id: null })] }))).toMatchObject({
      mia: { services_cents: 6000 },
    });
  });

  test('is never less than nothing of what was given away, whose tax is that of its full price', () => {
    const lines = [line({ total_cents: 100, tax_cents: 1000 })];
    expect(earned(sale({ lines }))).toEqual({
      mia: { services_cents: 0, products_cents: 0, tips_cents: 0 },
    });
    const refunds = [back({ amount_cents: 100 })];
    expect(earned(sale({ lines, refunds })).mia?.services_cents).toBe(0);
  });

  test('is nothing to the cent once everything went back in parts', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.nat(50_000),
        fc.array(fc.nat(30_000), { maxLength: 6 }),
        (total, tax, parts) => {
          const cents = Math.min(tax, total);
          let left = total;
          const refunds = [...parts, total].flatMap((part, place) => {
            const amount = Math.min(part, left);
            left -= amount;
            return [back({ id: `r${place}`, amount_cents: amount })];
          });
          const lines = [line({ total_cents: total, tax_cents: cents })];
          const { mia } = earned(sale({ lines, refunds }));
          expect(mia?.services_cents).toBe(0);
        },
      ),
    );
  });
});

test('services are counted one by one, and by which they are; a refund takes them back, add-ons are none', () => {
  const lines = [
    line({ variant_id: 'short', qty: 2, total_cents: 8000 }),
    line({ id: 'mask', kind: 'add_on', variant_id: 'short', total_cents: 1500 }),
    line({ id: 'other', variant_id: 'gone', total_cents: 100 }),
  ];
  const refunds = [back({ amount_cents: 4000, qty: 1 })];
  const serviceOf = (id: string) => (id === 'short' ? 'cut' : undefined);
  const done = (...sales: PaySale[]) => earnedBetween(sales, FROM, TO, serviceOf).get('mia')?.done;
  expect(done(sale({ lines }))).toEqual([
    { service: 'cut', cents: 8000, count: 2 },
    { service: null, cents: 1600, count: 1 },
  ]);
  expect(done(sale({ lines, refunds }))?.[0]).toEqual({ service: 'cut', cents: 4000, count: 1 });
});

test('a service may earn something else, or nothing, and each one so much', () => {
  const done = [
    { service: null, cents: 10_000, count: 2 },
    { service: 'cut', cents: 20_000, count: 4 },
    { service: 'dry', cents: 6000, count: 3 },
    { service: 'talk', cents: 5000, count: 1 },
  ];
  const services = new Map(
    [
      { id: 'cut', name: 'Cut', no_commission: false },
      { id: 'dry', name: 'Blow-dry', no_commission: true },
      { id: 'talk', name: 'Consultation', no_commission: true },
    ].map((one) => [one.id, one]),
  );
  const rule = {
    service_bp: 4000,
    product_bp: 0,
    service_steps: [{ from_cents: 20_000, bp: 5000 }],
    service_cents: 150,
    own_rates: [{ service_id: 'dry', bp: 1000, cents: 500 }],
  };
  const entry = payEntry(
    { id: 'mia', display_name: 'Mia' },
    { done, products_cents: 0, tips_cents: 0 },
    rule,
    undefined,
    services,
  );
  // Only what earns the usual reaches a step.
  expect(entry).toMatchObject({ services_cents: 30_000, services_count: 6, service_cents: 150 });
  expect(entry.own_rates).toEqual([
    // Their own rate is the word about it.
    {
      service_id: 'dry',
      name: 'Blow-dry',
      count: 3,
      net_cents: 6000,
      bp: 1000,
      cents: 500,
      pay_cents: 2100,
    },
    {
      service_id: 'talk',
      name: 'Consultation',
      count: 1,
      net_cents: 5000,
      bp: 0,
      cents: 0,
      pay_cents: 0,
    },
  ]);
  expect(entry.service_pay_cents).toBe(8000 + 5000 + 6 * 150 + 2100);
  expect(entry.total_cents).toBe(entry.service_pay_cents);
});

test('pay adds up: percentages, tips, and what is decided by hand', () => {
  const done = [{ service: null, cents: 12_345, count: 1 }];
  const sold = { done, products_cents: 999, tips_cents: 700 };
  const rule = { service_bp: 4000, product_bp: 1250 };
  const entry = payEntry({ id: 'mia', display_name: 'Mia' }, sold, rule, {
    extra_cents: 5000,
    off_cents: 1000,
    note: 'Bonus',
  });
  expect(entry).toMatchObject({ service_pay_cents: 4938, product_pay_cents: 125 });
  expect(entry.total_cents).toBe(4938 + 125 + 700 + 5000 - 1000);
  expect(countedPay(entry)).toBe(4938 + 125 + 700);
  const service_steps = [{ from_cents: 10_000, bp: 5000 }];
  const stepped = payEntry({ id: 'mia', display_name: 'Mia' }, sold, { ...rule, service_steps });
  expect(stepped).toMatchObject({ service_steps, service_pay_cents: 4000 + 1173 });
  const nobody = payEntry({ id: 'leo', display_name: 'Leo' });
  expect(nobody).toMatchObject({ total_cents: 0, service_bp: 0 });
});

test('runs overlap where they share a day', () => {
  const run = { from_day: '2027-03-01', to_day: '2027-03-31' };
  expect(overlapping([run], '2027-03-31', '2027-04-30')).toEqual([run]);
  expect(overlapping([run], '2027-04-01', '2027-04-30')).toEqual([]);
});
