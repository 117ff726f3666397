import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SaleInput } from '#domain/checkout/schema.ts';
import { must } from '#domain/errors/assert.ts';
import { quantityText } from '#domain/inventory/quantity.ts';
import { EMPTY_PRODUCT, MAX_COUNTED, MAX_MILLI } from '#domain/inventory/schema.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { inventory, productDetail } from '../queries/inventory.ts';
import { productValue } from '../queries/stock-value.ts';
import { TEST_NOW, errorOf, openSalon, putRows, valueOf } from '../test-rows.ts';
import { archiveProduct, createProduct, editProduct, restoreProduct } from './products.ts';
import type { ProductFields } from './products.ts';
import { refundLines, voidSale } from './refunds.ts';
import { completeSale } from './sales.ts';
import { changeStock, countProducts, countStock } from './stock.ts';

let db: DaybookDb;
let now = Date.parse(TEST_NOW);
beforeEach(async () => {
  now = Date.parse(TEST_NOW);
  db = await openSalon(() => now);
});
afterEach(() => db.close());

/** Nothing happens at the same moment as something else. */
const later = (minutes = 1): void => {
  now += minutes * 60_000;
};
const add = async (
  fields: ProductFields = {},
  countedMilli: number | null = null,
): Promise<Uuid> => {
  later();
  return valueOf(await createProduct(db, { name: 'Matte clay', ...fields }, countedMilli));
};
const line = (product_id: Uuid, qty: number, price = 1000): SaleInput['lines'][number] => ({
  kind: 'product',
  name: 'Something',
  qty,
  unit_price_cents: price,
  discount: null,
  tax: null,
  staff_id: null,
  appointment_id: null,
  variant_id: null,
  product_id,
});
const sell = async (product_id: Uuid, qty = 1, price = 1000): Promise<Uuid> => {
  later();
  const amount_cents = price * qty;
  const sold = await completeSale(db, {
    client_id: null,
    lines: [line(product_id, qty, price)],
    discount: null,
    discount_reason: null,
    tips: [],
    payments:
      amount_cents === 0
        ? []
        : [{ method: 'cash', label: null, amount_cents, tendered_cents: amount_cents }],
  });
  return valueOf(sold).id;
};
const viewOf = async (id: Uuid) => must(await productDetail(db, id), 'the product');
const left = async (id: Uuid): Promise<number | null> => {
  const { stock } = await viewOf(id);
  return stock.isKnown ? stock.qty_milli : null;
};
const shown = async (id: Uuid): Promise<string> => {
  const { product, stock } = await viewOf(id);
  return quantityText(product, stock.qty_milli, 'en-US');
};

describe('what a piece holds', () => {
  const bottle = { unit: 'ml' as const, size_milli: 250_000 };

  test('is changed, and as many pieces are there as before', async () => {
    const id = await add({}, 12_000);
    later();
    const changed = valueOf(await editProduct(db, id, bottle));
    expect(await shown(id)).toBe('12 (3,000 ml)');
    later();
    valueOf(await changed.undo());
    expect(await shown(id)).toBe('12');
    later();
    valueOf(await editProduct(db, id, bottle));
    later();
    valueOf(await editProduct(db, id, { size_milli: 100_000 }));
    expect(await shown(id)).toBe('12 (1,200 ml)');
    await sell(id);
    expect(await shown(id)).toBe('11 (1,100 ml)');
  });

  test('is changed where nobody counted: nothing is known afterwards either', async () => {
    const id = await add();
    await sell(id);
    later();
    valueOf(await editProduct(db, id, bottle));
    expect(await left(id)).toBeNull();
    expect((await viewOf(id)).movements).toHaveLength(1);
  });

  test('does not become so much that nobody can count it', async () => {
    const id = await add({ unit: 'ml', size_milli: 1 }, 1_000_000);
    later();
    expect(errorOf(await editProduct(db, id, { size_milli: 100_000_000 }))).toMatchObject({
      code: 'invalid',
      field: 'size_milli',
      rule: 'too_large',
    });
    expect(await left(id)).toBe(1_000_000);
  });

  test('stays where somebody else changed it, when another change is taken back', async () => {
    const id = await add({ unit: 'ml', size_milli: 100_000 }, 500_000);
    later();
    const named = valueOf(await editProduct(db, id, { name: 'Clay' }));
    later();
    valueOf(await editProduct(db, id, bottle));
    later();
    valueOf(await named.undo());
    expect((await viewOf(id)).product).toMatchObject({ name: 'Matte clay', size_milli: 250_000 });
  });
});

test('a receipt that is taken back takes what it cost along', async () => {
  const id = await add({ cost_cents: 500 }, 4000);
  later();
  const slip = { kind: 'receive', product_id: id, qty_milli: 4000, cost_cents: 5000 } as const;
  const done = valueOf(await changeStock(db, slip));
  expect(await productValue(db, id)).toEqual({ averageCents: 2750, valueCents: 22_000 });
  later();
  valueOf(await done.undo());
  expect(await left(id)).toBe(4000);
  expect(await productValue(db, id)).toEqual({ averageCents: 500, valueCents: 2000 });
});

