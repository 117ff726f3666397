import { describe, expect, test } from 'vitest';
import { epochMinOf } from '#domain/time/epoch.ts';
import type { BookRows } from './facts.ts';
import {
  MARCH,
  NONE,
  NOON,
  ask,
  bookOf,
  sampleRows,
  sold,
  soldLine,
  visits,
  wentBack,
} from './test-rows.ts';

/** One piece of work of 50.00 in each of these visits, by Mia. */
const worked = (appointments: BookRows['appointments']): BookRows => ({
  ...NONE,
  staff: sampleRows(1).staff,
  appointments,
  appointment_segments: appointments.map(({ id, starts_at }) => ({
    appointment_id: id,
    staff_id: 'mia',
    starts_at,
    duration_min: 60,
    processing_min: 0,
    finishing_min: 0,
    price_cents: 5000,
  })),
});

test('what is booked for thirty days, and how much of it is likely', () => {
  // It is the 29th of March.
  const appointments = visits(
    { status: 'booked', starts_at: '2026-03-30T16:00:00+00:00' },
    { status: 'booked', starts_at: '2026-04-06T16:00:00+00:00' },
    { status: 'cancelled', starts_at: '2026-04-06T17:00:00+00:00' },
    { status: 'booked', starts_at: '2026-04-28T03:30:00+00:00' },
    // A day too late there.
    { status: 'booked', starts_at: '2026-04-28T04:30:00+00:00' },
    {},
    { status: 'no_show' },
  );
  expect(ask(bookOf(worked(appointments)), MARCH).forecast).toEqual({
    visits: 3,
    cents: 15_000,
    keptShare: 0.5,
    likelyCents: 7500,
    weeks: [
      { from: '2026-03-29', visits: 1, cents: 5000 },
      { from: '2026-04-05', visits: 1, cents: 5000 },
      { from: '2026-04-12', visits: 0, cents: 0 },
      { from: '2026-04-19', visits: 0, cents: 0 },
      { from: '2026-04-26', visits: 1, cents: 5000 },
    ],
  });
  expect(ask(bookOf(NONE), MARCH).forecast).toMatchObject({ keptShare: null, likelyCents: 0 });
});

test('who was not there for long and has nothing booked stays away', () => {
  const long = '2025-12-01T16:00:00+00:00';
  const longer = '2025-11-01T16:00:00+00:00';
  const appointments = visits(
    { client_id: 'dora', starts_at: longer },
    { client_id: 'ann', starts_at: long },
    { client_id: 'bob', starts_at: long },
    { client_id: 'bob', starts_at: '2026-04-20T16:00:00+00:00', status: 'booked' },
    { client_id: 'cleo' },
    { client_id: null, starts_at: long },
    // Never came at all.
    { client_id: 'emma', starts_at: long, status: 'cancelled' },
  );
  expect(ask(bookOf({ ...NONE, appointments }), MARCH).lapsed).toEqual({
    clients: 2,
    list: [
      { clientId: 'ann', name: '', last: epochMinOf(long) },
      { clientId: 'dora', name: '', last: epochMinOf(longer) },
    ],
  });
});

test('what is on gift cards and in packages, at the end of the period', () => {
  const ledger = [
    { occurred_at: '2026-04-01T05:00:00+00:00', amount_cents: -1000 },
    { occurred_at: '2026-02-10T16:00:00+00:00', amount_cents: 5000 },
    // The last minute of March in New York.
    { occurred_at: '2026-04-01T03:59:00+00:00', amount_cents: -2000 },
  ];
  const book = bookOf({ ...NONE, gift_activities: ledger, package_activities: ledger.slice(1) });
  const before = { from: '2026-02-01', to: '2026-02-28' };
  const figures = ask(book, MARCH, { before });
  expect(figures.now.liability).toEqual({ gifts: 3000, packages: 3000 });
  expect(figures.before?.liability).toEqual({ gifts: 5000, packages: 5000 });
});

