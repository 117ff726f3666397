import type { ClientEntry } from '#domain/clients/search.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { searchClients } from './clients.ts';

/** So many are looked at to show this many: few clients of a business are linked already. */
const LOOKED_AT = 40;
const SHOWN = 8;

/** Who may become the guardian of a client, or their dependant, the best match first. */
export const familyCandidates = async (
  db: DaybookDb,
  clientId: Uuid,
  role: 'guardian' | 'dependant',
  text: string,
): Promise<ClientEntry[]> => {
  const found = await searchClients(db, text, { limit: LOOKED_AT });
  const ids = found.map(({ id }) => id);
  const [rows, dependants] = await Promise.all([
    db.rows('clients').bulkGet(ids),
    role === 'dependant' ? db.rows('clients').where('guardian_id').anyOf(ids).toArray() : [],
  ]);
  const guardians = new Set(dependants.map(({ guardian_id }) => guardian_id));
  return found
    .filter(({ id }, place) => id !== clientId && !rows[place]?.guardian_id && !guardians.has(id))
    .slice(0, SHOWN);
};
