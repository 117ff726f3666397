import { reachOf } from '#domain/clients/guardian.ts';
import type { Reach } from '#domain/clients/guardian.ts';
import { clientName } from '#domain/clients/name.ts';
import type { ClientRow, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';

export type Family = {
  /** null = none, or one who is not on this device. */
  guardian: ClientRow | null;
  /** Active ones, by name. */
  dependants: ClientRow[];
};

/** Who answers for a client, and for whom they answer. */
export const familyOf = async (db: DaybookDb, client: ClientRow): Promise<Family> => {
  const [guardian, dependants] = await Promise.all([
    client.guardian_id ? db.rows('clients').get(client.guardian_id) : undefined,
    db.rows('clients').where('guardian_id').equals(client.id).toArray(),
  ]);
  return { guardian: guardian ?? null, dependants: activeByName(dependants) };
};

/**
 * Whom a visit may be meant for as well when this client was chosen: whoever depends on them, or their
 * guardian and the others who depend on them.
 */
export const alsoMeant = async (db: DaybookDb, client: ClientRow): Promise<ClientRow[]> => {
  const { guardian, dependants } = await familyOf(db, client);
  if (!guardian) return dependants;
  const others = await familyOf(db, guardian);
  return [
    ...(guardian.status === 'active' ? [guardian] : []),
    ...others.dependants.filter(({ id }) => id !== client.id),
  ];
};

/** How each of these clients is reached. */
export const reachOfClients = async (
  db: DaybookDb,
  clients: readonly ClientRow[],
): Promise<ReadonlyMap<Uuid, Reach>> => {
  const ids = [...new Set(clients.flatMap(({ guardian_id }) => guardian_id ?? []))];
  const rows = ids.length === 0 ? [] : await db.rows('clients').bulkGet(ids);
  const guardians = new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : [])));
  return new Map(
    clients.map((client) => [client.id, reachOf(client, guardians.get(client.guardian_id ?? ''))]),
  );
};

/** … and one of them. */
export const reachOfClient = async (db: DaybookDb, client: ClientRow): Promise<Reach> =>
  reachOf(client, client.guardian_id ? await db.rows('clients').get(client.guardian_id) : null);

/** Everybody who answers for somebody. */
export const everyGuardian = async (db: DaybookDb): Promise<ReadonlyMap<Uuid, ClientRow>> => {
  // Only those who have one are in the index.
  const ids = (await db.rows('clients').orderBy('guardian_id').uniqueKeys()) as Uuid[];
  const rows = await db.rows('clients').bulkGet(ids);
  return new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : [])));
};

const activeByName = (clients: readonly ClientRow[]): ClientRow[] =>
  clients
    .filter(({ status }) => status === 'active')
    .toSorted((a, b) => (clientName(a) < clientName(b) ? -1 : 1));