describe('a person of the team', () => {
  const rows: BookRows = {
    ...worked(
      visits(
        {},
        { client_id: 'ann', starts_at: '2026-04-20T16:00:00+00:00', status: 'booked' },
        { client_id: 'bob' },
        { client_id: 'cleo', status: 'no_show' },
      ),
    ),
    sales: [sold],
    sale_lines: [
      soldLine,
      { ...soldLine, id: 'wax', kind: 'product', total_cents: 1000, unit_price_cents: 1000 },
      { ...soldLine, id: 'card', kind: 'gift_card', total_cents: 5000, unit_price_cents: 5000 },
    ],
    commission_rules: [{ id: 'mia', service_bp: 4000, product_bp: 1000 }],
  };

  test('has an average sale, clients who come again, and a commission', () => {
    const [mia, ...others] = ask(bookOf(rows), MARCH).now.people;
    expect(others).toEqual([]);
    expect(mia).toMatchObject({
      sales: 1,
      ticket: 7000,
      clients: 2,
      rebooked: 1,
      commission: 2400 + 100,
    });
  });

  test('earns another percentage of what goes beyond a step', () => {
    const service_steps = [{ from_cents: 5000, bp: 5000 }];
    const commission_rules = [{ id: 'mia', service_bp: 4000, product_bp: 1000, service_steps }];
    expect(ask(bookOf({ ...rows, commission_rules }), MARCH).now.people[0]?.commission).toBe(
      2000 + 500 + 100,
    );
  });

  test('earns another rate of a service, so much for each of the others, and nothing of one without commission', () => {
    const line = { ...soldLine, kind: 'service' as const };
    const of = (no_commission: boolean, rule: object, refunds: BookRows['refunds'] = []) =>
      ask(
        bookOf({
          ...rows,
          services: [{ id: 'cut', name: 'Cut', no_commission }],
          service_variants: [{ id: 'short', service_id: 'cut' }],
          sale_lines: [
            { ...line, variant_id: 'short', qty: 2 },
            { ...line, id: 'other', variant_id: null, total_cents: 1000 },
          ],
          commission_rules: [{ id: 'mia', service_bp: 4000, product_bp: 0, ...rule }],
          refunds,
        }),
        MARCH,
      ).now.people[0]?.commission;
    const own_rates = [{ service_id: 'cut', bp: 1000, cents: 500 }];
    expect(of(false, { service_cents: 150 })).toBe(2400 + 400 + 3 * 150);
    expect(of(true, { service_cents: 150 })).toBe(400 + 150);
    expect(of(true, { own_rates })).toBe(600 + 2 * 500 + 400);
    const back = [{ ...wentBack, amount_cents: 3000, sale_line_id: 'line', qty: 1 }];
    expect(of(true, { own_rates }, back)).toBe(300 + 500 + 400);
  });

  test('earns less of what went back, and nothing where nobody has said how much', () => {
    const refunds = [{ ...wentBack, amount_cents: 6000, sale_line_id: 'line' }];
    expect(ask(bookOf({ ...rows, refunds }), MARCH).now.people[0]?.commission).toBe(100);
    const free = { ...rows, commission_rules: [] };
    expect(ask(bookOf(free), MARCH).now.people[0]?.commission).toBeNull();
  });

  test('earns nothing, and loses nothing, of what was given away with the tax of its full price', () => {
    const sale_lines = [{ ...soldLine, total_cents: 100, tax_cents: 1000 }];
    const commission = (refunds: BookRows['refunds']) =>
      ask(bookOf({ ...rows, sale_lines, refunds }), MARCH).now.people[0]?.commission;
    expect(commission([])).toBe(0);
    expect(commission([{ ...wentBack, amount_cents: 100, sale_line_id: 'line' }])).toBe(0);
  });

  test('sold nothing by a sale that was taken back', () => {
    const refunds = [{ ...wentBack, kind: 'void' as const, method: null, occurred_at: NOON }];
    expect(ask(bookOf({ ...rows, refunds }), MARCH).now.people[0]).toMatchObject({
      sales: 0,
      ticket: null,
      commission: 0,
    });
  });
});
