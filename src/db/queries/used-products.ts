import { usedAtVisits, usedProducts } from '#domain/inventory/used.ts';
import type { ProductRow, RecipeRow, SaleLineRow, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';

export type RecipeBook = {
  /** What is used at work, by name. */
  products: ProductRow[];
  /** Also those that recipes name and that are not used any more. */
  productById: ReadonlyMap<Uuid, ProductRow>;
  /** By variant. */
  recipes: ReadonlyMap<Uuid, RecipeRow['items']>;
};

/** What visits can use up. */
export const recipeBook = async (db: DaybookDb): Promise<RecipeBook> => {
  const [products, recipes] = await Promise.all([
    db.rows('products').toArray(),
    db.rows('recipes').toArray(),
  ]);
  return {
    products: products
      .filter(({ kind, status }) => kind !== 'retail' && status === 'active')
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    productById: new Map(products.map((product) => [product.id, product])),
    recipes: new Map(recipes.map(({ id, items }) => [id, items])),
  };
};

export type UsedView = { line: SaleLineRow; product: ProductRow; used_milli: number };

/** What the visit of a sale has used up, line by line. */
export const usedBySale = async (db: DaybookDb, saleId: Uuid): Promise<UsedView[]> => {
  const [lines, movements] = await Promise.all([
    db.rows('sale_lines').where('sale_id').equals(saleId).toArray(),
    db.rows('stock_movements').where('sale_id').equals(saleId).toArray(),
  ]);
  const used = usedProducts(movements);
  const products = await db.rows('products').bulkGet(used.map(({ product_id }) => product_id));
  return used
    .flatMap(({ sale_line_id, used_milli }, place): UsedView[] => {
      const line = lines.find(({ id }) => id === sale_line_id);
      const product = products[place];
      return line && product ? [{ line, product, used_milli }] : [];
    })
    .toSorted((a, b) => a.line.position - b.line.position);
};

export type NotedView = { product: ProductRow; used_milli: number };

/** What was noted at a visit before it is paid for, and what can be noted, by name. */
export const usedAtVisit = async (
  db: DaybookDb,
  appointmentId: Uuid,
): Promise<{ noted: NotedView[]; products: ProductRow[] }> => {
  const [movements, { products, productById }] = await Promise.all([
    db.rows('stock_movements').where('appointment_id').equals(appointmentId).toArray(),
    recipeBook(db),
  ]);
  const noted = usedAtVisits(movements).flatMap(({ product_id, used_milli }): NotedView[] => {
    const product = productById.get(product_id);
    return product ? [{ product, used_milli }] : [];
  });
  return { noted, products };
};
