import { NO_GUARDIAN } from '#domain/clients/guardian.ts';
import type { GuardianLink } from '#domain/clients/guardian.ts';
import { createGuardianFinder, withoutChains } from '#domain/clients/import-guardians.ts';
import type { ImportedClient } from '#domain/clients/import-row.ts';
import type { ClientInput } from '#domain/clients/schema.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { eachClient } from '../queries/every-client.ts';

type Linked = ClientInput & GuardianLink & { id: Uuid };

const NOTE_MAX = 5_000;

/**
 * New clients with the guardians whom their file names, whether they are here already or come with it; a
 * guardian stands before those who depend on them. One who is not found stays in the client's note.
 */
export const linkImported = async (
  db: DaybookDb,
  clients: readonly (ImportedClient & { id: Uuid })[],
): Promise<Linked[]> => {
  if (!clients.some(({ guardian }) => guardian)) {
    return clients.map((client) => ({ ...client, ...NO_GUARDIAN }));
  }
  const business = await db.rows('businesses').get(db.businessId);
  const finder = createGuardianFinder(business?.country_code ?? 'US');
  const taken = new Set<Uuid>();
  await eachClient(db, (client) => {
    if (client.status !== 'active') return;
    finder.add(client);
    if (client.guardian_id) taken.add(client.id);
  });
  clients.forEach(finder.add);
  const found = clients.flatMap(({ id, guardian, guardian_receives = false }) => {
    const guardian_id = guardian ? finder.find(guardian) : null;
    return guardian_id ? [[id, { guardian_id, guardian_receives }] as const] : [];
  });
  const links = withoutChains(new Map(found), taken);
  const rows = clients.map(({ guardian, ...client }): Linked => {
    const link = links.get(client.id);
    if (link || !guardian) return { ...client, ...(link ?? NO_GUARDIAN) };
    const note = [client.note, `Guardian: ${guardian}`].filter(Boolean).join('\n');
    return { ...client, ...NO_GUARDIAN, note: note.length > NOTE_MAX ? client.note : note };
  });
  return rows.toSorted((a, b) => Number(a.guardian_id !== null) - Number(b.guardian_id !== null));
};
