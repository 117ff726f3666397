import { addOp, deleteOp, patchOp, putOp, removeOp } from '#domain/commands/op.ts';
import type { Op } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { ServiceVariantRow, StaffServiceOverrideRow, Uuid } from '#domain/rows.ts';
import {
  EMPTY_SERVICE,
  EMPTY_VARIANT,
  serviceSchema,
  variantSchema,
} from '#domain/services/schema.ts';
import type { ServiceInput, VariantInput } from '#domain/services/schema.ts';
import { bySortKey, firstSortKeys } from '#domain/sort-key.ts';
import { validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import type { WriteScope } from '../write.ts';
import { changeOps, ifOlder } from './edit-row.ts';
import type { Done } from './edit-row.ts';
import { writeWithUndo } from './ops-back.ts';
import { lastSortKey } from './reorder.ts';

/** One variant as the editor leaves it: a new one (id null) with its values, or what changed. */
export type VariantEdit = { id: Uuid | null; values: Partial<VariantInput> };

export type ServiceEdit = {
  /** null makes a new service. */
  id: Uuid | null;
  /** Only what changed. */
  service: Partial<ServiceInput>;
  /** The `rev` of the service that the editor showed. */
  seenRev?: number | undefined;
  /** All variants that shall be offered, in order; undefined leaves them alone. */
  variants?: readonly VariantEdit[];
  /** Who does it from now on; people not named stay as they are. */
  offered?: ReadonlyMap<Uuid, boolean>;
  /** Which forms are asked for with it; those not named stay as they are. */
  forms?: ReadonlyMap<Uuid, boolean>;
};

/**
 * Saves what the service editor holds as one mutation: nobody sees a service with half of its
 * variants. Variants that are not named any more are archived. Undo brings back what was there.
 * Codes: not_found, invalid (fields of variants as `variants.0.price_cents`).
 */
export const saveService = (db: DaybookDb, edit: ServiceEdit): Promise<Result<Done>> =>
  writeWithUndo(db, edit.id === null ? 'service.create' : 'service.edit', async (scope) => {
    const known = edit.id === null ? null : await scope.get('services', edit.id);
    if (known === undefined) return fail('not_found', { rows: [`services:${edit.id}`] });
    const checked = validate(serviceSchema, { ...(known ?? EMPTY_SERVICE), ...edit.service });
    const variants = await variantOps(scope, edit.id, edit.variants);
    if (!checked.ok || !variants.ok) return bothErrors(checked, variants);

    const id = known?.id ?? scope.newId();
    const serviceOps: Op[] = known
      ? changeOps('services', id, known, picked(checked.value, edit.service))
      : [
          putOp('services', {
            ...checked.value,
            id,
            business_id: scope.businessId,
            sort_key: await lastSortKey(scope, 'services'),
            status: 'active',
          }),
        ];
    const { ops, activeIds } = variants.value(id);
    const offers = edit.offered ? await offerOps(scope, activeIds, edit.offered) : [];
    const forms = edit.forms ? await formOps(scope, id, edit.forms) : [];
    return {
      ops: [...serviceOps, ...ops, ...offers, ...forms],
      value: id,
      seenRev: known ? ifOlder(edit.seenRev, known) : undefined,
    };
  });

/** Who does a service: all its variants at once. Own prices and lengths are kept. Codes: not_found. */
export const setServiceOffered = (
  db: DaybookDb,
  serviceIds: readonly Uuid[],
  staffId: Uuid,
  offered: boolean,
): Promise<Result<Done>> =>
  writeWithUndo(db, offered ? 'service.offer' : 'service.withdraw', async (scope) => {
    if (!(await scope.get('staff', staffId)))
      return fail('not_found', { rows: [`staff:${staffId}`] });
    const variants = (await scope.all('service_variants')).filter(({ service_id }) =>
      serviceIds.includes(service_id),
    );
    const ids = variants.map(({ id }) => id);
    return { ops: await offerOps(scope, ids, new Map([[staffId, offered]])), value: staffId };
  });

type VariantOps = (serviceId: Uuid) => { ops: Op[]; activeIds: Uuid[] };

const variantOps = async (
  scope: WriteScope,
  serviceId: Uuid | null,
  edits: readonly VariantEdit[] | undefined,
): Promise<Result<VariantOps>> => {
  const all = serviceId === null ? [] : await scope.all('service_variants');
  const own = all.filter(({ service_id }) => service_id === serviceId).toSorted(bySortKey);
  if (edits === undefined) {
    return ok(() => ({ ops: [], activeIds: own.map(({ id }) => id) }));
  }
  if (edits.length === 0) return fail('invalid', { field: 'variants', rule: 'too_few' });

  const rows: { row: ServiceVariantRow | undefined; values: VariantInput; edit: VariantEdit }[] =
    [];
  for (const [index, edit] of edits.entries()) {
    const row = own.find(({ id }) => id === edit.id);
    const { price_kind, price_cents } = edit.values;
    // What is priced on the day asks for no amount.
    const isOpen = price_kind === 'free' || (price_kind === 'varies' && price_cents === null);
    const free = isOpen ? { price_cents: 0 } : {};
    const checked = validate(variantSchema, {
      ...(row ?? EMPTY_VARIANT),
      ...edit.values,
      ...free,
    });
    if (!checked.ok) return withPrefix(checked, `variants.${index}.`);
    rows.push({
      row,
      values: checked.value,
      edit: { ...edit, values: { ...edit.values, ...free } },
    });
  }
  const keys = sortKeysFor(rows.map(({ row }) => row));
  return ok((forService) => {
    const activeIds: Uuid[] = [];
    const ops = rows.flatMap(({ row, values, edit }, index): Op[] => {
      const sort_key = keys[index] ?? '';
      if (row) {
        activeIds.push(row.id);
        const wanted = { ...picked(values, edit.values), sort_key, status: 'active' };
        return changeOps('service_variants', row.id, row, wanted);
      }
      const id = scope.newId();
      activeIds.push(id);
      const rest = { business_id: scope.businessId, service_id: forService, sort_key };
      return [putOp('service_variants', { ...values, ...rest, id, status: 'active' })];
    });
    const gone = own.filter(({ id, status }) => status === 'active' && !activeIds.includes(id));
    const archive = gone.map(({ id }) => patchOp('service_variants', id, { status: 'archived' }));
    return { ops: [...ops, ...archive], activeIds };
  });
};

/** Keys as they are while they are in order; new ones for the whole list otherwise. */
const sortKeysFor = (rows: readonly (ServiceVariantRow | undefined)[]): string[] => {
  const keys = rows.map((row) => row?.sort_key ?? null);
  const isInOrder = keys.every(
    (key, index) => key !== null && (index === 0 || (keys[index - 1] ?? '') < key),
  );
  return isInOrder ? keys.map((key) => key ?? '') : firstSortKeys(rows.length);
};

/** An override that says nothing but "offered, as usual" is no row at all. */
const offerOps = async (
  scope: WriteScope,
  variantIds: readonly Uuid[],
  offeredBy: ReadonlyMap<Uuid, boolean>,
): Promise<Op[]> => {
  const overrides = await scope.all('staff_service_overrides');
  const keyOf = (staffId: Uuid, variantId: Uuid): string => `${staffId} ${variantId}`;
  const known = new Map(overrides.map((one) => [keyOf(one.staff_id, one.variant_id), one]));
  return [...offeredBy].flatMap(([staffId, offered]) =>
    variantIds.flatMap((variantId): Op[] => {
      const row = known.get(keyOf(staffId, variantId));
      if (row) return changeOffer(row, offered);
      if (offered) return [];
      return [
        putOp('staff_service_overrides', {
          id: scope.newId(),
          business_id: scope.businessId,
          staff_id: staffId,
          variant_id: variantId,
          offered: false,
          price_cents: null,
          duration_min: null,
        }),
      ];
    }),
  );
};

const changeOffer = (row: StaffServiceOverrideRow, offered: boolean): Op[] => {
  if (row.offered === offered) return [];
  const isUsual = offered && row.price_cents === null && row.duration_min === null;
  return [
    isUsual
      ? deleteOp('staff_service_overrides', row.id)
      : patchOp('staff_service_overrides', row.id, { offered }),
  ];
};

/** A form without services is asked for with all of them: the last one of a form stays. */
const formOps = async (
  scope: WriteScope,
  serviceId: Uuid,
  wantedBy: ReadonlyMap<Uuid, boolean>,
): Promise<Op[]> =>
  (await scope.getMany('forms', [...wantedBy.keys()])).flatMap((form): Op[] => {
    if (!form || form.service_ids.length === 0) return [];
    const isWanted = wantedBy.get(form.id) ?? false;
    if (isWanted === form.service_ids.includes(serviceId)) return [];
    if (isWanted) return [addOp('forms', form.id, 'service_ids', serviceId)];
    return form.service_ids.length > 1
      ? [removeOp('forms', form.id, 'service_ids', serviceId)]
      : [];
  });

const picked = (values: object, fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([field]) => field in fields));

const withPrefix = (failed: Result<never> & { ok: false }, prefix: string): Result<never> => {
  const { error } = failed;
  const issues = (error.issues ?? []).map((issue) => ({ ...issue, field: prefix + issue.field }));
  return fail('invalid', { ...issues[0], issues });
};

/** Everything that is wrong is said at once, not one thing after the other. */
const bothErrors = (a: Result<unknown>, b: Result<unknown>): Result<never> & { ok: false } => {
  const issues = [a, b].flatMap((one) => (one.ok ? [] : (one.error.issues ?? [])));
  if (issues.length === 0) {
    const [first] = [a, b].filter((one) => !one.ok);
    if (first && !first.ok) return first;
  }
  return fail('invalid', { ...issues[0], issues });
};
