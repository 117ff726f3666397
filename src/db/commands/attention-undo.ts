import { changeStatus } from '#domain/appointments/change-status.ts';
import { patchOp } from '#domain/commands/op.ts';
import type { Op } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { AttentionItemRow, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { WriteScope } from '../write.ts';
import { isFailed, placedAs, planOf, planOps } from './appointment-time.ts';
import type { Plan } from './appointment-time.ts';
import { changeOps } from './edit-row.ts';

/** What a decision changed beside its item, as it was before. */
export type Before =
  | { what: 'nothing' }
  | { what: 'values'; values: Record<string, unknown> }
  /** The appointment was moved. */
  | { what: 'place'; plan: Plan }
  /** The appointment was cancelled. */
  | { what: 'status' };

/**
 * Takes a decision back: the row is as it was, also where that is a place that somebody else has,
 * and the question stands again. One mutation, so that the server finds the question open when it
 * looks at the place anew. Codes: not_found, and those of taking a cancellation back.
 */
export const askAgain = (
  db: DaybookDb,
  name: string,
  item: AttentionItemRow,
  before: Before,
): Promise<Result<Uuid>> =>
  write(db, `${name}.undo`, async (scope) => {
    if (!(await scope.get('attention_items', item.id))) {
      return fail('not_found', { rows: [`attention_items:${item.id}`] });
    }
    const back = await backOps(scope, item, before);
    if (!back.ok) return back;
    const open = patchOp('attention_items', item.id, { state: 'open', resolved_at: null });
    return { ops: [open, ...back.value], value: item.id };
  });

const backOps = async (
  scope: WriteScope,
  { entity, entity_id: id }: AttentionItemRow,
  before: Before,
): Promise<Result<Op[]>> => {
  if (before.what === 'nothing') return ok([]);
  if (before.what === 'values') {
    const row = await scope.get(entity, id);
    if (!row) return fail('not_found', { rows: [`${entity}:${id}`] });
    return ok(changeOps(entity, id, row, before.values));
  }
  const plan = await planOf(scope, id);
  if (isFailed(plan)) return plan;
  if (before.what === 'place') {
    const { reschedule_count, overlap_accepted, series_detached } = before.plan.appointment;
    return ok(
      planOps(plan, placedAs(before.plan, plan), {
        reschedule_count,
        overlap_accepted,
        series_detached,
      }),
    );
  }
  const booked = changeStatus(plan.appointment, 'booked', scope.now);
  return booked.ok ? ok([patchOp('appointments', id, booked.value)]) : booked;
};
