import { rowKey } from '#domain/commands/op.ts';
import type { RowKey } from '#domain/commands/op.ts';
import { piecesOf } from '#domain/inventory/quantity.ts';
import { byProduct, stockOf } from '#domain/inventory/stock.ts';
import { centsOf, movingCosts, stockValue } from '#domain/inventory/value.ts';
import type { Uuid } from '#domain/rows.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import { within } from './facts.ts';
import type { Book, BookRows, LineFact, Ref, ShelfFact, StockMove } from './facts.ts';
import type { Parts } from './period.ts';

/** What left the stock, at what it cost on average then, and what is there now. */
export const stockFacts = (
  rows: BookRows,
  refOf: (id: Uuid, name: string) => Ref,
  lineById: ReadonlyMap<Uuid, LineFact>,
  waiting: ReadonlySet<RowKey>,
): Pick<Book, 'stock' | 'shelf' | 'productOf'> => {
  const groups = byProduct(rows.stock_movements);
  const byMovement = new Map(rows.stock_costs.map(({ id, cost_cents }) => [id, cost_cents]));
  const listed = new Map(rows.product_costs.map(({ id, cost_cents }) => [id, cost_cents]));
  const stock: StockMove[] = [];
  const shelf: ShelfFact[] = [];
  const productOf = new Map<LineFact, Ref>();
  for (const product of rows.products) {
    const own = groups.get(product.id);
    if (!own) continue;
    const ref = refOf(product.id, product.name);
    const costs = { byMovement, listedCents: listed.get(product.id) ?? null };
    for (const { movement, averageCents } of movingCosts(own, costs)) {
      const { id, kind, occurred_at, qty_milli, sale_line_id } = movement;
      if (kind !== 'sale' && kind !== 'return' && kind !== 'use') continue;
      const line = (sale_line_id !== null && lineById.get(sale_line_id)) || null;
      if (kind === 'sale' && line) productOf.set(line, ref);
      stock.push({
        at: epochMinOf(occurred_at),
        product: ref,
        isUse: kind === 'use',
        line,
        pieces: piecesOf(product, -qty_milli),
        cents: centsOf(product, -qty_milli, averageCents),
        waiting: waiting.has(rowKey('stock_movements', id)),
      });
    }
    const { qty_milli } = stockOf(own);
    const { valueCents: cents } = stockValue(product, own, costs, qty_milli);
    if (qty_milli > 0) shelf.push({ product: ref, pieces: piecesOf(product, qty_milli), cents });
  }
  return { stock: stock.toSorted((a, b) => a.at - b.at), shelf, productOf };
};

/** One product in a period. Amounts in cents; null = nobody said what it costs. */
type ProductGroup = {
  ref: Ref;
  /** Pieces, less those that came back into stock. */
  sold: number;
  /** What was charged for them, without tax, less what went back. */
  net: number;
  cost: number | null;
  used: number;
  usedCost: number | null;
};

export type StockFigures = {
  net: number;
  /** Of what is known. */
  cost: number;
  usedCost: number;
  /** Products whose cost nobody said: they are in no cost. */
  unknown: number;
  /** Largest net first. */
  products: ProductGroup[];
  /** Movements that were counted, and those of them that the server does not know. */
  rows: number;
  waiting: number;
};

/** What was sold and used of products; a sale that was taken back is none. */
export const stockFigures = (book: Book, { edges }: Parts): StockFigures => {
  const [from, to] = [edges[0]!, edges.at(-1)!];
  const groups = new Map<Ref, ProductGroup>();
  const of = (ref: Ref): ProductGroup => {
    const known = groups.get(ref);
    if (known) return known;
    const made = { ref, sold: 0, net: 0, cost: 0, used: 0, usedCost: 0 };
    groups.set(ref, made);
    return made;
  };
  for (const line of within(book.lines, from, to)) {
    const ref = book.productOf.get(line);
    if (ref !== undefined && !line.sale.isVoid) of(ref).net += line.total - line.tax;
  }
  for (const { line, cents, tax } of within(book.refunds, from, to)) {
    const ref = line ? book.productOf.get(line) : undefined;
    if (ref !== undefined) of(ref).net -= cents - tax;
  }
  let [rows, waiting] = [0, 0];
  for (const move of within(book.stock, from, to)) {
    if (move.line?.sale.isVoid) continue;
    const group = of(move.product);
    rows += 1;
    if (move.waiting) waiting += 1;
    if (move.isUse) {
      group.used += move.pieces;
      group.usedCost = plus(group.usedCost, move.cents);
    } else {
      group.sold += move.pieces;
      group.cost = plus(group.cost, move.cents);
    }
  }
  const products = [...groups.values()]
    .map((group) => ({ ...group, sold: thousandths(group.sold), used: thousandths(group.used) }))
    .toSorted((a, b) => b.net - a.net || b.used - a.used);
  const sum = (pick: (group: ProductGroup) => number | null): number =>
    products.reduce((all, group) => all + (pick(group) ?? 0), 0);
  return {
    net: sum(({ net }) => net),
    cost: sum(({ cost }) => cost),
    usedCost: sum(({ usedCost }) => usedCost),
    unknown: products.filter(({ cost, usedCost }) => cost === null || usedCost === null).length,
    products,
    rows,
    waiting,
  };
};

const plus = (sum: number | null, cents: number | null): number | null =>
  sum === null || cents === null ? null : sum + cents;

const thousandths = (pieces: number): number => Math.round(pieces * 1000) / 1000;
