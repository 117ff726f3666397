import { createDuplicateFinder } from '#domain/clients/duplicate-finder.ts';
import type { DuplicateSet } from '#domain/clients/duplicate-finder.ts';
import { byAge } from '#domain/clients/merge.ts';
import type { ClientRow, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { eachClient } from './every-client.ts';

/** Active clients who may be one person: same phone, e-mail, name and birthday, or only name. */
export const duplicateClients = async (db: DaybookDb): Promise<DuplicateSet[]> => {
  const finder = createDuplicateFinder();
  await eachClient(db, finder.add);
  return finder.sets();
};

export type MergeCandidate = { client: ClientRow; visits: number };

/** The clients of a merge with the number of their appointments, the oldest record first. */
export const mergeCandidates = async (
  db: DaybookDb,
  ids: readonly Uuid[],
): Promise<MergeCandidate[]> => {
  const [rows, visits] = await Promise.all([
    db.rows('clients').bulkGet([...ids]),
    db
      .rows('appointments')
      .where('client_id')
      .anyOf([...ids])
      .toArray(),
  ]);
  const active = rows.flatMap((row) => (row?.status === 'active' ? row : []));
  return byAge(active).map((client) => ({
    client,
    visits: visits.filter(({ client_id }) => client_id === client.id).length,
  }));
};
