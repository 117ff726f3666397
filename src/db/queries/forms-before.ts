import { askedFrom } from '#domain/forms/asked-from.ts';
import { wantedForms } from '#domain/forms/wanted-forms.ts';
import type { WantedForm } from '#domain/forms/wanted-forms.ts';
import type { AppointmentRow, AppointmentSegmentRow, Uuid } from '#domain/rows.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { DaybookDb } from '../open.ts';

type Visit = {
  appointment: AppointmentRow;
  client: { id: Uuid };
  segments: readonly Pick<AppointmentSegmentRow, 'variant_id'>[];
};

/** The forms that clients should have filled in by now for visits of theirs, by visit. */
export const formsBefore = async (
  db: DaybookDb,
  visits: readonly Visit[],
): Promise<ReadonlyMap<Uuid, WantedForm[]>> => {
  if (visits.length === 0) return new Map();
  const all = await db.rows('forms').toArray();
  // What is wanted afterwards is not late yet.
  const forms = all.filter(
    ({ status, wanted }) => status === 'published' && (wanted === 'before' || wanted === 'manual'),
  );
  if (forms.length === 0) return new Map();
  const ids = [...new Set(visits.map(({ client }) => client.id))];
  const [versions, variants, aliases, requests, business, rules] = await Promise.all([
    db.rows('form_versions').toArray(),
    db.rows('service_variants').toArray(),
    db.rows('clients').where('merged_into').anyOf(ids).toArray(),
    db.rows('form_requests').where('client_id').anyOf(ids).toArray(),
    db.rows('businesses').get(db.businessId),
    db.rows('booking_rules').get(db.businessId),
  ]);
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
  const filledBy = grouped(submissions, ({ client_id }) => owner.get(client_id ?? '') ?? '');
  const askedOf = grouped(requests, ({ client_id }) => client_id);
  const serviceOf = new Map(variants.map(({ id, service_id }) => [id, service_id]));
  const zone = zoneOf(business?.time_zone ?? 'UTC');
  const now = epochMinOf(db.now());
  return new Map(
    visits.map(({ appointment, client, segments }) => [
      appointment.id,
      wantedForms(
        {
          id: appointment.id,
          startsAt: appointment.starts_at,
          serviceIds: segments.flatMap(({ variant_id }) => serviceOf.get(variant_id ?? '') ?? []),
        },
        forms,
        versions,
        filledBy.get(client.id) ?? [],
        askedOf.get(client.id) ?? [],
      ).filter(
        ({ form, submission, request }) =>
          submission ||
          request?.asked_at ||
          // Nor what clients are asked for later on.
          (askedFrom(form, appointment, rules, zone) ?? now) <= now,
      ),
    ]),
  );
};

/** A week of a busy place has hundreds of both. */
const grouped = <T>(rows: readonly T[], keyOf: (row: T) => Uuid): ReadonlyMap<Uuid, T[]> => {
  const groups = new Map<Uuid, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
};
