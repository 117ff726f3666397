import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countCart, discountOf, taxOf } from './cart.ts';
import type { Cart, CartLine } from './cart.ts';
import { movementsOf } from './movements.ts';
import { receiptNumber, receiptPrefix } from './receipt.ts';
import { standingOf } from './standing.ts';
import { changeOf, dueOf, equalParts, likelyCash } from './tenders.ts';
import { TIP_BASES } from './tip-offer.ts';
import { splitTip, tipBase, tipBaseOfSale, tipOf } from './tips.ts';

const line = (more: Partial<CartLine> = {}): CartLine => ({
  kind: 'service',
  name: 'Cut',
  qty: 1,
  unit_price_cents: 5000,
  discount: null,
  tax: null,
  staff_id: 'ann',
  appointment_id: null,
  variant_id: null,
  ...more,
});
const tax = (milli_percent: number, inclusive: boolean) => ({
  name: 'Tax',
  milli_percent,
  inclusive,
});
const total = (...lines: CartLine[]) => countCart({ lines, discount: null });

describe('a cart by hand', () => {
  test('the tax of the full price, where the business says so, whatever comes off', () => {
    const full = (inclusive: boolean, cents: number) =>
      line({ discount: { cents }, tax: { ...tax(20_000, inclusive), before_discount: true } });
    expect(total(full(false, 1000))).toMatchObject({ tax_cents: 1000, total_cents: 5000 });
    expect(total(full(true, 1000))).toMatchObject({ tax_cents: 833, total_cents: 4000 });
    const free = total(full(true, 5000));
    expect(free).toMatchObject({ tax_cents: 833, total_cents: 0 });
    expect(free.lines[0]?.net_cents).toBe(-833);
    // Nobody is tipped less than nothing.
    expect(tipBase([full(true, 5000)], free)).toBe(0);
    expect(splitTip(300, [full(true, 5000)], free)).toEqual([
      { staff_id: 'ann', amount_cents: 300 },
    ]);
  });

  test('what is off a line, then what is off the whole, then the tax', () => {
    const counted = countCart({
      lines: [
        line({ unit_price_cents: 6000, discount: { bp: 1000 }, tax: tax(20_000, true) }),
        line({ kind: 'custom', unit_price_cents: 1500, qty: 2, tax: tax(8_875, false) }),
      ],
      discount: { cents: 840 },
    });
    expect(counted).toEqual({
      lines: [
        {
          gross_cents: 6000,
          discount_cents: 600,
          order_discount_cents: 540,
          tax_cents: 810,
          total_cents: 4860,
          net_cents: 4050,
        },
        {
          gross_cents: 3000,
          discount_cents: 0,
          order_discount_cents: 300,
          tax_cents: 240,
          total_cents: 2940,
          net_cents: 2700,
        },
      ],
      subtotal_cents: 9000,
      discount_cents: 1440,
      tax_cents: 1050,
      total_cents: 7800,
    });
  });

  test.each([
    [1000, 20_000, true, 167],
    [1000, 20_000, false, 200],
    // Half a cent is one.
    [50, 1_000, false, 1],
    [49, 1_000, false, 0],
    [0, 20_000, true, 0],
    [1000, 0, true, 0],
    [1000, 100_000, true, 500],
  ])('the tax of %i at %i (in it: %s) is %i', (amount, milli_percent, inclusive, expected) =>
    expect(taxOf(amount, { milli_percent, inclusive })).toBe(expected),
  );

  test('nothing is cheaper than free', () => {
    expect(discountOf(500, { cents: 900 })).toBe(500);
    expect(discountOf(500, { bp: 10_000 })).toBe(500);
    expect(total(line({ discount: { cents: 9999 } })).total_cents).toBe(0);
    expect(countCart({ lines: [], discount: { cents: 5 } }).total_cents).toBe(0);
  });

  test('the highest prices and counts are still exact', () => {
    const lines = [line({ qty: 999, unit_price_cents: 10_000_000, tax: tax(99_999, false) })];
    expect(total(...lines)).toMatchObject({
      subtotal_cents: 9_990_000_000,
      tax_cents: 9_989_900_100,
      total_cents: 19_979_900_100,
    });
  });
});

