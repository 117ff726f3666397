import { taxOf } from '#domain/checkout/cart.ts';
import type { ProductRow, StockMovementRow, TaxRateRow, Uuid } from '#domain/rows.ts';
import { piecesOf } from './quantity.ts';
import { byLedger } from './stock.ts';
import type { StockFact } from './stock.ts';

/** What has to be known of a movement to value it. */
export type CostFact = StockFact & Pick<StockMovementRow, 'undoes_id'>;

/** What pieces cost: the cost of each receipt by its movement, and what the product is listed at. */
type CostFacts = { byMovement: ReadonlyMap<Uuid, number>; listedCents: number | null };

/** Cents, also parts of one, that a piece cost on average; null = nobody said what it costs. */
type CostedMovement<T> = { movement: T; averageCents: number | null };

export type StockValue = { averageCents: number | null; valueCents: number | null };

type Measured = Pick<ProductRow, 'unit' | 'size_milli'>;

/**
 * The moving average: what comes in at a known cost mixes with what is there, by pieces; nothing else
 * moves it. What was there before the first receipt with a cost counts as the product is listed. A receipt
 * that was taken back never cost anything, from its own day on. Answers the movements in their order, each
 * with the average after it.
 */
export const movingCosts = <T extends CostFact>(
  movements: readonly T[],
  { byMovement, listedCents }: CostFacts,
): CostedMovement<T>[] => {
  const undone = new Set(movements.map(({ undoes_id }) => undoes_id));
  let averageCents = listedCents;
  // As stockOf counts: nothing is known before the first count or receipt.
  let there: number | null = null;
  return movements.toSorted(byLedger).map((movement) => {
    const { id, kind, qty_milli } = movement;
    const cost = kind === 'receive' && !undone.has(id) ? (byMovement.get(id) ?? null) : null;
    if (cost !== null) {
      const before = averageCents === null ? 0 : Math.max(there ?? 0, 0);
      averageCents = ((averageCents ?? 0) * before + cost * qty_milli) / (before + qty_milli);
    }
    if (kind === 'count') there = qty_milli;
    else if (kind === 'receive' || there !== null) there = (there ?? 0) + qty_milli;
    return { movement, averageCents };
  });
};

/** What is there at what it cost; of less than nothing there is no value. */
export const stockValue = (
  product: Measured,
  movements: readonly CostFact[],
  costs: CostFacts,
  qty_milli: number,
): StockValue => {
  const last = movingCosts(movements, costs).at(-1);
  const averageCents = last ? last.averageCents : costs.listedCents;
  return { averageCents, valueCents: centsOf(product, Math.max(qty_milli, 0), averageCents) };
};

/** What is left of a price without tax, and as a share of it; null where the price is nothing. */
export type Margin = { cents: number; share: number | null };

export const marginOf = (
  priceCents: number,
  tax: Pick<TaxRateRow, 'milli_percent' | 'inclusive'> | undefined,
  averageCents: number,
): Margin => {
  const net = priceCents - (tax?.inclusive ? taxOf(priceCents, tax) : 0);
  const cents = net - Math.round(averageCents);
  return { cents, share: net === 0 ? null : cents / net };
};

/** What a quantity is worth at an average, in whole cents. */
export const centsOf = (
  product: Measured,
  milli: number,
  averageCents: number | null,
): number | null => {
  if (averageCents === null) return null;
  const cents = piecesOf(product, milli) * averageCents;
  // What comes back is worth what it was worth when it went; never minus nothing.
  return Math.sign(cents) * Math.round(Math.abs(cents)) + 0;
};
