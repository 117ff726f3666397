import { patchOp } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { Done } from './edit-row.ts';
import { placeIn } from './place.ts';

/**
 * Another room or chair for a part of a visit, chosen by hand: from now on nothing swaps it. Codes:
 * not_found, overlap (`rows` names who has it).
 */
export const changeResource = async (
  db: DaybookDb,
  segmentId: Uuid,
  { from, to }: { from: Uuid | null; to: Uuid },
): Promise<Result<Done>> => {
  const before = await write(db, 'appointment.resource', async (scope) => {
    const segment = await scope.get('appointment_segments', segmentId);
    if (!segment) return fail('not_found', { rows: [`appointment_segments:${segmentId}`] });
    const old = {
      resource_ids: segment.resource_ids ?? [],
      resource_fixed: segment.resource_fixed ?? false,
    };
    const resource_ids = [...old.resource_ids.filter((id) => id !== from && id !== to), to];
    const wanted = { ...segment, resource_ids, resource_fixed: true };
    const { overlapped } = await placeIn(scope, segment.appointment_id, [wanted]);
    if (overlapped.length > 0) return fail('overlap', { rows: overlapped });
    const patch = { resource_ids, resource_fixed: true };
    return { ops: [patchOp('appointment_segments', segmentId, patch)], value: old };
  });
  if (!before.ok) return before;
  const undo = () =>
    write(db, 'appointment.resource.undo', () => ({
      ops: [patchOp('appointment_segments', segmentId, before.value)],
      value: segmentId,
    }));
  return ok({ id: segmentId, undo });
};
