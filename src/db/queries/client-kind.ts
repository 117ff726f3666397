import { blocksTime } from '#domain/appointments/status.ts';
import { clientSince } from '#domain/clients/since.ts';
import type { ClientKind } from '#domain/services/for-client.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';

/** Somebody whose record is older was known before this visit was thought of. */
const JUST_MADE_MS = 24 * 3_600_000;

/**
 * Whether a client comes for the first time: nothing stands or stood in the calendar, and the record
 * was only made for this visit. null = nobody is known.
 */
export const clientKind = async (db: DaybookDb, id: Uuid | null): Promise<ClientKind | null> => {
  const client = id === null ? undefined : await db.rows('clients').get(id);
  if (!client) return null;
  if (Date.parse(clientSince(client)) < Date.parse(db.now()) - JUST_MADE_MS) return 'returning';
  const visits = await db.rows('appointments').where('client_id').equals(client.id).toArray();
  return visits.some(({ status }) => blocksTime(status, true)) ? 'returning' : 'new';
};
