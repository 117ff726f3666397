import { patchOp } from '#domain/commands/op.ts';
import type { Op } from '#domain/commands/op.ts';
import type { Uuid } from '#domain/rows.ts';
import { isWaiting } from '#domain/waitlist/steps.ts';
import type { WriteScope } from '../write.ts';

/** What closes an entry of the waitlist in the mutation that books it; nothing when it is closed already. */
export const bookedOps = async (
  scope: Pick<WriteScope, 'get'>,
  entryId: Uuid,
  appointmentId: Uuid,
): Promise<Op[]> => {
  const entry = await scope.get('waitlist_entries', entryId);
  return entry && isWaiting(entry.state)
    ? [patchOp('waitlist_entries', entryId, { state: 'booked', appointment_id: appointmentId })]
    : [];
};
