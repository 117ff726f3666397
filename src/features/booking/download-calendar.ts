import { CLIENT_ALARM_MIN, calendarFile, icalUid } from '#domain/appointments/calendar-file.ts';
import { LINK_WORDS, linkKind } from '#domain/appointments/link-words.ts';
import { nowMs } from '#platform/clock.ts';
import { download } from '#platform/download.ts';
import type { BookedRecord } from './booked-store.ts';

/** Hands the appointment over as a calendar file. */
export const downloadCalendar = (record: BookedRecord, manageUrl: string): void => {
  const { appointment, business, lines } = record;
  const kind = linkKind(appointment);
  const names = lines.map(({ name }) => name).join(', ');
  const staff = [...new Set(lines.flatMap(({ staffName }) => staffName ?? []))].join(', ');
  const description = [
    staff && `With ${staff}`,
    `${LINK_WORDS[kind].manage}: ${manageUrl}`,
    business.phone && `Phone: ${business.phone}`,
  ];
  const file = calendarFile(
    {
      uid: icalUid(appointment.id),
      sequence: 0,
      startsAt: appointment.starts_at,
      endsAt: appointment.ends_at,
      status: appointment.status === 'pending' ? 'tentative' : 'confirmed',
      title: `${names} – ${business.name}`,
      description: description.filter(Boolean).join('\n'),
      location: record.place.join(', '),
      url: manageUrl,
      alarmMin: kind === 'waiting' ? undefined : CLIENT_ALARM_MIN,
    },
    new Date(nowMs()),
  );
  download(`${business.name}.ics`, file, 'text/calendar;charset=utf-8');
};
