import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { receiptOf } from '#domain/checkout/receipt-lines.ts';
import type { SaleInput } from '#domain/checkout/schema.ts';
import { TEST_BUSINESS } from '../memory-db.ts';
import type { DaybookDb } from '../open.ts';
import { saleDetail } from '../queries/sales.ts';
import { TEST_NOW, errorOf, lastOps, openSalon, valueOf } from '../test-rows.ts';
import { refundSale, voidSale } from './refunds.ts';
import { completeSale } from './sales.ts';
import { addTip } from './tips.ts';

let db: DaybookDb;
let now = Date.parse(TEST_NOW);
beforeEach(async () => {
  now = Date.parse(TEST_NOW);
  db = await openSalon(() => now);
});
afterEach(() => db.close());

const sale: SaleInput = {
  client_id: 'cleo',
  lines: [
    {
      kind: 'service',
      name: 'Haircut',
      qty: 1,
      unit_price_cents: 4500,
      discount: null,
      tax: { name: 'VAT', milli_percent: 20_000, inclusive: true },
      staff_id: 'ana',
      appointment_id: null,
      variant_id: 'cut',
    },
  ],
  discount: null,
  discount_reason: null,
  tips: [{ staff_id: 'ana', amount_cents: 500 }],
  payments: [{ method: 'cash', label: null, amount_cents: 5000, tendered_cents: 5000 }],
};
const ring = async (more: Partial<SaleInput> = {}) =>
  valueOf(await completeSale(db, { ...sale, ...more })).id;
const tip = (sale_id: string, more: Partial<Parameters<typeof addTip>[1]> = {}) =>
  addTip(db, {
    sale_id,
    staff_id: 'ana',
    method: 'cash',
    label: null,
    amount_cents: 700,
    ...more,
  });

describe('a tip after the sale', () => {
  test('is money of its own, and the sale stays as it was', async () => {
    const id = await ring();
    now += 3_600_000;
    const added = valueOf(await tip(id));
    expect((await lastOps(db))?.map(({ table, id: row }) => [table, row])).toEqual([
      ['tips', added],
      ['payments', added],
    ]);
    const detail = (await saleDetail(db, id))!;
    expect(detail.sale).toMatchObject({ tip_cents: 500, total_cents: 5000 });
    expect(detail.standing).toMatchObject({ state: 'paid', captured_cents: 5700, due_cents: 0 });
    expect(detail.tips.map(({ amount_cents }) => amount_cents).toSorted()).toEqual([500, 700]);
    const { sums, payments } = receiptOf(detail);
    expect(sums.at(-1)).toMatchObject({ name: 'Total', text: '$50.00' });
    expect(payments.map(({ name, text }) => [name, text])).toEqual([
      ['Cash', '$50.00'],
      ['Tip, Cash', '$7.00'],
    ]);
  });

  test('goes back with the sale, or by itself', async () => {
    const id = await ring();
    valueOf(await tip(id));
    valueOf(
      await refundSale(db, { sale_id: id, method: 'cash', amount_cents: 700, reason: 'Not meant' }),
    );
    const other = await ring();
    valueOf(await tip(other));
    valueOf(await voidSale(db, other));
    const [back] = (await saleDetail(db, other))!.refunds;
    expect(back).toMatchObject({ kind: 'void', amount_cents: 5700 });
  });

  test('is none of a sale that was taken back, is gone, or was in another currency', async () => {
    const id = await ring();
    await db.rows('businesses').update(TEST_BUSINESS, { currency: 'EUR' });
    expect(errorOf(await tip(id))?.code).toBe('currency_unsupported');
    await db.rows('businesses').update(TEST_BUSINESS, { currency: 'USD' });
    valueOf(await voidSale(db, id));
    expect(errorOf(await tip(id))?.code).toBe('already_refunded');
    expect(errorOf(await tip('none'))?.code).toBe('not_found');
  });

  test.each([
    ['of nothing', { amount_cents: 0 }, 'amount_cents'],
    ['with the word of another way', { label: 'x' }, 'label'],
  ])('%s is refused', async (_what, more, field) => {
    const failed = errorOf(await tip(await ring(), more));
    expect(failed?.code).toBe('invalid');
    expect(failed?.field ?? failed?.issues?.[0]?.field).toBe(field);
  });

  test('makes no difference to whether a sale was rung up before', async () => {
    const id = '018f0000-0000-7000-8000-000000000078';
    await ring({ id });
    valueOf(await tip(id));
    expect(valueOf(await completeSale(db, { ...sale, id })).id).toBe(id);
    expect(await db.rows('sales').count()).toBe(1);
  });
});
