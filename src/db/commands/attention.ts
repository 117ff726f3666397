import { patchOp } from '#domain/commands/op.ts';
import type { Op, RowPatch } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { AttentionItemRow, TableName, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { Decision, WriteScope } from '../write.ts';
import { cancelAppointment } from './appointment-status.ts';
import { moveAppointment } from './appointment-time.ts';
import type { MoveTo } from './appointment-time.ts';
import { askAgain } from './attention-undo.ts';
import type { Before } from './attention-undo.ts';
import type { Undo } from './edit-row.ts';

/** What a person decided about an attention item. */
export type Answer =
  /** Write my values over what is there now. */
  | { keep: 'mine' }
  /** Leave what is there now; mine are given up. */
  | { keep: 'theirs' }
  /** Write these values, made from both. */
  | { keep: 'merged'; values: Record<string, unknown> }
  /** The place is taken: both may stand at this time. */
  | { keep: 'both' }
  /** The place is taken: another time. */
  | { keep: 'moved'; to: MoveTo }
  /** The place is taken: give the appointment up. */
  | { keep: 'none'; reason?: string }
  /** Seen, nothing to do. */
  | { keep: 'dismissed' };

const STATES = {
  mine: 'kept_mine',
  theirs: 'kept_theirs',
  merged: 'merged',
  both: 'kept_mine',
  moved: 'rescheduled',
  none: 'kept_theirs',
  dismissed: 'dismissed',
} as const satisfies Record<Answer['keep'], AttentionItemRow['state']>;

/**
 * Carries a decision out and closes the item; undo asks again. Codes: not_found, already_resolved,
 * deleted (the row is gone, so nothing can be written into it), and those of moving or cancelling.
 */
export const resolveAttention = async (
  db: DaybookDb,
  itemId: Uuid,
  answer: Answer,
): Promise<Result<{ id: Uuid; undo: Undo | null }>> => {
  const item = await db.rows('attention_items').get(itemId);
  if (!item) return fail('not_found', { rows: [`attention_items:${itemId}`] });
  if (item.state !== 'open') return fail('already_resolved');

  // Time and status have rules of their own: their commands run first, the item closes after them.
  const placed = await beforeMove(db, item, answer);
  const done = await act(db, item, answer);
  if (!done.ok) return done;
  const name = `attention.${STATES[answer.keep]}`;
  const closed = await write(db, name, async (scope): Promise<Decision<Before | null>> => {
    const current = await scope.get('attention_items', itemId);
    // Somebody else has answered meanwhile: there is nothing of ours to take back.
    if (current?.state !== 'open') return { ops: [], value: null };
    const values = valuesOf(item, answer);
    const written = await writeValues(scope, item, values ?? {});
    if (!written.ok) return written;
    const patch = patchOp('attention_items', itemId, {
      state: STATES[answer.keep],
      resolved_at: scope.now,
    });
    return { ops: [...written.value.ops, patch], value: placed ?? written.value.before };
  });
  if (!closed.ok) return closed;
  const before = closed.value;
  return ok({ id: itemId, undo: before && (() => askAgain(db, name, item, before)) });
};

/** How the appointment stands before it is moved or given up; null: the decision does neither. */
const beforeMove = async (
  db: DaybookDb,
  item: AttentionItemRow,
  answer: Answer,
): Promise<Before | null> => {
  if (answer.keep === 'none') return { what: 'status' };
  if (answer.keep !== 'moved') return null;
  const [appointment, segments] = await Promise.all([
    db.rows('appointments').get(item.entity_id),
    db.rows('appointment_segments').where('appointment_id').equals(item.entity_id).toArray(),
  ]);
  return appointment ? { what: 'place', plan: { appointment, segments } } : null;
};

const act = async (
  db: DaybookDb,
  item: AttentionItemRow,
  answer: Answer,
): Promise<Result<unknown>> => {
  if (answer.keep === 'moved') return moveAppointment(db, item.entity_id, answer.to);
  if (answer.keep === 'none') {
    return cancelAppointment(db, item.entity_id, { reason: answer.reason ?? null });
  }
  return ok(null);
};

const valuesOf = (item: AttentionItemRow, answer: Answer): Record<string, unknown> | null => {
  switch (answer.keep) {
    case 'merged':
      return answer.values;
    case 'both':
      return { overlap_accepted: true };
    case 'mine':
      return item.kind === 'slot_taken' ? { overlap_accepted: true } : item.mine;
    default:
      return null;
  }
};

const writeValues = async (
  scope: WriteScope,
  item: AttentionItemRow,
  values: Record<string, unknown>,
): Promise<Result<{ ops: Op[]; before: Before | null }>> => {
  if (Object.keys(values).length === 0) return ok({ ops: [], before: { what: 'nothing' } });
  const row: object | undefined = await scope.get(item.entity, item.entity_id);
  if (!row) return fail('deleted', { rows: [`${item.entity}:${item.entity_id}`] });
  // Only fields that the row has: what else was refused is not ours to invent.
  const known = Object.entries(values).filter(([field]) => field in row);
  if (known.length === 0) return ok({ ops: [], before: { what: 'nothing' } });
  const current = row as Record<string, unknown>;
  const before = Object.fromEntries(known.map(([field]) => [field, current[field]]));
  const patch = Object.fromEntries(known) as RowPatch<TableName>;
  return ok({
    ops: [patchOp(item.entity, item.entity_id, patch)],
    // Steps of an appointment's life go their own ways back.
    before: 'status' in before ? null : { what: 'values', values: before },
  });
};
