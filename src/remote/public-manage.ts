import type { WorkLengths } from '#domain/appointments/busy.ts';
import type { ErrorCode } from '#domain/errors/codes.ts';
import type { Result } from '#domain/errors/result.ts';
import type { AppointmentRow, Instant, ResourceNeed, Uuid } from '#domain/rows.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import type { BookedAppointment, PublicBusiness, PublicRules } from './public-booking.ts';
import { callPublic, readClock } from './public-server.ts';

/** What the holder of a manage link may see and do now, by the server's clock. */
export type BookingStatus = {
  server_time: Instant;
  appointment: BookedAppointment & {
    location_type: AppointmentRow['location_type'];
    /** Of a visit at the client's; absent in the answer of an older server. */
    address?: AppointmentRow['address'];
    ical_uid: string;
    ical_sequence: number;
    cancel_reason: string | null;
    /** null for seats in a class; absent in the answer of an older server. */
    confirmation?: AppointmentRow['confirmation'] | null;
  };
  business: Omit<PublicBusiness, 'privacy_text'>;
  staff: { id: Uuid; display_name: string }[];
  rules: PublicRules;
  /** Per part of the appointment: who could do it at another time, and how long it takes them. */
  needs: (WorkLengths & {
    staff_id: Uuid;
    resource_needs?: ResourceNeed[];
    /** How many do it at the same time, and who could be the others; absent = one. */
    people?: number;
    helpers?: Uuid[];
  })[][];
  /** The rooms and chairs that it has itself, in minutes since 1970. */
  resources?: { id: Uuid; free: [EpochMin, EpochMin]; is_shareable?: boolean }[];
  can_cancel: boolean;
  cancel_refusal: ErrorCode | null;
  can_reschedule: boolean;
  reschedule_refusal: ErrorCode | null;
  cancel_until: Instant | null;
  reschedule_until: Instant | null;
  /** What cancelling costs now, in minor units. */
  cancel_fee: number;
  /**
   * Of who come together, what can be done about each alone: 0 = whoever booked, 1 = the first guest. null =
   * they come alone, absent in an older server's answer.
   */
  people?: { person: number; cancel_refusal: ErrorCode | null; cancel_fee: number }[] | null;
  /** What it costs to cancel late and not to come; null = nothing, absent in an older server's answer. */
  fees?: {
    late_cancel: number;
    no_show: number;
    free_until: Instant;
    /** Because it happened, and as long as nobody has waived it. */
    owed: number;
  } | null;
  /**
   * What was paid before it, and how much goes back to the card when it is cancelled now; null =
   * nothing, absent in an older server's answer.
   */
  deposit?: { paid: number; back: number } | null;
  /** A deposit that the business asks for, in minor units; null = none, absent in an older server's answer. */
  asked?: number | null;
  /** Until when the time is kept for that; null = as long as it takes, absent in an older server's answer. */
  asked_until?: Instant | null;
  /** The business asks for a card, and nothing is paid. Absent in an older server's answer. */
  asks_card?: boolean;
  /** What the visit wants to be filled in; `done` for it, not before. Absent in an older server's answer. */
  forms?: { name: string; key: string; each_visit: boolean; done: boolean }[];
};

/** Looking changes nothing, however often a link is opened, by whomever. */
export const fetchBookingStatus = async (token: string): Promise<Result<BookingStatus>> =>
  readClock(await callPublic('booking_status', { token }));

type ManagedAnswer = { appointment: BookedAppointment };

/**
 * `seats`: of a class, only so many are given back. `fee`: what the page says that it costs. `person`: only
 * this one of who come together.
 */
export const cancelBooking = (
  token: string,
  reason: string,
  opId: Uuid,
  more: { seats?: number; fee?: number; person?: number } = {},
): Promise<Result<ManagedAnswer>> =>
  callPublic('cancel_booking', { token, reason, op_id: opId, ...more });

export const rescheduleBooking = (
  token: string,
  startsAt: Instant,
  opId: Uuid,
): Promise<Result<ManagedAnswer>> =>
  callPublic('reschedule_booking', { token, starts_at: startsAt, op_id: opId });

/** They come; saying it twice is no fault. */
export const confirmBooking = (token: string): Promise<Result<object>> =>
  callPublic('confirm_booking', { token });

/** No more invitations by mail, by the link at the end of one. */
export const unsubscribe = (token: string): Promise<Result<object>> =>
  callPublic('unsubscribe', { token });
