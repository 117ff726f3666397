import { archiveProduct, createProduct, editProduct } from '#db/commands/products.ts';
import {
  cancelOrder,
  createOrder,
  editOrder,
  finishOrder,
  placeOrder,
  receiveOrder,
} from '#db/commands/purchase-orders.ts';
import { completeSale } from '#db/commands/sales.ts';
import { refundLines, voidSale } from '#db/commands/refunds.ts';
import { changeStock, countStock } from '#db/commands/stock.ts';
import { archiveSupplier, createSupplier, editSupplier } from '#db/commands/suppliers.ts';
import { correctUsed, setRecipe } from '#db/commands/used-products.ts';
import { valueOf } from '#db/test-rows.ts';
import type { Uuid } from '#domain/rows.ts';
import type { World } from './world.ts';

/** Products are kept, received, counted, sold and brought back. */
export const keepStock = async ({ db }: World, { variant }: { variant: Uuid }): Promise<void> => {
  const supplier = valueOf(
    await createSupplier(db, { name: 'Wholesale', email: 'Orders@Example.com', lead_days: 3 }),
  );
  valueOf(await editSupplier(db, supplier, { phone: '555 0100' }));
  const clay = valueOf(
    await createProduct(
      db,
      {
        name: 'Matte clay',
        category: 'Styling',
        barcode: '4006381333931',
        price_cents: 1735,
        supplier_id: supplier,
        cost_cents: 700,
      },
      12_000,
    ),
  );
  const colour = valueOf(
    await createProduct(db, {
      name: 'Colour',
      kind: 'both',
      unit: 'ml',
      size_milli: 60_000,
      price_cents: 900,
    }),
  );
  const edited = valueOf(await editProduct(db, clay, { price_cents: 1800, cost_cents: 650 }));
  valueOf(await edited.undo());
  const came = { kind: 'receive' as const, product_id: colour, qty_milli: 600_000, cost_cents: 15 };
  valueOf(await valueOf(await changeStock(db, came)).undo());
  valueOf(await changeStock(db, came));
  valueOf(
    await changeStock(db, {
      kind: 'adjust',
      product_id: clay,
      qty_milli: -1000,
      reason: 'Damaged',
    }),
  );
  const counts = [
    { product_id: clay, qty_milli: 10_000 },
    { product_id: colour, qty_milli: 590_500 },
  ];
  valueOf(await valueOf(await countStock(db, counts)).undo());
  valueOf(await countStock(db, counts));
  const sell = async (product_id: string, qty: number): Promise<string> =>
    valueOf(
      await completeSale(db, {
        client_id: null,
        lines: [
          {
            kind: 'product',
            name: 'Something',
            qty,
            unit_price_cents: 1000,
            discount: null,
            tax: null,
            staff_id: null,
            appointment_id: null,
            variant_id: null,
            product_id,
          },
        ],
        discount: null,
        discount_reason: null,
        tips: [],
        payments: [
          { method: 'cash', label: null, amount_cents: qty * 1000, tendered_cents: qty * 1000 },
        ],
      }),
    ).id;
  const sold = await sell(clay, 3);
  const [line] = await db.rows('sale_lines').where('sale_id').equals(sold).toArray();
  valueOf(
    await refundLines(db, {
      sale_id: sold,
      method: 'cash',
      reason: 'Unopened',
      lines: [{ sale_line_id: line!.id, qty: 2, restock: true }],
    }),
  );
  valueOf(await voidSale(db, await sell(colour, 1)));
  const orderOf = (qty: number) => ({
    supplier_id: supplier,
    lines: [{ product_id: clay, qty, cost_cents: 650 }],
    note: 'Call first',
  });
  const order = valueOf(await createOrder(db, orderOf(6)));
  valueOf(await editOrder(db, order, { note: null }));
  valueOf(await placeOrder(db, order));
  const parcel = [{ product_id: clay, qty_milli: 2000 }];
  valueOf(await valueOf(await receiveOrder(db, order, parcel)).undo());
  valueOf(await receiveOrder(db, order, parcel));
  valueOf(await finishOrder(db, order));
  valueOf(await cancelOrder(db, valueOf(await createOrder(db, orderOf(1)))));
  valueOf(await setRecipe(db, variant, [{ product_id: colour, qty_milli: 30_000 }]));
  valueOf(await setRecipe(db, variant, [{ product_id: colour, qty_milli: 20_000 }]));
  const done = valueOf(
    await completeSale(db, {
      client_id: null,
      lines: [
        {
          kind: 'service',
          name: 'Colour',
          qty: 1,
          unit_price_cents: 1000,
          discount: null,
          tax: null,
          staff_id: null,
          appointment_id: null,
          variant_id: variant,
        },
      ],
      discount: null,
      discount_reason: null,
      tips: [],
      payments: [{ method: 'cash', label: null, amount_cents: 1000, tendered_cents: 1000 }],
    }),
  ).id;
  const [work] = await db.rows('sale_lines').where('sale_id').equals(done).toArray();
  const used = [{ sale_line_id: work!.id, product_id: colour, qty_milli: 25_000 }];
  valueOf(await valueOf(await correctUsed(db, done, used)).undo());
  valueOf(await changeStock(db, { kind: 'use', product_id: colour, qty_milli: -500 }));
  valueOf(await archiveProduct(db, colour));
  valueOf(await archiveSupplier(db, supplier));
};
