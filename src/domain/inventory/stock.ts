import type { ProductRow, StockMovementRow, Uuid } from '#domain/rows.ts';

/** What has to be known of a movement to count it. */
export type StockFact = Pick<StockMovementRow, 'id' | 'occurred_at' | 'kind' | 'qty_milli'>;

/**
 * What is there, in thousandths of the unit; below zero when more was sold than anybody knew of.
 * Unknown, and 0: it was never counted or received.
 */
export type Stock = { qty_milli: number; isKnown: boolean };

export const NO_STOCK: Stock = { qty_milli: 0, isKnown: false };

/** The order of the ledger: the clock of the business, and ids where that says nothing. */
export const byLedger = (
  a: Pick<StockFact, 'id' | 'occurred_at'>,
  b: Pick<StockFact, 'id' | 'occurred_at'>,
): number =>
  Date.parse(a.occurred_at) - Date.parse(b.occurred_at) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/**
 * The last count and everything after it, in whatever order movements arrive. What was sold before a
 * count is in it already, also when it is heard of later. Where nobody ever counted, the first receipt
 * and everything after it: what was sold before was never entered. SQL counts the same (stock.sql),
 * and a test compares the two.
 */
export const stockOf = (movements: readonly StockFact[]): Stock => {
  const first = beginOf(movements);
  if (!first) return NO_STOCK;
  let qty_milli = 0;
  for (const movement of movements) {
    if (byLedger(first, movement) <= 0) qty_milli += movement.qty_milli;
  }
  return { qty_milli, isKnown: true };
};

/** From where on movements add up: the last count, or else the first receipt. */
const beginOf = (movements: readonly StockFact[]): StockFact | undefined => {
  let count: StockFact | undefined;
  let receipt: StockFact | undefined;
  for (const movement of movements) {
    if (movement.kind === 'count') {
      if (!count || byLedger(count, movement) < 0) count = movement;
    } else if (movement.kind === 'receive') {
      if (!receipt || byLedger(movement, receipt) < 0) receipt = movement;
    }
  }
  return count ?? receipt;
};

/** The stock of every product that anything happened to. */
export const stockByProduct = (
  movements: readonly (StockFact & Pick<StockMovementRow, 'product_id'>)[],
): Map<Uuid, Stock> => {
  return new Map([...byProduct(movements)].map(([id, group]) => [id, stockOf(group)]));
};

/** The movements of each product apart. */
export const byProduct = <T extends Pick<StockMovementRow, 'product_id'>>(
  movements: readonly T[],
): Map<Uuid, T[]> => {
  const groups = new Map<Uuid, T[]>();
  for (const movement of movements) {
    const group = groups.get(movement.product_id);
    if (group) group.push(movement);
    else groups.set(movement.product_id, [movement]);
  }
  return groups;
};

/**
 * `change_milli` of a count is what it found more, or less, than was thought, of the first one all of
 * it. `after_milli` is null before anything was counted or received.
 */
export type LedgerLine<T extends StockFact> = {
  movement: T;
  change_milli: number;
  after_milli: number | null;
};

/** The ledger of one product with what was there after each movement, the newest first. */
export const ledgerOf = <T extends StockFact>(movements: readonly T[]): LedgerLine<T>[] => {
  let there: number | null = null;
  return movements
    .toSorted(byLedger)
    .map((movement): LedgerLine<T> => {
      const { kind, qty_milli } = movement;
      const before = there;
      if (kind === 'count') there = qty_milli;
      else if (kind === 'receive' || before !== null) there = (before ?? 0) + qty_milli;
      return {
        movement,
        change_milli: kind === 'count' ? qty_milli - (before ?? 0) : qty_milli,
        after_milli: there,
      };
    })
    .toReversed();
};

/** Whether it is time to order. */
export const isLow = (
  { low_stock_milli }: Pick<ProductRow, 'low_stock_milli'>,
  { qty_milli, isKnown }: Stock,
): boolean => isKnown && low_stock_milli !== null && qty_milli <= low_stock_milli;