const anyDiscount = fc.option(
  fc.oneof(
    fc.record({ bp: fc.integer({ min: 0, max: 10_000 }) }),
    fc.record({ cents: fc.integer({ min: 0, max: 20_000 }) }),
  ),
);
const anyLine: fc.Arbitrary<CartLine> = fc
  .record({
    kind: fc.constantFrom('service' as const, 'add_on' as const, 'custom' as const),
    qty: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 999 })),
    unit_price_cents: fc.oneof(
      fc.integer({ min: 0, max: 30_000 }),
      fc.integer({ min: 0, max: 10_000_000 }),
    ),
    discount: anyDiscount,
    tax: fc.option(
      fc.record({
        name: fc.constant('Tax'),
        milli_percent: fc.integer({ min: 0, max: 25_000 }),
        inclusive: fc.boolean(),
      }),
    ),
    staff_id: fc.option(fc.constantFrom('ann', 'ben', 'cleo')),
  })
  .map((some) => line(some));
const anyCart: fc.Arbitrary<Cart> = fc.record({
  lines: fc.array(anyLine, { minLength: 1, maxLength: 12 }),
  discount: anyDiscount,
});
const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);

test('[M5] in 10,000 carts the parts always make the total, whoever pays and is tipped', () => {
  fc.assert(
    fc.property(
      anyCart,
      fc.integer({ min: 0, max: 5_000 }),
      fc.integer({ min: 2, max: 7 }),
      fc.constantFrom(...TIP_BASES),
      (cart, tipBp, payers, base) => {
        const counted = countCart(cart);
        const added = sum(
          counted.lines.map((one, place) =>
            cart.lines[place]!.tax?.inclusive === false ? one.tax_cents : 0,
          ),
        );
        const tip = tipOf(tipBase(cart.lines, counted, base), tipBp);
        const shares = splitTip(tip, cart.lines, counted);
        const parts = equalParts(counted.total_cents + tip, payers);
        const paid = parts.map((amount_cents) => ({ amount_cents }));
        // One expectation for all: ten thousand carts of twelve lines ask a lot of questions.
        expect({
          negative: [tip, ...counted.lines.flatMap(Object.values)].filter((cents) => cents < 0),
          lines: counted.lines.filter((one, place) => {
            const left = one.gross_cents - one.discount_cents - one.order_discount_cents;
            const onTop = cart.lines[place]!.tax?.inclusive === false ? one.tax_cents : 0;
            return (
              one.total_cents !== one.net_cents + one.tax_cents || one.total_cents !== left + onTop
            );
          }),
          total: counted.total_cents - sum(counted.lines.map((one) => one.total_cents)),
          sums: counted.total_cents - (counted.subtotal_cents - counted.discount_cents + added),
          tips: tip - sum(shares.map((share) => share.amount_cents)),
          due: dueOf(counted.total_cents + tip, paid),
          isFair: Math.max(...parts) - Math.min(...parts) <= 1,
        }).toEqual({ negative: [], lines: [], total: 0, sums: 0, tips: 0, due: 0, isFair: true });
      },
    ),
    { numRuns: 10_000 },
  );
}, 60_000);

describe('tips', () => {
  test('go to who did the work, by its value; nothing sold over the counter counts', () => {
    const lines = [
      line({ staff_id: 'ann', unit_price_cents: 6000 }),
      line({ staff_id: 'ben', unit_price_cents: 3000 }),
      line({ staff_id: 'ann', kind: 'custom', unit_price_cents: 9000 }),
    ];
    const counted = total(...lines);
    expect(tipBase(lines, counted)).toBe(9000);
    expect(splitTip(1000, lines, counted)).toEqual([
      { staff_id: 'ann', amount_cents: 667 },
      { staff_id: 'ben', amount_cents: 333 },
    ]);
  });

  test.each([
    // 60.00 less 10.00; a fifth of tax in it, or on top.
    ['net', true, 4167],
    ['with_tax', true, 5000],
    ['full_net', true, 5000],
    ['full_with_tax', true, 6000],
    ['net', false, 5000],
    ['with_tax', false, 6000],
    ['full_net', false, 6000],
    ['full_with_tax', false, 7200],
  ] as const)('of %s (tax in the price: %s) are of %i', (base, inclusive, cents) => {
    const lines = [
      line({ unit_price_cents: 6000, discount: { cents: 1000 }, tax: tax(20_000, inclusive) }),
      line({ kind: 'product', unit_price_cents: 9000 }),
    ];
    const counted = total(...lines);
    expect(tipBase(lines, counted, base)).toBe(cents);
    const sold = lines.map(({ kind, qty, unit_price_cents, tax: rate }, place) => ({
      kind,
      qty,
      unit_price_cents,
      tax_name: rate?.name ?? null,
      tax_milli_percent: rate?.milli_percent ?? 0,
      tax_inclusive: rate?.inclusive ?? true,
      tax_cents: counted.lines[place]!.tax_cents,
      total_cents: counted.lines[place]!.total_cents,
    }));
    expect(tipBaseOfSale(sold, base)).toBe(cents);
  });

  test('are for the house when nobody did anything', () => {
    const lines = [line({ kind: 'custom' })];
    expect(splitTip(500, lines, total(...lines))).toEqual([{ staff_id: null, amount_cents: 500 }]);
    expect(splitTip(0, lines, total(...lines))).toEqual([]);
  });

  test('for free work go to the first who did it', () => {
    const lines = [line({ unit_price_cents: 0 }), line({ unit_price_cents: 0, staff_id: 'ben' })];
    expect(splitTip(500, lines, total(...lines))).toEqual([{ staff_id: 'ann', amount_cents: 500 }]);
  });
});

