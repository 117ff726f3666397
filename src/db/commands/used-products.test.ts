import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SECOND } from '#domain/appointments/visit-items.ts';
import type { SaleInput } from '#domain/checkout/schema.ts';
import { must } from '#domain/errors/assert.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { productDetail } from '../queries/inventory.ts';
import { usedAtVisit, usedBySale } from '../queries/used-products.ts';
import {
  TEST_NOW,
  at,
  errorOf,
  lastOps,
  openSalon,
  putAppointment,
  segmentOf,
  valueOf,
} from '../test-rows.ts';
import { createProduct } from './products.ts';
import { completeSale, voidSale } from './sales.ts';
import { changeStock } from './stock.ts';
import { correctUsed, noteUsed, setRecipe } from './used-products.ts';

let db: DaybookDb;
let now = Date.parse(TEST_NOW);
let colour: Uuid;
beforeEach(async () => {
  now = Date.parse(TEST_NOW);
  db = await openSalon(() => now);
  colour = valueOf(
    await createProduct(
      db,
      { name: 'Colour', kind: 'professional', unit: 'ml', size_milli: 60_000 },
      600_000,
    ),
  );
});
afterEach(() => db.close());

const later = (): void => {
  now += 60_000;
};
const ring = async (
  qty = 1,
  variant_id: Uuid | null = 'cut',
  appointment_id: Uuid | null = null,
  more: SaleInput['lines'] = [],
): Promise<Uuid> => {
  later();
  const line: SaleInput['lines'][number] = {
    kind: 'service',
    name: 'Haircut',
    qty,
    unit_price_cents: 4500,
    discount: null,
    tax: null,
    staff_id: 'ana',
    appointment_id,
    variant_id,
  };
  const amount_cents = 4500 * qty;
  const sold = await completeSale(db, {
    client_id: null,
    lines: [line, ...more],
    discount: null,
    discount_reason: null,
    tips: [],
    payments: [{ method: 'cash', label: null, amount_cents, tendered_cents: amount_cents }],
  });
  return valueOf(sold).id;
};
const left = async (): Promise<number> =>
  must(await productDetail(db, colour), 'the colour').stock.qty_milli;
const used = async (sale: Uuid): Promise<number[]> =>
  (await usedBySale(db, sale)).map(({ used_milli }) => used_milli);
const recipe = async (qty_milli = 30_000) =>
  valueOf(await setRecipe(db, 'cut', [{ product_id: colour, qty_milli }]));

describe('a sale of a service', () => {
  test('leaves stock alone as long as nobody said what it uses', async () => {
    const id = await ring();
    expect(await used(id)).toEqual([]);
    expect(await left()).toBe(600_000);
  });

  test('takes what its recipe says, as often as it was done', async () => {
    await recipe();
    const id = await ring(2);
    expect(await used(id)).toEqual([60_000]);
    expect(await left()).toBe(540_000);
    expect(await used(await ring(1, 'colour'))).toEqual([]);
    expect(await used(await ring(1, null))).toEqual([]);
  });

  test('takes it once where two people do it together', async () => {
    await recipe();
    const helper: SaleInput['lines'][number] = {
      kind: 'service',
      name: `Haircut${SECOND}`,
      qty: 1,
      unit_price_cents: 0,
      discount: null,
      tax: null,
      staff_id: 'ben',
      appointment_id: null,
      variant_id: 'cut',
    };
    expect(await used(await ring(1, 'cut', null, [helper]))).toEqual([30_000]);
    expect(await left()).toBe(570_000);
  });

  test('follows the recipe as it is, and no recipe again', async () => {
    const first = await recipe();
    const second = await recipe(10_000);
    expect(await used(await ring())).toEqual([10_000]);
    valueOf(await second.undo());
    expect(await used(await ring())).toEqual([30_000]);
    valueOf(await first.undo());
    expect(await used(await ring())).toEqual([]);
  });

  test('of a product that is not there any more takes nothing', async () => {
    valueOf(await setRecipe(db, 'cut', [{ product_id: 'gone', qty_milli: 1000 }]));
    expect(await used(await ring())).toEqual([]);
  });

  test('that is taken back has used nothing', async () => {
    await recipe();
    const id = await ring();
    later();
    valueOf(await voidSale(db, id));
    expect(await used(id)).toEqual([0]);
    expect(await left()).toBe(600_000);
  });
});

