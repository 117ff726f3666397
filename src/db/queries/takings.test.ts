import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SaleInput } from '#domain/checkout/schema.ts';
import { collectDue, completeSale, refundLines, refundSale } from '../commands/sales.ts';
import { addTip } from '../commands/tips.ts';
import type { DaybookDb } from '../open.ts';
import { TEST_NOW, openSalon, putRows, valueOf } from '../test-rows.ts';
import { takingsOf } from './takings.ts';

let db: DaybookDb;
let now = Date.parse(TEST_NOW);
beforeEach(async () => {
  now = Date.parse(TEST_NOW);
  db = await openSalon(() => now);
});
afterEach(() => db.close());

const line = (staff_id: string, unit_price_cents: number): SaleInput['lines'][number] => ({
  kind: 'custom',
  name: staff_id,
  qty: 1,
  unit_price_cents,
  discount: null,
  tax: null,
  staff_id,
  appointment_id: null,
  variant_id: null,
});
const paid = (method: 'card_terminal' | 'card', amount_cents: number) => ({
  method,
  label: null,
  amount_cents,
  tendered_cents: null,
});
const ring = async (more: Partial<SaleInput>) =>
  valueOf(
    await completeSale(db, {
      client_id: null,
      lines: [line('ana', 6000), line('ben', 2000)],
      discount: null,
      discount_reason: null,
      tips: [{ staff_id: 'ana', amount_cents: 1000 }],
      payments: [paid('card_terminal', 9000)],
      ...more,
    }),
  );
const TODAY = '2027-03-09';

test('the takings of a day are what came in less what went back, and of one person what they did', async () => {
  const { id } = await ring({});
  const open = await ring({ tips: [], payments: [paid('card', 8000)] });
  const { undo } = await ring({});
  valueOf(await undo());
  expect(await takingsOf(db, TODAY, null)).toEqual({ cents: 9000, tipCents: 1000, waiting: 3 });
  expect(await takingsOf(db, TODAY, 'ana')).toMatchObject({ cents: 12_000, tipCents: 1000 });
  expect(await takingsOf(db, TODAY, 'ben')).toMatchObject({ cents: 4000, tipCents: 0 });
  expect(await takingsOf(db, '2027-03-08', null)).toEqual({ cents: 0, tipCents: 0, waiting: 0 });

  // The next day: money moves when it moves.
  now += 24 * 3_600_000;
  const [first] = (await db.rows('sale_lines').where('sale_id').equals(id).toArray()).filter(
    ({ staff_id }) => staff_id === 'ana',
  );
  const back = { sale_id: id, method: 'cash' as const, reason: 'Not happy' };
  const lines = [{ sale_line_id: first!.id, qty: 1 }];
  valueOf(await refundLines(db, { ...back, lines }));
  valueOf(await refundSale(db, { ...back, amount_cents: 500 }));
  valueOf(
    await collectDue(db, {
      ...paid('card_terminal', 8000),
      method: 'card_terminal',
      sale_id: open.id,
    }),
  );
  expect(await takingsOf(db, '2027-03-10', null)).toMatchObject({ cents: 1500, tipCents: 0 });
  expect(await takingsOf(db, '2027-03-10', 'ana')).toMatchObject({ cents: -6000, tipCents: 0 });
  expect(await takingsOf(db, TODAY, null)).toMatchObject({ cents: 9000 });
});

test('a tip that came after the sale is of the day on which it came', async () => {
  const { id } = await ring({});
  now += 24 * 3_600_000;
  const cash = { method: 'cash' as const, label: null };
  valueOf(await addTip(db, { ...cash, sale_id: id, staff_id: 'ana', amount_cents: 700 }));
  expect(await takingsOf(db, TODAY, 'ana')).toMatchObject({ cents: 6000, tipCents: 1000 });
  expect(await takingsOf(db, '2027-03-10', 'ana')).toMatchObject({ cents: 0, tipCents: 700 });
  expect(await takingsOf(db, '2027-03-10', null)).toMatchObject({ cents: 700, tipCents: 700 });
});

test('what was paid online before a visit came in when it was paid, not when the visit is settled', async () => {
  const deposit = { sale_id: null, appointment_id: 'visit', occurred_at: TEST_NOW };
  await putRows(db, 'payments', [
    {
      ...deposit,
      id: 'online',
      method: 'card_online',
      label: null,
      state: 'captured',
      collects: false,
      amount_cents: 1500,
      tendered_cents: null,
    },
  ]);
  await putRows(db, 'refunds', [
    {
      ...deposit,
      id: 'back',
      kind: 'refund',
      method: 'card_online',
      amount_cents: 200,
      reason: '',
      sale_line_id: null,
      qty: null,
    },
  ]);
  expect(await takingsOf(db, TODAY, null)).toMatchObject({ cents: 1300 });
  expect(await takingsOf(db, TODAY, 'ana')).toMatchObject({ cents: 0 });

  now += 24 * 3_600_000;
  const credit = {
    method: 'deposit' as const,
    label: null,
    amount_cents: 1300,
    tendered_cents: null,
    appointment_id: 'visit',
  };
  await ring({ payments: [credit, paid('card_terminal', 7700)] });
  expect(await takingsOf(db, '2027-03-10', null)).toMatchObject({ cents: 7700 });
});
