import { isActive } from '#domain/appointments/status.ts';
import { patchOp, putOp } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { poolSchema, POOL_QTY_MAX, resourceSchema } from '#domain/resources/schema.ts';
import type { PoolInput, ResourceInput } from '#domain/resources/schema.ts';
import type { Uuid } from '#domain/rows.ts';
import { firstSortKeys } from '#domain/sort-key.ts';
import { addMinutes } from '#domain/time/epoch.ts';
import { invalid, validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import { createRow, editRow, setFields } from './edit-row.ts';
import type { Done } from './edit-row.ts';
import { lastSortKey, moveInList } from './reorder.ts';

/**
 * A pool with its first things, named `Chair 1`, `Chair 2` …; a single one has no number. Codes:
 * invalid (with the field).
 */
export const createPool = async (
  db: DaybookDb,
  { unit, count, ...input }: PoolInput & { unit: string; count: number | null },
): Promise<Result<Uuid>> => {
  const pool = validate(poolSchema, input);
  if (!pool.ok) return pool;
  const one = validate(poolSchema, { name: unit });
  if (!one.ok) return fail('invalid', { ...one.error, field: 'unit' });
  if (count === null || !Number.isInteger(count)) return invalid('count', 'not_a_number');
  if (count < 1) return invalid('count', 'too_small');
  if (count > POOL_QTY_MAX) return invalid('count', 'too_large');
  return write(db, 'pool.create', async (scope) => {
    const id = scope.newId();
    const business_id = scope.businessId;
    const sort_key = await lastSortKey(scope, 'resource_pools');
    const keys = firstSortKeys(count);
    return {
      ops: [
        putOp('resource_pools', { ...pool.value, id, business_id, sort_key, status: 'active' }),
        ...keys.map((key, index) =>
          putOp('resources', {
            id: scope.newId(),
            business_id,
            pool_id: id,
            name: count === 1 ? one.value.name : `${one.value.name} ${index + 1}`,
            out_from: null,
            out_until: null,
            out_note: null,
            sort_key: key,
            status: 'active',
          }),
        ),
      ],
      value: id,
    };
  });
};

export const editPool = (
  db: DaybookDb,
  id: Uuid,
  patch: Partial<PoolInput>,
  seenRev?: number,
): Promise<Result<Done>> =>
  editRow(db, {
    name: 'pool.edit',
    table: 'resource_pools',
    id,
    schema: poolSchema,
    patch,
    seenRev,
  });

/** Services stop to need it; visits keep what they have. */
export const archivePool = (db: DaybookDb, id: Uuid): Promise<Result<Done>> =>
  setFields(db, 'pool.archive', 'resource_pools', id, { status: 'archived' });

export const restorePool = (db: DaybookDb, id: Uuid): Promise<Result<Done>> =>
  setFields(db, 'pool.restore', 'resource_pools', id, { status: 'active' });

export const movePool = (db: DaybookDb, id: Uuid, toIndex: number): Promise<Result<Done>> =>
  moveInList(db, 'pool.move', 'resource_pools', id, toIndex, sameStatus);

export const createResource = (db: DaybookDb, input: ResourceInput): Promise<Result<Uuid>> =>
  createRow(db, {
    name: 'resource.create',
    table: 'resources',
    schema: resourceSchema,
    input,
    complete: async (resource, scope) => ({
      ...resource,
      sort_key: await lastSortKey(scope, 'resources'),
      status: 'active' as const,
    }),
  });

export const editResource = (
  db: DaybookDb,
  id: Uuid,
  patch: Partial<ResourceInput>,
  seenRev?: number,
): Promise<Result<Done>> =>
  editRow(db, {
    name: 'resource.edit',
    table: 'resources',
    id,
    schema: resourceSchema,
    patch,
    seenRev,
  });

/**
 * Takes a room or chair away for good. Refused while visits to come have it: `rows` names them.
 * Codes: not_found, has_future_appointments.
 */
export const archiveResource = async (db: DaybookDb, id: Uuid): Promise<Result<Done>> => {
  const archived = await write(db, 'resource.archive', async (scope) => {
    if (!(await scope.get('resources', id)))
      return fail('not_found', { rows: [`resources:${id}`] });
    // What began earlier may still go on.
    const from = addMinutes(scope.now, -LONGEST_MIN);
    const segments = await scope.between('appointment_segments', 'starts_at', from, '\uffff');
    const ids = segments
      .filter(({ resource_ids = [], ends_at }) => resource_ids.includes(id) && ends_at > scope.now)
      .map(({ appointment_id }) => appointment_id);
    const rows = await scope.getMany('appointments', [...new Set(ids)]);
    const waiting = rows.flatMap((row) => (row && isActive(row.status) ? [row.id] : []));
    if (waiting.length > 0) {
      return fail('has_future_appointments', { rows: waiting.map((one) => `appointments:${one}`) });
    }
    return { ops: [patchOp('resources', id, { status: 'archived' })], value: id };
  });
  if (!archived.ok) return archived;
  const undo = async (): Promise<Result<Uuid>> => {
    const restored = await restoreResource(db, id);
    return restored.ok ? ok(id) : restored;
  };
  return ok({ id, undo });
};

/** A segment with its extras is never longer. */
const LONGEST_MIN = 3 * 1440;

export const restoreResource = (db: DaybookDb, id: Uuid): Promise<Result<Done>> =>
  setFields(db, 'resource.restore', 'resources', id, { status: 'active' });

/** Order within its pool: the first one that is free is given out first. */
export const moveResource = (db: DaybookDb, id: Uuid, toIndex: number): Promise<Result<Done>> =>
  moveInList(
    db,
    'resource.move',
    'resources',
    id,
    toIndex,
    (other, moved) => other.pool_id === moved.pool_id && sameStatus(other, moved),
  );

const sameStatus = (a: { status: string }, b: { status: string }): boolean => a.status === b.status;
