import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { receiptText } from '#domain/checkout/receipt-lines.ts';
import { receiptNumber } from '#domain/checkout/receipt.ts';
import type { SaleInput } from '#domain/checkout/schema.ts';
import { TEST_BUSINESS } from '../memory-db.ts';
import type { DaybookDb } from '../open.ts';
import { balanceOf } from '../queries/balance.ts';
import { depositsOf } from '../queries/deposits.ts';
import { saleDetail, salesOfClient } from '../queries/sales.ts';
import {
  TEST_NOW,
  errorOf,
  lastOps,
  openSalon,
  putAppointment,
  putRows,
  segmentOf,
  valueOf,
} from '../test-rows.ts';
import { createClient } from './clients.ts';
import { noteDrawer } from './drawer.ts';
import { completeSale } from './sales.ts';
import { collectDue, refundLines, refundSale, voidSale } from './refunds.ts';

let db: DaybookDb;
let now = Date.parse(TEST_NOW);
beforeEach(async () => {
  now = Date.parse(TEST_NOW);
  db = await openSalon(() => now);
});
afterEach(() => db.close());

const cut = {
  kind: 'service' as const,
  name: 'Haircut',
  qty: 1,
  unit_price_cents: 4500,
  discount: null,
  tax: { name: 'VAT', milli_percent: 20_000, inclusive: true },
  staff_id: 'ana',
  appointment_id: null,
  variant_id: 'cut',
};
const cash = (amount_cents: number, tendered_cents = amount_cents) => ({
  method: 'cash' as const,
  label: null,
  amount_cents,
  tendered_cents,
});
const other = (method: 'card' | 'card_terminal' | 'other', amount_cents: number) => ({
  method,
  label: method === 'other' ? 'Voucher of the street' : null,
  amount_cents,
  tendered_cents: null,
});
const sale = (more: Partial<SaleInput> = {}): SaleInput => ({
  client_id: 'cleo',
  lines: [cut],
  discount: null,
  discount_reason: null,
  tips: [],
  payments: [cash(4500, 5000)],
  ...more,
});
const ring = async (more: Partial<SaleInput> = {}) => valueOf(await completeSale(db, sale(more)));
const rowOf = async (id: string) => (await db.rows('sales').get(id))!;

describe('of somebody with a guardian', () => {
  const owed = { client_id: 'tim', payments: [other('card', 4500)] };
  const centsOf = async (id: string) => (await balanceOf(db, id)).cents;
  beforeEach(async () => {
    const tim = valueOf(await createClient(db, { first_name: 'Tim' }));
    const row = (await db.rows('clients').get(tim))!;
    await putRows(db, 'clients', [{ ...row, id: 'tim', guardian_id: 'cleo' }]);
  });

  test('a sale is paid by themselves, unless the guardian gets the messages or somebody says so', async () => {
    const payerOf = async (more: Partial<SaleInput> = {}) =>
      (await rowOf((await ring({ client_id: 'tim', ...more })).id)).payer_id;
    expect(await payerOf()).toBeNull();
    expect(await payerOf({ payer_id: 'cleo' })).toBe('cleo');
    expect(await payerOf({ payer_id: 'tim' })).toBeNull();
    await db.rows('clients').update('tim', { guardian_receives: true });
    expect(await payerOf()).toBe('cleo');
    expect(await payerOf({ payer_id: null })).toBeNull();
  });

  test('what is still to be paid is owed by who pays, and the receipt says who that is', async () => {
    const { id } = await ring({ ...owed, payer_id: 'cleo' });
    expect([await centsOf('tim'), await centsOf('cleo')]).toEqual([0, 4500]);
    const detail = (await saleDetail(db, id))!;
    expect(receiptText(detail)).toMatch(/Receipt .*\nPaid by Cleo Adams\n\n/);
    expect((await salesOfClient(db, 'cleo')).map((view) => view.sale.id)).toEqual([id]);
    await ring(owed);
    expect([await centsOf('tim'), await centsOf('cleo')]).toEqual([4500, 4500]);
  });
});

