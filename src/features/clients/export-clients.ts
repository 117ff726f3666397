import type { DaybookDb } from '#db/open.ts';
import { eachClient } from '#db/queries/every-client.ts';
import { everyGuardian } from '#db/queries/family.ts';
import { clientCsvLine, csvHead } from '#domain/clients/export.ts';
import { clientName } from '#domain/clients/name.ts';
import { createNewsLedger } from '#domain/clients/news.ts';
import { byClientOrder, clientEntry } from '#domain/clients/search.ts';
import type { ClientEntry } from '#domain/clients/search.ts';
import type { Uuid } from '#domain/rows.ts';
import { createBreather } from '#platform/breathe.ts';
import { download } from '#platform/download.ts';

/**
 * Hands the person a CSV file of the given clients, or of everybody: archived ones too, those
 * whose data was erased not. Needs no network. Answers how many there are.
 */
export const exportClients = async (
  db: DaybookDb,
  only: readonly { id: Uuid }[] | null,
): Promise<number> => {
  const wanted = only && new Set(only.map(({ id }) => id));
  const guardians = await everyGuardian(db);
  const ledger = createNewsLedger();
  await db.rows('consent_events').each(ledger.add);
  const aliases = new Map<Uuid, Uuid[]>();
  await db
    .rows('clients')
    .where('merged_into')
    .above('')
    .each(({ id, merged_into: into }) => {
      if (into) aliases.set(into, [...(aliases.get(into) ?? []), id]);
    });
  const timeZone = (await db.rows('businesses').get(db.businessId))?.time_zone ?? 'UTC';
  const lines: { entry: ClientEntry; line: string }[] = [];
  await eachClient(db, (client) => {
    if (wanted ? !wanted.has(client.id) : client.status === 'anonymised') return;
    const row = guardians.get(client.guardian_id ?? '');
    const guardian = row ? { ...row, name: clientName(row) } : null;
    const news = ledger.of(client.id, ...(aliases.get(client.id) ?? []));
    lines.push({
      entry: clientEntry(client),
      line: clientCsvLine(client, timeZone, guardian, news),
    });
  });
  await createBreather()();
  lines.sort((a, b) => byClientOrder(a.entry, b.entry));
  const text = csvHead() + lines.map(({ line }) => line).join('');
  download(`clients-${db.now().slice(0, 10)}.csv`, text, 'text/csv;charset=utf-8');
  return lines.length;
};
