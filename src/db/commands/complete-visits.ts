import { changeStatus } from '#domain/appointments/change-status.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { changeAppointmentStatus } from './appointment-status.ts';

type Answer = Awaited<ReturnType<typeof changeAppointmentStatus>>;

/** Completes visits that were checked out, as far as they have begun and can be; one answer for each. */
export const completeVisits = async (db: DaybookDb, ids: readonly Uuid[]): Promise<Answer[]> => {
  const visits = await db.rows('appointments').bulkGet([...new Set(ids)]);
  const answers: Answer[] = [];
  for (const visit of visits) {
    if (!visit || visit.starts_at > db.now()) continue;
    if (!changeStatus(visit, 'completed', db.now()).ok) continue;
    answers.push(await changeAppointmentStatus(db, visit.id, 'completed'));
  }
  return answers;
};