describe('a sale', () => {
  test('is one mutation with everything that it is made of', async () => {
    const { id } = await ring({
      lines: [
        cut,
        { ...cut, kind: 'custom', name: 'Wax', unit_price_cents: 1250, qty: 2, tax: null },
      ],
      discount: { cents: 700 },
      discount_reason: '  a friend  ',
      tips: [{ staff_id: 'ana', amount_cents: 900 }],
      payments: [cash(3000, 5000), other('card_terminal', 4000), other('other', 200)],
    });
    expect(await rowOf(id)).toMatchObject({
      receipt_no: 1,
      currency: 'USD',
      occurred_at: TEST_NOW,
      discount_reason: 'a friend',
      subtotal_cents: 7000,
      discount_cents: 700,
      tax_cents: 675,
      tip_cents: 900,
      total_cents: 7200,
    });
    expect((await lastOps(db))?.map(({ table, op }) => `${op} ${table}`)).toEqual([
      'put sales',
      'put sale_lines',
      'put sale_lines',
      'put tips',
      'put payments',
      'put payments',
      'put payments',
    ]);
    expect(await db.rows('sale_lines').toArray()).toMatchObject([
      { position: 0, total_cents: 4050, order_discount_cents: 450, tax_cents: 675 },
      { position: 1, total_cents: 2250, order_discount_cents: 250, tax_cents: 0, tax_name: null },
    ]);
  });

  test('says on each line why something came off, and what its tax is of', async () => {
    await ring({
      lines: [
        {
          ...cut,
          discount: { cents: 500 },
          discount_reason: ' Waited long ',
          tax: { ...cut.tax, before_discount: true },
        },
        // Nothing is off: there is no reason either.
        { ...cut, name: 'Wax', unit_price_cents: 1000, discount_reason: 'Old' },
      ],
      payments: [cash(5000)],
    });
    expect(await db.rows('sale_lines').toArray()).toMatchObject([
      {
        discount_reason: 'Waited long',
        tax_before_discount: true,
        tax_cents: 750,
        total_cents: 4000,
      },
      { discount_reason: null, tax_before_discount: false, tax_cents: 167 },
    ]);
  });

  test('that is not paid as a whole is none, and leaves out no number', async () => {
    await ring();
    const outbox = await db.outbox.count();
    for (const payments of [[], [cash(4499)], [cash(4500), cash(1)]]) {
      expect(errorOf(await completeSale(db, sale({ payments })))?.code).toBe('does_not_add_up');
    }
    for (const wrong of [
      { payments: [cash(4500, 4499)] },
      { payments: [{ ...other('card_terminal', 4500), tendered_cents: 5000 }] },
      { payments: [other('card', 2000), other('card', 2500)] },
      { payments: [{ ...cash(4500), label: 'Euro' }] },
      { lines: [] },
      { lines: [{ ...cut, qty: 0 }] },
      { lines: [{ ...cut, unit_price_cents: 4500.5 }] },
      { lines: [{ ...cut, name: ' ' }] },
    ]) {
      expect(errorOf(await completeSale(db, sale(wrong)))?.code).toBe('invalid');
    }
    expect(await db.outbox.count()).toBe(outbox);
    const { id } = await ring();
    expect((await rowOf(id)).receipt_no).toBe(2);
  });

  test('that is paid later is owed by somebody, until it is collected', async () => {
    const later = { ...cash(4500), method: 'owed' as const, tendered_cents: null };
    expect(
      errorOf(await completeSale(db, sale({ client_id: null, payments: [later] }))),
    ).toMatchObject({ code: 'invalid', field: 'client_id' });
    const { id } = await ring({ payments: [later] });
    const owed = await balanceOf(db, 'cleo');
    expect(owed).toMatchObject({ sales: [{ due_cents: 4500 }], cents: 4500 });
    valueOf(await collectDue(db, { ...cash(4500), sale_id: id }));
    expect(await balanceOf(db, 'cleo')).toEqual({ sales: [], fees: [], cents: 0 });
  });

  test('takes off no more than the role of who makes it may', async () => {
    await db.rows('businesses').update(TEST_BUSINESS, { discount_caps: { front_desk: 10 } });
    const off = (bp: number) =>
      completeSale(db, sale({ discount: { bp }, payments: [cash(4500 - (4500 * bp) / 10_000)] }));
    valueOf(await off(2000));
    await db.rows('memberships').update('m-owner', { role: 'front_desk' });
    expect(errorOf(await off(2000))?.code).toBe('discount_too_large');
    valueOf(await off(1000));
  });

  test('may cost nothing', async () => {
    const { id } = await ring({ discount: { bp: 10_000 }, payments: [] });
    expect(await rowOf(id)).toMatchObject({ total_cents: 0, tax_cents: 0, discount_cents: 4500 });
  });

  test('that is asked for twice is rung up once', async () => {
    const id = '018f0000-0000-7000-8000-000000000077';
    const outbox = await db.outbox.count();
    expect((await ring({ id })).id).toBe(id);
    expect((await ring({ id })).id).toBe(id);
    expect(await db.outbox.count()).toBe(outbox + 1);
    expect(await db.rows('sale_lines').count()).toBe(1);
    expect((await rowOf((await ring()).id)).receipt_no).toBe(2);
  });

  test('that is asked for again as another one is refused: the first was completed', async () => {
    const id = '018f0000-0000-7000-8000-000000000077';
    const first = { id, tips: [{ staff_id: 'ana', amount_cents: 500 }], payments: [cash(5000)] };
    await ring(first);
    const outbox = await db.outbox.count();
    for (const changed of [
      { client_id: null },
      { lines: [{ ...cut, name: 'Wash' }] },
      { lines: [{ ...cut, unit_price_cents: 4600 }], payments: [cash(5100)] },
      { lines: [cut, { ...cut, unit_price_cents: 0 }] },
      { discount: { cents: 500 }, payments: [cash(4500)] },
      { tips: [], payments: [cash(4500)] },
      { payments: [other('card_terminal', 5000)] },
      { payments: [cash(5000, 6000)] },
    ]) {
      expect(errorOf(await completeSale(db, sale({ ...first, ...changed })))?.code).toBe(
        'already_completed',
      );
    }
    expect(await db.outbox.count()).toBe(outbox);
    // Whatever came of it since.
    expect((await ring(first)).id).toBe(id);
    valueOf(await voidSale(db, id));
    expect((await ring(first)).id).toBe(id);
  });

  test('of a device with a new identity begins with another prefix at 1', async () => {
    const first = await rowOf((await ring()).id);
    await db.meta.put({
      key: 'device',
      v: 1,
      client_id: '018f0000-0000-7000-8000-0000000abcde',
      next_seq: 1,
      sent_seq: 0,
    });
    const second = await rowOf((await ring()).id);
    expect(receiptNumber(second)).toBe('0NF6Y-1');
    expect(second.receipt_prefix).not.toBe(first.receipt_prefix);
  });

  test('rung up in two windows at once gets two numbers', async () => {
    const both = await Promise.all([ring(), ring(), ring()]);
    const numbers = await Promise.all(both.map(async ({ id }) => (await rowOf(id)).receipt_no));
    expect(numbers.toSorted()).toEqual([1, 2, 3]);
  });
});

