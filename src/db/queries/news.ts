import { createNewsLedger } from '#domain/clients/news.ts';
import type { News } from '#domain/clients/news.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';

/** What a client answered about news and offers, on records that became part of theirs as well. */
export const newsNow = async (db: DaybookDb, clientId: Uuid): Promise<News> => {
  const aliases = await db.rows('clients').where('merged_into').equals(clientId).primaryKeys();
  const ids = [clientId, ...aliases];
  const ledger = createNewsLedger();
  await db.rows('consent_events').where('client_id').anyOf(ids).each(ledger.add);
  return ledger.of(...ids);
};

/** The same of many at once, each by their own record alone: what an import goes by. */
export const newsOfEach = async (
  db: DaybookDb,
  clientIds: readonly Uuid[],
): Promise<(clientId: Uuid) => News> => {
  const ledger = createNewsLedger();
  await db.rows('consent_events').where('client_id').anyOf(clientIds).each(ledger.add);
  return (clientId) => ledger.of(clientId);
};
