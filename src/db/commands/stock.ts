/** What happens to the stock of products beside sales: a ledger that only grows. */
import { putOp } from '#domain/commands/op.ts';
import type { NewRow, Op } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { countSchema, stockChangeSchema } from '#domain/inventory/schema.ts';
import type { CountInput, StockChangeInput } from '#domain/inventory/schema.ts';
import { stockByProduct } from '#domain/inventory/stock.ts';
import type { Uuid } from '#domain/rows.ts';
import { validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { WriteScope } from '../write.ts';

type Movement = Pick<NewRow<'stock_movements'>, 'product_id' | 'kind' | 'qty_milli'> &
  Partial<NewRow<'stock_movements'>>;

/** One line of the ledger, now. */
export const movementOp = (scope: WriteScope, movement: Movement): Op =>
  putOp('stock_movements', {
    reason: null,
    sale_id: null,
    sale_line_id: null,
    ...movement,
    id: scope.newId(),
    business_id: scope.businessId,
    occurred_at: scope.now,
  });

/**
 * What is there of several products, as it was counted now. Undo brings back what was thought before,
 * as an adjustment. Codes: invalid, not_found.
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
    const before = stockByProduct(await scope.all('stock_movements'));
    return {
      ops: counts.map((count) => movementOp(scope, { ...count, kind: 'count' })),
      value: counts.map(({ product_id, qty_milli }) => ({
        product_id,
        qty_milli: (before.get(product_id)?.qty_milli ?? 0) - qty_milli,
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
    return { ops: [movementOp(scope, change)], value: product_id };
  });
  if (!made.ok) return made;
  return ok({
    id: product_id,
    undo: () =>
      write(db, `stock.${change.kind}.undo`, (scope) => ({
        ops: [
          movementOp(scope, {
            product_id,
            kind: 'adjust',
            qty_milli: -change.qty_milli,
            reason: 'Taken back',
          }),
        ],
        value: null,
      })),
  });
};