describe('what comes later', () => {
  test('undo takes the sale back as a whole, once', async () => {
    const { id, undo } = await ring({ payments: [cash(2500), other('card', 2000)] });
    valueOf(await undo());
    valueOf(await voidSale(db, id));
    expect(await db.rows('refunds').toArray()).toMatchObject([
      { kind: 'void', method: null, amount_cents: 2500 },
    ]);
    const more = { sale_id: id, method: 'cash' as const, amount_cents: 1, reason: 'x' };
    expect(errorOf(await refundSale(db, more))?.code).toBe('already_refunded');
    expect(errorOf(await collectDue(db, { ...cash(1), sale_id: id }))?.code).toBe(
      'already_collected',
    );
  });

  test('once the drawer was counted there are only refunds', async () => {
    const { id } = await ring();
    now += 60_000;
    valueOf(await noteDrawer(db, { kind: 'open', amount_cents: 0, note: null }));
    const later = await ring();
    now += 60_000;
    valueOf(await voidSale(db, later.id));
    valueOf(await noteDrawer(db, { kind: 'close', amount_cents: 4500, note: null }));
    expect(errorOf(await voidSale(db, id))?.code).toBe('undo_expired');
    now += 60_000;
    const next = await ring();
    valueOf(await next.undo());
    const refund = { sale_id: id, method: 'cash' as const, amount_cents: 4500, reason: 'Slip' };
    valueOf(await refundSale(db, refund));
  });

  test('after a day there are only refunds, and never more than was taken', async () => {
    const { id } = await ring({ payments: [cash(2500), other('card_terminal', 2000)] });
    now += 24 * 3_600_000 + 1;
    expect(errorOf(await voidSale(db, id))?.code).toBe('undo_expired');
    const refund = (amount_cents: number) =>
      refundSale(db, { sale_id: id, method: 'cash', amount_cents, reason: 'Not happy' });
    valueOf(await refund(2700));
    expect(errorOf(await refund(2700))?.code).toBe('already_refunded');
    valueOf(await refund(1800));
    expect(errorOf(await voidSale(db, id))?.code).toBe('already_refunded');
  });

  test('what was sold goes back by the line, to the cent, and not more of it than there was', async () => {
    const wax = { ...cut, kind: 'custom' as const, name: 'Wax', qty: 3, unit_price_cents: 333 };
    const { id } = await ring({
      lines: [cut, { ...wax, tax: { name: 'Tax', milli_percent: 1_000, inclusive: false } }],
      payments: [cash(5509)],
    });
    const sold = await db.rows('sale_lines').toArray();
    const [first, line] = ['Haircut', 'Wax'].map((name) => sold.find((one) => one.name === name)!);
    const back = (qty: number, sale_line_id = line!.id) =>
      refundLines(db, {
        sale_id: id,
        method: 'cash',
        reason: 'Too much',
        lines: [{ sale_line_id, qty }],
      });
    expect(line).toMatchObject({ name: 'Wax', total_cents: 1009 });
    valueOf(await back(1));
    expect(errorOf(await back(3))?.code).toBe('already_refunded');
    expect(errorOf(await back(1, 'gone'))?.code).toBe('not_found');
    valueOf(await back(1));
    valueOf(await back(1));
    expect(errorOf(await back(1))?.code).toBe('already_refunded');
    const cents = (await db.rows('refunds').toArray()).map(({ amount_cents }) => amount_cents);
    expect(cents.toSorted()).toEqual([336, 336, 337]);
    const rest = { sale_id: id, method: 'cash' as const, reason: 'x' };
    expect(errorOf(await refundSale(db, { ...rest, amount_cents: 4501 }))?.code).toBe(
      'already_refunded',
    );
    valueOf(await refundSale(db, { ...rest, amount_cents: 4500 }));
    // The money is gone already, though nothing of this line went back by name.
    const all = [{ sale_line_id: first!.id, qty: 1 }];
    expect(errorOf(await refundLines(db, { ...rest, lines: all }))?.code).toBe('already_refunded');
  });

  test('what was to be collected is collected, and not twice', async () => {
    const { id } = await ring({ payments: [other('card', 4500)] });
    valueOf(await collectDue(db, { ...cash(3000, 4000), sale_id: id }));
    expect(errorOf(await collectDue(db, { ...cash(3000), sale_id: id }))?.code).toBe(
      'already_collected',
    );
    valueOf(
      await collectDue(db, {
        ...other('card_terminal', 1500),
        method: 'card_terminal',
        sale_id: id,
      }),
    );
    expect(
      errorOf(
        await refundSale(db, { sale_id: id, method: 'cash', amount_cents: 4501, reason: 'x' }),
      )?.code,
    ).toBe('already_refunded');
  });

  test('of a sale that is not there is refused', async () => {
    for (const result of [
      await voidSale(db, 'gone'),
      await refundSale(db, { sale_id: 'gone', method: 'cash', amount_cents: 1, reason: 'x' }),
      await collectDue(db, { ...cash(1), sale_id: 'gone' }),
    ]) {
      expect(errorOf(result)?.code).toBe('not_found');
    }
  });
});

