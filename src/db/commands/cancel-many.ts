import { changeStatus } from '#domain/appointments/change-status.ts';
import { feeFields } from '#domain/appointments/fee.ts';
import type { FeeDecision } from '#domain/appointments/fee.ts';
import { patchOp, rowKey } from '#domain/commands/op.ts';
import type { Op } from '#domain/commands/op.ts';
import { fail } from '#domain/errors/result.ts';
import type { Failed } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import { invalid } from '#domain/validation/validate.ts';
import type { WriteScope } from '../write.ts';
import { feeOfStep, noticeOf } from './fees.ts';
import { overlappedBy } from './place.ts';

const REASON_MAX = 500;

/** `fee`: one decision about the fees of all of them. `silently`: their clients know already. */
export type Cancelling = {
  reason: string | null;
  by: 'client' | 'staff';
  fee?: FeeDecision;
  silently?: boolean;
};

/**
 * Gives up several appointments for one reason; `bookedIds` are those that an undo books again. Codes:
 * not_found, invalid, illegal_transition.
 */
export const cancelOps = async (
  scope: WriteScope,
  ids: readonly Uuid[],
  { reason, by, fee }: Cancelling,
): Promise<{ ops: Op[]; bookedIds: Uuid[] } | Failed> => {
  if (ids.length === 0) return invalid('dates', 'too_few');
  if (reason !== null && reason.length > REASON_MAX) return invalid('cancel_reason', 'too_long');
  const rules = await scope.get('booking_rules', scope.businessId);
  const ops: Op[] = [];
  const bookedIds: Uuid[] = [];
  for (const row of await scope.getMany('appointments', ids)) {
    if (!row) return fail('not_found', { rows: ['appointments'] });
    const patch = changeStatus(row, 'cancelled', scope.now, {
      by,
      reason,
      cancelNoticeMin: noticeOf(row, rules),
    });
    if (!patch.ok) return patch;
    const costs = await feeOfStep(scope, row, rules, { to: 'cancelled', by, decision: fee });
    ops.push(patchOp('appointments', row.id, { ...patch.value, ...costs }));
    if (row.status === 'booked') bookedIds.push(row.id);
  }
  return { ops, bookedIds };
};

/** Books again what was given up together, if all the places are still free. Codes: not_found, overlap. */
export const bookAgainOps = async (
  scope: WriteScope,
  ids: readonly Uuid[],
): Promise<Op[] | Failed> => {
  const ops: Op[] = [];
  const again = new Set<string>(ids.map((one) => rowKey('appointments', one)));
  for (const row of await scope.getMany('appointments', ids)) {
    if (!row) return fail('not_found', { rows: ['appointments'] });
    const patch = changeStatus(row, 'booked', scope.now);
    if (!patch.ok) return patch;
    const segments = await scope.list('appointment_segments', 'appointment_id', row.id);
    const others = (await overlappedBy(scope, row.id, segments)).filter((key) => !again.has(key));
    if (others.length > 0 && !row.overlap_accepted) return fail('overlap', { rows: others });
    ops.push(patchOp('appointments', row.id, { ...patch.value, ...feeFields(row, null) }));
  }
  return ops;
};
