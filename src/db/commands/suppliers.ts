import type { Result } from '#domain/errors/result.ts';
import { EMPTY_SUPPLIER, supplierSchema } from '#domain/inventory/schema.ts';
import type { SupplierInput } from '#domain/inventory/schema.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { createRow, editRow, setFields } from './edit-row.ts';
import type { Done } from './edit-row.ts';

/** Somebody to order from. Codes: invalid. */
export const createSupplier = (
  db: DaybookDb,
  input: Partial<SupplierInput>,
): Promise<Result<Uuid>> =>
  createRow(db, {
    name: 'supplier.create',
    table: 'suppliers',
    schema: supplierSchema,
    input: { ...EMPTY_SUPPLIER, ...input },
    complete: (supplier) => ({ ...supplier, status: 'active' as const }),
  });

/** Codes: not_found, invalid. */
export const editSupplier = (
  db: DaybookDb,
  id: Uuid,
  patch: Partial<SupplierInput>,
  seenRev?: number,
): Promise<Result<Done>> =>
  editRow(db, {
    name: 'supplier.edit',
    table: 'suppliers',
    id,
    schema: supplierSchema,
    patch,
    seenRev,
  });

/** Not ordered from any more; products keep them. */
export const archiveSupplier = (db: DaybookDb, id: Uuid): Promise<Result<Done>> =>
  setFields(db, 'supplier.archive', 'suppliers', id, { status: 'archived' });

export const restoreSupplier = (db: DaybookDb, id: Uuid): Promise<Result<Done>> =>
  setFields(db, 'supplier.restore', 'suppliers', id, { status: 'active' });
