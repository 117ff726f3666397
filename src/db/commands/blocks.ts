import { blockSchema } from '#domain/blocks/schema.ts';
import type { BlockInput } from '#domain/blocks/schema.ts';
import { BLOCK_DATES_MAX } from '#domain/blocks/repeat.ts';
import type { BlockSpan } from '#domain/blocks/repeat.ts';
import { parseRule } from '#domain/appointments/series-rule.ts';
import { deleteOp, putOp } from '#domain/commands/op.ts';
import type { Op } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Instant, TimeBlockRow, Uuid } from '#domain/rows.ts';
import { addMinutes, epochMinOf } from '#domain/time/epoch.ts';
import { invalid, validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { Decision } from '../write.ts';
import { changeOps, ifOlder } from './edit-row.ts';
import type { Undo } from './edit-row.ts';

/** `id` is the first of `ids`. */
export type BlocksDone = { id: Uuid; ids: Uuid[]; undo: Undo };

export type NewBlocks = Omit<BlockInput, 'staff_id' | 'starts_at' | 'ends_at'> & {
  /** One block each; null = everybody. */
  staffIds: readonly (Uuid | null)[];
  spans: readonly BlockSpan[];
  /** How the spans repeat; null = there is one. */
  rule: string | null;
};

/**
 * Time that is not for clients, for some people and on some dates: a row for each, because people
 * move and free single ones. Undo takes those away that are still there. Codes: invalid.
 */
export const createBlocks = async (
  db: DaybookDb,
  { staffIds, spans, rule, ...fields }: NewBlocks,
): Promise<Result<BlocksDone>> => {
  if (spans.length === 0 || staffIds.length === 0) return invalid('dates', 'too_few');
  if (spans.length > BLOCK_DATES_MAX) return invalid('dates', 'too_many');
  if (rule !== null && !parseRule(rule)) return invalid('repeat_rule', 'not_a_choice');
  const inputs: { repeats: number; input: BlockInput }[] = [];
  for (const [repeats, staff_id] of staffIds.entries()) {
    for (const { starts_at, ends_at } of spans) {
      const checked = validate(blockSchema, { ...fields, staff_id, starts_at, ends_at });
      if (!checked.ok) return checked;
      inputs.push({ repeats, input: checked.value });
    }
  }
  const made = await write(db, 'block.create', (scope) => {
    const repeatIds = staffIds.map(() => (rule === null ? null : scope.newId()));
    const rows = inputs.map(({ repeats, input }) => ({
      ...input,
      id: scope.newId(),
      business_id: scope.businessId,
      repeat_id: repeatIds[repeats] ?? null,
      repeat_rule: rule,
      repeat_detached: false,
    }));
    return {
      ops: rows.map((row) => putOp('time_blocks', row)),
      value: rows.map(({ id }) => id),
    };
  });
  if (!made.ok) return made;
  const ids = made.value;
  return ok({ id: ids[0]!, ids, undo: () => removeAll(db, 'block.create.undo', ids) });
};

/** One block that stands alone. `staff_id` null = everybody. Codes: invalid. */
export const createBlock = (db: DaybookDb, input: BlockInput): Promise<Result<BlocksDone>> => {
  const { staff_id, starts_at, ends_at, ...fields } = input;
  const spans = [{ starts_at, ends_at }];
  return createBlocks(db, { ...fields, staffIds: [staff_id], spans, rule: null });
};

export type BlockChange = {
  id: Uuid;
  patch: Partial<BlockInput> & Partial<Pick<TimeBlockRow, 'repeat_rule' | 'repeat_detached'>>;
};

type Old = { id: Uuid; patch: Record<string, unknown> };

/**
 * Changes blocks, all of them or none. Undo brings the old values of those back that are still
 * there. `seen` is the one that a form showed, and as of when. Codes: not_found, invalid, not_allowed (it
 * comes from a calendar elsewhere).
 */
export const editBlocks = async (
  db: DaybookDb,
  changes: readonly BlockChange[],
  { name = 'block.edit', seen }: { name?: string; seen?: { id: Uuid; rev: number } } = {},
): Promise<Result<BlocksDone>> => {
  if (changes.length === 0) return invalid('dates', 'too_few');
  const before = await write(db, name, async (scope): Promise<Decision<Old[]>> => {
    const ops: Op[] = [];
    const old: Old[] = [];
    let seenRev: number | undefined;
    const rows = await scope.getMany(
      'time_blocks',
      changes.map(({ id }) => id),
    );
    for (const [index, { id, patch }] of changes.entries()) {
      const row = rows[index];
      if (!row) return fail('not_found', { rows: [`time_blocks:${id}`] });
      if (row.outside_id) return fail('not_allowed', { field: 'outside_id' });
      const checked = validate(blockSchema, { ...row, ...patch });
      if (!checked.ok) return checked;
      const wanted = { ...patch, ...pick(checked.value, Object.keys(patch)) };
      if (seen?.id === id) seenRev = ifOlder(seen.rev, row);
      ops.push(...changeOps('time_blocks', id, row, wanted));
      old.push({ id, patch: pick(row, Object.keys(wanted)) });
    }
    return { ops, value: old, seenRev };
  });
  if (!before.ok) return before;
  const ids = changes.map(({ id }) => id);
  const undo = () =>
    write(db, `${name}.undo`, async (scope): Promise<Decision<Uuid>> => {
      const rows = await scope.getMany('time_blocks', ids);
      const ops = before.value.flatMap(({ id, patch }, index) => {
        const row = rows[index];
        return row ? changeOps('time_blocks', id, row, patch) : [];
      });
      if (rows.every((row) => row === undefined)) return fail('not_found', { rows: ids });
      return { ops, value: ids[0]! };
    });
  return ok({ id: ids[0]!, ids, undo });
};

/** Another start (the length stays), and another person if given. Codes: not_found, invalid. */
export const moveBlock = async (
  db: DaybookDb,
  id: Uuid,
  to: { startsAt: Instant; staffId?: Uuid | null },
): Promise<Result<BlocksDone>> => {
  const block = await db.rows('time_blocks').get(id);
  if (!block) return fail('not_found', { rows: [`time_blocks:${id}`] });
  const lengthMin = epochMinOf(block.ends_at) - epochMinOf(block.starts_at);
  const patch = {
    starts_at: to.startsAt,
    ends_at: addMinutes(to.startsAt, lengthMin),
    ...(to.staffId === undefined ? {} : { staff_id: to.staffId }),
    ...detached(block),
  };
  return editBlocks(db, [{ id, patch }], { name: 'block.move' });
};

/** Other edges. Codes: not_found, invalid (order, too_long). */
export const resizeBlock = async (
  db: DaybookDb,
  id: Uuid,
  to: { startsAt?: Instant; endsAt?: Instant },
): Promise<Result<BlocksDone>> => {
  const block = await db.rows('time_blocks').get(id);
  if (!block) return fail('not_found', { rows: [`time_blocks:${id}`] });
  const patch = {
    ...(to.startsAt === undefined ? {} : { starts_at: to.startsAt }),
    ...(to.endsAt === undefined ? {} : { ends_at: to.endsAt }),
    ...detached(block),
  };
  return editBlocks(db, [{ id, patch }], { name: 'block.resize' });
};

/** From now on it keeps its own time, whatever the others do. */
const detached = ({ repeat_id }: TimeBlockRow): { repeat_detached?: boolean } =>
  repeat_id ? { repeat_detached: true } : {};

/** Frees the time. Undo makes the same blocks again. Codes: not_found, not_allowed. */
export const deleteBlocks = async (
  db: DaybookDb,
  ids: readonly Uuid[],
): Promise<Result<BlocksDone>> => {
  const gone = await write(db, 'block.delete', async (scope): Promise<Decision<TimeBlockRow[]>> => {
    const rows = (await scope.getMany('time_blocks', ids)).filter((row) => row !== undefined);
    if (rows.length === 0) return fail('not_found', { rows: ids.map((id) => `time_blocks:${id}`) });
    if (rows.some(({ outside_id }) => outside_id)) {
      return fail('not_allowed', { field: 'outside_id' });
    }
    return { ops: rows.map(({ id }) => deleteOp('time_blocks', id)), value: rows };
  });
  if (!gone.ok) return gone;
  // A deleted id never comes back to life, so undo makes new ones.
  const undo = () =>
    write(db, 'block.delete.undo', (scope) => {
      const rows = gone.value.map((row) => ({ ...row, id: scope.newId() }));
      return { ops: rows.map((row) => putOp('time_blocks', row)), value: rows[0]!.id };
    });
  const found = gone.value.map(({ id }) => id);
  return ok({ id: found[0]!, ids: found, undo });
};

export const deleteBlock = (db: DaybookDb, id: Uuid): Promise<Result<BlocksDone>> =>
  deleteBlocks(db, [id]);

const removeAll = (db: DaybookDb, name: string, ids: readonly Uuid[]): Promise<Result<Uuid>> =>
  write(db, name, async (scope): Promise<Decision<Uuid>> => {
    const rows = (await scope.getMany('time_blocks', ids)).filter((row) => row !== undefined);
    if (rows.length === 0) return fail('not_found', { rows: ids.map((id) => `time_blocks:${id}`) });
    return { ops: rows.map(({ id }) => deleteOp('time_blocks', id)), value: rows[0]!.id };
  });

const pick = (row: object, fields: readonly string[]): Record<string, unknown> => {
  const values = row as Record<string, unknown>;
  return Object.fromEntries(
    fields.filter((field) => field in values).map((field) => [field, values[field]]),
  );
};
