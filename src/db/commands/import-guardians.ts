import { NO_GUARDIAN } from '#domain/clients/guardian.ts';
import type { GuardianLink } from '#domain/clients/guardian.ts';
import { createGuardianFinder, withoutChains } from '#domain/clients/import-guardians.ts';
import type { News } from '#domain/clients/news.ts';
import type { ImportedClient } from '#domain/clients/import-row.ts';
import type { ClientInput } from '#domain/clients/schema.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { eachClient } from '../queries/every-client.ts';

type Linked = ClientInput & Partial<GuardianLink> & { id: Uuid; news?: News };

const NOTE_MAX = 5_000;

/**
 * New clients with the guardians whom their file names, whether they are here already or come with it; a
 * guardian stands before those who depend on them. One who is not found stays in the client's note.
 */
export const linkImported = async (
  db: DaybookDb,
  clients: readonly (ImportedClient & { id: Uuid })[],
  breathe: () => Promise<void> | void = () => undefined,
): Promise<readonly Linked[]> => {
  if (!clients.some(({ guardian }) => guardian)) return clients;
  const business = await db.rows('businesses').get(db.businessId);
  const finder = createGuardianFinder(business?.country_code ?? 'US');
  const taken = new Set<Uuid>();
  await eachClient(db, (client) => {
    if (client.status !== 'active') return;
    finder.add(client);
    if (client.guardian_id) taken.add(client.id);
  });
  for (const client of clients) {
    finder.add(client);
    await breathe();
  }
  const found = new Map<Uuid, GuardianLink>();
  for (const { id, guardian, guardian_receives = false } of clients) {
    const guardian_id = guardian ? finder.find(guardian) : null;
    if (guardian_id) found.set(id, { guardian_id, guardian_receives });
    await breathe();
  }
  const links = withoutChains(found, taken);
  const alone: Linked[] = [];
  const dependants: Linked[] = [];
  for (const { guardian, ...client } of clients) {
    const link = links.get(client.id);
    if (link) dependants.push({ ...client, ...link });
    else alone.push({ ...client, ...NO_GUARDIAN, note: withGuardian(client.note, guardian) });
    await breathe();
  }
  return [...alone, ...dependants];
};

/** Nothing that a file says is lost, as long as there is room. */
const withGuardian = (note: string | null, guardian: string | undefined): string | null => {
  if (!guardian) return note;
  const longer = [note, `Guardian: ${guardian}`].filter(Boolean).join('\n');
  return longer.length > NOTE_MAX ? note : longer;
};
