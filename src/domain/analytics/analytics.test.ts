import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { addDays, daysBetween } from '#domain/time/day.ts';
import { makeBook } from './book.ts';
import { within } from './facts.ts';
import type { Book } from './facts.ts';
import type { Figures } from './figures.ts';
import { NAMED_PERIODS, comparedWith, partsOf, periodOf } from './period.ts';
import type { Period } from './period.ts';
import {
  DAYS,
  FROM,
  MARCH,
  NONE,
  ZONE,
  ask,
  bookOf,
  paid,
  sampleRows,
  sold,
  soldLine,
  visit,
  wentBack,
} from './test-rows.ts';

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const add = (a: Figures, b: Figures) => ({
  sales: ADDED_SALES.map((name) => a.now.sales[name] + b.now.sales[name]),
  money: ADDED_MONEY.map((name) => a.now.money[name] + b.now.money[name]),
  visits: ADDED_VISITS.map((name) => a.now.visits[name] + b.now.visits[name]),
  open: sum([...a.now.hours, ...b.now.hours].map(({ open }) => open)),
  booked: sum([...a.now.hours, ...b.now.hours].map(({ booked }) => booked)),
});
const ADDED_SALES = [
  'sales',
  'gross',
  'discount',
  'charged',
  'back',
  'tax',
  'net',
  'fees',
  'tips',
  'itemDiscount',
  'rows',
] as const;
const ADDED_MONEY = ['taken', 'back', 'rows'] as const;
const ADDED_VISITS = [
  'booked',
  'kept',
  'coming',
  'cancelled',
  'late',
  'byClient',
  'noShows',
  'online',
  'keptCents',
  'lostCents',
  'newClients',
  'walkIns',
] as const;

const aDay = fc.integer({ min: -3, max: DAYS + 25 }).map((day) => addDays(FROM, day));
const aPeriod = fc
  .tuple(aDay, aDay)
  .map(([a, b]): Period => (a < b ? { from: a, to: b } : { from: b, to: a }));
const seeds = fc.integer({ min: 1, max: 12 });
const books = new Map<number, Book>();
const bookWith = (seed: number): Book => {
  const book = books.get(seed) ?? bookOf(sampleRows(seed));
  books.set(seed, book);
  return book;
};

