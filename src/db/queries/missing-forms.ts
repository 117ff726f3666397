import { clientName } from '#domain/clients/name.ts';
import { askedFrom } from '#domain/forms/asked-from.ts';
import { wantedForms } from '#domain/forms/wanted-forms.ts';
import type { AppointmentRow, AppointmentSegmentRow, ClientRow, Uuid } from '#domain/rows.ts';
import { addDays } from '#domain/time/day.ts';
import { epochMinOf, instantOfMin } from '#domain/time/epoch.ts';
import { daySpan, epochToWall } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { DaybookDb } from '../open.ts';
import { calendarPeriod } from './calendar.ts';

type MissingForms = {
  appointment: AppointmentRow;
  clientName: string;
  /** What the missing ones are called. */
  forms: string[];
};

const COMING: readonly AppointmentRow['status'][] = ['booked', 'arrived', 'in_service'];

type ComingVisit = {
  appointment: AppointmentRow;
  client: ClientRow;
  segments: readonly AppointmentSegmentRow[];
};

/**
 * The visits of today and tomorrow that are not over, in order; for one person when `staffId` is given.
 * Guests of a class stand with the class.
 */
export const comingVisits = async (db: DaybookDb, staffId: Uuid | null): Promise<ComingVisit[]> => {
  const business = await db.rows('businesses').get(db.businessId);
  const zone = zoneOf(business?.time_zone ?? 'UTC');
  const today = epochToWall(zone, epochMinOf(db.now())).day;
  const { start, end } = daySpan(zone, today, addDays(today, 1));
  const from = instantOfMin(start);
  const period = await calendarPeriod(db, from, instantOfMin(end));
  return period.appointments
    .flatMap((appointment) => {
      const client = period.clients.find(({ id }) => id === appointment.client_id);
      const segments = period.segments.filter((one) => one.appointment_id === appointment.id);
      return client ? { appointment, client, segments } : [];
    })
    .filter(
      ({ appointment, segments }) =>
        COMING.includes(appointment.status) &&
        appointment.starts_at >= from &&
        (staffId === null || segments.some((segment) => segment.staff_id === staffId)),
    )
    .toSorted((a, b) => (a.appointment.starts_at < b.appointment.starts_at ? -1 : 1));
};

/**
 * Those of some visits whose client has not filled in what is wanted before. A query of its own: Dexie
 * watches what is read after a whole period of the calendar only some of the time.
 */
export const missingForms = async (
  db: DaybookDb,
  visits: readonly ComingVisit[],
): Promise<MissingForms[]> => {
  if (visits.length === 0) return [];
  const all = await db.rows('forms').toArray();
  // What is wanted afterwards is not late yet.
  const forms = all.filter(
    ({ status, wanted }) => status === 'published' && (wanted === 'before' || wanted === 'manual'),
  );
  if (forms.length === 0) return [];
  const ids = [...new Set(visits.map(({ client }) => client.id))];
  const [versions, variants, aliases, requests, business, rules] = await Promise.all([
    db.rows('form_versions').toArray(),
    db.rows('service_variants').toArray(),
    db.rows('clients').where('merged_into').anyOf(ids).toArray(),
    db.rows('form_requests').where('client_id').anyOf(ids).toArray(),
    db.rows('businesses').get(db.businessId),
    db.rows('booking_rules').get(db.businessId),
  ]);
  const zone = zoneOf(business?.time_zone ?? 'UTC');
  const now = epochMinOf(db.now());
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
  return visits.flatMap(({ appointment, client, segments }): MissingForms[] => {
    const missing = wantedForms(
      {
        id: appointment.id,
        startsAt: appointment.starts_at,
        serviceIds: segments.flatMap(({ variant_id }) => serviceOf.get(variant_id ?? '') ?? []),
      },
      forms,
      versions,
      submissions.filter(({ client_id }) => owner.get(client_id ?? '') === client.id),
      requests.filter(({ client_id }) => client_id === client.id),
    ).filter(
      ({ form, submission, request }) =>
        submission === null &&
        // Nor what clients are asked for later on.
        (request || (askedFrom(form, appointment, rules, zone) ?? now) <= now),
    );
    if (missing.length === 0) return [];
    return [
      {
        appointment,
        clientName: clientName(client),
        forms: missing.map(({ form }) => form.name),
      },
    ];
  });
};
