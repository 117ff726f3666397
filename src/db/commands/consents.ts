import { CONSENT_TEXTS } from '#domain/clients/consent-texts.ts';
import { consentSchema } from '#domain/clients/consents.ts';
import type { ConsentInput } from '#domain/clients/consents.ts';
import { answeredChannels } from '#domain/clients/news.ts';
import type { News, NewsAnswer } from '#domain/clients/news.ts';
import { putOp } from '#domain/commands/op.ts';
import type { Op } from '#domain/commands/op.ts';
import { fail } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { ClientRow, ConsentEventRow, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { WriteScope } from '../write.ts';
import { authorName } from './author.ts';
import { createRow } from './edit-row.ts';

/**
 * Writes down what a client agreed to, refused or took back. The ledger only grows: a slip is
 * corrected by the next line, so there is no undo. Codes: invalid.
 */
export const recordConsent = (
  db: DaybookDb,
  clientId: Uuid,
  input: ConsentInput,
): Promise<Result<Uuid>> =>
  createRow(db, {
    name: 'consent.record',
    table: 'consent_events',
    schema: consentSchema,
    input,
    complete: async (consent, scope) => ({
      ...consent,
      client_id: clientId,
      author_name: await authorName(scope),
      at: scope.now,
    }),
  });

/**
 * What somebody who was asked about news and offers answered, at the counter; "not now" writes nothing.
 * Like every line of the ledger it has no undo. Codes: not_found.
 */
export const answerNews = (
  db: DaybookDb,
  clientId: Uuid,
  answer: NewsAnswer,
): Promise<Result<Uuid>> =>
  write(db, 'consent.record', async (scope) => {
    const client = await scope.get('clients', clientId);
    if (!client) return fail('not_found', { rows: [`clients:${clientId}`] });
    return { ops: await answerOps(scope, client, answer), value: clientId };
  });

/** The same for a client who is being added. */
export const answerOps = async (
  scope: WriteScope,
  client: Pick<ClientRow, 'id' | 'email' | 'phone'>,
  answer: NewsAnswer,
): Promise<Op[]> => {
  if (answer === 'later') return [];
  const wants = answer === 'yes';
  const news = Object.fromEntries(answeredChannels(client).map((channel) => [channel, wants]));
  const author_name = await authorName(scope);
  return newsOps(scope, client.id, news, {
    source: 'in_person',
    text_version: CONSENT_TEXTS.marketing.version,
    wording: CONSENT_TEXTS.marketing.wording,
    author_name,
  });
};

/** Lines of the ledger about news, one for each channel that is spoken of. */
export const newsOps = (
  scope: WriteScope,
  clientId: Uuid,
  news: News,
  how: Pick<ConsentEventRow, 'source' | 'text_version' | 'wording' | 'author_name'>,
): Op[] =>
  Object.entries(news).map(([channel, wants]) =>
    putOp('consent_events', {
      ...how,
      id: scope.newId(),
      business_id: scope.businessId,
      client_id: clientId,
      purpose: 'marketing',
      channel: channel as keyof News,
      state: wants ? 'granted' : 'denied',
      at: scope.now,
    }),
  );
