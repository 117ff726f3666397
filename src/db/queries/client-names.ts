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
