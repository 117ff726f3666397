import {
  NO_FILTER,
  NO_VISITS,
  asksVisits,
  filterParts,
  fitsFilter,
} from '#domain/clients/filter.ts';
import type { ClientFilter, FilterEdges } from '#domain/clients/filter.ts';
import { searchClientEntries } from '#domain/clients/search.ts';
import type { ClientEntry } from '#domain/clients/search.ts';
import { averageIntervalDays } from '#domain/clients/visit-interval.ts';
import { rowKey } from '#domain/commands/op.ts';
import type {
  AppointmentRow,
  AppointmentSegmentRow,
  AttentionItemRow,
  ClientRow,
  Day,
  Instant,
  StaffRow,
  Uuid,
} from '#domain/rows.ts';
import { dayNumber } from '#domain/time/day.ts';
import { instantOfMin } from '#domain/time/epoch.ts';
import { dayStart } from '#domain/time/wall.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { DaybookDb } from '../open.ts';
import { clientEntries } from './client-index.ts';
import { visitFacts } from './visit-facts.ts';

type SearchOptions = {
  /** Most lines wanted; without one, everybody who matches. */
  limit?: number;
  status?: ClientRow['status'];
  filter?: ClientFilter;
};

/**
 * Clients whose name, phone, e-mail or tags contain every word of the text, best first; the whole
 * list in order when the text is empty. Made for every keystroke over 20,000 clients.
 */
export const searchClients = async (
  db: DaybookDb,
  text: string,
  { limit, status = 'active', filter = NO_FILTER }: SearchOptions = {},
): Promise<ClientEntry[]> => {
  return searchClientEntries(await filteredClients(db, status, filter), text, limit);
};

/** How many clients each filter finds. */
export const countFiltered = async (
  db: DaybookDb,
  filters: readonly ClientFilter[],
): Promise<number[]> => {
  const counts: number[] = [];
  for (const filter of filters) counts.push((await filteredClients(db, 'active', filter)).length);
  return counts;
};

const filteredClients = async (
  db: DaybookDb,
  status: ClientRow['status'],
  filter: ClientFilter,
): Promise<readonly ClientEntry[]> => {
  const entries = await clientEntries(db);
  const ofStatus = entries.filter((entry) => entry.status === status);
  if (filterParts(filter) === 0) return ofStatus;
  const facts = asksVisits(filter) ? await visitFacts(db) : null;
  const edges = await edgesOf(db, filter);
  return ofStatus.filter((entry) =>
    fitsFilter(entry, facts?.get(entry.id) ?? NO_VISITS, filter, edges),
  );
};

/** The days of a filter begin when they do for the business. */
const edgesOf = async (db: DaybookDb, filter: ClientFilter): Promise<FilterEdges> => {
  const { lastVisitBefore, lastVisitAfter } = filter;
  if (lastVisitBefore === null && lastVisitAfter === null) return { before: null, after: null };
  const business = await db.rows('businesses').get(db.businessId);
  const zone = zoneOf(business?.time_zone ?? 'UTC');
  const start = (day: Day | null): Instant | null =>
    day === null ? null : instantOfMin(dayStart(zone, dayNumber(day)));
  return { before: start(lastVisitBefore), after: start(lastVisitAfter) };
};

/** Every tag in use with how many active clients have it, most used first. */
export const clientTags = async (db: DaybookDb): Promise<{ tag: string; count: number }[]> => {
  const counts = new Map<string, number>();
  for (const { tags, status } of await clientEntries(db)) {
    if (status === 'active') for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .toSorted((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1));
};

export type VisitView = {
  appointment: AppointmentRow;
  /** In order. */
  segments: (AppointmentSegmentRow & { staffName: string })[];
  priceCents: number;
  /** Changed here, not yet confirmed by the server. */
  pending: boolean;
};

export type ClientCounters = {
  visits: number;
  cancelled: number;
  lateCancelled: number;
  noShows: number;
  /** Agreed prices of completed visits. */
  spendCents: number;
  lastVisit: AppointmentRow | null;
  nextVisit: AppointmentRow | null;
  /** Days between visits on average; null with fewer than two. */
  intervalDays: number | null;
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
};

/** One client with their whole history on this device, in five reads however long it is. */
export const clientDetail = async (db: DaybookDb, id: Uuid): Promise<ClientDetail | undefined> => {
  const [client, appointments] = await Promise.all([
    db.rows('clients').get(id),
    db.rows('appointments').where('client_id').equals(id).toArray(),
  ]);
  if (!client) return undefined;
  const ids = appointments.map((appointment) => appointment.id);
  const [segments, staff, attention, waiting, mergedInto] = await Promise.all([
    db.rows('appointment_segments').where('appointment_id').anyOf(ids).toArray(),
    db.rows('staff').toArray(),
    db
      .rows('attention_items')
      .where('entity_id')
      .anyOf([id, ...ids])
      .toArray(),
    db.shadows.bulkGet([rowKey('clients', id), ...ids.map((one) => rowKey('appointments', one))]),
    client.merged_into ? db.rows('clients').get(client.merged_into) : undefined,
  ]);
  const pending = new Set(waiting.flatMap((shadow) => (shadow ? [shadow.id] : [])));
  return {
    client,
    visits: visitViews(appointments, segments, staff, pending),
    counters: countersOf(appointments, segments, db.now()),
    attention: attention.filter(({ state }) => state === 'open'),
    pending: pending.has(id),
    mergedInto: mergedInto ?? null,
  };
};

/** Other clients with the same e-mail or phone, or the same full name: a warning, never a refusal. */
export const possibleDuplicates = async (
  db: DaybookDb,
  person: { id?: Uuid; email?: string | null; phone?: string | null },
): Promise<ClientRow[]> => {
  const [byEmail, byPhone] = await Promise.all([
    person.email ? db.rows('clients').where('email').equals(person.email).toArray() : [],
    person.phone ? db.rows('clients').where('phone').equals(person.phone).toArray() : [],
  ]);
  const found = new Map([...byEmail, ...byPhone].map((client) => [client.id, client]));
  return [...found.values()].filter(
    (client) => client.id !== person.id && client.status === 'active',
  );
};

export const countersOf = (
  appointments: readonly AppointmentRow[],
  segments: readonly AppointmentSegmentRow[],
  now: string,
): ClientCounters => {
  const completed = appointments.filter(({ status }) => status === 'completed');
  const completedIds = new Set(completed.map(({ id }) => id));
  const cancelled = appointments.filter(({ status }) => status === 'cancelled');
  const coming = appointments.filter(
    ({ status, starts_at }) => (status === 'booked' || status === 'pending') && starts_at >= now,
  );
  const byStart = (a: AppointmentRow, b: AppointmentRow) => (a.starts_at < b.starts_at ? -1 : 1);
  return {
    visits: completed.length,
    cancelled: cancelled.length,
    lateCancelled: cancelled.filter(({ cancel_late }) => cancel_late).length,
    noShows: appointments.filter(({ status }) => status === 'no_show').length,
    spendCents: segments
      .filter(({ appointment_id }) => completedIds.has(appointment_id))
      .reduce((sum, { price_cents }) => sum + price_cents, 0),
    lastVisit: completed.toSorted(byStart).at(-1) ?? null,
    nextVisit: coming.toSorted(byStart)[0] ?? null,
    intervalDays: averageIntervalDays(completed.map(({ starts_at }) => starts_at)),
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