describe('whatever was sold', () => {
  test('parts, items, people and taxes each add up to the whole, to the cent', () => {
    fc.assert(
      fc.property(seeds, aPeriod, (seed, period) => {
        const { sales, money, visits } = ask(bookWith(seed), period).now;
        const net = (groups: readonly { net: number }[]) => sum(groups.map((group) => group.net));
        expect(sales.net).toBe(
          sales.gross - sales.discount + addedTax(seed, period) - sales.back - sales.tax,
        );
        expect(sum(sales.parts)).toBe(sales.net);
        expect(net(sales.items)).toBe(sales.net);
        expect(net(sales.staff)).toBe(sales.net);
        expect(net(sales.taxes)).toBe(sales.net);
        expect(sum(sales.taxes.map(({ tax }) => tax))).toBe(sales.tax);
        expect(sum(sales.items.map(({ gross }) => gross))).toBe(sales.gross);
        expect(sum(sales.items.map(({ back }) => back))).toBe(sales.back);
        expect(sum(sales.tipsOf.map(({ cents }) => cents))).toBe(sales.tips);
        expect(sum(sales.lineDiscounts.map(({ cents }) => cents))).toBe(sales.itemDiscount);
        expect(sum(sales.discounts.map(({ cents }) => cents)) + sales.itemDiscount).toBe(
          sales.discount,
        );
        expect(sum(money.parts)).toBe(money.taken - money.back);
        expect(sum(money.methods.map(({ taken }) => taken))).toBe(money.taken);
        expect(sum(visits.parts)).toBe(visits.kept);
        expect(visits.kept + visits.coming + visits.cancelled + visits.noShows).toBe(visits.booked);
      }),
    );
  });

  test('a period cut in two comes to the same', () => {
    fc.assert(
      fc.property(seeds, aPeriod, fc.nat(), (seed, period, cut) => {
        const days = daysBetween(period.from, period.to);
        if (days === 0) return;
        const last = addDays(period.from, cut % days);
        const book = bookWith(seed);
        const empty = ask(bookOf(NONE), period);
        expect(
          add(
            ask(book, { from: period.from, to: last }),
            ask(book, { from: addDays(last, 1), to: period.to }),
          ),
        ).toEqual(add(ask(book, period), empty));
      }),
    );
  });

  test('over all time, what came in is what was charged and tipped, less what went back and is due', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { now, dues } = ask(bookWith(seed), { from: FROM, to: addDays(FROM, 365) });
        expect(now.money.taken - now.money.back + dues.cents).toBe(
          now.sales.charged + now.sales.tips - now.sales.back,
        );
        expect(sum(dues.ages.map(({ cents }) => cents))).toBe(dues.cents);
      }),
    );
  });

  test('what goes back of an item bit by bit takes exactly its tax along', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 90_000 }),
        fc.integer({ min: 1, max: 20_000 }),
        fc.array(fc.integer({ min: 1, max: 30_000 }), { minLength: 1, maxLength: 8 }),
        (total, tax, wanted) => {
          let left = total;
          const parts = [...wanted, total].map((part) => {
            const cents = Math.min(part, left);
            left -= cents;
            return cents;
          });
          const taxed = { tax_cents: Math.min(tax, total), total_cents: total };
          const [sale, line] = [
            { ...sold, ...taxed },
            { ...soldLine, ...taxed },
          ];
          const refunds = parts.map((amount_cents, place) => ({
            ...wentBack,
            id: `r${place}`,
            amount_cents,
            sale_line_id: 'line',
          }));
          const { sales } = ask(
            bookOf({ ...NONE, sales: [sale], sale_lines: [line], refunds }),
            MARCH,
          ).now;
          expect([sales.net, sales.tax]).toEqual([0, 0]);
        },
      ),
    );
  });

  test('an amount takes the tax of the items along, however much was tipped, and never more', () => {
    const taxOf = (...back: { amount_cents: number; sale_line_id?: Uuid }[]): number[] => {
      const sales = [{ ...sold, tax_cents: 600, tip_cents: 1500, total_cents: 7500 }];
      const line = { ...soldLine, tax_cents: 600 };
      const refunds = back.map((one, place) => ({ ...wentBack, id: `r${place}`, ...one }));
      const rows = { ...NONE, sales, sale_lines: [line], refunds };
      return bookOf(rows).refunds.map(({ tax }) => tax);
    };
    expect(taxOf({ amount_cents: 3000 })).toEqual([300]);
    expect(taxOf({ amount_cents: 3000 }, { amount_cents: 4500 })).toEqual([300, 300]);
    expect(taxOf({ amount_cents: 7500 })).toEqual([600]);
    const item = { amount_cents: 6000, sale_line_id: 'line' };
    expect(taxOf(item, { amount_cents: 1500 })).toEqual([600, 0]);
    expect(taxOf({ amount_cents: 1500 }, item)).toEqual([150, 450]);
  });
});

/** Taxes that came on top of the price: what makes charged more than gross less discount. */
const addedTax = (seed: number, { from, to }: Period): number => {
  const { edges } = partsOf({ from, to }, 1, ZONE);
  return sum(
    within(bookWith(seed).lines, edges[0]!, edges.at(-1)!)
      .filter(({ sale }) => !sale.isVoid)
      .map(({ total, gross, discount }) => total - (gross - discount)),
  );
};

