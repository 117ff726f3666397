import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PAID, SOLD, accountsOf } from './accountant.ts';
import type { AccountedSale, Accounts } from './accountant.ts';
import { countCart } from './cart.ts';
import type { CartLine } from './cart.ts';

const MONDAY = '2026-11-23T15:00:00.000Z';
const TUESDAY = '2026-11-24T15:00:00.000Z';
const WEEK = {
  timeZone: 'America/New_York',
  from: '2026-11-22T05:00:00.000Z',
  to: '2026-11-29T05:00:00.000Z',
};
const NOTHING_ONLINE = { payments: [], refunds: [], disputes: [] };

type Line = AccountedSale['lines'][number];
type Payment = AccountedSale['payments'][number];

const line = (more: Partial<Line> = {}): Line => ({
  id: 'cut',
  kind: 'service',
  tax_name: 'VAT',
  tax_milli_percent: 20_000,
  tax_cents: 1000,
  total_cents: 6000,
  ...more,
});
const payment = (more: Partial<Payment> = {}): Payment => ({
  id: 'payment',
  occurred_at: MONDAY,
  method: 'cash',
  label: null,
  state: 'captured',
  collects: false,
  amount_cents: 6500,
  ...more,
});
const sale = (more: Partial<AccountedSale> = {}): AccountedSale => ({
  sale: { occurred_at: MONDAY, tax_cents: 1000, tip_cents: 500, total_cents: 6500 },
  lines: [line()],
  tips: [{ id: 'tip', occurred_at: MONDAY, amount_cents: 500 }],
  payments: [payment()],
  refunds: [],
  ...more,
});
const refund = (more: Partial<AccountedSale['refunds'][number]> = {}) => ({
  id: 'refund',
  occurred_at: TUESDAY,
  kind: 'refund' as const,
  method: 'cash' as const,
  amount_cents: 6000,
  sale_line_id: 'cut',
  ...more,
});
/** What is not nothing, by day. */
const told = ({ columns, days }: Accounts) =>
  Object.fromEntries(
    days.map(({ day, cents }) => [
      day,
      Object.fromEntries(
        columns.flatMap((name, place) => (cents[place] === 0 ? [] : [[name, cents[place]]])),
      ),
    ]),
  );
const days = (...sales: AccountedSale[]) => told(accountsOf(sales, NOTHING_ONLINE, WEEK));

test('a sale stands by tax, with its tip, and by how it was paid', () => {
  const found = days(
    sale({
      sale: { occurred_at: MONDAY, tax_cents: 1000, tip_cents: 500, total_cents: 14_500 },
      lines: [
        line(),
        line({ id: 'wax', kind: 'custom', tax_name: null, tax_cents: 0, total_cents: 3000 }),
        line({ id: 'card', kind: 'gift_card', tax_name: null, tax_cents: 0, total_cents: 5000 }),
      ],
      payments: [
        payment({ method: 'deposit', amount_cents: 2000 }),
        payment({ method: 'other', label: 'Voucher', amount_cents: 2500 }),
        payment({ amount_cents: 10_000 }),
      ],
    }),
  );
  expect(found).toEqual({
    '2026-11-23': {
      'Net, VAT 20 %': 5000,
      'Tax, VAT 20 %': 1000,
      'Net, without tax': 3000,
      Tips: 500,
      'Gift cards sold': 5000,
      [SOLD]: 14_500,
      'Paid: Cash': 10_000,
      'Paid: Deposit, paid online': 2000,
      'Paid: Other, Voucher': 2500,
      [PAID]: 14_500,
    },
  });
});

test('what goes back stands on its own day, with its tax', () => {
  expect(days(sale({ refunds: [refund()] }))['2026-11-24']).toEqual({
    'Net, VAT 20 %': -5000,
    'Tax, VAT 20 %': -1000,
    [SOLD]: -6000,
    'Paid: Cash': -6000,
    [PAID]: -6000,
  });
  const amount = refund({ amount_cents: 600, sale_line_id: null });
  expect(days(sale({ refunds: [amount] }))['2026-11-24']).toEqual({
    'Net, refunds of an amount': -500,
    'Tax, refunds of an amount': -100,
    [SOLD]: -600,
    'Paid: Cash': -600,
    [PAID]: -600,
  });
});

test('what is collected later was sold before', () => {
  const owed = sale({
    payments: [
      payment({ amount_cents: 2500 }),
      payment({ method: 'owed', state: 'to_collect', amount_cents: 4000 }),
      payment({
        occurred_at: TUESDAY,
        method: 'card_terminal',
        collects: true,
        amount_cents: 4000,
      }),
    ],
  });
  expect(days(owed)).toMatchObject({
    '2026-11-23': { [SOLD]: 6500, 'Paid: Cash': 2500, 'To be collected': 4000, [PAID]: 6500 },
    '2026-11-24': { 'Paid: Card terminal': 4000, 'To be collected': -4000 },
  });
});

