/** Seats of a class session. SQL counts the same way, and has the last word (seats.sql). */
import type { AppointmentRow, AppointmentStatus, AttendeeRow, Uuid } from '#domain/rows.ts';
import { nextStep } from './status.ts';

/** A class session has seats, a visit has a client. */
export const isClass = ({ capacity }: Pick<AppointmentRow, 'capacity'>): boolean =>
  typeof capacity === 'number';

type Party = Pick<AttendeeRow, 'seats' | 'state' | 'conflict'>;

/** What a party occupies: nothing when it gave its seats back, or got none. */
const seatsOf = ({ seats, state, conflict }: Party): number =>
  conflict || state === 'cancelled' ? 0 : seats;

export const seatsSold = (attendees: readonly Party[]): number =>
  attendees.reduce((sum, attendee) => sum + seatsOf(attendee), 0);

/** Seats that are left, as far as this device knows; never below 0. */
export const seatsLeft = (
  { capacity }: Pick<AppointmentRow, 'capacity'>,
  attendees: readonly Party[],
): number => Math.max(0, (capacity ?? 0) - seatsSold(attendees));

/** Sold seats of several sessions. */
export const soldBySession = (
  attendees: readonly (Party & Pick<AttendeeRow, 'appointment_id'>)[],
): Map<Uuid, number> => {
  const sold = new Map<Uuid, number>();
  for (const attendee of attendees) {
    const known = sold.get(attendee.appointment_id) ?? 0;
    sold.set(attendee.appointment_id, known + seatsOf(attendee));
  }
  return sold;
};

/** `7 of 12` */
export const seatWords = (
  { capacity }: Pick<AppointmentRow, 'capacity'>,
  sold: number | undefined,
): string => `${sold ?? 0} of ${capacity ?? 0}`;

/** Nobody sits in what does not take place. */
export const takesPlace = (status: AppointmentStatus): boolean =>
  status !== 'cancelled' && status !== 'declined' && status !== 'expired' && status !== 'no_show';

/** The next step of a visit, or of a class: nobody arrives there for all. */
export const nextStepOf = (
  appointment: Pick<AppointmentRow, 'status' | 'capacity'>,
): AppointmentStatus | null =>
  isClass(appointment) ? classStep(appointment.status) : nextStep(appointment.status);

export const classStep = (status: AppointmentStatus): AppointmentStatus | null => {
  const step = nextStep(status);
  return step === 'arrived' ? 'in_service' : step;
};
