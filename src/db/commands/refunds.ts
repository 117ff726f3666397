/** What happens to the money of a sale later: collected, given back, taken back. */
import { wasCounted } from '#domain/checkout/drawer-counted.ts';
import { leftOf, refundOf } from '#domain/checkout/line-refunds.ts';
import { collectSchema, lineRefundSchema, refundSchema } from '#domain/checkout/schema.ts';
import type { CollectInput, LineRefundInput, RefundInput } from '#domain/checkout/schema.ts';
import { putOp } from '#domain/commands/op.ts';
import type { NewRow, Op } from '#domain/commands/op.ts';
import { fail } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { SaleLineRow, SaleRow, StockMovementRow, Uuid } from '#domain/rows.ts';
import { validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { Decision, WriteScope } from '../write.ts';
import { packagesSold } from './sale-packages.ts';
import { prepaidRefunds, prepaidVoid } from './sale-prepaid.ts';
import { movementOp } from './movement.ts';
import { unusedBySale } from './used-by-sale.ts';
import { saleNotFound, saleOf, sumOf, wrongPayment } from './sale-facts.ts';

/**
 * So long after a sale it can be taken back as if it had never been, unless the drawer was counted
 * meanwhile; later there are refunds. SQL asks the same (check_void).
 */
const VOID_WITHIN_MS = 24 * 3_600_000;

/** Takes what was to be collected. Codes: invalid, not_found, already_collected. */
export const collectDue = (db: DaybookDb, input: CollectInput): Promise<Result<Uuid>> => {
  const checked = validate(collectSchema, input);
  if (!checked.ok) return Promise.resolve(checked);
  const { sale_id, ...payment } = checked.value;
  const wrong = wrongPayment([payment]);
  if (wrong) return Promise.resolve(fail('invalid', { field: wrong }));
  return write(db, 'sale.collect', async (scope): Promise<Decision<Uuid>> => {
    const found = await saleOf(scope, sale_id);
    if (!found) return saleNotFound(sale_id);
    if (payment.amount_cents > found.standing.due_cents) {
      return fail('already_collected', { field: 'amount_cents' });
    }
    const row: NewRow<'payments'> = {
      ...payment,
      ...later(scope, sale_id),
      state: 'captured',
      collects: true,
    };
    return { ops: [putOp('payments', row)], value: row.id };
  });
};

/** Gives money back. Codes: invalid, not_found, already_refunded (more than was taken). */
export const refundSale = (db: DaybookDb, input: RefundInput): Promise<Result<Uuid>> => {
  const checked = validate(refundSchema, input);
  if (!checked.ok) return Promise.resolve(checked);
  const { sale_id, ...refund } = checked.value;
  return write(db, 'sale.refund', async (scope): Promise<Decision<Uuid>> => {
    const found = await saleOf(scope, sale_id);
    if (!found) return saleNotFound(sale_id);
    if (refund.amount_cents > found.standing.refundable_cents) {
      return fail('already_refunded', { field: 'amount_cents' });
    }
    const row: NewRow<'refunds'> = {
      ...refund,
      ...later(scope, sale_id),
      kind: 'refund',
      sale_line_id: null,
      qty: null,
    };
    const prepaid = await prepaidRefunds(scope, found, [row]);
    if (!prepaid.ok) return prepaid;
    return { ops: [putOp('refunds', row), ...prepaid.value], value: row.id };
  });
};

/**
 * Gives some of what was sold back, at what it came to. Codes: invalid, not_found, already_refunded
 * (more than was sold, or than was taken).
 */
export const refundLines = (db: DaybookDb, input: LineRefundInput): Promise<Result<Uuid[]>> => {
  const checked = validate(lineRefundSchema, input);
  if (!checked.ok) return Promise.resolve(checked);
  const { sale_id, lines, method, reason } = checked.value;
  return write(db, 'sale.refund', async (scope): Promise<Decision<Uuid[]>> => {
    const found = await saleOf(scope, sale_id);
    if (!found) return saleNotFound(sale_id);
    const sold = await scope.list('sale_lines', 'sale_id', sale_id);
    const rows: NewRow<'refunds'>[] = [];
    const stock: Op[] = [];
    const movements = await scope.list('stock_movements', 'sale_id', sale_id);
    const packages = await packagesSold(scope, sale_id);
    for (const { sale_line_id, qty, restock } of lines) {
      const line = sold.find(({ id }) => id === sale_line_id);
      if (!line) return fail('not_found', { rows: [`sale_lines:${sale_line_id}`] });
      const before = [...found.refunds, ...rows];
      if (qty > leftOf(line, before)) return fail('already_refunded', { field: 'lines' });
      rows.push({
        ...later(scope, sale_id),
        kind: 'refund',
        method,
        reason,
        sale_line_id,
        qty,
        // Of a package what is left of it goes back.
        amount_cents: packages.get(line.id)?.left.cents ?? refundOf(line, before, qty),
      });
      if (restock) stock.push(...(await backToStock(scope, movements, line, qty)));
    }
    if (sumOf(rows) > found.standing.refundable_cents) {
      return fail('already_refunded', { field: 'lines' });
    }
    const prepaid = await prepaidRefunds(scope, found, rows);
    if (!prepaid.ok) return prepaid;
    return {
      ops: [...rows.map((row) => putOp('refunds', row)), ...prepaid.value, ...stock],
      value: rows.map(({ id }) => id),
    };
  });
};

/**
 * Takes a whole sale back, each payment by the way it came. Codes: not_found, undo_expired (after a day,
 * or after the drawer was counted), already_refunded, gift_card_used (a card that it sold), package_used.
 */
export const voidSale = (db: DaybookDb, saleId: Uuid): Promise<Result<Uuid>> =>
  write(db, 'sale.void', async (scope): Promise<Decision<Uuid>> => {
    const found = await saleOf(scope, saleId);
    if (!found) return saleNotFound(saleId);
    const { sale, standing } = found;
    if (standing.state === 'void') return { ops: [], value: saleId };
    if (standing.refunded_cents > 0) return fail('already_refunded', { field: 'sale_id' });
    const isSettled = wasCounted(await scope.all('drawer_events'), sale.occurred_at, scope.now);
    if (isSettled || !mayVoid(sale, scope.now)) return fail('undo_expired');
    const row: NewRow<'refunds'> = {
      ...later(scope, saleId),
      kind: 'void',
      method: null,
      amount_cents: standing.captured_cents,
      reason: '',
      sale_line_id: null,
      qty: null,
    };
    const prepaid = await prepaidVoid(scope, saleId);
    if (!prepaid.ok) return prepaid;
    // As if nothing had been sold: what it took is there again.
    const lines = await scope.list('sale_lines', 'sale_id', saleId);
    const movements = await scope.list('stock_movements', 'sale_id', saleId);
    const stock: Op[] = [];
    for (const line of lines) stock.push(...(await backToStock(scope, movements, line, line.qty)));
    stock.push(...unusedBySale(scope, saleId, movements));
    return { ops: [putOp('refunds', row), ...prepaid.value, ...stock], value: saleId };
  });

/** Whether it is soon enough after the sale. */
export const mayVoid = ({ occurred_at }: Pick<SaleRow, 'occurred_at'>, now: string): boolean =>
  Date.parse(now) - Date.parse(occurred_at) <= VOID_WITHIN_MS;

const later = ({ newId, businessId, now }: WriteScope, sale_id: Uuid) => ({
  id: newId(),
  business_id: businessId,
  sale_id,
  appointment_id: null,
  occurred_at: now,
});

/**
 * So many of a line go back to where they were taken from, at most what is still out, in what the
 * product is measured in by now.
 */
const backToStock = async (
  scope: WriteScope,
  movements: readonly StockMovementRow[],
  line: SaleLineRow,
  qty: number,
): Promise<Op[]> => {
  const ofLine = movements.filter(({ sale_line_id }) => sale_line_id === line.id);
  const sold = ofLine.find(({ kind }) => kind === 'sale');
  if (!sold) return [];
  const { product_id, sale_id, sale_line_id } = sold;
  const sizeThen = -sold.qty_milli / line.qty;
  const out = -ofLine.reduce((all, { qty_milli }) => all + qty_milli, 0) / sizeThen;
  const product = await scope.get('products', product_id);
  const qty_milli = Math.round(Math.min(qty, out) * (product?.size_milli ?? sizeThen));
  if (qty_milli <= 0) return [];
  return [movementOp(scope, { product_id, kind: 'return', qty_milli, sale_id, sale_line_id })];
};
