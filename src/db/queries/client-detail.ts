import { reachOf } from '#domain/clients/guardian.ts';
import type { Reach } from '#domain/clients/guardian.ts';
import { rowKey } from '#domain/commands/op.ts';
import type {
  AppointmentRow,
  AppointmentSegmentRow,
  AttentionItemRow,
  ClientRow,
  StaffRow,
  Uuid,
} from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { countersOf } from './client-counters.ts';
import type { ClientCounters } from './client-counters.ts';
import { familyOf } from './family.ts';
import type { Family } from './family.ts';
import { seatedVisits } from './seated-visits.ts';

export type VisitView = {
  appointment: AppointmentRow;
  /** In order. */
  segments: (AppointmentSegmentRow & { staffName: string })[];
  priceCents: number;
  /** Changed here, not yet confirmed by the server. */
  pending: boolean;
};

export type ClientDetail = {
  client: ClientRow;
  /** Newest first, future included. Only what this device has: see coverage. */
  visits: VisitView[];
  counters: ClientCounters;
  attention: AttentionItemRow[];
  pending: boolean;
  /** Where this client went when it was merged into another one. */
  mergedInto: ClientRow | null;
  family: Family;
  reach: Reach;
};

/** One client with their whole history on this device, in few reads however long it is. */
export const clientDetail = async (db: DaybookDb, id: Uuid): Promise<ClientDetail | undefined> => {
  const [client, appointments] = await Promise.all([
    db.rows('clients').get(id),
    db.rows('appointments').where('client_id').equals(id).toArray(),
  ]);
  if (!client) return undefined;
  const ids = appointments.map((appointment) => appointment.id);
  const [segments, staff, attention, waiting, mergedInto, seated, family] = await Promise.all([
    db.rows('appointment_segments').where('appointment_id').anyOf(ids).toArray(),
    db.rows('staff').toArray(),
    db
      .rows('attention_items')
      .where('entity_id')
      .anyOf([id, ...ids])
      .toArray(),
    db.shadows.bulkGet([rowKey('clients', id), ...ids.map((one) => rowKey('appointments', one))]),
    client.merged_into ? db.rows('clients').get(client.merged_into) : undefined,
    seatedVisits(db, id),
    familyOf(db, client),
  ]);
  const pending = new Set(waiting.flatMap((shadow) => (shadow ? [shadow.id] : [])));
  return {
    client,
    visits: visitViews(appointments, segments, staff, pending),
    counters: countersOf(
      [...appointments, ...seated.appointments],
      [...segments, ...seated.segments],
      db.now(),
    ),
    attention: attention.filter(({ state }) => state === 'open'),
    pending: pending.has(id),
    mergedInto: mergedInto ?? null,
    family,
    reach: reachOf(client, family.guardian),
  };
};

const visitViews = (
  appointments: readonly AppointmentRow[],
  segments: readonly AppointmentSegmentRow[],
  staff: readonly StaffRow[],
  pending: ReadonlySet<Uuid>,
): VisitView[] => {
  const names = new Map(staff.map(({ id, display_name }) => [id, display_name]));
  const byAppointment = new Map<Uuid, VisitView['segments']>();
  for (const segment of segments.toSorted((a, b) => a.position - b.position)) {
    const list = byAppointment.get(segment.appointment_id) ?? [];
    list.push({ ...segment, staffName: names.get(segment.staff_id) ?? '' });
    byAppointment.set(segment.appointment_id, list);
  }
  return appointments
    .toSorted((a, b) => (a.starts_at < b.starts_at ? 1 : -1))
    .map((appointment) => {
      const own = byAppointment.get(appointment.id) ?? [];
      return {
        appointment,
        segments: own,
        priceCents: own.reduce((sum, { price_cents }) => sum + price_cents, 0),
        pending: pending.has(appointment.id),
      };
    });
};
