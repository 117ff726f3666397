import { consentSchema } from '#domain/clients/consents.ts';
import type { ConsentInput } from '#domain/clients/consents.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
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
