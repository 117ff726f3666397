import type { Address, AppointmentRow } from '#domain/rows.ts';
import { addressLines } from '#domain/text/address.ts';
import type { CalendarEvent } from './calendar-file.ts';

/** An appointment as the business's own people want to see it in another calendar. */
export const calendarEvent = (
  appointment: Pick<
    AppointmentRow,
    'ical_uid' | 'ical_sequence' | 'starts_at' | 'ends_at' | 'status' | 'address' | 'client_note'
  >,
  {
    clientName,
    work,
    businessAddress,
  }: {
    clientName: string;
    work: readonly { service: string; staff: string }[];
    businessAddress: Address | null;
  },
): CalendarEvent => {
  const place = appointment.address ?? businessAddress;
  return {
    uid: appointment.ical_uid,
    sequence: appointment.ical_sequence,
    startsAt: appointment.starts_at,
    endsAt: appointment.ends_at,
    status: statusOf(appointment.status),
    title: `${clientName}: ${work.map(({ service }) => service).join(', ')}`,
    description: [
      ...work.map(({ service, staff }) => `${service} – ${staff}`),
      appointment.client_note,
    ]
      .filter(Boolean)
      .join('\n'),
    location: place ? addressLines(place).join(', ') : null,
    url: null,
  };
};

const statusOf = (status: AppointmentRow['status']): CalendarEvent['status'] => {
  if (status === 'cancelled' || status === 'declined') return 'cancelled';
  return status === 'pending' ? 'tentative' : 'confirmed';
};
