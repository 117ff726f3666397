import type { Reach } from '#domain/clients/guardian.ts';
import { rowKey } from '#domain/commands/op.ts';
import type {
  AddOnRow,
  AppointmentRow,
  AppointmentSegmentRow,
  AttentionItemRow,
  BookingRulesRow,
  BusinessRow,
  ClientRow,
  ServiceRow,
  ServiceVariantRow,
  StaffRow,
  Uuid,
} from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { withAlerts } from './client-alerts.ts';
import { countersOf } from './client-counters.ts';
import type { ClientCounters } from './client-counters.ts';
import { reachOfClient } from './family.ts';
import { seatedVisits } from './seated-visits.ts';

export type SegmentView = {
  segment: AppointmentSegmentRow;
  staff: StaffRow | null;
  variant: ServiceVariantRow | null;
  service: ServiceRow | null;
  addOns: AddOnRow[];
};

export type AppointmentDetail = {
  appointment: AppointmentRow;
  /** In order. */
  segments: SegmentView[];
  client: ClientRow | null;
  /** How the client is reached, perhaps by their guardian. */
  reach: Reach | null;
  /** Of the client, from what this device has. */
  counters: ClientCounters | null;
  /** Open only. */
  attention: AttentionItemRow[];
  /** Changed here, not yet confirmed by the server. */
  pending: boolean;
  priceCents: number;
  business: BusinessRow | undefined;
  rules: BookingRulesRow | undefined;
};

/** One appointment with everything its screen shows. */
export const appointmentDetail = async (
  db: DaybookDb,
  id: Uuid,
): Promise<AppointmentDetail | undefined> => {
  const [appointment, segments, attention, shadow, business, rules] = await Promise.all([
    db.rows('appointments').get(id),
    db.rows('appointment_segments').where('appointment_id').equals(id).sortBy('position'),
    db.rows('attention_items').where('entity_id').equals(id).toArray(),
    db.shadows.where('key').equals(rowKey('appointments', id)).count(),
    db.rows('businesses').get(db.businessId),
    db.rows('booking_rules').get(db.businessId),
  ]);
  if (!appointment) return undefined;
  if (appointment.series_id) {
    const ofSeries = db.rows('attention_items').where('entity_id').equals(appointment.series_id);
    attention.push(...(await ofSeries.toArray()));
  }
  const segmentKeys = segments.map((segment) => rowKey('appointment_segments', segment.id));
  const [views, history, segmentShadows] = await Promise.all([
    segmentViews(db, segments),
    appointment.client_id ? clientHistory(db, appointment.client_id) : null,
    db.shadows.where('key').anyOf(segmentKeys).count(),
  ]);
  return {
    appointment,
    segments: views,
    client: history?.client ?? null,
    reach: history?.reach ?? null,
    counters: history?.counters ?? null,
    attention: attention.filter(({ state }) => state === 'open'),
    pending: shadow > 0 || segmentShadows > 0,
    priceCents: segments.reduce((sum, { price_cents }) => sum + price_cents, 0),
    business,
    rules,
  };
};

/** What was booked on the public page last; undefined while nothing was. */
export const lastOnlineBooking = (db: DaybookDb): Promise<AppointmentRow | undefined> =>
  db
    .rows('appointments')
    .orderBy('id')
    .filter(({ source }) => source === 'online')
    .last();

const segmentViews = async (
  db: DaybookDb,
  segments: readonly AppointmentSegmentRow[],
): Promise<SegmentView[]> => {
  const variantIds = segments.flatMap(({ variant_id }) => variant_id ?? []);
  const addOnIds = [...new Set(segments.flatMap(({ add_on_ids }) => add_on_ids))];
  const [staff, variants, addOns] = await Promise.all([
    db.rows('staff').bulkGet(segments.map(({ staff_id }) => staff_id)),
    db.rows('service_variants').bulkGet(variantIds),
    db.rows('add_ons').bulkGet(addOnIds),
  ]);
  const variantById = byId(variants);
  const services = byId(
    await db
      .rows('services')
      .bulkGet([...variantById.values()].map(({ service_id }) => service_id)),
  );
  const addOnById = byId(addOns);
  return segments.map((segment, index) => {
    const variant = variantById.get(segment.variant_id ?? '') ?? null;
    return {
      segment,
      staff: staff[index] ?? null,
      variant,
      service: services.get(variant?.service_id ?? '') ?? null,
      addOns: segment.add_on_ids.flatMap((id) => addOnById.get(id) ?? []),
    };
  });
};

const clientHistory = async (db: DaybookDb, clientId: Uuid) => {
  const [client, appointments] = await Promise.all([
    db.rows('clients').get(clientId),
    db.rows('appointments').where('client_id').equals(clientId).toArray(),
  ]);
  if (!client) return null;
  const ids = appointments.map(({ id }) => id);
  const [segments, seated, reach] = await Promise.all([
    db.rows('appointment_segments').where('appointment_id').anyOf(ids).toArray(),
    seatedVisits(db, clientId),
    reachOfClient(db, client),
  ]);
  const [known = client] = await withAlerts(db, [client]);
  const counters = countersOf(
    [...appointments, ...seated.appointments],
    [...segments, ...seated.segments],
    db.now(),
  );
  return { client: known, counters, reach };
};

const byId = <T extends { id: Uuid }>(rows: readonly (T | undefined)[]): Map<Uuid, T> =>
  new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : [])));
