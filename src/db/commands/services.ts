import { deleteOp, patchOp, putOp } from '#domain/commands/op.ts';
import type { Op, RowPatch } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { ServiceRow, Uuid } from '#domain/rows.ts';
import {
  EMPTY_SERVICE,
  EMPTY_VARIANT,
  categorySchema,
  serviceSchema,
  variantSchema,
} from '#domain/services/schema.ts';
import type { CategoryInput, ServiceInput, VariantInput } from '#domain/services/schema.ts';
import { firstSortKeys } from '#domain/sort-key.ts';
import { validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import { createRow, editRow, setFields } from './edit-row.ts';
import type { Done } from './edit-row.ts';
import { giveOn, giveUp } from './pictures.ts';
import { lastSortKey, moveInList } from './reorder.ts';

/** Its picture is given to it by `setPicture`. */
export const createCategory = (
  db: DaybookDb,
  input: Omit<CategoryInput, 'image_path'>,
): Promise<Result<Uuid>> =>
  createRow(db, {
    name: 'category.create',
    table: 'service_categories',
    schema: categorySchema,
    input,
    complete: async (category, scope) => ({
      ...category,
      sort_key: await lastSortKey(scope, 'service_categories'),
    }),
  });

export const editCategory = (
  db: DaybookDb,
  id: Uuid,
  patch: Partial<CategoryInput>,
  seenRev?: number,
): Promise<Result<Done>> =>
  editRow(db, {
    name: 'category.edit',
    table: 'service_categories',
    id,
    schema: categorySchema,
    patch,
    seenRev,
  });

export const moveCategory = (db: DaybookDb, id: Uuid, toIndex: number): Promise<Result<Done>> =>
  moveInList(db, 'category.move', 'service_categories', id, toIndex);

/** Removes a category; its services stay. Undo makes it again with them in it. Codes: not_found. */
export const deleteCategory = async (db: DaybookDb, id: Uuid): Promise<Result<Done>> => {
  const gone = await write(db, 'category.delete', async (scope) => {
    const category = await scope.get('service_categories', id);
    if (!category) return fail('not_found', { rows: [`service_categories:${id}`] });
    const services = await scope.all('services');
    const inside = services.filter(({ category_id }) => category_id === id);
    const blob = await giveUp(scope, { table: 'service_categories', id }, category.image_path);
    const ops: Op[] = inside.map((service) =>
      patchOp('services', service.id, { category_id: null }),
    );
    return {
      ops: [...ops, deleteOp('service_categories', id)],
      value: { category, blob, inside: inside.map((service) => service.id) },
    };
  });
  if (!gone.ok) return gone;
  const { category, blob, inside } = gone.value;
  // A deleted id never comes back to life, so undo makes a new one.
  const undo = () =>
    write(db, 'category.delete.undo', async (scope) => {
      const again = scope.newId();
      const now = await scope.getMany('services', inside);
      const services = now
        // Whoever was put into another category meanwhile stays there.
        .filter((service) => service?.category_id === null)
        .map((service) => patchOp('services', service!.id, { category_id: again }));
      const owner = { table: 'service_categories', id: again } as const;
      const image_path = await giveOn(scope, owner, category.image_path, blob);
      const made = putOp('service_categories', { ...category, id: again, image_path });
      return { ops: [made, ...services], value: again };
    });
  return ok({ id, undo });
};

/** A service with its variants (at least one). Codes: invalid. */
export const createService = async (
  db: DaybookDb,
  input: Partial<ServiceInput>,
  variants: readonly Partial<VariantInput>[] = [EMPTY_VARIANT],
): Promise<Result<Uuid>> => {
  const service = validate(serviceSchema, { ...EMPTY_SERVICE, ...input });
  if (!service.ok) return service;
  const checked: VariantInput[] = [];
  for (const [index, variant] of variants.entries()) {
    const one = validate(variantSchema, { ...EMPTY_VARIANT, ...variant });
    if (!one.ok) {
      const field = `variants.${index}.${one.error.field ?? ''}`;
      return fail('invalid', { ...one.error, field });
    }
    checked.push(one.value);
  }
  if (checked.length === 0) return fail('invalid', { field: 'variants', rule: 'too_few' });

  return write(db, 'service.create', async (scope) => {
    const id = scope.newId();
    const business_id = scope.businessId;
    const keys = firstSortKeys(checked.length);
    const ops = [
      putOp('services', {
        ...service.value,
        id,
        business_id,
        sort_key: await lastSortKey(scope, 'services'),
        status: 'active',
      }),
      ...checked.map((variant, index) =>
        putOp('service_variants', {
          ...variant,
          id: scope.newId(),
          business_id,
          service_id: id,
          sort_key: keys[index] ?? '',
          status: 'active',
        }),
      ),
    ];
    return { ops, value: id };
  });
};

export const editService = (
  db: DaybookDb,
  id: Uuid,
  patch: Partial<ServiceInput>,
): Promise<Result<Done>> =>
  editRow(db, { name: 'service.edit', table: 'services', id, schema: serviceSchema, patch });

export const archiveService = (db: DaybookDb, id: Uuid): Promise<Result<Done>> =>
  setFields(db, 'service.archive', 'services', id, { status: 'archived' });

export const restoreService = (db: DaybookDb, id: Uuid): Promise<Result<Done>> =>
  setFields(db, 'service.restore', 'services', id, { status: 'active' });

/** Order within its category. */
export const moveService = (db: DaybookDb, id: Uuid, toIndex: number): Promise<Result<Done>> =>
  moveInList(
    db,
    'service.move',
    'services',
    id,
    toIndex,
    (other: ServiceRow, moved) =>
      other.category_id === moved.category_id && other.status === moved.status,
  );

export const createVariant = (
  db: DaybookDb,
  serviceId: Uuid,
  input: Partial<VariantInput>,
): Promise<Result<Uuid>> =>
  createRow(db, {
    name: 'variant.create',
    table: 'service_variants',
    schema: variantSchema,
    input: { ...EMPTY_VARIANT, ...input },
    complete: async (variant, scope) => ({
      ...variant,
      service_id: serviceId,
      sort_key: await lastSortKey(scope, 'service_variants'),
      status: 'active' as const,
    }),
  });

export const editVariant = (
  db: DaybookDb,
  id: Uuid,
  patch: Partial<VariantInput>,
): Promise<Result<Done>> =>
  editRow(db, {
    name: 'variant.edit',
    table: 'service_variants',
    id,
    schema: variantSchema,
    // What becomes free costs nothing, also when the form did not say so.
    patch: patch.price_kind === 'free' ? { ...patch, price_cents: 0 } : patch,
  });

/** Takes a variant out of the offer. A service keeps at least one. Codes: not_found, in_use. */
export const archiveVariant = async (db: DaybookDb, id: Uuid): Promise<Result<Done>> => {
  const archived = await write(db, 'variant.archive', async (scope) => {
    const variants = await scope.all('service_variants');
    const variant = variants.find((one) => one.id === id);
    if (!variant) return fail('not_found', { rows: [`service_variants:${id}`] });
    const others = variants.some(
      (other) =>
        other.id !== id && other.service_id === variant.service_id && other.status === 'active',
    );
    if (!others) return fail('in_use', { rows: [`services:${variant.service_id}`] });
    const patch: RowPatch<'service_variants'> = { status: 'archived' };
    return { ops: [patchOp('service_variants', id, patch)], value: id };
  });
  return archived.ok ? ok({ id, undo: () => restoreVariant(db, id) }) : archived;
};

export const restoreVariant = async (db: DaybookDb, id: Uuid): Promise<Result<Uuid>> => {
  const restored = await setFields(db, 'variant.restore', 'service_variants', id, {
    status: 'active',
  });
  return restored.ok ? ok(id) : restored;
};