describe('a count', () => {
  test('is dated when it was counted: what was sold until it was saved comes off', async () => {
    const id = await add({}, 5000);
    later();
    const counted_at = db.now();
    await sell(id);
    later();
    const done = valueOf(await countStock(db, [{ product_id: id, qty_milli: 10_000, counted_at }]));
    expect(await left(id)).toBe(9000);
    later();
    valueOf(await done.undo());
    expect(await left(id)).toBe(4000);
  });

  test('is never dated ahead', async () => {
    const id = await add();
    const counted_at = '2027-03-10T15:00:00+00:00';
    valueOf(await countStock(db, [{ product_id: id, qty_milli: 10_000, counted_at }]));
    expect((await viewOf(id)).movements[0]?.movement.occurred_at).toBe(db.now());
  });

  test('that was the first one is taken back to nothing, whatever was sold before', async () => {
    const id = await add();
    await sell(id, 5);
    later();
    const done = valueOf(await countStock(db, [{ product_id: id, qty_milli: 10_000 }]));
    expect(await left(id)).toBe(10_000);
    later();
    valueOf(await done.undo());
    expect(await left(id)).toBe(0);
  });

  test('of a product that was only sold so far begins with what comes in', async () => {
    const id = await add();
    await sell(id, 5);
    later();
    valueOf(await changeStock(db, { kind: 'receive', product_id: id, qty_milli: 12_000 }));
    await sell(id);
    expect(await left(id)).toBe(11_000);
  });

  test('of more products than fit into one mutation is saved in parts, without a way back', async () => {
    const ids = Array.from({ length: MAX_COUNTED + 1 }, (_, place) => `p-${place}`);
    const rows = ids.map((id) => ({
      ...EMPTY_PRODUCT,
      id,
      name: id,
      status: 'active' as const,
    }));
    await putRows(db, 'products', rows);
    const counts = ids.map((product_id) => ({ product_id, qty_milli: 3000 }));
    expect(valueOf(await countProducts(db, counts))).toBeNull();
    const { products } = must(await inventory(db), 'the inventory');
    expect(products.filter(({ stock }) => stock.qty_milli === 3000)).toHaveLength(ids.length);
    expect(await db.outbox.count()).toBe(2);
    expect(valueOf(await countProducts(db, counts.slice(0, 1)))).toHaveProperty('undo');
  });

  test.each([
    [-1, 'negative'],
    [0.5, 'not_whole'],
    [MAX_MILLI + 1, 'too_large'],
  ])('of %d of a new product is refused', async (milli, rule) => {
    expect(errorOf(await createProduct(db, { name: 'Matte clay' }, milli))).toMatchObject({
      code: 'invalid',
      field: 'stock',
      rule,
    });
    expect(await db.rows('products').count()).toBe(0);
  });
});

describe('what comes back', () => {
  const giveBack = async (sale_id: Uuid, qty: number): Promise<void> => {
    later();
    const [sold] = await db.rows('sale_lines').where('sale_id').equals(sale_id).toArray();
    const lines = [{ sale_line_id: must(sold, 'a line').id, qty, restock: true }];
    valueOf(await refundLines(db, { sale_id, method: 'cash', reason: 'Unopened', lines }));
  };

  test('is never more than was taken, also when a sale that cost nothing is taken back', async () => {
    const id = await add({}, 5000);
    const gift = await sell(id, 3, 0);
    await giveBack(gift, 1);
    expect(await left(id)).toBe(3000);
    later();
    valueOf(await voidSale(db, gift));
    expect(await left(id)).toBe(5000);
  });

  test('is as many pieces as were sold, also when a piece holds something else by now', async () => {
    const id = await add({}, 5000);
    const sold = await sell(id, 2);
    later();
    valueOf(await editProduct(db, id, { unit: 'ml', size_milli: 250_000 }));
    await giveBack(sold, 1);
    expect(await shown(id)).toBe('4 (1,000 ml)');
  });
});

test('a product is not brought back beside another one with its barcode', async () => {
  const barcode = '4006381333931';
  const old = await add({ barcode });
  valueOf(await archiveProduct(db, old));
  const other = await add({ name: 'New clay', barcode });
  expect(errorOf(await restoreProduct(db, old))).toMatchObject({
    code: 'invalid',
    field: 'barcode',
    rule: 'duplicate',
  });
  valueOf(await editProduct(db, other, { barcode: null }));
  const back = valueOf(await restoreProduct(db, old));
  expect((await viewOf(old)).product.status).toBe('active');
  valueOf(await back.undo());
  expect((await viewOf(old)).product.status).toBe('archived');
});
