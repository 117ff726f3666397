import { clientName } from '#domain/clients/name.ts';
import type { AppointmentRow, AttentionItemRow, ClientRow, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';

export type AttentionView = {
  item: AttentionItemRow;
  /** The row it is about as it is now; null = it is gone. */
  row: Record<string, unknown> | null;
  /** When it is about an appointment, or about a client. */
  appointment: AppointmentRow | null;
  clientName: string;
};

export const attentionCount = (db: DaybookDb): Promise<number> =>
  db.rows('attention_items').where('state').equals('open').count();

/** Everything a person still has to decide, oldest first, with what it is about. */
export const openAttention = async (db: DaybookDb): Promise<AttentionView[]> => {
  const items = await db.rows('attention_items').where('state').equals('open').toArray();
  const rows = await rowsOf(db, items);
  const appointments = items.flatMap((item) =>
    item.entity === 'appointments'
      ? ((rows.get(item.entity_id) as AppointmentRow | undefined) ?? [])
      : [],
  );
  const clientIds = appointments.flatMap(({ client_id }) => client_id ?? []);
  const clients = await db.rows('clients').bulkGet([...new Set(clientIds)]);
  const clientById = new Map(clients.flatMap((client) => (client ? [[client.id, client]] : [])));

  return items
    .toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))
    .map((item) => {
      const row = rows.get(item.entity_id);
      const appointment = item.entity === 'appointments' ? ((row as AppointmentRow) ?? null) : null;
      const client =
        item.entity === 'clients'
          ? (row as ClientRow | undefined)
          : clientById.get(appointment?.client_id ?? '');
      return {
        item,
        row: (row as Record<string, unknown> | undefined) ?? null,
        appointment,
        clientName: client ? clientName(client) : '',
      };
    });
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
