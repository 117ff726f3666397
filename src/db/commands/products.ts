import * as v from 'valibot';
import { putOp } from '#domain/commands/op.ts';
import type { Op } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import {
  EMPTY_PRODUCT,
  MAX_MILLI,
  costSchema,
  firstCountSchema,
  productSchema,
} from '#domain/inventory/schema.ts';
import type { ProductInput } from '#domain/inventory/schema.ts';
import { stockOf } from '#domain/inventory/stock.ts';
import type { ProductRow, Uuid } from '#domain/rows.ts';
import { invalid, validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { WriteScope } from '../write.ts';
import { changeOps, editRow, ifOlder, setFields } from './edit-row.ts';
import type { Done } from './edit-row.ts';
import { movementOp } from './movement.ts';

/** With what a piece costs, by whoever may know it; without the field the cost stays as it is. */
export type ProductFields = Partial<ProductInput> & { cost_cents?: number | null };

/**
 * A new product; with what is there of it, in thousandths of its unit, as its first count. Codes:
 * invalid (`duplicate`: another product has this barcode or SKU; field `stock`: no such count).
 */
export const createProduct = (
  db: DaybookDb,
  { cost_cents, ...input }: ProductFields,
  countedMilli: number | null = null,
): Promise<Result<Uuid>> => {
  const checked = validate(productSchema, { ...EMPTY_PRODUCT, ...input });
  if (!checked.ok) return Promise.resolve(checked);
  const cost = validate(costSchema, { cost_cents: cost_cents ?? null });
  if (!cost.ok) return Promise.resolve(cost);
  const first = validate(firstCountSchema, { stock: countedMilli });
  if (!first.ok) return Promise.resolve(first);
  const product = checked.value;
  return write(db, 'product.create', async (scope) => {
    const id = scope.newId();
    const twin = await twinOf(scope, id, product);
    if (twin) return twin;
    const business_id = scope.businessId;
    const ops: Op[] = [putOp('products', { ...product, id, business_id, status: 'active' })];
    if (cost.value.cost_cents !== null) {
      ops.push(putOp('product_costs', { ...cost.value, id, business_id }));
    }
    if (countedMilli !== null) {
      ops.push(movementOp(scope, { product_id: id, kind: 'count', qty_milli: countedMilli }));
    }
    return { ops, value: id };
  });
};

/**
 * Changes the fields that differ. What is on receipts stays, and so do the pieces that are there.
 * Codes: not_found, invalid.
 */
export const editProduct = async (
  db: DaybookDb,
  id: Uuid,
  patch: ProductFields,
  seenRev?: number,
): Promise<Result<Done>> => {
  const { cost_cents, ...fields } = patch;
  const before = await write(db, 'product.edit', async (scope) => {
    const row = await scope.get('products', id);
    if (!row) return fail('not_found', { rows: [`products:${id}`] });
    const checked = validate(productSchema, { ...row, ...fields });
    if (!checked.ok) return checked;
    const twin = await twinOf(scope, id, checked.value);
    if (twin) return twin;
    // The size follows the unit.
    const names = Object.keys(fields) as (keyof ProductInput)[];
    if ('unit' in fields) names.push('size_milli');
    const wanted = Object.fromEntries(names.map((name) => [name, checked.value[name]]));
    const recount = await recountOps(scope, row, checked.value.size_milli);
    if (!recount.ok) return recount;
    const ops = [...changeOps('products', id, row, wanted), ...recount.value];
    const old: ProductFields = Object.fromEntries(names.map((name) => [name, row[name]]));
    if (cost_cents !== undefined) {
      const cost = validate(costSchema, { cost_cents });
      if (!cost.ok) return cost;
      const known = await scope.get('product_costs', id);
      ops.push(
        ...(known
          ? changeOps('product_costs', id, known, cost.value)
          : [putOp('product_costs', { ...cost.value, id, business_id: scope.businessId })]),
      );
      old.cost_cents = known?.cost_cents ?? null;
    }
    return { ops, value: old, seenRev: ifOlder(seenRev, row) };
  });
  if (!before.ok) return before;
  return ok({
    id,
    undo: async () => {
      const back = await editProduct(db, id, before.value);
      return back.ok ? ok(id) : back;
    },
  });
};

/**
 * Movements are thousandths of the unit: where a piece holds something else from now on, as many pieces
 * as before are counted. Less than nothing cannot be counted, and somebody is asked about it.
 */
const recountOps = async (
  scope: WriteScope,
  { id, size_milli: before }: ProductRow,
  size_milli: number,
): Promise<Result<Op[]>> => {
  if (size_milli === before) return ok([]);
  const stock = stockOf(await scope.list('stock_movements', 'product_id', id));
  if (!stock.isKnown || stock.qty_milli < 0) return ok([]);
  const qty_milli = Math.round((stock.qty_milli * size_milli) / before);
  if (qty_milli > MAX_MILLI) return invalid('size_milli', 'too_large');
  return ok([movementOp(scope, { product_id: id, kind: 'count', qty_milli })]);
};

/** Not sold or ordered any more; what happened to it stays. */
export const archiveProduct = (db: DaybookDb, id: Uuid): Promise<Result<Done>> =>
  setFields(db, 'product.archive', 'products', id, { status: 'archived' });

/** Codes: not_found, invalid (`duplicate`: another product has its barcode or SKU by now). */
export const restoreProduct = (db: DaybookDb, id: Uuid): Promise<Result<Done>> =>
  editRow(db, {
    name: 'product.restore',
    table: 'products',
    id,
    schema: v.unknown(),
    patch: { status: 'active' },
    check: async (row, scope) => (await twinOf(scope, id, row)) ?? ok(null),
  });

/** Nobody could tell at the till which of two was meant. */
const twinOf = async (
  scope: WriteScope,
  id: Uuid,
  { barcode, sku }: Pick<ProductInput, 'barcode' | 'sku'>,
) => {
  if (barcode === null && sku === null) return null;
  const others = (await scope.all('products')).filter(
    (other) => other.id !== id && other.status === 'active',
  );
  if (barcode !== null && others.some((other) => other.barcode === barcode)) {
    return fail('invalid', { field: 'barcode', rule: 'duplicate' });
  }
  const code = sku?.toLowerCase();
  if (code !== undefined && others.some((other) => other.sku?.toLowerCase() === code)) {
    return fail('invalid', { field: 'sku', rule: 'duplicate' });
  }
  return null;
};
