import type { AppointmentRow, AppointmentStatus } from '#domain/rows.ts';

/** What people call each state, on chips and in lists. */
export const STATUS_NAMES: Readonly<Record<AppointmentStatus, string>> = {
  pending: 'Requested',
  booked: 'Booked',
  arrived: 'Arrived',
  in_service: 'In service',
  completed: 'Completed',
  cancelled: 'Cancelled',
  no_show: 'No-show',
  declined: 'Declined',
  expired: 'Expired',
};

/** How a state feels; the words say it too. */
export type StatusTone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info';

export const STATUS_TONES: Readonly<Record<AppointmentStatus, StatusTone>> = {
  pending: 'warning',
  booked: 'info',
  arrived: 'accent',
  in_service: 'accent',
  completed: 'success',
  cancelled: 'neutral',
  no_show: 'danger',
  declined: 'neutral',
  expired: 'neutral',
};

/** The state in a little more detail: confirmed by the client, cancelled late. */
export const statusName = (
  appointment: Pick<AppointmentRow, 'status' | 'confirmation' | 'cancel_late'>,
): string => {
  if (appointment.status === 'booked' && appointment.confirmation === 'confirmed') {
    return 'Confirmed';
  }
  if (appointment.status === 'cancelled' && appointment.cancel_late) return 'Cancelled late';
  return STATUS_NAMES[appointment.status];
};