describe('two clocks', () => {
  const bare = { ...NONE, sales: [sold], sale_lines: [soldLine], payments: [paid] };
  test('a refund counts when it went back, not when it was sold', () => {
    const refunds = [{ ...wentBack, occurred_at: '2026-04-02T16:00:00+00:00' }];
    const book = bookOf({ ...bare, refunds });
    expect(ask(book, MARCH).now.sales).toMatchObject({ net: 6000, back: 0 });
    const april = ask(book, { from: '2026-04-01', to: '2026-04-30' }).now;
    expect(april.sales).toMatchObject({ net: -1000, back: 1000, sales: 0, ticket: null });
    expect(april.money.methods).toEqual([{ method: 'cash', payments: 0, taken: 0, back: 1000 }]);
  });

  test('a sale that was taken back was none, but its money came and went', () => {
    const refunds = [{ ...wentBack, kind: 'void' as const, method: null, amount_cents: 6000 }];
    const { sales, money } = ask(bookOf({ ...bare, refunds }), MARCH).now;
    expect(sales).toMatchObject({ sales: 0, net: 0, back: 0, items: [] });
    expect(money).toMatchObject({ taken: 6000, back: 6000 });
  });

  test('what is to be collected is sold today and comes later', () => {
    const payments = [
      { ...paid, method: 'owed' as const, state: 'to_collect' as const },
      {
        ...paid,
        id: 'p2',
        collects: true,
        amount_cents: 2500,
        occurred_at: '2026-04-02T16:00:00Z',
      },
    ];
    const { now, dues } = ask(bookOf({ ...bare, payments }), MARCH);
    expect([now.sales.net, now.money.taken, dues.cents]).toEqual([6000, 0, 3500]);
  });

  test('the day is that of the business, also at night', () => {
    const late = { ...bare, sales: [{ ...sold, occurred_at: '2026-04-01T03:59:59.999+00:00' }] };
    expect(ask(bookOf(late), MARCH).now.sales.sales).toBe(1);
    const next = { ...bare, sales: [{ ...sold, occurred_at: '2026-04-01T04:00:00+00:00' }] };
    expect(ask(bookOf(next), MARCH).now.sales.sales).toBe(0);
  });

  test('a fee is owed until it is in a sale', () => {
    const appointments = [{ ...visit, fee_state: 'owed' as const, fee_cents: 2500 }];
    const owed = ask(bookOf({ ...NONE, appointments }), MARCH).dues;
    expect(owed).toMatchObject({ cents: 2500, fees: 2500, clients: 1 });
    const fee = { ...soldLine, kind: 'fee' as const };
    const rows = { ...bare, appointments, sale_lines: [fee] };
    const { now, dues } = ask(bookOf(rows), MARCH);
    expect([dues.cents, now.sales.fees]).toEqual([0, 6000]);
    const refunds = [{ ...wentBack, kind: 'void' as const, method: null, amount_cents: 6000 }];
    expect(ask(bookOf({ ...rows, refunds }), MARCH).dues.cents).toBe(2500);
  });

  test('what was paid online came in then; a sale takes it up, and what is kept of it is not owed', () => {
    const online = {
      ...paid,
      id: 'online',
      sale_id: null,
      appointment_id: 'visit',
      occurred_at: '2026-04-02T16:00:00+00:00',
      method: 'card_online' as const,
      amount_cents: 1500,
    };
    const april = { from: '2026-04-01', to: '2026-04-30' };
    const appointments = [{ ...visit, fee_state: 'owed' as const, fee_cents: 2500 }];
    const book = bookOf({ ...NONE, appointments, payments: [online] });
    expect(ask(book, april).now.money.methods).toEqual([
      { method: 'card_online', payments: 1, taken: 1500, back: 0 },
    ]);
    expect(ask(book, MARCH).dues).toMatchObject({ cents: 1000, fees: 1000 });
    const credit = {
      ...paid,
      id: 'credit',
      appointment_id: 'visit',
      method: 'deposit' as const,
      amount_cents: 1500,
    };
    const settled = bookOf({
      ...bare,
      payments: [online, credit, { ...paid, amount_cents: 4500 }],
    });
    expect(ask(settled, MARCH).now.money.taken).toBe(4500);

    const disputed = {
      id: 'entry',
      dispute_id: 'dispute',
      appointment_id: 'visit',
      occurred_at: '2026-04-03T16:00:00+00:00',
      state: 'lost' as const,
      amount_cents: 1500,
      fee_cents: 1000,
    };
    const payments = [online, credit, { ...paid, amount_cents: 4500 }];
    const lost = bookOf({ ...bare, payments, dispute_entries: [disputed] });
    expect(ask(lost, april).now.money.methods).toEqual([
      { method: 'card_online', payments: 1, taken: 1500, back: 2500 },
    ]);
    expect(ask(lost, MARCH).dues).toMatchObject({ cents: 1500, fees: 0 });
  });

  describe('a gift card', () => {
    const later = '2026-04-02T16:00:00+00:00';
    const april = { from: '2026-04-01', to: '2026-04-30' };
    const cardLine = {
      ...soldLine,
      id: 'card',
      sale_id: 'bought',
      kind: 'gift_card' as const,
      appointment_id: null,
      variant_id: null,
      staff_id: null,
      name: 'Gift card 7KQ2',
      unit_price_cents: 5000,
      total_cents: 5000,
    };
    const rows = {
      ...NONE,
      // Bought with a jar, and spent on a cut in April.
      sales: [
        { ...sold, id: 'bought', total_cents: 8000 },
        { ...sold, occurred_at: later },
      ],
      sale_lines: [
        cardLine,
        {
          ...cardLine,
          id: 'jar',
          kind: 'product' as const,
          name: 'Matte clay',
          unit_price_cents: 3000,
          total_cents: 3000,
        },
        soldLine,
      ],
      payments: [
        { ...paid, id: 'p1', sale_id: 'bought', amount_cents: 8000 },
        {
          ...paid,
          id: 'p2',
          occurred_at: later,
          method: 'gift_card' as const,
          amount_cents: 5000,
        },
        { ...paid, id: 'p3', occurred_at: later, amount_cents: 1000 },
      ],
    };

    test('brings money when it is sold, and a sale when it is spent', () => {
      const book = bookOf(rows);
      const bought = ask(book, MARCH).now;
      expect(bought.sales).toMatchObject({
        sales: 1,
        gross: 3000,
        net: 3000,
        gifts: 5000,
        ticket: 3000,
      });
      expect(bought.sales.items).toHaveLength(1);
      expect(bought.money.taken).toBe(8000);
      const spent = ask(book, april).now;
      expect(spent.sales).toMatchObject({ net: 6000, gifts: 0 });
      expect(spent.money).toMatchObject({
        taken: 1000,
        methods: [
          { method: 'gift_card', payments: 1, taken: 5000, back: 0 },
          { method: 'cash', payments: 1, taken: 1000, back: 0 },
        ],
      });
      expect(sum(spent.money.parts)).toBe(1000);
    });

    test('goes back as what it is, and takes no tax along', () => {
      const back = { ...wentBack, sale_id: 'bought', sale_line_id: 'card', amount_cents: 5000 };
      const { sales, money } = ask(bookOf({ ...rows, refunds: [back] }), MARCH).now;
      expect(sales).toMatchObject({ net: 3000, back: 0, gifts: 0 });
      expect(money).toMatchObject({ taken: 8000, back: 5000 });
      // Half of what was sold beside the card takes half of the tax.
      const taxed = bookOf({
        ...rows,
        sales: [{ ...sold, id: 'bought', tax_cents: 200, total_cents: 8000 }],
        sale_lines: [cardLine, { ...rows.sale_lines[1]!, tax_cents: 200 }],
        refunds: [{ ...wentBack, sale_id: 'bought', amount_cents: 1500 }],
      });
      expect(ask(taxed, MARCH).now.sales).toMatchObject({ back: 1500, tax: 100 });
    });

    test('that did not cover a sale has brought nothing: it is to be collected', () => {
      const payments = rows.payments.map((payment) =>
        payment.id === 'p2' ? { ...payment, state: 'to_collect' as const } : payment,
      );
      const { now, dues } = ask(bookOf({ ...rows, payments }), april);
      expect(now.money.methods).toEqual([{ method: 'cash', payments: 1, taken: 1000, back: 0 }]);
      expect(dues.cents).toBe(5000);
    });
  });

  test('says how many rows the server does not know', () => {
    const book = makeBook({
      rows: { ...bare, appointments: [visit], refunds: [wentBack] },
      aliases: new Map(),
      waiting: new Set(['sales:sale', 'payments:payment', 'appointments:visit']),
    });
    const { sales, money, visits: kept } = ask(book, MARCH).now;
    expect([sales.waiting, sales.rows]).toEqual([1, 2]);
    expect([money.waiting, money.rows]).toEqual([1, 2]);
    expect([kept.waiting, kept.rows]).toEqual([1, 1]);
  });

  test('what waits with a refund is that money, not the payment of long ago', () => {
    const waitingIn = (kind: 'refund' | 'void') =>
      makeBook({
        rows: { ...bare, refunds: [{ ...wentBack, kind }] },
        aliases: new Map(),
        waiting: new Set(['refunds:refund']),
      }).money.map(({ cents, waiting }) => [Math.sign(cents), waiting]);
    for (const kind of ['refund', 'void'] as const) {
      expect(waitingIn(kind)).toEqual([
        [1, false],
        [-1, true],
      ]);
    }
  });
});

test('nothing happened: every named period is empty and sound', () => {
  for (const name of NAMED_PERIODS) {
    const period = periodOf(name, '2026-03-18', 7);
    const before = comparedWith(period, 'before', name, 7);
    const { now, dues, cohorts } = ask(bookOf(NONE), period, { before });
    expect(now.sales).toMatchObject({ net: 0, ticket: null, items: [] });
    expect(now.visits).toMatchObject({ booked: 0, stayed: null });
    expect([dues.cents, cohorts.length, now.hours.length]).toEqual([0, 12, 0]);
  }
});
