import * as v from 'valibot';
import type { Result } from '#domain/errors/result.ts';
import { instant } from '#domain/validation/fields.ts';
import type { DaybookDb } from '../open.ts';
import { editRow } from './edit-row.ts';
import type { Done } from './edit-row.ts';

/** Alone, so that the screen of the import does not wait for all settings of a business. */
const toldSchema = v.object({ imports_told_at: v.nullable(instant) });

/**
 * From now on the clients of visits that were imported are told as others are; those of the next import
 * are not. Codes: not_found.
 */
export const tellOfImports = (db: DaybookDb): Promise<Result<Done>> =>
  editRow(db, {
    name: 'business.edit',
    table: 'businesses',
    id: db.businessId,
    schema: toldSchema,
    patch: { imports_told_at: db.now() },
  });
