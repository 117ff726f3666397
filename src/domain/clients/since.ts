import type { ClientRow, Day, Instant } from '#domain/rows.ts';
import { wallAt } from '#domain/time/clock-text.ts';

type Since = Pick<ClientRow, 'client_since' | 'created_at'>;

/** Since when somebody is a client: what is known of it, else when their record was made. */
export const clientSince = ({ client_since, created_at }: Since): Day | Instant =>
  client_since ?? created_at;

/** The day of that in the business's own zone: what is made on an evening in New York is not tomorrow's. */
export const sinceDay = ({ client_since, created_at }: Since, timeZone: string): Day =>
  client_since ?? wallAt(timeZone, created_at).day;

/** Of one person's records the earliest day; null where none says more than when it was made. */
export const mergedSince = (clients: readonly Since[], timeZone: string): Day | null =>
  clients.some(({ client_since }) => client_since)
    ? (clients.map((client) => sinceDay(client, timeZone)).toSorted()[0] ?? null)
    : null;

/** Of two days that may be unknown the earlier one. */
export const earlierDay = (a: Day | null | undefined, b: Day | null | undefined): Day | null =>
  a && b ? (a < b ? a : b) : (a ?? b ?? null);

/** Since when somebody is a client, once another day is known of it: an earlier one says more. */
export const sinceWith = (
  client: Since,
  day: Day | null | undefined,
  timeZone: string,
): Day | null => (day && day < sinceDay(client, timeZone) ? day : (client.client_since ?? null));
