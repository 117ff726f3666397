/** Services that are sold together. What was booked of one stays as it was. */
import { bundleSchema, EMPTY_BUNDLE } from '#domain/services/bundle-schema.ts';
import type { BundleInput } from '#domain/services/bundle-schema.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { createRow, editRow, setFields } from './edit-row.ts';
import type { Done } from './edit-row.ts';
import { lastSortKey, moveInList } from './reorder.ts';

/** Codes: invalid. */
export const createBundle = (db: DaybookDb, input: Partial<BundleInput>): Promise<Result<Uuid>> =>
  createRow(db, {
    name: 'bundle.create',
    table: 'bundles',
    schema: bundleSchema,
    input: { ...EMPTY_BUNDLE, ...withOnePrice(input) },
    complete: async (bundle, scope) => ({
      ...bundle,
      sort_key: await lastSortKey(scope, 'bundles'),
      status: 'active' as const,
    }),
  });

/** Codes: not_found, invalid. */
export const editBundle = (
  db: DaybookDb,
  id: Uuid,
  patch: Partial<BundleInput>,
  seenRev?: number,
): Promise<Result<Done>> =>
  editRow(db, {
    name: 'bundle.edit',
    table: 'bundles',
    id,
    schema: bundleSchema,
    patch: withOnePrice(patch),
    seenRev,
  });

export const moveBundle = (db: DaybookDb, id: Uuid, toIndex: number): Promise<Result<Done>> =>
  moveInList(
    db,
    'bundle.move',
    'bundles',
    id,
    toIndex,
    (other, moved) => other.status === moved.status,
  );

/** Not on the menu any more. */
export const archiveBundle = (db: DaybookDb, id: Uuid): Promise<Result<Done>> =>
  setFields(db, 'bundle.archive', 'bundles', id, { status: 'archived' });

export const restoreBundle = (db: DaybookDb, id: Uuid): Promise<Result<Done>> =>
  setFields(db, 'bundle.restore', 'bundles', id, { status: 'active' });

/** What a form keeps of the other kinds of price says nothing. */
const withOnePrice = (input: Partial<BundleInput>): Partial<BundleInput> => {
  if (input.price_mode === undefined) return input;
  return input.price_mode === 'percent'
    ? { ...input, price_cents: 0 }
    : { ...input, percent_bp: null };
};
