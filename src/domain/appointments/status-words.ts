import type { AppointmentRow, AppointmentStatus } from '#domain/rows.ts';

/** What people call each state, wherever it is read or heard. */
export const STATUS_WORDS: Readonly<Record<AppointmentStatus, string>> = {
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

/** How a state feels, on chips and as the bar of its card in the calendar; the words say it too. */
type StatusTone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info';

export const STATUS_TONES: Readonly<Record<AppointmentStatus, StatusTone>> = {
  pending: 'warning',
  booked: 'accent',
  arrived: 'info',
  in_service: 'success',
  completed: 'neutral',
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
  return STATUS_WORDS[appointment.status];
};

/** What the button says that leads to a state. */
export const STEP_WORDS: Readonly<Record<AppointmentStatus, string>> = {
  pending: 'Back to requested',
  booked: 'Confirm',
  arrived: 'Arrived',
  in_service: 'Start',
  completed: 'Complete',
  cancelled: 'Cancel',
  no_show: 'No-show',
  declined: 'Decline',
  expired: 'Let it expire',
};
