import ical, {
  ICalAlarmType,
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';
import { ICAL_DOMAIN, PRODUCT_NAME } from '#domain/product.ts';
import type { Instant, Uuid } from '#domain/rows.ts';

export type CalendarEvent = {
  uid: string;
  /** Grows with every change of time or status: that is how a calendar knows which one is newer. */
  sequence: number;
  startsAt: Instant;
  endsAt: Instant;
  status: 'confirmed' | 'tentative' | 'cancelled';
  title: string;
  description: string;
  location: string | null;
  url: string | null;
  /** So many minutes before the start the calendar rings; without it, as its owner has set it. */
  alarmMin?: number | undefined;
};

/** When the calendars of clients ring. */
export const CLIENT_ALARM_MIN = 60;

export type CalendarInvitation = {
  organizer: { name: string; email: string };
  attendee: { name: string; email: string } | null;
};

/** The id of an appointment in everybody's calendars, the same for ever. */
export const icalUid = (appointmentId: Uuid): string => `${appointmentId}@${ICAL_DOMAIN}`;

/**
 * A calendar file with one event. The same uid with a higher sequence moves or removes the event
 * that a calendar already has instead of adding a second one. Times are UTC instants: every
 * calendar shows them right without zone definitions. `invitation` makes it one for mail programs
 * (REQUEST or CANCEL); without it the file is for a person to open (PUBLISH).
 */
export const calendarFile = (
  event: CalendarEvent,
  madeAt: Date,
  invitation?: CalendarInvitation,
): string => {
  const calendar = newCalendar(methodOf(event, invitation));
  addEvent(calendar, event, madeAt, invitation);
  return calendar.toString();
};

/** What a calendar program shows of a calendar that it follows, and how often it asks for it. */
export type FollowedCalendar = { name: string; refreshSeconds: number };

/**
 * A file with several events for a person to open, each with a uid of its own: dates of a series can
 * be moved or cancelled one by one, so no rule stands in their place.
 */
export const calendarFileOf = (
  events: readonly CalendarEvent[],
  madeAt: Date,
  followed?: FollowedCalendar,
): string => {
  const calendar = newCalendar(ICalCalendarMethod.PUBLISH);
  if (followed) calendar.name(followed.name).ttl(followed.refreshSeconds);
  for (const event of events) addEvent(calendar, event, madeAt);
  return calendar.toString();
};

const newCalendar = (method: ICalCalendarMethod) =>
  ical({ prodId: { company: PRODUCT_NAME, product: 'Appointments' }, method });

const addEvent = (
  calendar: ReturnType<typeof newCalendar>,
  event: CalendarEvent,
  madeAt: Date,
  invitation?: CalendarInvitation,
): void => {
  const entry = calendar.createEvent({
    id: event.uid,
    sequence: event.sequence,
    stamp: madeAt,
    start: new Date(event.startsAt),
    end: new Date(event.endsAt),
    summary: event.title,
    description: event.description,
    location: event.location,
    url: event.url,
    status: STATUS[event.status],
    organizer: invitation?.organizer ?? null,
  });
  if (event.alarmMin !== undefined && event.status !== 'cancelled') {
    entry.createAlarm({ type: ICalAlarmType.display, triggerBefore: event.alarmMin * 60 });
  }
  if (invitation?.attendee) {
    // No reply is asked for: a "No" in the mail program would reach nobody and free nothing.
    entry.createAttendee({
      ...invitation.attendee,
      role: ICalAttendeeRole.REQ,
      status: ICalAttendeeStatus.ACCEPTED,
      rsvp: false,
    });
  }
};

/** A calendar file of many events comes in pieces, so that thousands of them block nothing. */
export type CalendarPieces = { head: string; event: string; tail: string };

/** The one event with what stands around it in a file of many: head, the events, tail. */
export const calendarPieces = (event: CalendarEvent, madeAt: Date): CalendarPieces => {
  const file = `${calendarFile(event, madeAt).trimEnd()}\r\n`;
  const from = file.indexOf('BEGIN:VEVENT');
  const to = file.lastIndexOf('END:VCALENDAR');
  return { head: file.slice(0, from), event: file.slice(from, to), tail: file.slice(to) };
};

const STATUS = {
  confirmed: ICalEventStatus.CONFIRMED,
  tentative: ICalEventStatus.TENTATIVE,
  cancelled: ICalEventStatus.CANCELLED,
} as const;

const methodOf = (event: CalendarEvent, invitation?: CalendarInvitation): ICalCalendarMethod => {
  if (!invitation) return ICalCalendarMethod.PUBLISH;
  return event.status === 'cancelled' ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST;
};
