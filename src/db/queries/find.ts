import type { ClientEntry } from '#domain/clients/search.ts';
import type { Instant, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { searchClients } from './clients.ts';

/** An appointment that is still to come, as one line. */
export type Coming = {
  id: Uuid;
  clientName: string;
  startsAt: Instant;
  /** Names of its services, in order. */
  services: string;
};

export type Found = {
  /** What was looked for: an answer may come after the next letter. */
  text: string;
  clients: ClientEntry[];
  coming: Coming[];
};

const MAX_CLIENTS = 6;
const MAX_COMING = 4;

/**
 * Clients for a text, best first, and what these clients have booked next. Made for every keystroke:
 * one pass over the names in memory and two reads by key. An empty text finds nobody.
 */
export const find = async (db: DaybookDb, text: string): Promise<Found> => {
  if (text.trim() === '') return { text, clients: [], coming: [] };
  const clients = await searchClients(db, text, { limit: MAX_CLIENTS });
  const names = new Map(clients.map(({ id, name }) => [id, name]));
  const now = db.now();
  const appointments = await db
    .rows('appointments')
    .where('client_id')
    .anyOf([...names.keys()])
    .filter(
      ({ status, starts_at }) =>
        (status === 'booked' || status === 'pending') && Date.parse(starts_at) >= Date.parse(now),
    )
    .toArray();
  const next = appointments
    .toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at))
    .slice(0, MAX_COMING);
  const segments = await db
    .rows('appointment_segments')
    .where('appointment_id')
    .anyOf(next.map(({ id }) => id))
    .sortBy('position');
  return {
    text,
    clients,
    coming: next.map(({ id, client_id, starts_at }) => ({
      id,
      clientName: names.get(client_id ?? '') ?? '',
      startsAt: starts_at,
      services: segments
        .filter(({ appointment_id }) => appointment_id === id)
        .map(({ service_name }) => service_name)
        .join(', '),
    })),
  };
};
