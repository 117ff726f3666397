/** What happens to the stock of products beside sales: a ledger that only grows. */
import { putOp } from '#domain/commands/op.ts';
import type { NewRow, Op } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { MAX_COUNTED, countSchema, stockChangeSchema } from '#domain/inventory/schema.ts';
import type { CountInput, StockChangeInput } from '#domain/inventory/schema.ts';
import { stockByProduct } from '#domain/inventory/stock.ts';
import type { Instant, Uuid } from '#domain/rows.ts';
import { validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { WriteScope } from '../write.ts';
import { movementOp, newMovement } from './movement.ts';
import type { Movement } from './movement.ts';

/**
 * What is there of several products, each as it was counted then (`counted_at`, at most now). Undo
 * brings back what was thought before, as an adjustment; nothing where nothing was known. Codes:
 * invalid, not_found.
 */
export const countStock = async (
  db: DaybookDb,
  input: CountInput,
): Promise<Result<{ undo: () => Promise<Result<unknown>> }>> => {
  const checked = validate(countSchema, input);
  if (!checked.ok) return checked;
  const counts = checked.value;
  const found = await write(db, 'stock.count', async (scope) => {
    const ids = counts.map(({ product_id }) => product_id);
    const missing = (await scope.getMany('products', ids)).indexOf(undefined);
    if (missing >= 0) return fail('not_found', { rows: [`products:${ids[missing]}`] });
    const movements = await scope.all('stock_movements');
    const made = counts.map(({ counted_at, ...count }) =>
      newMovement(scope, {
        ...count,
        kind: 'count',
        occurred_at: earlierOf(counted_at ?? scope.now, scope.now),
      }),
    );
    const before = stockByProduct(movements);
    // What was sold since it was counted comes off already.
    const after = stockByProduct([...movements, ...made]);
    const thereOf = (stocks: typeof before, id: Uuid): number => stocks.get(id)?.qty_milli ?? 0;
    return {
      ops: made.map((movement) => putOp('stock_movements', movement)),
      value: ids.map((product_id) => ({
        product_id,
        qty_milli: thereOf(before, product_id) - thereOf(after, product_id),
      })),
    };
  });
  if (!found.ok) return found;
  return ok({
    undo: () =>
      write(db, 'stock.count.undo', (scope) => ({
        ops: found.value
          .filter(({ qty_milli }) => qty_milli !== 0)
          .map((back) =>
            movementOp(scope, { ...back, kind: 'adjust', reason: 'Count taken back' }),
          ),
        value: null,
      })),
  });
};

const earlierOf = (a: Instant, b: Instant): Instant => (Date.parse(a) < Date.parse(b) ? a : b);

/**
 * Like countStock, of however many products. More than MAX_COUNTED are several mutations, which have
 * no way back together. Codes: invalid, not_found; what was saved before a failure is.
 */
export const countProducts = async (
  db: DaybookDb,
  counts: CountInput,
): Promise<Result<unknown>> => {
  if (counts.length <= MAX_COUNTED) return countStock(db, counts);
  for (let from = 0; from < counts.length; from += MAX_COUNTED) {
    const done = await countStock(db, counts.slice(from, from + MAX_COUNTED));
    if (!done.ok) return done;
  }
  return ok(null);
};

/** A movement and what is written down with it. */
type Entry = { movement: NewRow<'stock_movements'>; ops: Op[] };

/** What came in, with what a piece of it cost where that is known. */
export const receiptOf = (
  scope: WriteScope,
  came: Omit<Movement, 'kind'>,
  cost_cents: number | null,
): Entry => {
  const movement = newMovement(scope, { ...came, kind: 'receive' });
  const put = putOp('stock_movements', movement);
  if (cost_cents === null) return { movement, ops: [put] };
  const { id, business_id } = movement;
  return { movement, ops: [put, putOp('stock_costs', { id, business_id, cost_cents })] };
};

/** Takes a movement back; of a receipt that is its pieces and what they cost. */
export const takenBackOp = (
  scope: WriteScope,
  { id, product_id, qty_milli, order_id }: NewRow<'stock_movements'>,
): Op =>
  movementOp(scope, {
    product_id,
    kind: 'adjust',
    qty_milli: -qty_milli,
    reason: 'Taken back',
    order_id,
    undoes_id: id,
  });

/** What came in, or why there is more or less. Undo adjusts it back. Codes: invalid, not_found. */
export const changeStock = async (
  db: DaybookDb,
  input: StockChangeInput,
): Promise<Result<{ id: Uuid; undo: () => Promise<Result<unknown>> }>> => {
  const checked = validate(stockChangeSchema, input);
  if (!checked.ok) return checked;
  const change = checked.value;
  const { product_id } = change;
  const made = await write(db, `stock.${change.kind}`, async (scope) => {
    if (!(await scope.get('products', product_id))) {
      return fail('not_found', { rows: [`products:${product_id}`] });
    }
    if (change.kind !== 'receive') {
      const movement = newMovement(scope, change);
      return { ops: [putOp('stock_movements', movement)], value: movement };
    }
    const { cost_cents = null, ...came } = change;
    const { movement, ops } = receiptOf(scope, came, cost_cents);
    return { ops, value: movement };
  });
  if (!made.ok) return made;
  return ok({
    id: product_id,
    undo: () =>
      write(db, `stock.${change.kind}.undo`, (scope) => ({
        ops: [takenBackOp(scope, made.value)],
        value: null,
      })),
  });
};
