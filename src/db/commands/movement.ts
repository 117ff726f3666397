/** Lines of the ledger of stock. */
import { putOp } from '#domain/commands/op.ts';
import type { NewRow, Op } from '#domain/commands/op.ts';
import type { WriteScope } from '../write.ts';

export type Movement = Pick<NewRow<'stock_movements'>, 'product_id' | 'kind' | 'qty_milli'> &
  Partial<NewRow<'stock_movements'>>;

/** A row of the ledger; it happened now, unless `occurred_at` says when. */
export const newMovement = (scope: WriteScope, movement: Movement): NewRow<'stock_movements'> => ({
  reason: null,
  sale_id: null,
  sale_line_id: null,
  order_id: null,
  appointment_id: null,
  undoes_id: null,
  occurred_at: scope.now,
  ...movement,
  id: scope.newId(),
  business_id: scope.businessId,
});

/** One line of the ledger. */
export const movementOp = (scope: WriteScope, movement: Movement): Op =>
  putOp('stock_movements', newMovement(scope, movement));
