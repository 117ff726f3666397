import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { must } from '#domain/errors/assert.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { purchaseOrders } from '../queries/purchase-orders.ts';
import { productValue } from '../queries/stock-value.ts';
import { TEST_NOW, errorOf, openSalon, valueOf } from '../test-rows.ts';
import { createProduct } from './products.ts';
import {
  cancelOrder,
  createOrder,
  editOrder,
  finishOrder,
  placeOrder,
  receiveOrder,
} from './purchase-orders.ts';
import { archiveSupplier, createSupplier } from './suppliers.ts';

let db: DaybookDb;
let now = Date.parse(TEST_NOW);
let supplier: Uuid;
let clay: Uuid;
beforeEach(async () => {
  now = Date.parse(TEST_NOW);
  db = await openSalon(() => now);
  supplier = valueOf(await createSupplier(db, { name: 'Wholesale' }));
  clay = valueOf(
    await createProduct(
      db,
      { name: 'Matte clay', supplier_id: supplier, reorder_qty: 6, cost_cents: 700 },
      1000,
    ),
  );
});
afterEach(() => db.close());

const later = (): void => {
  now += 60_000;
};
const found = async () => must(await purchaseOrders(db), 'orders');
const viewOf = async (id: Uuid) =>
  must(
    (await found()).orders.find(({ order }) => order.id === id),
    'the order',
  );
const left = async (): Promise<number> =>
  must((await found()).inventory.products[0], 'the clay').stock.qty_milli;
const order = async (qty = 6): Promise<Uuid> => {
  later();
  const lines = [{ product_id: clay, qty, cost_cents: 650 }];
  return valueOf(await createOrder(db, { supplier_id: supplier, lines, note: null }));
};
const ordered = async (qty = 6): Promise<Uuid> => {
  const id = await order(qty);
  valueOf(await placeOrder(db, id));
  return id;
};
const receive = async (id: Uuid, pieces: number) => {
  later();
  return receiveOrder(db, id, [{ product_id: clay, qty_milli: pieces * 1000 }]);
};

describe('an order', () => {
  test('is proposed from what is low of a supplier, until it is on one', async () => {
    const proposed = async () => (await found()).proposals.map(({ lines }) => lines);
    expect(await proposed()).toEqual([[{ product_id: clay, qty: 6, cost_cents: 700 }]]);
    const id = await order();
    expect(await proposed()).toEqual([[]]);
    valueOf(await cancelOrder(db, id));
    expect(await proposed()).toEqual([[{ product_id: clay, qty: 6, cost_cents: 700 }]]);
    valueOf(await archiveSupplier(db, supplier));
    expect(await proposed()).toEqual([]);
  });

  test('is ordered once there is something on it, and that can be taken back', async () => {
    const id = valueOf(
      await createOrder(db, { supplier_id: supplier, lines: [], note: '  Call first  ' }),
    );
    expect((await viewOf(id)).order.note).toBe('Call first');
    expect(errorOf(await placeOrder(db, id))).toMatchObject({ code: 'invalid', field: 'lines' });
    const lines = [{ product_id: clay, qty: 3, cost_cents: null }];
    valueOf(await editOrder(db, id, { lines }));
    const placed = valueOf(await placeOrder(db, id));
    expect((await viewOf(id)).order).toMatchObject({ state: 'ordered', lines });
    expect((await viewOf(id)).order.ordered_at).not.toBeNull();
    expect(errorOf(await placeOrder(db, id))?.code).toBe('illegal_transition');
    expect(errorOf(await editOrder(db, id, { lines: [] }))?.code).toBe('invalid');
    valueOf(await placed.undo());
    expect((await viewOf(id)).order).toMatchObject({ state: 'draft', ordered_at: null });
  });

  test.each([
    ['no pieces', { qty: 0 }],
    ['half a piece', { qty: 1.5 }],
    ['less than nothing', { cost_cents: -1 }],
  ])('of %s is refused', async (_name, part) => {
    const lines = [{ product_id: clay, qty: 1, cost_cents: null, ...part }];
    const made = await createOrder(db, { supplier_id: supplier, lines, note: null });
    expect(errorOf(made)?.code).toBe('invalid');
  });

  test('names no product twice', async () => {
    const line = { product_id: clay, qty: 1, cost_cents: null };
    const made = await createOrder(db, { supplier_id: supplier, lines: [line, line], note: null });
    expect(errorOf(made)).toMatchObject({ code: 'invalid', rule: 'duplicate' });
  });
});

describe('what comes of it', () => {
  test('goes into stock in parts, and out again when it was a slip', async () => {
    const id = await ordered();
    valueOf(await receive(id, 2));
    expect(await viewOf(id)).toMatchObject({ standing: 'part_received', lines: [{ left: 4 }] });
    expect(await left()).toBe(3000);
    expect(await db.rows('stock_costs').toArray()).toMatchObject([{ cost_cents: 650 }]);
    const value = await productValue(db, clay);
    const rest = valueOf(await receive(id, 4));
    expect((await viewOf(id)).standing).toBe('received');
    expect(await left()).toBe(7000);
    later();
    valueOf(await rest.undo());
    expect(await viewOf(id)).toMatchObject({ standing: 'part_received', lines: [{ left: 4 }] });
    expect(await left()).toBe(3000);
    expect(await productValue(db, clay)).toEqual(value);
  });

  test('may be more than was ordered: it is there', async () => {
    const id = await ordered(2);
    valueOf(await receive(id, 3));
    expect(await viewOf(id)).toMatchObject({ standing: 'received', lines: [{ qty: 2, came: 3 }] });
    expect(await left()).toBe(4000);
  });

  test('needs an order that was placed, and some of something', async () => {
    const id = await order();
    expect(errorOf(await receive(id, 1))?.code).toBe('illegal_transition');
    valueOf(await placeOrder(db, id));
    expect(errorOf(await receiveOrder(db, id, []))?.code).toBe('invalid');
    expect(errorOf(await receive(id, 0))?.code).toBe('invalid');
    expect(errorOf(await receive('nothing', 1))?.code).toBe('not_found');
  });

  test('keeps the order from being cancelled; the rest of it is given up', async () => {
    const id = await ordered();
    expect(errorOf(await finishOrder(db, id))?.code).toBe('illegal_transition');
    valueOf(await receive(id, 2));
    expect(errorOf(await cancelOrder(db, id))?.code).toBe('illegal_transition');
    const finished = valueOf(await finishOrder(db, id));
    expect((await viewOf(id)).standing).toBe('received');
    valueOf(await finished.undo());
    expect((await viewOf(id)).standing).toBe('part_received');
  });
});
