import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';
import type { AppointmentRow, Instant } from '#domain/rows.ts';
import { ICAL_DOMAIN, PRODUCT_NAME } from '#domain/product.ts';
import { slugify } from './slug.ts';

/**
 * Calendar files. Loaded lazily: the generator is only needed when somebody adds an appointment to
 * a calendar or a mail carries one.
 */
export type CalendarEvent = {
  /** Stable for ever: calendars update by it. */
  uid: string;
  /** Higher than before whenever time or validity changed. */
  sequence: number;
  startsAt: Instant;
  endsAt: Instant;
  title: string;
  description?: string;
  location?: string;
  url?: string;
  status: 'confirmed' | 'tentative' | 'cancelled';
  organizer?: { name: string; email: string };
  attendee?: { name: string; email: string };
};

/** PUBLISH: a file to look at. REQUEST and CANCEL: a mail that puts in, moves or takes out. */
export type CalendarMethod = 'PUBLISH' | 'REQUEST' | 'CANCEL';

export const CALENDAR_TYPE = 'text/calendar; charset=utf-8';

/** The event of an appointment; whoever calls knows what its words are. */
export const appointmentEvent = (
  appointment: Pick<
    AppointmentRow,
    'ical_uid' | 'ical_sequence' | 'starts_at' | 'ends_at' | 'status'
  >,
  words: Pick<
    CalendarEvent,
    'title' | 'description' | 'location' | 'url' | 'organizer' | 'attendee'
  >,
): CalendarEvent => ({
  ...words,
  uid: appointment.ical_uid,
  sequence: appointment.ical_sequence,
  startsAt: appointment.starts_at,
  endsAt: appointment.ends_at,
  status: statusOf(appointment.status),
});

/** The text of a version 2.0 calendar. Times are UTC instants, so that no zone has to be agreed on. */
export const calendarText = (
  events: readonly CalendarEvent[],
  { method, now }: { method: CalendarMethod; now: Instant },
): string => {
  const calendar = ical({
    prodId: { company: ICAL_DOMAIN, product: PRODUCT_NAME },
    method: ICalCalendarMethod[method],
  });
  for (const event of events) {
    const made = calendar.createEvent({
      id: event.uid,
      sequence: event.sequence,
      start: new Date(event.startsAt),
      end: new Date(event.endsAt),
      stamp: new Date(now),
      summary: event.title,
      status: STATUS[event.status],
    });
    if (event.description !== undefined) made.description(event.description);
    if (event.location !== undefined) made.location(event.location);
    if (event.url !== undefined) made.url(event.url);
    if (event.organizer) made.organizer(event.organizer);
    if (event.attendee) {
      made.createAttendee({
        ...event.attendee,
        role: ICalAttendeeRole.REQ,
        status: ICalAttendeeStatus.ACCEPTED,
      });
    }
  }
  return calendar.toString();
};

export type AdHocEvent = {
  startTime: Instant;
  endTime: Instant;
  title: string;
  description?: string;
  location?: string;
};

/** A file for a download: its name, content and type. */
export type CalendarFile = { fileName: string; content: string; type: string };

/**
 * A calendar file for something that has no record behind it. Its id is made from the time and the
 * product's domain, and a random part because two may be made in one millisecond.
 */
export const adHocCalendarFile = (
  event: AdHocEvent,
  { nowMs, random }: { nowMs: number; random: string },
): CalendarFile => {
  const now = new Date(nowMs).toISOString();
  const content = calendarText(
    [
      {
        uid: `${nowMs}-${random}@${ICAL_DOMAIN}`,
        sequence: 0,
        startsAt: event.startTime,
        endsAt: event.endTime,
        title: event.title,
        status: 'confirmed',
        ...(event.description === undefined ? {} : { description: event.description }),
        ...(event.location === undefined ? {} : { location: event.location }),
      },
    ],
    { method: 'PUBLISH', now },
  );
  return { fileName: `${slugify(event.title) || 'event'}.ics`, content, type: CALENDAR_TYPE };
};

const STATUS = {
  confirmed: ICalEventStatus.CONFIRMED,
  tentative: ICalEventStatus.TENTATIVE,
  cancelled: ICalEventStatus.CANCELLED,
} as const;

const statusOf = (status: AppointmentRow['status']): CalendarEvent['status'] => {
  if (status === 'pending') return 'tentative';
  return status === 'cancelled' || status === 'declined' || status === 'expired'
    ? 'cancelled'
    : 'confirmed';
};