describe('what was used', () => {
  test('is corrected to what it was, up and down, and that can be taken back', async () => {
    await recipe();
    const id = await ring();
    const [view] = await usedBySale(db, id);
    const of = { sale_line_id: must(view, 'a use').line.id, product_id: colour };
    const correct = async (qty_milli: number) => {
      later();
      return valueOf(await correctUsed(db, id, [{ ...of, qty_milli }]));
    };
    await correct(45_000);
    expect(await left()).toBe(555_000);
    const done = await correct(0);
    expect(await used(id)).toEqual([0]);
    expect(await left()).toBe(600_000);
    later();
    valueOf(await done.undo());
    expect(await used(id)).toEqual([45_000]);
    later();
    valueOf(await voidSale(db, id));
    expect(await left()).toBe(600_000);
  });

  test('belongs to a line of the sale', async () => {
    await recipe();
    const id = await ring();
    const stray = [{ sale_line_id: 'stray', product_id: colour, qty_milli: 1000 }];
    expect(errorOf(await correctUsed(db, id, stray))?.code).toBe('not_found');
    expect(errorOf(await correctUsed(db, id, []))?.code).toBe('invalid');
  });

  test('beside visits is noted by hand', async () => {
    later();
    const use = { kind: 'use' as const, product_id: colour, qty_milli: -60_000 };
    const done = valueOf(await changeStock(db, use));
    expect(await left()).toBe(540_000);
    later();
    valueOf(await done.undo());
    expect(await left()).toBe(600_000);
    expect(errorOf(await changeStock(db, { ...use, qty_milli: 0 }))?.code).toBe('invalid');
    expect(errorOf(await changeStock(db, { ...use, qty_milli: 1 }))?.code).toBe('invalid');
  });
});

test.each([
  ['nothing of a product', [{ product_id: 'a', qty_milli: 0 }], 'too_small'],
  [
    'a product twice',
    [
      { product_id: 'a', qty_milli: 1 },
      { product_id: 'a', qty_milli: 2 },
    ],
    'duplicate',
  ],
])('a recipe does not say %s', async (_name, items, rule) => {
  expect(errorOf(await setRecipe(db, 'cut', items))).toMatchObject({ code: 'invalid', rule });
});

describe('what a visit used', () => {
  const noted = async () =>
    (await usedAtVisit(db, 'visit')).noted.map(({ used_milli }) => used_milli);
  const note = (qty_milli: number, product_id = colour) =>
    noteUsed(db, 'visit', { product_id, qty_milli });
  beforeEach(() => putAppointment(db, 'visit', [segmentOf('cut-1', 'ana', at('15:00'))]));

  test('is noted before its sale, changed to what it was, and taken back', async () => {
    const first = valueOf(await note(45_000));
    expect(await lastOps(db)).toMatchObject([
      { value: { kind: 'use', qty_milli: -45_000, appointment_id: 'visit', sale_id: null } },
    ]);
    expect(await left()).toBe(555_000);
    later();
    valueOf(await note(50_000));
    expect([await noted(), await left()]).toEqual([[50_000], 550_000]);
    later();
    valueOf(await note(0));
    expect([await noted(), await left()]).toEqual([[], 600_000]);
    later();
    valueOf(await first.undo());
    expect(await left()).toBe(600_000);
    expect(errorOf(await note(-1))?.code).toBe('invalid');
    expect(errorOf(await note(1000, 'gone'))?.code).toBe('not_found');
    expect(
      errorOf(await noteUsed(db, 'nowhere', { product_id: colour, qty_milli: 1000 }))?.code,
    ).toBe('not_found');
  });

  test('is not taken a second time by the recipe of its sale', async () => {
    await recipe();
    later();
    valueOf(await note(45_000));
    expect(await used(await ring(1, 'cut', 'visit'))).toEqual([]);
    expect(await left()).toBe(555_000);
    // Of another visit nothing was noted.
    expect(await used(await ring())).toEqual([30_000]);
    expect(await left()).toBe(525_000);
  });
});
