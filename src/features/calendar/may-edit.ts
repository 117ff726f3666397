import type { CalendarBook } from '#db/queries/calendar.ts';
import { isActive } from '#domain/appointments/status.ts';
import { may, scopeOf } from '#domain/permissions/presets.ts';
import type { CalendarItem } from './items.ts';

/** Whether the signed-in person may change an item: what is over stays, others' things need more rights. */
export function mayEdit(
  { membership, ownStaffId }: Pick<CalendarBook, 'membership' | 'ownStaffId'>,
  item: CalendarItem,
): boolean {
  if (!membership) return false;
  if (item.kind === 'appointment' && !isActive(item.status)) return false;
  // It changes where it comes from.
  if (item.kind === 'block' && item.isOutside) return false;
  const permission = item.kind === 'block' ? 'block' : 'appointments.edit';
  const isOwn = item.staffId !== null && item.staffId === ownStaffId;
  return may(membership, permission, isOwn ? 'own' : 'all');
}

/** Whether they may book or block anything at all; for whom, the commands and the server judge. */
export const mayCreate = ({ membership }: Pick<CalendarBook, 'membership'>): boolean =>
  membership !== undefined && scopeOf(membership, 'appointments.edit') !== 'none';

/** Whether what clients filled in is on their device: without it everything would seem to be missing. */
export const mayReadForms = ({ membership }: Pick<CalendarBook, 'membership'>): boolean =>
  membership !== undefined && may(membership, 'forms', 'own');
