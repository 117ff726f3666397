import type { Address, AppointmentRow, Instant, PriceKind } from '#domain/rows.ts';

/** The messages about an appointment that go out by mail, by the keys of the message templates. */
export const MAIL_KINDS = [
  'booking_confirmed',
  'booking_requested',
  'rescheduled',
  'cancelled_by_client',
  'cancelled_by_business',
  'changed',
  'deposit_request',
  'no_show',
  // Only about seats of a class; the others are sent about them as well.
  'seats_waiting',
  'seats_changed',
  // By the clock, before and after a visit.
  'confirm_request',
  'form_reminder',
  'form_after',
  'reminder_1',
  'reminder_2',
  'reminder_3',
  'thank_you',
  'rebook',
] as const;

export type MailKind = (typeof MAIL_KINDS)[number];

/**
 * What `private.queue_mail` writes into a queued mail: everything a message may say, frozen at the
 * moment it was queued. Names are those of the rows it comes from.
 */
export type MailData = {
  business: {
    name: string;
    slug: string;
    email: string | null;
    phone: string | null;
    address: Address | null;
    brand_colour: string;
    time_zone: string;
    locale: string;
    currency: string;
    time_format: 'h12' | 'h23';
  };
  client: {
    first_name: string;
    last_name: string;
    email: string | null;
    /** Whom it is about, when it goes to their guardian. */
    dependant?: string;
  };
  appointment: {
    id: string;
    status: string;
    /** Whether they say that they come; absent in mails of before. */
    confirmation?: AppointmentRow['confirmation'];
    starts_at: Instant;
    ends_at: Instant;
    location_type: 'business' | 'client' | 'remote' | 'phone';
    address: Address | null;
    client_note: string | null;
    cancel_reason: string | null;
    /** How to prepare, as its services say; absent in mails of before. */
    prep_notes?: string[];
    ical_uid: string;
    ical_sequence: number;
    /** Of a class: how many the party has. The prices of the segments are for all of them. */
    seats?: number;
    segments: {
      service_name: string;
      staff_name: string | null;
      starts_at: Instant;
      ends_at: Instant;
      price_kind: PriceKind;
      price_cents: number;
    }[];
  };
  /** Opens the page where the client may cancel or move; absent when the link is no longer theirs. */
  manage_token: string | null;
  /** Until when cancelling is free and allowed; absent when it never is. */
  cancel_until: Instant | null;
  /** Where the appointment was before it moved. */
  previous_starts_at: Instant | null;
  /** What is asked for now; absent where no deposit is. */
  deposit_cents?: number;
  /** … and the whole of it, with what was paid before. */
  asked_cents?: number;
  /** Unpaid, it is cancelled then; null or absent = the time is kept all the same. */
  keep_until?: Instant | null;
  /** What the visit wants to be filled in before it; absent in mails of before there were forms. */
  forms?: { name: string; key: string; each_visit: boolean }[];
  /** What the business has changed of the words; null or absent = as they are built in. */
  words?: { subject: string | null; body: string | null };
  /** Lets whoever reads it say that they want no more of its kind; only where they may. */
  unsubscribe_token?: string;
  /** Who comes along, each with a visit of their own; absent = nobody. */
  guests?: { first_name: string; person: number; starts_at: Instant; services: string }[];
  /** Who of those who come together does not any more, '' = whoever reads it; absent = it is about something else. */
  called_off?: string;
  /** Other dates of its series to which the same happened; absent when it stands alone. */
  also?: { starts_at: Instant; ends_at: Instant; manage_token: string | null }[];
};

export type MailOptions = {
  /** Where the clients' pages live, without a slash at the end. */
  siteUrl: string;
  /** When the calendar file is made; the present moment unless a test says otherwise. */
  now?: Date;
};

export type RenderedMail = {
  subject: string;
  text: string;
  html: string;
  /** A calendar file that adds, moves or removes the appointment in the reader's calendar. */
  ics: string | null;
  icsMethod: 'REQUEST' | 'CANCEL' | null;
};
