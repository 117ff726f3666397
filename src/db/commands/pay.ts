/** What staff earn of what they sell, and the runs by which they are paid. */
import { putOp } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import { commissionSchema, paidSchema, payRunSchema } from '#domain/staff/pay-schema.ts';
import type { CommissionInput, PaidInput, PayRunInput } from '#domain/staff/pay-schema.ts';
import { overlapping } from '#domain/staff/pay.ts';
import { validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import { changeOps, editRow } from './edit-row.ts';
import type { Done } from './edit-row.ts';

/** What somebody earns from now on, also in runs that are not closed yet. Codes: invalid, not_found. */
export const setCommission = async (
  db: DaybookDb,
  staffId: Uuid,
  input: CommissionInput,
): Promise<Result<Done>> => {
  const checked = validate(commissionSchema, input);
  if (!checked.ok) return checked;
  const before = await write(db, 'commission.set', async (scope) => {
    if (!(await scope.get('staff', staffId))) {
      return fail('not_found', { rows: [`staff:${staffId}`] });
    }
    const known = await scope.get('commission_rules', staffId);
    const rule = checked.value;
    return {
      ops: known
        ? changeOps('commission_rules', staffId, known, rule)
        : [putOp('commission_rules', { id: staffId, business_id: scope.businessId, ...rule })],
      value: {
        service_bp: known?.service_bp ?? 0,
        product_bp: known?.product_bp ?? 0,
        service_steps: known?.service_steps ?? [],
        service_cents: known?.service_cents ?? 0,
        own_rates: known?.own_rates ?? [],
      },
    };
  });
  if (!before.ok) return before;
  return ok({
    id: staffId,
    undo: async () => {
      const back = await setCommission(db, staffId, before.value);
      return back.ok ? ok(staffId) : back;
    },
  });
};

/**
 * Freezes what everybody is paid for these days, as a person has seen it. There is no way back: what is
 * corrected or comes later stands in the next run. Codes: invalid (`entries` required: nobody is paid
 * anything), overlap (some of the days are in another run).
 */
export const closePayRun = (db: DaybookDb, input: PayRunInput): Promise<Result<Uuid>> => {
  const checked = validate(payRunSchema, input);
  if (!checked.ok) return Promise.resolve(checked);
  const run = checked.value;
  return write(db, 'pay_run.finish', async (scope) => {
    const runs = await scope.all('pay_runs');
    if (overlapping(runs, run.from_day, run.to_day).length > 0) return fail('overlap');
    const id = scope.newId();
    const common = { id, business_id: scope.businessId, occurred_at: scope.now };
    const row = { ...common, ...run, paid_on: null, paid_note: null };
    return { ops: [putOp('pay_runs', row)], value: id };
  });
};

/** Says when and how a run was paid out, or that it was not after all. Codes: invalid, not_found. */
export const markPaid = (
  db: DaybookDb,
  runId: Uuid,
  paid: PaidInput,
  seenRev?: number,
): Promise<Result<Done>> =>
  editRow(db, {
    name: 'pay_run.paid',
    table: 'pay_runs',
    id: runId,
    schema: paidSchema,
    patch: paid,
    seenRev,
  });
