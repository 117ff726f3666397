import type { ClientRow, Day, Instant } from '#domain/rows.ts';

type Since = Pick<ClientRow, 'client_since' | 'created_at'>;

/** Since when somebody is a client: what is known of it, else when their record was made. */
export const clientSince = ({ client_since, created_at }: Since): Day | Instant =>
  client_since ?? created_at;

const sinceDay = (client: Since): Day => clientSince(client).slice(0, 10) as Day;

/** Of one person's records the earliest day; null where none says more than when it was made. */
export const mergedSince = (clients: readonly Since[]): Day | null =>
  clients.some(({ client_since }) => client_since)
    ? (clients.map(sinceDay).toSorted()[0] ?? null)
    : null;

/** Of two days that may be unknown the earlier one. */
export const earlierDay = (a: Day | null | undefined, b: Day | null | undefined): Day | null =>
  a && b ? (a < b ? a : b) : (a ?? b ?? null);

/** Since when somebody is a client, once another day is known of it: an earlier one says more. */
export const sinceWith = (client: Since, day: Day | null | undefined): Day | null =>
  day && day < sinceDay(client) ? day : (client.client_since ?? null);
