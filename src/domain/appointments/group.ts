/** People who come together, each with an appointment of their own. */
import type { AppointmentRow, AppointmentStatus, Uuid } from '#domain/rows.ts';

/** More are no party any more; each of them is a few rows of one mutation. */
export const GROUP_MAX = 20;

/** Who gave up, or was not accepted, does not come along. */
export const comesAlong = (status: AppointmentStatus): boolean =>
  status !== 'cancelled' && status !== 'declined' && status !== 'expired';

/** How many come, by group. */
export const groupSizes = (
  appointments: readonly Pick<AppointmentRow, 'group_id' | 'status'>[],
): Map<Uuid, number> => {
  const sizes = new Map<Uuid, number>();
  for (const { group_id, status } of appointments) {
    if (group_id && comesAlong(status)) sizes.set(group_id, (sizes.get(group_id) ?? 0) + 1);
  }
  return sizes;
};

/** The group began with them: as a rule they are who books, and who is rung up. */
export const isOrganiser = ({ id, group_id }: Pick<AppointmentRow, 'id' | 'group_id'>): boolean =>
  id === group_id;

/** `group of 3` */
export const groupWords = (size: number): string => `group of ${size}`;
