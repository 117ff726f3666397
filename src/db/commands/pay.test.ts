import { afterEach, beforeEach, expect, test } from 'vitest';
import { must } from '#domain/errors/assert.ts';
import type { DaybookDb } from '../open.ts';
import { entriesOf, payOf } from '../queries/pay.ts';
import { errorOf, openSalon, valueOf } from '../test-rows.ts';
import { closePayRun, markPaid, setCommission } from './pay.ts';
import { completeSale } from './sales.ts';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

/** The day on which everything in the small salon happens. */
const DAY = '2027-03-09';
const cut = (tip = 500) =>
  completeSale(db, {
    client_id: null,
    lines: [
      {
        kind: 'service',
        name: 'Haircut',
        qty: 1,
        unit_price_cents: 6000,
        discount: null,
        tax: null,
        staff_id: 'ana',
        appointment_id: null,
        variant_id: 'cut',
      },
    ],
    discount: null,
    discount_reason: null,
    tips: [{ staff_id: 'ana', amount_cents: tip }],
    payments: [
      { method: 'cash', label: null, amount_cents: 6000 + tip, tendered_cents: 6000 + tip },
    ],
  });
const entries = async () => entriesOf(must(await payOf(db, DAY, DAY), 'the pay'), new Map());

test('a run freezes what everybody earned, whatever changes afterwards', async () => {
  valueOf(await setCommission(db, 'ana', { service_bp: 4000, product_bp: 1000 }));
  valueOf(await cut());
  const seen = await entries();
  expect(seen).toMatchObject([
    { name: 'Ana', services_cents: 6000, service_pay_cents: 2400, total_cents: 2900 },
  ]);
  const run = { from_day: DAY, to_day: DAY, entries: seen };
  const id = valueOf(await closePayRun(db, run));
  valueOf(await setCommission(db, 'ana', { service_bp: 5000, product_bp: 1000 }));
  valueOf(await cut());
  expect((await db.rows('pay_runs').get(id))?.entries).toEqual(seen);
  expect(await entries()).toMatchObject([{ services_cents: 12_000, total_cents: 7000 }]);
  expect(errorOf(await closePayRun(db, run))?.code).toBe('overlap');
});

test('what does not add up, or pays nobody, is no run', async () => {
  valueOf(await cut());
  const [entry] = await entries();
  const close = async (list: NonNullable<typeof entry>[], to_day = DAY) =>
    errorOf(await closePayRun(db, { from_day: DAY, to_day, entries: list }))?.code;
  const seen = must(entry, 'an entry');
  expect(await close([])).toBe('invalid');
  expect(await close([{ ...seen, total_cents: seen.total_cents + 1 }])).toBe('invalid');
  expect(await close([seen], '2027-03-08')).toBe('invalid');
});

test('a percentage is up to a hundred, and can be taken back', async () => {
  const wrong = await setCommission(db, 'ana', { service_bp: 10_001, product_bp: 0 });
  expect(errorOf(wrong)).toMatchObject({ code: 'invalid', field: 'service_bp' });
  const first = valueOf(await setCommission(db, 'ana', { service_bp: 4000, product_bp: 0 }));
  valueOf(await first.undo());
  expect(await db.rows('commission_rules').get('ana')).toMatchObject({ service_bp: 0 });
  expect(errorOf(await setCommission(db, 'nobody', { service_bp: 0, product_bp: 0 }))?.code).toBe(
    'not_found',
  );
});

test('steps go up, and can be taken back', async () => {
  const rule = (...service_steps: { from_cents: number; bp: number }[]) =>
    setCommission(db, 'ana', { service_bp: 4000, product_bp: 0, service_steps });
  const [low, high] = [
    { from_cents: 200_000, bp: 4500 },
    { from_cents: 400_000, bp: 5000 },
  ];
  for (const wrong of [[high, low], [low, low], [{ from_cents: 0, bp: 1 }]]) {
    expect(errorOf(await rule(...wrong))?.code).toBe('invalid');
  }
  valueOf(await rule(low));
  const both = valueOf(await rule(low, high));
  expect(await db.rows('commission_rules').get('ana')).toMatchObject({
    service_steps: [low, high],
  });
  valueOf(await both.undo());
  expect(await db.rows('commission_rules').get('ana')).toMatchObject({ service_steps: [low] });
});

test('a run is marked as paid with a day and how, and that can be taken back', async () => {
  valueOf(await cut());
  const run = { from_day: DAY, to_day: DAY, entries: await entries() };
  const id = valueOf(await closePayRun(db, run));
  const paid = { paid_on: '2027-03-12', paid_note: ' Cash ' };
  const marked = valueOf(await markPaid(db, id, paid));
  expect(await db.rows('pay_runs').get(id)).toMatchObject({
    paid_on: '2027-03-12',
    paid_note: 'Cash',
    entries: run.entries,
  });
  const wrong = await markPaid(db, id, { paid_on: null, paid_note: 'Cash' });
  expect(errorOf(wrong)).toMatchObject({ code: 'invalid', field: 'paid_on' });
  valueOf(await marked.undo());
  expect((await db.rows('pay_runs').get(id))?.paid_on ?? null).toBeNull();
});
