import type { AppointmentDetail } from '#db/queries/appointments.ts';
import { isClass } from '#domain/appointments/seats.ts';
import { clientName } from '#domain/clients/name.ts';

/** Whose appointment it is: of a client, of nobody we know, or what the class is called. */
export const visitName = ({
  appointment,
  client,
  segments,
}: Pick<AppointmentDetail, 'appointment' | 'client' | 'segments'>): string => {
  if (client) return clientName(client);
  return isClass(appointment) ? (segments[0]?.segment.service_name ?? 'Class') : 'Walk-in';
};
