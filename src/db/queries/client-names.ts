import { clientName } from '#domain/clients/name.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';

/** Names of those that this device has. */
export const clientNames = async (
  db: DaybookDb,
  ids: readonly Uuid[],
): Promise<ReadonlyMap<Uuid, string>> => {
  const rows = await db.rows('clients').bulkGet([...ids]);
  return new Map(rows.flatMap((row) => (row ? [[row.id, clientName(row)] as const] : [])));
};

/** By visit: the name of its client, as far as this device has both. */
export const clientNamesOfVisits = async (
  db: DaybookDb,
  appointmentIds: readonly Uuid[],
): Promise<ReadonlyMap<Uuid, string>> => {
  const visits = await db.rows('appointments').bulkGet([...appointmentIds]);
  const clientIds = visits.flatMap((visit) => visit?.client_id ?? []);
  const names = await clientNames(db, clientIds);
  return new Map(
    visits.flatMap((visit) => {
      const name = names.get(visit?.client_id ?? '');
      return visit && name !== undefined ? [[visit.id, name] as const] : [];
    }),
  );
};
