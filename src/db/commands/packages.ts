/** What is offered as a package. What was sold of it stays as it was. */
import { packageSchema } from '#domain/checkout/package-schema.ts';
import type { PackageInput } from '#domain/checkout/package-schema.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { createRow, editRow, setFields } from './edit-row.ts';
import type { Done } from './edit-row.ts';

/** Codes: invalid. */
export const createPackage = (db: DaybookDb, input: Partial<PackageInput>): Promise<Result<Uuid>> =>
  createRow(db, {
    name: 'package.create',
    table: 'packages',
    schema: packageSchema,
    input,
    complete: (fields) => ({ ...fields, status: 'active' as const }),
  });

/** Codes: not_found, invalid. */
export const editPackage = (
  db: DaybookDb,
  id: Uuid,
  patch: Partial<PackageInput>,
  seenRev?: number,
): Promise<Result<Done>> =>
  editRow(db, {
    name: 'package.edit',
    table: 'packages',
    id,
    schema: packageSchema,
    patch,
    seenRev,
  });

/** Not sold any more; whoever has one uses it. */
export const archivePackage = (db: DaybookDb, id: Uuid): Promise<Result<Done>> =>
  setFields(db, 'package.archive', 'packages', id, { status: 'archived' });

export const restorePackage = (db: DaybookDb, id: Uuid): Promise<Result<Done>> =>
  setFields(db, 'package.restore', 'packages', id, { status: 'active' });
