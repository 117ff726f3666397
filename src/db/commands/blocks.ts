import { blockSchema } from '#domain/blocks/schema.ts';
import type { BlockInput } from '#domain/blocks/schema.ts';
import { deleteOp, putOp } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Instant, Uuid } from '#domain/rows.ts';
import { addMinutes, epochMinOf } from '#domain/time/epoch.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import { createRow, editRow } from './edit-row.ts';
import type { Done } from './edit-row.ts';

/** Time that is not for clients. `staff_id` null = everybody. Codes: invalid. */
export const createBlock = async (db: DaybookDb, input: BlockInput): Promise<Result<Done>> => {
  const made = await createRow(db, {
    name: 'block.create',
    table: 'time_blocks',
    schema: blockSchema,
    input,
    complete: (block) => block,
  });
  if (!made.ok) return made;
  const id = made.value;
  return ok({
    id,
    undo: async () => {
      const gone = await deleteBlock(db, id);
      return gone.ok ? ok(id) : gone;
    },
  });
};

export const editBlock = (
  db: DaybookDb,
  id: Uuid,
  patch: Partial<BlockInput>,
): Promise<Result<Done>> =>
  editRow(db, { name: 'block.edit', table: 'time_blocks', id, schema: blockSchema, patch });

/** Another start (the length stays), and another person if given. Codes: not_found, invalid. */
export const moveBlock = async (
  db: DaybookDb,
  id: Uuid,
  to: { startsAt: Instant; staffId?: Uuid | null },
): Promise<Result<Done>> => {
  const block = await db.rows('time_blocks').get(id);
  if (!block) return fail('not_found', { rows: [`time_blocks:${id}`] });
  const lengthMin = epochMinOf(block.ends_at) - epochMinOf(block.starts_at);
  return editRow(db, {
    name: 'block.move',
    table: 'time_blocks',
    id,
    schema: blockSchema,
    patch: {
      starts_at: to.startsAt,
      ends_at: addMinutes(to.startsAt, lengthMin),
      ...(to.staffId === undefined ? {} : { staff_id: to.staffId }),
    },
  });
};

/** Other edges. Codes: not_found, invalid (order, too_long). */
export const resizeBlock = (
  db: DaybookDb,
  id: Uuid,
  to: { startsAt?: Instant; endsAt?: Instant },
): Promise<Result<Done>> =>
  editRow(db, {
    name: 'block.resize',
    table: 'time_blocks',
    id,
    schema: blockSchema,
    patch: {
      ...(to.startsAt === undefined ? {} : { starts_at: to.startsAt }),
      ...(to.endsAt === undefined ? {} : { ends_at: to.endsAt }),
    },
  });

/** Frees the time. Undo makes the same block again. */
export const deleteBlock = async (db: DaybookDb, id: Uuid): Promise<Result<Done>> => {
  const gone = await write(db, 'block.delete', async (scope) => {
    const row = await scope.get('time_blocks', id);
    if (!row) return fail('not_found', { rows: [`time_blocks:${id}`] });
    return { ops: [deleteOp('time_blocks', id)], value: row };
  });
  if (!gone.ok) return gone;
  // A deleted id never comes back to life, so undo makes a new one.
  const undo = () =>
    write(db, 'block.delete.undo', (scope) => {
      const again = scope.newId();
      return { ops: [putOp('time_blocks', { ...gone.value, id: again })], value: again };
    });
  return ok({ id, undo });
};
