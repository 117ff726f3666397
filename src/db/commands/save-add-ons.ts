import { patchOp, putOp } from '#domain/commands/op.ts';
import type { Op } from '#domain/commands/op.ts';
import { fail } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import { addOnGroupSchema, addOnSchema } from '#domain/services/schema.ts';
import type { AddOnGroupInput, AddOnInput } from '#domain/services/schema.ts';
import { firstSortKeys } from '#domain/sort-key.ts';
import { validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { changeOps, ifOlder } from './edit-row.ts';
import type { Done } from './edit-row.ts';
import { writeWithUndo } from './ops-back.ts';
import { lastSortKey } from './reorder.ts';

export type AddOnEdit = { id: Uuid | null; values: Partial<Omit<AddOnInput, 'group_id'>> };

const EMPTY_GROUP: AddOnGroupInput = { name: '', service_ids: [], min_count: 0, max_count: 1 };
const EMPTY_ADD_ON = { name: '', price_cents: 0, extra_min: 0 };

/**
 * Saves a group and its add-ons, in order, as one mutation; add-ons that are not named any more
 * are archived. Undo brings back what was there. Codes: not_found, invalid (fields of add-ons as
 * `addOns.0.name`).
 */
export const saveAddOnGroup = (
  db: DaybookDb,
  edit: {
    id: Uuid | null;
    group: Partial<AddOnGroupInput>;
    addOns: readonly AddOnEdit[];
    /** The `rev` of the group that the editor showed. */
    seenRev?: number | undefined;
  },
): Promise<Result<Done>> =>
  writeWithUndo(
    db,
    edit.id === null ? 'add_on_group.create' : 'add_on_group.edit',
    async (scope) => {
      const known = edit.id === null ? null : await scope.get('add_on_groups', edit.id);
      if (known === undefined) return fail('not_found', { rows: [`add_on_groups:${edit.id}`] });
      const group = validate(addOnGroupSchema, { ...(known ?? EMPTY_GROUP), ...edit.group });
      if (!group.ok) return group;
      const id = known?.id ?? scope.newId();
      const own = (await scope.all('add_ons')).filter(({ group_id }) => group_id === id);
      const keys = firstSortKeys(edit.addOns.length);
      const ops: Op[] = [];
      for (const [index, one] of edit.addOns.entries()) {
        const row = own.find((other) => other.id === one.id);
        const checked = validate(addOnSchema, {
          ...(row ?? EMPTY_ADD_ON),
          ...one.values,
          group_id: id,
        });
        if (!checked.ok) {
          const issues = (checked.error.issues ?? []).map((issue) => ({
            ...issue,
            field: `addOns.${index}.${issue.field}`,
          }));
          return fail('invalid', { ...issues[0], issues });
        }
        const sort_key = keys[index] ?? '';
        ops.push(
          ...(row
            ? changeOps('add_ons', row.id, row, {
                ...picked(checked.value, one.values),
                sort_key,
                status: 'active',
              })
            : [
                putOp('add_ons', {
                  ...checked.value,
                  id: scope.newId(),
                  business_id: scope.businessId,
                  sort_key,
                  status: 'active',
                }),
              ]),
        );
      }
      const named = new Set(edit.addOns.map((one) => one.id));
      const gone = own.filter((row) => row.status === 'active' && !named.has(row.id));
      const groupOps = known
        ? changeOps('add_on_groups', id, known, picked(group.value, edit.group))
        : [
            putOp('add_on_groups', {
              ...group.value,
              id,
              business_id: scope.businessId,
              sort_key: await lastSortKey(scope, 'add_on_groups'),
            }),
          ];
      const archived = gone.map((row) => patchOp('add_ons', row.id, { status: 'archived' }));
      return {
        ops: [...groupOps, ...ops, ...archived],
        value: id,
        seenRev: known ? ifOlder(edit.seenRev, known) : undefined,
      };
    },
  );

const picked = (values: object, fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([field]) => field in fields));
