import { addTipSchema } from '#domain/checkout/schema.ts';
import type { AddTipInput } from '#domain/checkout/schema.ts';
import { standingOf } from '#domain/checkout/standing.ts';
import { putOp } from '#domain/commands/op.ts';
import { fail } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import { validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { Decision } from '../write.ts';

/**
 * A tip for a sale that was rung up before: money of its own, by now, with or without a connection. The
 * sale stays as it was. Codes: invalid, not_found, already_refunded (the sale was taken back),
 * currency_unsupported (of the sale, by now).
 */
export const addTip = async (db: DaybookDb, input: AddTipInput): Promise<Result<Uuid>> => {
  const checked = validate(addTipSchema, input);
  if (!checked.ok) return checked;
  const { sale_id, staff_id, method, label, amount_cents } = checked.value;
  if (label !== null && method !== 'other') return fail('invalid', { field: 'label' });
  return write(db, 'sale.tip', async (scope): Promise<Decision<Uuid>> => {
    const sale = await scope.get('sales', sale_id);
    if (!sale) return fail('not_found', { rows: [`sales:${sale_id}`] });
    const business = await scope.get('businesses', scope.businessId);
    if (business && business.currency !== sale.currency) return fail('currency_unsupported');
    const payments = await scope.list('payments', 'sale_id', sale_id);
    const refunds = await scope.list('refunds', 'sale_id', sale_id);
    if (standingOf(payments, refunds).state === 'void') {
      return fail('already_refunded', { field: 'sale_id' });
    }
    // One id for both says that they belong together (added-tips.ts).
    const id = scope.newId();
    const common = { id, business_id: scope.businessId, sale_id, occurred_at: scope.now };
    return {
      ops: [
        putOp('tips', { ...common, staff_id, amount_cents }),
        putOp('payments', {
          ...common,
          appointment_id: null,
          method,
          label,
          state: 'captured',
          collects: false,
          amount_cents,
          tendered_cents: method === 'cash' ? amount_cents : null,
        }),
      ],
      value: id,
    };
  });
};