describe('cash', () => {
  test('change is what was handed over less what is due', () => {
    expect(changeOf({ amount_cents: 4735, tendered_cents: 5000 })).toBe(265);
    expect(changeOf({ amount_cents: 4735, tendered_cents: null })).toBe(0);
  });
  test.each([
    [4735, [5000, 6000, 10_000]],
    [5000, [6000, 10_000]],
    [10_000, []],
    [120, [500, 1000, 2000]],
  ])('for %i people hand over %j', (cents, notes) => expect(likelyCash(cents)).toEqual(notes));
});

test('the number of a receipt tells the device and counts', () => {
  const prefix = receiptPrefix('019ab3c4-1111-7222-8333-0123ffffffff');
  expect(prefix).toBe('ZZZZZ');
  expect(receiptPrefix('019ab3c4-1111-7222-8333-012300000020')).toBe('00010');
  expect(receiptNumber({ receipt_prefix: prefix, receipt_no: 12 })).toBe('ZZZZZ-12');
});

describe('how a sale stands', () => {
  const cash = { state: 'captured' as const, collects: false, amount_cents: 3000 };
  const later = { state: 'to_collect' as const, collects: false, amount_cents: 2000 };
  const collected = { state: 'captured' as const, collects: true, amount_cents: 2000 };
  const back = (amount_cents: number) => ({ kind: 'refund' as const, amount_cents });
  test.each([
    ['paid', [cash], [], 0, 3000],
    ['to_collect', [cash, later], [], 2000, 3000],
    ['paid', [cash, later, collected], [], 0, 5000],
    ['part_refunded', [cash], [back(1000)], 0, 2000],
    ['refunded', [cash], [back(1000), back(2000)], 0, 0],
    ['part_refunded', [cash, later], [back(3000)], 2000, 0],
    ['void', [cash, later], [{ kind: 'void' as const, amount_cents: 3000 }], 0, 0],
    ['paid', [], [], 0, 0],
  ])('%s', (state, payments, refunds, due_cents, refundable_cents) =>
    expect(standingOf(payments, refunds)).toMatchObject({ state, due_cents, refundable_cents }),
  );
});

test('money moves when it is paid, collected and given back, by the way of each', () => {
  const paid = (at: string, method: 'cash' | 'card_terminal' | 'card', amount_cents: number) => ({
    id: `paid ${at}`,
    occurred_at: at,
    method,
    state: method === 'card' ? ('to_collect' as const) : ('captured' as const),
    amount_cents,
  });
  const back = (kind: 'refund' | 'void', method: 'cash' | null, amount_cents: number) => ({
    id: 'back',
    occurred_at: 'later',
    kind,
    method,
    amount_cents,
  });
  const payments = [paid('now', 'cash', 3000), paid('now', 'card', 2000)];
  expect(movementsOf(payments, [back('refund', 'cash', 500)])).toEqual([
    { at: 'now', method: 'cash', cents: 3000, table: 'payments', id: 'paid now' },
    { at: 'later', method: 'cash', cents: -500, table: 'refunds', id: 'back' },
  ]);
  const both = [paid('now', 'cash', 3000), paid('then', 'card_terminal', 2000)];
  expect(movementsOf(both, [back('void', null, 5000)]).slice(2)).toEqual([
    { at: 'later', method: 'cash', cents: -3000, table: 'refunds', id: 'back' },
    { at: 'later', method: 'card_terminal', cents: -2000, table: 'refunds', id: 'back' },
  ]);
});
