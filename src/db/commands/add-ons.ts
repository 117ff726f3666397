import { deleteOp, putOp } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import { addOnGroupSchema, addOnSchema } from '#domain/services/schema.ts';
import type { AddOnGroupInput, AddOnInput } from '#domain/services/schema.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import { createRow, editRow } from './edit-row.ts';
import type { Done } from './edit-row.ts';
import { lastSortKey, moveInList } from './reorder.ts';

export const createAddOnGroup = (db: DaybookDb, input: AddOnGroupInput): Promise<Result<Uuid>> =>
  createRow(db, {
    name: 'add_on_group.create',
    table: 'add_on_groups',
    schema: addOnGroupSchema,
    input,
    complete: async (group, scope) => ({
      ...group,
      sort_key: await lastSortKey(scope, 'add_on_groups'),
    }),
  });

export const editAddOnGroup = (
  db: DaybookDb,
  id: Uuid,
  patch: Partial<AddOnGroupInput>,
): Promise<Result<Done>> =>
  editRow(db, {
    name: 'add_on_group.edit',
    table: 'add_on_groups',
    id,
    schema: addOnGroupSchema,
    patch,
  });

/** Removes a group and its add-ons; appointments keep theirs. Undo makes both. Codes: not_found. */
export const deleteAddOnGroup = async (db: DaybookDb, id: Uuid): Promise<Result<Done>> => {
  const gone = await write(db, 'add_on_group.delete', async (scope) => {
    const group = await scope.get('add_on_groups', id);
    if (!group) return fail('not_found', { rows: [`add_on_groups:${id}`] });
    const addOns = (await scope.all('add_ons')).filter(({ group_id }) => group_id === id);
    const ops = [
      ...addOns.map((addOn) => deleteOp('add_ons', addOn.id)),
      deleteOp('add_on_groups', id),
    ];
    return { ops, value: { group, addOns } };
  });
  if (!gone.ok) return gone;
  const { group, addOns } = gone.value;
  // A deleted id never comes back to life, so undo makes new ones.
  const undo = () =>
    write(db, 'add_on_group.delete.undo', (scope) => {
      const again = scope.newId();
      const ops = [
        putOp('add_on_groups', { ...group, id: again }),
        ...addOns.map((addOn) =>
          putOp('add_ons', { ...addOn, id: scope.newId(), group_id: again }),
        ),
      ];
      return { ops, value: again };
    });
  return ok({ id, undo });
};

export const moveAddOnGroup = (db: DaybookDb, id: Uuid, toIndex: number): Promise<Result<Done>> =>
  moveInList(db, 'add_on_group.move', 'add_on_groups', id, toIndex);

export const createAddOn = (db: DaybookDb, input: AddOnInput): Promise<Result<Uuid>> =>
  createRow(db, {
    name: 'add_on.create',
    table: 'add_ons',
    schema: addOnSchema,
    input,
    complete: async (addOn, scope) => ({
      ...addOn,
      sort_key: await lastSortKey(scope, 'add_ons'),
      status: 'active' as const,
    }),
  });
