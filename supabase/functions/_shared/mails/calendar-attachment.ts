import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';
import { PRODUCT_NAME } from '#domain/product.ts';
import type { MailData, MailKind, MailOptions } from './mail-data.ts';
import type { MailFacts } from './mail-facts.ts';

/**
 * The calendar file of a mail. UID and SEQUENCE come from the appointment, so a reader's calendar
 * moves or removes the event it already has instead of adding a second one. Times are UTC instants:
 * every calendar shows them right without a VTIMEZONE.
 */
export const calendarAttachment = (
  kind: MailKind,
  data: MailData,
  facts: MailFacts,
  options: MailOptions,
): string => {
  const { appointment, business, client } = data;
  const isCancelled = kind === 'cancelled_by_client' || kind === 'cancelled_by_business';
  const staff = facts.values['staff_name'];
  const calendar = ical({
    prodId: { company: PRODUCT_NAME, product: 'Appointments' },
    method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
  });
  const event = calendar.createEvent({
    id: appointment.ical_uid,
    sequence: appointment.ical_sequence,
    stamp: options.now ?? new Date(),
    start: new Date(appointment.starts_at),
    end: new Date(appointment.ends_at),
    summary: `${facts.values['service_names']} – ${business.name}`,
    description: [
      staff ? `With ${staff}` : '',
      facts.manageLink ? `Change or cancel: ${facts.manageLink}` : '',
      business.phone ? `Phone: ${business.phone}` : '',
    ]
      .filter(Boolean)
      .join('\n'),
    location: facts.place.join(', ') || null,
    url: isCancelled ? null : facts.manageLink,
    status: statusOf(isCancelled, appointment.status),
    // Mail programs match an invitation by its organizer; the address only has to stay the same.
    organizer: {
      name: business.name,
      email: business.email ?? `no-reply@${new URL(options.siteUrl).hostname}`,
    },
  });
  if (client.email) {
    // No reply is asked for: a "No" in the mail program would reach nobody and free nothing.
    event.createAttendee({
      email: client.email,
      name: facts.values['client_name'] || null,
      role: ICalAttendeeRole.REQ,
      status: ICalAttendeeStatus.ACCEPTED,
      rsvp: false,
    });
  }
  return calendar.toString();
};

const statusOf = (isCancelled: boolean, status: string): ICalEventStatus => {
  if (isCancelled) return ICalEventStatus.CANCELLED;
  return status === 'pending' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED;
};