test('a tip that came later stands on its own day, and goes with the sale', () => {
  const tip = { id: 'added', occurred_at: TUESDAY, amount_cents: 300 };
  const tipped = sale({ tips: [tip], payments: [payment(), payment({ ...tip, method: 'other' })] });
  expect(days(tipped)['2026-11-24']).toEqual({
    Tips: 300,
    [SOLD]: 300,
    'Paid: Other': 300,
    [PAID]: 300,
  });
  const back = refund({ kind: 'void', method: null, amount_cents: 6800, sale_line_id: null });
  const { '2026-11-24': tuesday } = days({ ...tipped, refunds: [back] });
  expect(tuesday).toMatchObject({ [SOLD]: -6500, Tips: -500, [PAID]: -6500, 'Paid: Cash': -6500 });
});

test('a sale that was taken back the day after leaves both days as they were', () => {
  const back = refund({ kind: 'void', method: null, amount_cents: 6500, sale_line_id: null });
  const found = days(sale({ refunds: [back] }));
  const [monday, tuesday] = [found['2026-11-23'] ?? {}, found['2026-11-24'] ?? {}];
  expect(monday).toMatchObject({ [SOLD]: 6500, 'Paid: Cash': 6500 });
  expect(tuesday).toEqual(
    Object.fromEntries(Object.entries(monday).map(([name, cents]) => [name, -Number(cents)])),
  );
});

test('deposits stand beside, days are those of the zone, and other weeks are left out', () => {
  const online = {
    payments: [
      // Half past eleven in the evening of Monday there.
      { occurred_at: '2026-11-24T04:30:00.000Z', amount_cents: 2000 },
      { occurred_at: WEEK.to, amount_cents: 9000 },
    ],
    refunds: [{ occurred_at: TUESDAY, amount_cents: 500 }],
    disputes: [{ occurred_at: TUESDAY, amount_cents: 1500, fee_cents: 1200 }],
  };
  expect(told(accountsOf([], online, WEEK))).toEqual({
    '2026-11-23': { 'Deposits paid online': 2000 },
    '2026-11-24': { 'Deposits given back': -500, 'Disputes with their fees': -2700 },
  });
});

const cartLine = fc.record({
  kind: fc.constantFrom('service' as const, 'custom' as const),
  unit_price_cents: fc.integer({ min: 0, max: 20_000 }),
  qty: fc.integer({ min: 1, max: 4 }),
  tax: fc.option(
    fc.record({
      name: fc.constantFrom('VAT', 'Tax'),
      milli_percent: fc.integer({ min: 0, max: 25_000 }),
      inclusive: fc.boolean(),
    }),
    { nil: null },
  ),
});

test('on every day what was sold is what was paid or is to be collected', () => {
  fc.assert(
    fc.property(
      fc.array(cartLine, { minLength: 1, maxLength: 5 }),
      fc.nat(5000),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.array(fc.double({ min: 0, max: 0.3, noNaN: true }), { maxLength: 3 }),
      fc.boolean(),
      (cart, tip_cents, promisedShare, backShares, isVoid) => {
        const lines = cart.map((one): CartLine => ({
          ...one,
          name: 'Cut',
          discount: null,
          staff_id: null,
          appointment_id: null,
          variant_id: null,
        }));
        const counted = countCart({ lines, discount: null });
        const total_cents = counted.total_cents + tip_cents;
        const promised = Math.floor(total_cents * promisedShare);
        const one = sale({
          sale: { occurred_at: MONDAY, tax_cents: counted.tax_cents, tip_cents, total_cents },
          lines: lines.map((sold, place) => ({
            id: String(place),
            kind: sold.kind,
            tax_name: sold.tax?.name ?? null,
            tax_milli_percent: sold.tax?.milli_percent ?? 0,
            tax_cents: counted.lines[place]!.tax_cents,
            total_cents: counted.lines[place]!.total_cents,
          })),
          payments: [
            payment({ amount_cents: total_cents - promised }),
            payment({ method: 'owed', state: 'to_collect', amount_cents: promised }),
            payment({ occurred_at: TUESDAY, collects: true, amount_cents: promised }),
          ],
          refunds: isVoid
            ? [refund({ kind: 'void', method: null, amount_cents: total_cents })]
            : backShares.map((part, place) =>
                refund({
                  id: String(place),
                  amount_cents: Math.floor(total_cents * part),
                  sale_line_id: null,
                }),
              ),
        });
        const { columns, days: found } = accountsOf([one], NOTHING_ONLINE, WEEK);
        const [sold, paid] = [columns.indexOf(SOLD), columns.indexOf(PAID)];
        for (const { cents } of found) {
          const sumUpTo = (from: number, to: number): number =>
            cents.slice(from, to).reduce((sum, part) => sum + part, 0);
          expect(cents[sold]).toBe(cents[paid]);
          expect(sumUpTo(0, sold)).toBe(cents[sold]);
          expect(sumUpTo(sold + 1, paid)).toBe(cents[paid]);
        }
      },
    ),
  );
});
