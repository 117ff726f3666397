import { CLIENT_ALARM_MIN, calendarFile } from '#domain/appointments/calendar-file.ts';
import { LINK_WORDS, linkKind } from '#domain/appointments/link-words.ts';
import { nowMs } from '#platform/clock.ts';
import { download } from '#platform/download.ts';
import type { BookingStatus } from '#remote/public-manage.ts';
import { isForOthers, leadOf, peopleOf, placeLines, staffNamesOf } from './manage-facts.ts';

/** Hands the appointment over as a calendar file; a later one replaces an earlier one. */
export const downloadCalendar = (status: BookingStatus, manageUrl: string): void => {
  const { appointment, business } = status;
  const kind = linkKind(appointment);
  const lead = leadOf(status);
  // Whoever booked for others and does not come sees whose it is.
  const whose = peopleOf(status).find(({ visit }) => visit === lead && isForOthers(status))?.name;
  const names = lead.segments.map(({ service_name }) => service_name).join(', ');
  const staff = lead.segments.flatMap((segment) => staffNamesOf(status, segment) ?? []);
  const description = [
    staff.length > 0 && `With ${[...new Set(staff)].join(', ')}`,
    `${LINK_WORDS[kind].manage}: ${manageUrl}`,
    business.phone && `Phone: ${business.phone}`,
  ];
  const file = calendarFile(
    {
      uid: appointment.ical_uid,
      sequence: appointment.ical_sequence,
      startsAt: lead.starts_at,
      endsAt: lead.ends_at,
      status: lead.status === 'pending' ? 'tentative' : 'confirmed',
      title: [names, whose, business.name].filter(Boolean).join(' – '),
      description: description.filter(Boolean).join('\n'),
      location: placeLines(status).join(', '),
      url: manageUrl,
      alarmMin: kind === 'waiting' ? undefined : CLIENT_ALARM_MIN,
    },
    new Date(nowMs()),
  );
  download(`${business.name}.ics`, file, 'text/calendar;charset=utf-8');
};