describe('a deposit', () => {
  beforeEach(async () => {
    await putRows(db, 'payments', [
      {
        id: 'paid-online',
        sale_id: null,
        appointment_id: 'visit',
        occurred_at: TEST_NOW,
        method: 'card_online',
        label: null,
        state: 'captured',
        collects: false,
        amount_cents: 1500,
        tendered_cents: null,
      },
    ]);
  });
  const deposit = (amount_cents: number) => ({
    method: 'deposit' as const,
    label: null,
    amount_cents,
    tendered_cents: null,
    appointment_id: 'visit',
  });
  const left = async () => (await depositsOf(db, ['visit'])).get('visit')?.left;

  test('pays a part of the sale of its visit, and comes back when that is taken back', async () => {
    const { id, undo } = await ring({ payments: [deposit(1500), cash(3000)] });
    expect(await db.rows('payments').where('sale_id').equals(id).toArray()).toContainEqual(
      expect.objectContaining({ method: 'deposit', state: 'captured', appointment_id: 'visit' }),
    );
    expect(await left()).toBe(0);
    valueOf(await undo());
    expect(await left()).toBe(1500);
  });

  test('is used once, and never more of it than is left', async () => {
    const twice = [deposit(1000), deposit(1000), cash(2500)];
    expect(errorOf(await completeSale(db, sale({ payments: twice })))?.code).toBe('deposit_used');
    await ring({ payments: [deposit(1000), cash(3500)] });
    const again = sale({ payments: [deposit(1000), cash(3500)] });
    expect(errorOf(await completeSale(db, again))?.code).toBe('deposit_used');
    expect(await left()).toBe(500);
  });

  test('names its visit, and nothing else does', async () => {
    for (const payments of [
      [{ ...deposit(1500), appointment_id: undefined }, cash(3000)],
      [{ ...cash(4500), appointment_id: 'visit' }],
    ]) {
      expect(errorOf(await completeSale(db, sale({ payments })))?.code).toBe('invalid');
    }
  });

  test('that a bank has given back is to be collected once, whatever fee the visit owes', async () => {
    await putAppointment(db, 'visit', [segmentOf('s1', 'ana', TEST_NOW)], {
      status: 'no_show',
      fee_state: 'owed',
      fee_cents: 2000,
    });
    const { id } = await ring({ payments: [deposit(1500), cash(3000)] });
    const entry = {
      dispute_id: 'dispute',
      payment_id: 'paid-online',
      appointment_id: 'visit',
      occurred_at: TEST_NOW,
      fee_cents: 0,
      answer_by: null,
    };
    await putRows(db, 'dispute_entries', [
      { ...entry, id: 'open', state: 'open', amount_cents: 1500 },
      { ...entry, id: 'lost', state: 'lost', amount_cents: 0 },
    ]);
    const owed = async () => {
      const { sales, fees } = await balanceOf(db, 'cleo');
      return [sales.map(({ due_cents }) => due_cents), fees.map(({ fee_cents }) => fee_cents)];
    };
    expect(await owed()).toEqual([[1500], [2000]]);
    expect(errorOf(await collectDue(db, { ...cash(1501), sale_id: id }))?.code).toBe(
      'already_collected',
    );
    valueOf(await collectDue(db, { ...cash(1500), sale_id: id }));
    expect(await owed()).toEqual([[], [2000]]);
  });

  test('that a sale asked for twice has taken up is no reason to refuse the second time', async () => {
    const asked = { id: 'one', payments: [deposit(1500), cash(3000)] };
    await ring(asked);
    expect((await ring(asked)).id).toBe('one');
  });
});
