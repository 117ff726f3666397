import { isLow, ledgerOf, NO_STOCK, stockByProduct, stockOf } from '#domain/inventory/stock.ts';
import type { LedgerLine, Stock } from '#domain/inventory/stock.ts';
import { fold, foldedWords } from '#domain/text/fold.ts';
import type {
  BusinessRow,
  ProductRow,
  SaleRow,
  StockMovementRow,
  SupplierRow,
  TaxRateRow,
  Uuid,
} from '#domain/rows.ts';
import { bySortKey } from '#domain/sort-key.ts';
import type { DaybookDb } from '../open.ts';

export type ProductView = {
  product: ProductRow;
  stock: Stock;
  isLow: boolean;
  /** null = nobody knows, or it is not for this person to know. */
  costCents: number | null;
};

export type Inventory = {
  business: BusinessRow;
  /** By name, those that are not sold any more among them. */
  products: ProductView[];
  /** Categories in use, by name. */
  categories: string[];
  suppliers: SupplierRow[];
  taxes: TaxRateRow[];
};

/** All products with what is there of them; undefined until the first sync. */
export const inventory = async (db: DaybookDb): Promise<Inventory | undefined> => {
  const [business, products, movements, costs, suppliers, taxes] = await Promise.all([
    db.rows('businesses').get(db.businessId),
    db.rows('products').toArray(),
    db.rows('stock_movements').toArray(),
    db.rows('product_costs').toArray(),
    db.rows('suppliers').toArray(),
    db.rows('tax_rates').toArray(),
  ]);
  if (!business) return undefined;
  const stocks = stockByProduct(movements);
  const costById = new Map(costs.map(({ id, cost_cents }) => [id, cost_cents]));
  const { compare } = new Intl.Collator(business.locale, { numeric: true });
  const names = products.flatMap(({ category, status }) =>
    category !== null && status === 'active' ? [category] : [],
  );
  return {
    business,
    products: products
      .toSorted((a, b) => compare(a.name, b.name) || (a.id < b.id ? -1 : 1))
      .map((product) => {
        const stock = stocks.get(product.id) ?? NO_STOCK;
        return {
          product,
          stock,
          isLow: product.status === 'active' && isLow(product, stock),
          costCents: costById.get(product.id) ?? null,
        };
      }),
    categories: [...new Set(names)].toSorted(compare),
    suppliers: suppliers.toSorted((a, b) => compare(a.name, b.name)),
    taxes: taxes.filter(({ active }) => active).toSorted(bySortKey),
  };
};

/** Products of which there is little left. */
export const lowStock = async (db: DaybookDb): Promise<ProductRow[]> => {
  const found = await inventory(db);
  return found?.products.flatMap((view) => (view.isLow ? [view.product] : [])) ?? [];
};

export const lowStockCount = async (db: DaybookDb): Promise<number> => (await lowStock(db)).length;

/** Whether a product answers to what somebody typed or scanned. */
export const productFits = (
  { name, brand, category, sku, barcode }: ProductRow,
  search: string,
): boolean => {
  const text = fold([name, brand, category, sku, barcode].filter(Boolean).join(' '));
  return foldedWords(search).every((word) => text.includes(word));
};

export type MovementView = LedgerLine<StockMovementRow> & {
  /** Who wrote it down; null = not known here, or not sent yet. */
  author: string | null;
  /** The sale that it belongs to, as far as it is on this device. */
  sale: SaleRow | null;
};

export type ProductDetail = ProductView & { movements: MovementView[] };

/** null = there is no such product here. */
export const productDetail = async (db: DaybookDb, id: Uuid): Promise<ProductDetail | null> => {
  const product = await db.rows('products').get(id);
  if (!product) return null;
  const [movements, cost, memberships, staff] = await Promise.all([
    db
      .rows('stock_movements')
      .where('[product_id+occurred_at]')
      .between([id, ''], [id, '\uffff'])
      .toArray(),
    db.rows('product_costs').get(id),
    db.rows('memberships').toArray(),
    db.rows('staff').toArray(),
  ]);
  const lines = ledgerOf(movements);
  const saleIds = [...new Set(movements.flatMap(({ sale_id }) => sale_id ?? []))];
  const sales = new Map(
    (await db.rows('sales').bulkGet(saleIds)).flatMap((sale) => (sale ? [[sale.id, sale]] : [])),
  );
  const nameOf = new Map(
    memberships.flatMap(({ id: membershipId, user_id }) => {
      const person = staff.find(({ membership_id }) => membership_id === membershipId);
      return person && user_id ? [[user_id, person.display_name] as const] : [];
    }),
  );
  const stock = stockOf(movements);
  return {
    product,
    stock,
    isLow: product.status === 'active' && isLow(product, stock),
    costCents: cost?.cost_cents ?? null,
    movements: lines.map((line) => ({
      ...line,
      author: nameOf.get(line.movement.created_by ?? '') ?? null,
      sale: sales.get(line.movement.sale_id ?? '') ?? null,
    })),
  };
};
