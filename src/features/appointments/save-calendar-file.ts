import type { AppointmentDetail } from '#db/queries/appointments.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { clientName } from '#domain/clients/name.ts';
import { addressLines } from '#domain/text/address.ts';
import { download } from '#platform/download.ts';

/** Hands over the appointment as a calendar file; the writer of such files comes only now. */
export async function saveCalendarFile(
  { appointment, segments, client }: AppointmentDetail,
  business: BusinessRow,
  madeAt: Date,
): Promise<void> {
  const { calendarFile } = await import('#domain/appointments/calendar-file.ts');
  const name = client ? clientName(client) : 'Walk-in';
  const place = appointment.address ?? business.address;
  const isCancelled = appointment.status === 'cancelled' || appointment.status === 'declined';
  const text = calendarFile(
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
      title: `${name}: ${segments.map(({ segment }) => segment.service_name).join(', ')}`,
      description: [
        ...segments.map(
          ({ segment, staff }) => `${segment.service_name} – ${staff?.display_name ?? 'Somebody'}`,
        ),
        appointment.client_note,
      ]
        .filter(Boolean)
        .join('\n'),
      location: place ? addressLines(place).join(', ') : null,
      url: null,
    },
    madeAt,
  );
  download(`${name} ${appointment.starts_at.slice(0, 10)}.ics`, text, 'text/calendar');
}
