/** Who comes to a class, or together with others, and what became of the forms that they are asked for. */
import { isClass } from '#domain/appointments/seats.ts';
import { isActive } from '#domain/appointments/status.ts';
import type { Reach } from '#domain/clients/guardian.ts';
import { clientName } from '#domain/clients/name.ts';
import { wantedForms } from '#domain/forms/wanted-forms.ts';
import type { AppointmentRow, ClientRow, FormRow, Instant, Uuid } from '#domain/rows.ts';
import { fold } from '#domain/text/fold.ts';
import type { DaybookDb } from '../open.ts';
import { reachOfClients } from './family.ts';
import { publishedForms } from './forms.ts';

export type GuestForm = {
  form: FormRow;
  /** `missing` = the visit wants it; `unasked` = it does not, and nobody has asked. */
  state: 'done' | 'asked' | 'missing' | 'unasked';
  /** When it was filled in, or asked for. */
  at: Instant | null;
  /** What was filled in. */
  submissionId: Uuid | null;
};

export type FormGuest = {
  client: ClientRow;
  name: string;
  /** Their own visit, or the class. */
  appointmentId: Uuid;
  reach: Reach;
  /** Of all published forms, by name. */
  forms: GuestForm[];
};

/** Everybody with a seat in the class, or who comes along in the group, by name; null = no such visit. */
export const formGuests = async (
  db: DaybookDb,
  appointmentId: Uuid,
): Promise<{ guests: FormGuest[] } | null> => {
  const visit = await db.rows('appointments').get(appointmentId);
  if (!visit) return null;
  const coming = await whoComes(db, visit);
  const ids = [...new Set(coming.map(({ clientId }) => clientId))];
  const [clients, aliases, forms, versions, segments, variants, requests] = await Promise.all([
    db.rows('clients').bulkGet(ids),
    db.rows('clients').where('merged_into').anyOf(ids).toArray(),
    publishedForms(db),
    db.rows('form_versions').toArray(),
    db
      .rows('appointment_segments')
      .where('appointment_id')
      .anyOf([...new Set(coming.map(({ appointment }) => appointment.id))])
      .toArray(),
    db.rows('service_variants').toArray(),
    db.rows('form_requests').where('client_id').anyOf(ids).toArray(),
  ]);
  const known = clients.flatMap((client) => client ?? []);
  const reaches = await reachOfClients(db, known);
  // With what records that became theirs had.
  const owner = new Map([
    ...ids.map((id) => [id, id] as const),
    ...aliases.map(({ id, merged_into }) => [id, merged_into ?? id] as const),
  ]);
  const submissions = await db
    .rows('form_submissions')
    .where('client_id')
    .anyOf([...owner.keys()])
    .toArray();
  const serviceOf = new Map(variants.map(({ id, service_id }) => [id, service_id]));

  const guests = coming.flatMap(({ clientId, appointment }): FormGuest[] => {
    const client = known.find(({ id }) => id === clientId);
    const reach = reaches.get(clientId);
    if (!client || !reach) return [];
    const serviceIds = segments
      .filter(({ appointment_id }) => appointment_id === appointment.id)
      .flatMap(({ variant_id }) => serviceOf.get(variant_id ?? '') ?? []);
    const wanted = wantedForms(
      { id: appointment.id, startsAt: appointment.starts_at, serviceIds },
      forms,
      versions,
      submissions.filter(({ client_id }) => owner.get(client_id ?? '') === clientId),
      requests.filter(({ client_id }) => client_id === clientId),
    );
    return [
      {
        client,
        name: clientName(client),
        appointmentId: appointment.id,
        reach,
        forms: forms.map((form): GuestForm => {
          const one = wanted.find((candidate) => candidate.form.id === form.id);
          const at = one?.submission?.submitted_at ?? one?.request?.asked_at ?? null;
          const asked = one?.request?.asked_at ? 'asked' : one ? 'missing' : 'unasked';
          const state = one?.submission ? 'done' : asked;
          return { form, state, at, submissionId: one?.submission?.id ?? null };
        }),
      },
    ];
  });
  return { guests: guests.toSorted((a, b) => (fold(a.name) < fold(b.name) ? -1 : 1)) };
};

type Coming = { clientId: Uuid; appointment: AppointmentRow };

const whoComes = async (db: DaybookDb, visit: AppointmentRow): Promise<Coming[]> => {
  if (isClass(visit)) {
    const seats = await db.rows('attendees').where('appointment_id').equals(visit.id).toArray();
    const ids = seats
      .filter(({ state, conflict }) => !conflict && (state === 'booked' || state === 'attended'))
      .map(({ client_id }) => client_id);
    return [...new Set(ids)].map((clientId) => ({ clientId, appointment: visit }));
  }
  const visits = visit.group_id
    ? await db.rows('appointments').where('group_id').equals(visit.group_id).toArray()
    : [visit];
  return visits.flatMap((appointment) =>
    appointment.client_id && isActive(appointment.status)
      ? [{ clientId: appointment.client_id, appointment }]
      : [],
  );
};
