import { comesAlong } from '#domain/appointments/group.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { visitToCheckOut } from './checkout.ts';
import type { VisitToCheckOut } from './checkout.ts';

/** The other visits of the group of a visit that nobody has checked out yet, in the order of their start. */
export const groupToCheckOut = async (
  db: DaybookDb,
  appointmentId: Uuid,
): Promise<VisitToCheckOut[]> => {
  const groupId = (await db.rows('appointments').get(appointmentId))?.group_id;
  if (!groupId) return [];
  const group = await db.rows('appointments').where('group_id').equals(groupId).toArray();
  const others = group
    .filter(({ id, status }) => id !== appointmentId && comesAlong(status) && status !== 'no_show')
    .toSorted((a, b) =>
      a.starts_at === b.starts_at ? (a.id < b.id ? -1 : 1) : a.starts_at < b.starts_at ? -1 : 1,
    );
  const visits = await Promise.all(others.map(({ id }) => visitToCheckOut(db, id)));
  return visits.flatMap((visit) => (visit && !visit.settledBy ? visit : []));
};
