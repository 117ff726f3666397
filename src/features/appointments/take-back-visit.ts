import { cancelAppointment } from '#db/commands/appointment-status.ts';
import { reopenWaitlistEntry } from '#db/commands/waitlist.ts';
import type { DaybookDb } from '#db/open.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';

/** What was booked a moment ago is cancelled; whoever waited for it is on the list as before. */
export const takeBackVisit = async (
  db: DaybookDb,
  id: Uuid,
  reason: string,
  waitlistEntryId: Uuid | undefined,
): Promise<Result<unknown>> => {
  const cancelled = await cancelAppointment(db, id, { reason });
  return cancelled.ok && waitlistEntryId ? reopenWaitlistEntry(db, waitlistEntryId) : cancelled;
};
