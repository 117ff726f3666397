import { byProduct, stockOf } from '#domain/inventory/stock.ts';
import { stockValue } from '#domain/inventory/value.ts';
import type { StockValue } from '#domain/inventory/value.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';

/** What one product costs on average, and what is there of it is worth. */
export const productValue = async (db: DaybookDb, id: Uuid): Promise<StockValue | null> => {
  const product = await db.rows('products').get(id);
  if (!product) return null;
  const [movements, listed] = await Promise.all([
    db
      .rows('stock_movements')
      .where('[product_id+occurred_at]')
      .between([id, ''], [id, '\uffff'])
      .toArray(),
    db.rows('product_costs').get(id),
  ]);
  const received = movements.filter(({ kind }) => kind === 'receive').map((one) => one.id);
  const costs = await db.rows('stock_costs').bulkGet(received);
  return stockValue(
    product,
    movements,
    {
      byMovement: new Map(costs.flatMap((row) => (row ? [[row.id, row.cost_cents] as const] : []))),
      listedCents: listed?.cost_cents ?? null,
    },
    stockOf(movements).qty_milli,
  );
};

/** `unknown`: products that are there and that nobody said the cost of. */
type ShelfValue = { cents: number; unknown: number };

/** What everything that is there is worth, at what it cost. */
export const shelfValue = async (db: DaybookDb): Promise<ShelfValue> => {
  const [products, movements, listed, costs] = await Promise.all([
    db.rows('products').toArray(),
    db.rows('stock_movements').toArray(),
    db.rows('product_costs').toArray(),
    db.rows('stock_costs').toArray(),
  ]);
  const groups = byProduct(movements);
  const byMovement = new Map(costs.map(({ id, cost_cents }) => [id, cost_cents]));
  const listedOf = new Map(listed.map(({ id, cost_cents }) => [id, cost_cents]));
  const value: ShelfValue = { cents: 0, unknown: 0 };
  for (const product of products) {
    const own = groups.get(product.id) ?? [];
    const { qty_milli } = stockOf(own);
    if (qty_milli <= 0) continue;
    const listedCents = listedOf.get(product.id) ?? null;
    const { valueCents } = stockValue(product, own, { byMovement, listedCents }, qty_milli);
    if (valueCents === null) value.unknown += 1;
    else value.cents += valueCents;
  }
  return value;
};
