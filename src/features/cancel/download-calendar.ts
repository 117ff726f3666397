import { calendarFile } from '#domain/appointments/calendar-file.ts';
import { nowMs } from '#platform/clock.ts';
import { download } from '#platform/download.ts';
import type { BookingStatus } from '#remote/public-manage.ts';
import { placeLines, staffNamesOf } from './manage-facts.ts';

/** Hands the appointment over as a calendar file; a later one replaces an earlier one. */
export const downloadCalendar = (status: BookingStatus, manageUrl: string): void => {
  const { appointment, business } = status;
  const names = appointment.segments.map(({ service_name }) => service_name).join(', ');
  const staff = appointment.segments.flatMap((segment) => staffNamesOf(status, segment) ?? []);
  const description = [
    staff.length > 0 && `With ${[...new Set(staff)].join(', ')}`,
    `Change or cancel: ${manageUrl}`,
    business.phone && `Phone: ${business.phone}`,
  ];
  const file = calendarFile(
    {
      uid: appointment.ical_uid,
      sequence: appointment.ical_sequence,
      startsAt: appointment.starts_at,
      endsAt: appointment.ends_at,
      status: appointment.status === 'pending' ? 'tentative' : 'confirmed',
      title: `${names} – ${business.name}`,
      description: description.filter(Boolean).join('\n'),
      location: placeLines(status).join(', '),
      url: manageUrl,
    },
    new Date(nowMs()),
  );
  download(`${business.name}.ics`, file, 'text/calendar;charset=utf-8');
};
