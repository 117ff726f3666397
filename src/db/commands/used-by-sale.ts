/** What a sale takes out of stock by recipes, and puts back. */
import { isSecondName } from '#domain/appointments/visit-items.ts';
import type { Op } from '#domain/commands/op.ts';
import { usedAtVisits, usedProducts } from '#domain/inventory/used.ts';
import type { SaleLineRow, StockMovementRow, Uuid } from '#domain/rows.ts';
import type { WriteScope } from '../write.ts';
import { movementOp } from './movement.ts';

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

export const useOp = (
  scope: WriteScope,
  of: { sale_id: Uuid; sale_line_id: Uuid; product_id: Uuid },
  milli: number,
): Op => movementOp(scope, { ...of, kind: 'use', qty_milli: -milli });

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
