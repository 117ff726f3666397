import { alertText } from '#domain/clients/alert-text.ts';
import type { ClientNoteRow, ClientRow, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';

/**
 * The same clients, each with everything to mind in `alert_note`: the line of their own and the notes
 * of the kind alert. What shows a client beside an appointment asks here.
 */
export const withAlerts = async <T extends ClientRow>(
  db: DaybookDb,
  clients: readonly T[],
): Promise<T[]> => {
  if (clients.length === 0) return [];
  const alerts = new Map<Uuid, ClientNoteRow[]>();
  for (const note of await alertsOf(
    db,
    clients.map(({ id }) => id),
  )) {
    alerts.set(note.client_id, [...(alerts.get(note.client_id) ?? []), note]);
  }
  return clients.map((client) => {
    const own = alerts.get(client.id);
    return own ? { ...client, alert_note: alertText(client, own) } : client;
  });
};

export const clientWithAlerts = async (db: DaybookDb, id: Uuid): Promise<ClientRow | undefined> => {
  const client = await db.rows('clients').get(id);
  return client && (await withAlerts(db, [client]))[0];
};

/** From so many clients on, every alert in one answer is read faster than theirs one by one. */
const MANY = 20;

const alertsOf = (db: DaybookDb, ids: readonly Uuid[]): Promise<ClientNoteRow[]> => {
  const alerts = db.rows('client_notes').where('[kind+client_id]');
  if (ids.length < MANY) return alerts.anyOf(ids.map((id) => ['alert', id])).toArray();
  const sorted = ids.toSorted();
  return alerts.between(['alert', sorted[0]], ['alert', sorted.at(-1)], true, true).toArray();
};
