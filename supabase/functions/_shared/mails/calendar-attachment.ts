import { CLIENT_ALARM_MIN, calendarFile } from '#domain/appointments/calendar-file.ts';
import { LINK_WORDS, linkKind } from '#domain/appointments/link-words.ts';
import type { MailData, MailKind, MailOptions } from './mail-data.ts';
import type { MailFacts } from './mail-facts.ts';

/** The calendar file of a mail: adds, moves or removes the appointment in the reader's calendar. */
export const calendarAttachment = (
  kind: MailKind,
  data: MailData,
  facts: MailFacts,
  options: Required<MailOptions>,
): string => {
  const { appointment, business, client } = data;
  const isCancelled = kind === 'cancelled_by_client' || kind === 'cancelled_by_business';
  const about = linkKind({ ...appointment, is_waiting: kind === 'seats_waiting' });
  const description = [
    facts.staff && `With ${facts.staff}`,
    facts.manageLink && `${LINK_WORDS[about].manage}: ${facts.manageLink}`,
    business.phone && `Phone: ${business.phone}`,
  ];
  return calendarFile(
    {
      uid: appointment.ical_uid,
      sequence: appointment.ical_sequence,
      startsAt: appointment.starts_at,
      endsAt: appointment.ends_at,
      status: isCancelled
        ? 'cancelled'
        : appointment.status === 'pending'
          ? 'tentative'
          : 'confirmed',
      // Whoever has several of them sees at a glance whose it is.
      title: [facts.serviceNames, facts.dependant, business.name].filter(Boolean).join(' – '),
      description: description.filter(Boolean).join('\n'),
      location: facts.place.join(', ') || null,
      url: isCancelled ? null : facts.manageLink,
      alarmMin: about === 'waiting' ? undefined : CLIENT_ALARM_MIN,
    },
    options.now,
    {
      // Mail programs match an invitation by its organizer; the address only has to stay the same.
      organizer: {
        name: business.name,
        email: business.email ?? `no-reply@${new URL(options.siteUrl).hostname}`,
      },
      attendee: client.email ? { name: facts.clientName, email: client.email } : null,
    },
  );
};
