import { clientName } from '#domain/clients/name.ts';
import type {
  AppointmentRow,
  AttendeeRow,
  AttentionItemRow,
  ClientRow,
  Uuid,
} from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';

export type AttentionView = {
  item: AttentionItemRow;
  /** The row it is about as it is now; null = it is gone. */
  row: Record<string, unknown> | null;
  /** When it is about an appointment, or about somebody's seat in one, or about a client. */
  appointment: AppointmentRow | null;
  clientName: string;
};

export const attentionCount = (db: DaybookDb): Promise<number> =>
  db.rows('attention_items').where('state').equals('open').count();

/** Everything a person still has to decide, oldest first, with what it is about. */
export const openAttention = async (db: DaybookDb): Promise<AttentionView[]> => {
  const items = await db.rows('attention_items').where('state').equals('open').toArray();
  const rows = await rowsOf(db, items);
  // A question about a series is asked at the next of its dates.
  const bySeries = await nextOfSeries(db, items);
  const seats = new Map(
    items.flatMap((item) => {
      const row = item.entity === 'attendees' && rows.get(item.entity_id);
      return row ? [[item.entity_id, row as AttendeeRow] as const] : [];
    }),
  );
  const sessions = await sessionsOf(db, [...seats.values()]);
  const appointmentOf = (item: AttentionItemRow): AppointmentRow | undefined =>
    item.entity === 'appointments'
      ? (rows.get(item.entity_id) as AppointmentRow | undefined)
      : item.entity === 'series'
        ? bySeries.get(item.entity_id)
        : sessions.get(seats.get(item.entity_id)?.appointment_id ?? '');
  const appointments = items.flatMap((item) => appointmentOf(item) ?? []);
  const clientIds = [...appointments, ...seats.values()].flatMap(
    ({ client_id }) => client_id ?? [],
  );
  const clients = await db.rows('clients').bulkGet([...new Set(clientIds)]);
  const clientById = new Map(clients.flatMap((client) => (client ? [[client.id, client]] : [])));

  return items
    .toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))
    .map((item) => {
      const row = rows.get(item.entity_id);
      const appointment = appointmentOf(item) ?? null;
      const client =
        item.entity === 'clients'
          ? (row as ClientRow | undefined)
          : clientById.get(appointment?.client_id ?? seats.get(item.entity_id)?.client_id ?? '');
      return {
        item,
        row: (row as Record<string, unknown> | undefined) ?? null,
        appointment,
        clientName: client ? clientName(client) : '',
      };
    });
};

/** The class sessions that seats are about. */
const sessionsOf = async (
  db: DaybookDb,
  seats: readonly AttendeeRow[],
): Promise<Map<Uuid, AppointmentRow>> => {
  if (seats.length === 0) return new Map();
  const rows = await db
    .rows('appointments')
    .bulkGet(seats.map(({ appointment_id }) => appointment_id));
  return new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : [])));
};

const nextOfSeries = async (
  db: DaybookDb,
  items: readonly AttentionItemRow[],
): Promise<Map<Uuid, AppointmentRow>> => {
  const ids = items.flatMap((item) => (item.entity === 'series' ? item.entity_id : []));
  if (ids.length === 0) return new Map();
  const dates = await db.rows('appointments').where('series_id').anyOf(ids).sortBy('starts_at');
  const now = db.now();
  const toCome = dates.filter(({ starts_at }) => starts_at >= now).toReversed();
  // The last one set stands: the next to come, else the last one there was.
  return new Map([...dates, ...toCome].map((one) => [one.series_id ?? '', one] as const));
};

/** One read per table, however many items there are. */
const rowsOf = async (
  db: DaybookDb,
  items: readonly AttentionItemRow[],
): Promise<Map<Uuid, object>> => {
  const tables = new Set(items.map(({ entity }) => entity));
  const found = new Map<Uuid, object>();
  await Promise.all(
    [...tables].map(async (table) => {
      const ids = items.filter(({ entity }) => entity === table).map(({ entity_id }) => entity_id);
      for (const row of await db.rows(table).bulkGet(ids)) if (row) found.set(row.id, row);
    }),
  );
  return found;
};
