import type { AppointmentStatus } from '#domain/rows.ts';

/** The greeting of an hour of the day. */
export const greeting = (minuteOfDay: number): string => {
  if (minuteOfDay < 5 * 60) return 'Good evening';
  if (minuteOfDay < 12 * 60) return 'Good morning';
  return minuteOfDay < 18 * 60 ? 'Good afternoon' : 'Good evening';
};

/** What the button for the next step says. */
export const STEP_WORDS: Partial<Record<AppointmentStatus, string>> = {
  booked: 'Approve',
  arrived: 'Arrived',
  in_service: 'Start',
  completed: 'Complete',
};

/** What the toast says after the step. */
export const STEP_DONE: Partial<Record<AppointmentStatus, string>> = {
  booked: 'is booked',
  arrived: 'has arrived',
  in_service: 'is in service',
  completed: 'is done',
};

/** `3 appointments, 1 done, 1 cancelled` */
export const dayText = (counts: {
  total: number;
  completed: number;
  cancelled: number;
  noShows: number;
}): string => {
  const { total, completed, cancelled, noShows } = counts;
  return [
    total === 0 ? 'Nothing booked' : `${total} ${total === 1 ? 'appointment' : 'appointments'}`,
    completed > 0 && `${completed} done`,
    cancelled > 0 && `${cancelled} cancelled`,
    noShows > 0 && `${noShows} ${noShows === 1 ? 'no-show' : 'no-shows'}`,
  ]
    .filter(Boolean)
    .join(', ');
};
