import type { AppointmentRow, AppointmentStatus, Instant } from '#domain/rows.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { minutesBetween } from '#domain/time/epoch.ts';
import { instantMs } from '#domain/time/instant.ts';
import { TRANSITIONS, UNDO_WITHIN_MIN } from './status.ts';

export type StatusPatch = Partial<
  Pick<
    AppointmentRow,
    | 'status'
    | 'arrived_at'
    | 'started_at'
    | 'finished_at'
    | 'cancelled_at'
    | 'cancel_by'
    | 'cancel_reason'
    | 'cancel_late'
    | 'ical_sequence'
  >
>;

type Appointment = Pick<
  AppointmentRow,
  | 'status'
  | 'starts_at'
  | 'updated_at'
  | 'arrived_at'
  | 'started_at'
  | 'finished_at'
  | 'cancelled_at'
  | 'ical_sequence'
>;

export type Cancelling = {
  by: 'client' | 'staff';
  reason: string | null;
  /** Minutes before the start from which a cancellation counts as late. */
  cancelNoticeMin: number;
};

/**
 * The fields that change with a status, with their time stamps. Says whether the step is legal now,
 * not whether the place is still free. Errors: illegal_transition, too_soon (a no-show before the
 * start), undo_expired.
 */
export const changeStatus = (
  appointment: Appointment,
  to: AppointmentStatus,
  now: Instant,
  cancelling?: Cancelling,
): Result<StatusPatch> => {
  const from = appointment.status;
  if (!TRANSITIONS[from].includes(to)) {
    return fail('illegal_transition', { field: 'status', detail: `${from} to ${to}` });
  }
  if (to === 'no_show' && minutesBetween(appointment.starts_at, now) < 0) return fail('too_soon');
  if (isUndo(from, to) && minutesBetween(endedAt(appointment), now) > UNDO_WITHIN_MIN) {
    return fail('undo_expired');
  }

  switch (to) {
    case 'arrived':
      return ok({ status: to, arrived_at: appointment.arrived_at ?? now, started_at: null });
    case 'in_service':
      return ok({
        status: to,
        arrived_at: appointment.arrived_at ?? now,
        started_at: appointment.started_at ?? now,
      });
    case 'completed':
      return ok({ status: to, finished_at: now });
    case 'cancelled':
      return ok(cancelled(appointment, now, cancelling));
    case 'booked':
      return ok(from === 'pending' ? { status: to } : backToBooked(appointment));
    default:
      return ok({ status: to });
  }
};

/** Whether cancelling now is later than the rules allow without consequences. */
export const isLateCancellation = (
  startsAt: Instant,
  now: Instant,
  cancelNoticeMin: number,
): boolean => instantMs(startsAt) - instantMs(now) < cancelNoticeMin * 60_000;

const cancelled = (
  appointment: Appointment,
  now: Instant,
  cancelling?: Cancelling,
): StatusPatch => ({
  status: 'cancelled',
  cancelled_at: now,
  cancel_by: cancelling?.by ?? 'staff',
  cancel_reason: cancelling?.reason ?? null,
  cancel_late: isLateCancellation(appointment.starts_at, now, cancelling?.cancelNoticeMin ?? 0),
  ical_sequence: appointment.ical_sequence + 1,
});

const backToBooked = (appointment: Appointment): StatusPatch => ({
  status: 'booked',
  arrived_at: null,
  started_at: null,
  finished_at: null,
  cancelled_at: null,
  cancel_by: null,
  cancel_reason: null,
  cancel_late: false,
  // Calendars that took the event off must put it back.
  ...(appointment.status === 'cancelled' ? { ical_sequence: appointment.ical_sequence + 1 } : {}),
});

/** What corrects what was said before, within a day. */
const isUndo = (from: AppointmentStatus, to: AppointmentStatus): boolean =>
  (to === 'booked' && (from === 'completed' || from === 'cancelled' || from === 'no_show')) ||
  (to === 'completed' && from === 'no_show');

/** When it ended, as far as it was stamped; a no-show carries only its last change. */
const endedAt = (appointment: Appointment): Instant =>
  appointment.finished_at ?? appointment.cancelled_at ?? appointment.updated_at;
