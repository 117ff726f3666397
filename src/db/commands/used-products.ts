/** What visits use up: recipes of variants, what a sale takes out of stock by them, and corrections. */
import { isSecondName } from '#domain/appointments/visit-items.ts';
import { putOp } from '#domain/commands/op.ts';
import type { Op } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { notedSchema, recipeSchema, usedSchema } from '#domain/inventory/schema.ts';
import type { NotedInput, RecipeInput, UsedInput } from '#domain/inventory/schema.ts';
import { usedAtVisits, usedProducts } from '#domain/inventory/used.ts';
import type { SaleLineRow, StockMovementRow, Uuid } from '#domain/rows.ts';
import { validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { WriteScope } from '../write.ts';
import { changeOps } from './edit-row.ts';
import type { Done } from './edit-row.ts';
import { movementOp } from './stock.ts';

/**
 * What one visit of a variant uses up from now on; nothing = stock is left alone. Codes: invalid,
 * not_found.
 */
export const setRecipe = async (
  db: DaybookDb,
  variantId: Uuid,
  input: RecipeInput,
): Promise<Result<Done>> => {
  const checked = validate(recipeSchema, input);
  if (!checked.ok) return checked;
  const before = await write(db, 'recipe.set', async (scope) => {
    if (!(await scope.get('service_variants', variantId))) {
      return fail('not_found', { rows: [`service_variants:${variantId}`] });
    }
    const known = await scope.get('recipes', variantId);
    const items = checked.value;
    const ops = known
      ? changeOps('recipes', variantId, known, { items })
      : [putOp('recipes', { id: variantId, business_id: scope.businessId, items })];
    return { ops, value: known?.items ?? [] };
  });
  if (!before.ok) return before;
  return ok({
    id: variantId,
    undo: async () => {
      const back = await setRecipe(db, variantId, before.value);
      return back.ok ? ok(variantId) : back;
    },
  });
};

/**
 * What the services of a new sale use up by their recipes; `parts` are its rows. One that several people do
 * is used up once.
 */
export const usedBySale = async (scope: WriteScope, parts: readonly Op[]): Promise<Op[]> => {
  const lines = parts.flatMap(({ table, value }) =>
    table === 'sale_lines' &&
    value?.['kind'] === 'service' &&
    value['variant_id'] &&
    !isSecondName(String(value['name']))
      ? [
          value as Pick<SaleLineRow, 'id' | 'sale_id' | 'qty' | 'appointment_id'> & {
            variant_id: Uuid;
          },
        ]
      : [],
  );
  if (lines.length === 0) return [];
  const noted = await notedAtVisits(scope, lines);
  const recipes = await scope.getMany(
    'recipes',
    lines.map(({ variant_id }) => variant_id),
  );
  const uses = lines.flatMap((line, place) =>
    (recipes[place]?.items ?? [])
      // What somebody has noted at the visit is there already, as it really was.
      .filter(({ product_id }) => !noted.has(`${line.appointment_id} ${product_id}`))
      .map((item) => ({ line, item })),
  );
  const products = await scope.getMany(
    'products',
    uses.map(({ item }) => item.product_id),
  );
  return uses.flatMap(({ line: { id, sale_id, qty }, item: { product_id, qty_milli } }, place) => {
    const of = { sale_id, sale_line_id: id, product_id };
    return products[place] ? [useOp(scope, of, qty * qty_milli)] : [];
  });
};

/** As if nothing had been done: what a sale used is there again. */
export const unusedBySale = (
  scope: WriteScope,
  sale_id: Uuid,
  movements: readonly StockMovementRow[],
): Op[] =>
  usedProducts(movements)
    .filter(({ used_milli }) => used_milli !== 0)
    .map(({ used_milli, ...of }) => useOp(scope, { sale_id, ...of }, -used_milli));

const useOp = (
  scope: WriteScope,
  of: { sale_id: Uuid; sale_line_id: Uuid; product_id: Uuid },
  milli: number,
): Op => movementOp(scope, { ...of, kind: 'use', qty_milli: -milli });

/**
 * What was really used for the lines of a sale, each with its whole amount. Undo brings back what was
 * noted before. Codes: invalid, not_found.
 */
export const correctUsed = async (
  db: DaybookDb,
  saleId: Uuid,
  input: UsedInput,
): Promise<Result<Done>> => {
  const checked = validate(usedSchema, input);
  if (!checked.ok) return checked;
  const wanted = checked.value;
  const before = await write(db, 'stock.use', async (scope) => {
    const lines = await scope.list('sale_lines', 'sale_id', saleId);
    const stray = wanted.find(({ sale_line_id }) => !lines.some(({ id }) => id === sale_line_id));
    if (stray) return fail('not_found', { rows: [`sale_lines:${stray.sale_line_id}`] });
    const ids = wanted.map(({ product_id }) => product_id);
    const missing = (await scope.getMany('products', ids)).indexOf(undefined);
    if (missing >= 0) return fail('not_found', { rows: [`products:${ids[missing]}`] });
    const known = usedProducts(await scope.list('stock_movements', 'sale_id', saleId));
    const changes = wanted.flatMap(({ qty_milli, ...of }) => {
      const old = known.find(
        ({ sale_line_id, product_id }) =>
          sale_line_id === of.sale_line_id && product_id === of.product_id,
      );
      const was = old?.used_milli ?? 0;
      return was === qty_milli ? [] : [{ of, was, more: qty_milli - was }];
    });
    return {
      ops: changes.map(({ of, more }) => useOp(scope, { sale_id: saleId, ...of }, more)),
      value: changes.map(({ of, was }) => ({ ...of, qty_milli: was })),
    };
  });
  if (!before.ok) return before;
  return ok({
    id: saleId,
    undo: async () => {
      if (before.value.length === 0) return ok(saleId);
      const back = await correctUsed(db, saleId, before.value);
      return back.ok ? ok(saleId) : back;
    },
  });
};

/** `visit product` of everything that was noted at the visits of these lines. */
const notedAtVisits = async (
  scope: WriteScope,
  lines: readonly Pick<SaleLineRow, 'appointment_id'>[],
): Promise<ReadonlySet<string>> => {
  const visits = [...new Set(lines.flatMap(({ appointment_id }) => appointment_id ?? []))];
  const rows =
    visits.length === 0 ? [] : await scope.listAny('stock_movements', 'appointment_id', visits);
  return new Set(
    usedAtVisits(rows).map(({ appointment_id, product_id }) => `${appointment_id} ${product_id}`),
  );
};

/**
 * What was used at a visit, noted before it is paid for: the whole amount of a product, 0 = it is not noted
 * any more. The sale then leaves out what its recipes say of that product. Undo brings back what was noted before.
 * Codes: invalid, not_found.
 */
export const noteUsed = async (
  db: DaybookDb,
  appointmentId: Uuid,
  input: NotedInput,
): Promise<Result<Done>> => {
  const checked = validate(notedSchema, input);
  if (!checked.ok) return checked;
  const { product_id, qty_milli } = checked.value;
  const before = await write(db, 'stock.note', async (scope) => {
    if (!(await scope.get('appointments', appointmentId))) {
      return fail('not_found', { rows: [`appointments:${appointmentId}`] });
    }
    if (!(await scope.get('products', product_id))) {
      return fail('not_found', { rows: [`products:${product_id}`] });
    }
    const rows = await scope.list('stock_movements', 'appointment_id', appointmentId);
    const was = usedAtVisits(rows).find((one) => one.product_id === product_id)?.used_milli ?? 0;
    const more = qty_milli - was;
    const of = { product_id, appointment_id: appointmentId, kind: 'use' as const };
    return {
      ops: more === 0 ? [] : [movementOp(scope, { ...of, qty_milli: -more })],
      value: was,
    };
  });
  if (!before.ok) return before;
  return ok({
    id: appointmentId,
    undo: async () => {
      const back = await noteUsed(db, appointmentId, { product_id, qty_milli: before.value });
      return back.ok ? ok(appointmentId) : back;
    },
  });
};
