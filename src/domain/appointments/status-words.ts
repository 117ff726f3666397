import type { AppointmentStatus } from '#domain/rows.ts';

/** What people call each state, wherever it is read or heard. */
export const STATUS_WORDS: Readonly<Record<AppointmentStatus, string>> = {
  pending: 'Not confirmed yet',
  booked: 'Booked',
  arrived: 'Arrived',
  in_service: 'In service',
  completed: 'Completed',
  cancelled: 'Cancelled',
  no_show: 'No-show',
  declined: 'Declined',
  expired: 'Expired',
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
