import { EMPTY_REASON, reasonSchema } from '#domain/blocks/schema.ts';
import type { ReasonInput } from '#domain/blocks/schema.ts';
import { putOp } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import { validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { WriteScope } from '../write.ts';
import { editRow, setFields } from './edit-row.ts';
import type { Done } from './edit-row.ts';
import { lastSortKey, moveInList } from './reorder.ts';

/** A reason for blocked time. Names are unique, whatever their case. Codes: invalid, name_taken. */
export const createReason = (db: DaybookDb, input: Partial<ReasonInput>): Promise<Result<Uuid>> => {
  const checked = validate(reasonSchema, { ...EMPTY_REASON, ...input });
  if (!checked.ok) return Promise.resolve(checked);
  return write(db, 'reason.create', async (scope) => {
    const free = await nameIsFree(scope, checked.value.name);
    if (!free.ok) return free;
    const id = scope.newId();
    const sort_key = await lastSortKey(scope, 'block_off_reasons');
    const row = { ...checked.value, id, business_id: scope.businessId, sort_key, active: true };
    return { ops: [putOp('block_off_reasons', row)], value: id };
  });
};

export const editReason = (
  db: DaybookDb,
  id: Uuid,
  patch: Partial<ReasonInput>,
  seenRev?: number,
): Promise<Result<Done>> =>
  editRow(db, {
    name: 'reason.edit',
    table: 'block_off_reasons',
    id,
    schema: reasonSchema,
    patch,
    seenRev,
    check: (row, scope) => nameIsFree(scope, row.name, id),
  });

/** Not offered any more; blocks that have it keep it. */
export const archiveReason = (db: DaybookDb, id: Uuid): Promise<Result<Done>> =>
  setFields(db, 'reason.archive', 'block_off_reasons', id, { active: false });

export const restoreReason = (db: DaybookDb, id: Uuid): Promise<Result<Done>> =>
  setFields(db, 'reason.restore', 'block_off_reasons', id, { active: true });

export const moveReason = (db: DaybookDb, id: Uuid, toIndex: number): Promise<Result<Done>> =>
  moveInList(db, 'reason.move', 'block_off_reasons', id, toIndex);

const nameIsFree = async (
  scope: WriteScope,
  name: string,
  except: Uuid = '',
): Promise<Result<true>> => {
  const taken = (await scope.all('block_off_reasons')).find(
    (other) => other.id !== except && other.name.toLowerCase() === name.toLowerCase(),
  );
  return taken
    ? fail('name_taken', {
        field: 'name',
        rule: 'duplicate',
        rows: [`block_off_reasons:${taken.id}`],
      })
    : ok(true);
};
