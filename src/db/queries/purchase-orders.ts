import { isOpenOrder, orderLines, orderStanding, piecesToOrder } from '#domain/inventory/orders.ts';
import type { OrderLineStanding, OrderStanding } from '#domain/inventory/orders.ts';
import { MAX_ORDER_LINES } from '#domain/inventory/schema.ts';
import type { OrderLine, PurchaseOrderRow, SupplierRow, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { inventory } from './inventory.ts';
import type { Inventory } from './inventory.ts';

export type OrderView = {
  order: PurchaseOrderRow;
  /** null = not on this device. */
  supplier: SupplierRow | null;
  standing: OrderStanding;
  lines: OrderLineStanding[];
};

/** What is low of one supplier's and not on an order yet, as lines to begin with. */
export type Proposal = { supplier: SupplierRow; lines: OrderLine[] };

export type PurchaseOrders = {
  inventory: Inventory;
  /** Open ones first, the newest at the top. */
  orders: OrderView[];
  /** One for every supplier in use, also where nothing is low. */
  proposals: Proposal[];
};

/** Undefined until the first sync. */
export const purchaseOrders = async (db: DaybookDb): Promise<PurchaseOrders | undefined> => {
  const shelf = await inventory(db);
  if (!shelf) return undefined;
  const rows = await db.rows('purchase_orders').toArray();
  const arrivals = await db.rows('stock_movements').where('order_id').above('').toArray();
  const sizes = new Map(shelf.products.map(({ product }) => [product.id, product]));
  const suppliers = new Map(shelf.suppliers.map((supplier) => [supplier.id, supplier]));
  const orders = rows.map((order): OrderView => {
    const came = arrivals.filter(({ order_id }) => order_id === order.id);
    const lines = orderLines(order, came, sizes);
    return {
      order,
      supplier: suppliers.get(order.supplier_id) ?? null,
      standing: orderStanding(order.state, lines),
      lines,
    };
  });
  const rank = ({ standing }: OrderView): number => (isOpenOrder(standing) ? 0 : 1);
  return {
    inventory: shelf,
    // Ids are made in the order of time.
    orders: orders.toSorted((a, b) => rank(a) - rank(b) || (a.order.id < b.order.id ? 1 : -1)),
    proposals: proposalsOf(shelf, orders),
  };
};

const proposalsOf = ({ products, suppliers }: Inventory, orders: OrderView[]): Proposal[] => {
  const awaited = new Set<Uuid>(
    orders
      .filter(({ standing }) => isOpenOrder(standing))
      .flatMap(({ lines }) =>
        lines.filter(({ left }) => left > 0).map(({ product_id }) => product_id),
      ),
  );
  return suppliers
    .filter(({ status }) => status === 'active')
    .map((supplier) => ({
      supplier,
      lines: products
        .filter(
          ({ product, isLow }) =>
            isLow && product.supplier_id === supplier.id && !awaited.has(product.id),
        )
        .slice(0, MAX_ORDER_LINES)
        .map(({ product, stock, costCents }) => ({
          product_id: product.id,
          qty: piecesToOrder(product, stock),
          cost_cents: costCents,
        })),
    }));
};
