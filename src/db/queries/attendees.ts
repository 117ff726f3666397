import { clientName } from '#domain/clients/name.ts';
import { seatsSold } from '#domain/appointments/seats.ts';
import { rowKey } from '#domain/commands/op.ts';
import type { AppointmentRow, AttendeeRow, ClientRow, Uuid } from '#domain/rows.ts';
import { fold } from '#domain/text/fold.ts';
import type { DaybookDb } from '../open.ts';
import { withAlerts } from './client-alerts.ts';

export type AttendeeView = {
  attendee: AttendeeRow;
  /** null = not on this device. */
  client: ClientRow | null;
  name: string;
  /** Changed here, not yet confirmed by the server. */
  pending: boolean;
};

type ClassList = {
  /** Those who have a seat, by name. */
  sitting: AttendeeView[];
  /** Those whom the server found no seat for. */
  waiting: AttendeeView[];
  /** Those who gave theirs back. */
  gone: AttendeeView[];
  sold: number;
};

/** Who sits in a class session. */
export const classList = async (db: DaybookDb, sessionId: Uuid): Promise<ClassList> => {
  const rows = await db.rows('attendees').where('appointment_id').equals(sessionId).toArray();
  const [clients, shadows] = await Promise.all([
    db.rows('clients').bulkGet(rows.map(({ client_id }) => client_id)),
    db.shadows.bulkGet(rows.map(({ id }) => rowKey('attendees', id))),
  ]);
  const known = await withAlerts(
    db,
    clients.filter((client) => client !== undefined),
  );
  const clientById = new Map(known.map((client) => [client.id, client]));
  const views = rows
    .map((attendee, index): AttendeeView => {
      const client = clientById.get(attendee.client_id) ?? null;
      const name = client ? clientName(client) : 'Client';
      return { attendee, client, name, pending: shadows[index] !== undefined };
    })
    .toSorted((a, b) => (fold(a.name) < fold(b.name) ? -1 : 1));
  const gone = views.filter(({ attendee }) => attendee.state === 'cancelled');
  const coming = views.filter(({ attendee }) => attendee.state !== 'cancelled');
  return {
    sitting: coming.filter(({ attendee }) => !attendee.conflict),
    waiting: coming.filter(({ attendee }) => attendee.conflict),
    gone,
    sold: seatsSold(rows),
  };
};

export type ClientClass = {
  attendee: AttendeeRow;
  session: AppointmentRow;
  /** What is done there. */
  name: string;
};

/** The classes that a client has, or had, a seat in, newest first. Only what this device has. */
export const classesOfClient = async (db: DaybookDb, clientId: Uuid): Promise<ClientClass[]> => {
  const attendees = await db.rows('attendees').where('client_id').equals(clientId).toArray();
  if (attendees.length === 0) return [];
  const ids = attendees.map(({ appointment_id }) => appointment_id);
  const [sessions, segments] = await Promise.all([
    db.rows('appointments').bulkGet(ids),
    db.rows('appointment_segments').where('appointment_id').anyOf(ids).toArray(),
  ]);
  const nameOf = new Map(segments.map((one) => [one.appointment_id, one.service_name]));
  return attendees
    .flatMap((attendee, index) => {
      const session = sessions[index];
      return session ? [{ attendee, session, name: nameOf.get(session.id) ?? 'Class' }] : [];
    })
    .toSorted((a, b) => (a.session.starts_at < b.session.starts_at ? 1 : -1));
};
