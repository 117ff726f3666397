import { changeStatus } from '#domain/appointments/change-status.ts';
import { isActive } from '#domain/appointments/status.ts';
import { deleteOp, patchOp } from '#domain/commands/op.ts';
import type { Op } from '#domain/commands/op.ts';
import type { Failed } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import type { WriteScope } from '../write.ts';

/**
 * What takes appointments back that were just made. Those that the server has not heard of vanish
 * without a trace. The others are cancelled: their clients may have been told, and must be told again.
 * `isGone`: none of them is left.
 */
export const takeBackOps = async (
  scope: Pick<WriteScope, 'getMany' | 'list' | 'now'>,
  ids: readonly Uuid[],
): Promise<{ ops: Op[]; isGone: boolean } | Failed> => {
  const ops: Op[] = [];
  let isGone = true;
  for (const row of await scope.getMany('appointments', ids)) {
    if (!row) continue;
    if (row.rev === 0) {
      const segments = await scope.list('appointment_segments', 'appointment_id', row.id);
      ops.push(...segments.map(({ id }) => deleteOp('appointment_segments', id)));
      ops.push(deleteOp('appointments', row.id));
      continue;
    }
    isGone = false;
    if (!isActive(row.status)) continue;
    const patch = changeStatus(row, 'cancelled', scope.now, {
      by: 'staff',
      reason: 'Booked by mistake',
      cancelNoticeMin: 0,
    });
    if (!patch.ok) return patch;
    ops.push(patchOp('appointments', row.id, patch.value));
  }
  return { ops, isGone };
};
