import { changeStatus } from '#domain/appointments/change-status.ts';
import { isActive } from '#domain/appointments/status.ts';
import { deleteOp, patchOp } from '#domain/commands/op.ts';
import type { Op, RowPatch } from '#domain/commands/op.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';

/**
 * Takes back what made appointments. Those that the server has not heard of vanish without a trace.
 * The others are cancelled: their clients may have been told, and must be told again. `before` are
 * the old fields of the series, null when it was made with them.
 */
export const takeBack = (
  db: DaybookDb,
  name: string,
  ids: readonly Uuid[],
  series: { id: Uuid; before: RowPatch<'series'> | null },
): Promise<Result<Uuid>> =>
  write(db, name, async (scope) => {
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
    if (series.before) ops.push(patchOp('series', series.id, series.before));
    else if (isGone) ops.push(deleteOp('series', series.id));
    else ops.push(patchOp('series', series.id, { state: 'ended' }));
    return { ops, value: series.id };
  });
