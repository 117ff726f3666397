import type { Result } from '#domain/errors/result.ts';
import { taxRateSchema } from '#domain/money/tax-rate.ts';
import type { TaxRateInput } from '#domain/money/tax-rate.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { createRow, editRow, setFields } from './edit-row.ts';
import type { Done } from './edit-row.ts';
import { lastSortKey } from './reorder.ts';

/** A new rate, behind the others. Codes: invalid. */
export const createTaxRate = (db: DaybookDb, input: Partial<TaxRateInput>): Promise<Result<Uuid>> =>
  createRow(db, {
    name: 'tax_rate.create',
    table: 'tax_rates',
    schema: taxRateSchema,
    input,
    complete: async (rate, scope) => ({
      ...rate,
      sort_key: await lastSortKey(scope, 'tax_rates'),
      active: true,
    }),
  });

/** What was sold at the old rate keeps it. Codes: not_found, invalid. */
export const editTaxRate = (
  db: DaybookDb,
  id: Uuid,
  patch: Partial<TaxRateInput>,
  seenRev?: number,
): Promise<Result<Done>> =>
  editRow(db, {
    name: 'tax_rate.edit',
    table: 'tax_rates',
    id,
    schema: taxRateSchema,
    patch,
    seenRev,
  });

/** Not offered any more; services that have it keep it. */
export const archiveTaxRate = (db: DaybookDb, id: Uuid): Promise<Result<Done>> =>
  setFields(db, 'tax_rate.archive', 'tax_rates', id, { active: false });

export const restoreTaxRate = (db: DaybookDb, id: Uuid): Promise<Result<Done>> =>
  setFields(db, 'tax_rate.restore', 'tax_rates', id, { active: true });
