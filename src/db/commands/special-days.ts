import { deleteOp, patchOp, putOp } from '#domain/commands/op.ts';
import type { Op } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { DateExceptionRow, Uuid } from '#domain/rows.ts';
import { specialDaysSchema } from '#domain/staff/special-days.ts';
import type { SpecialDaysInput } from '#domain/staff/special-days.ts';
import { dayRange } from '#domain/time/day.ts';
import { validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { Decision, WriteScope } from '../write.ts';
import type { Undo } from './edit-row.ts';

type DaysDone = { ids: Uuid[]; undo: Undo };

/**
 * Other hours, or none, for the whole business on days in a row; what was said of those days before
 * is replaced, and so are the days of `instead` (the entry that is being changed). Undo brings the
 * old days back. Codes: invalid.
 */
export const setSpecialDays = async (
  db: DaybookDb,
  input: SpecialDaysInput,
  instead: readonly Uuid[] = [],
): Promise<Result<DaysDone>> => {
  const checked = validate(specialDaysSchema, input);
  if (!checked.ok) return checked;
  const { first_day, last_day, kind, note } = checked.value;
  const fields = { kind, note, ranges: kind === 'closed' ? [] : checked.value.ranges };
  const done = await write(db, 'special_days.set', async (scope): Promise<Decision<Changed>> => {
    const known = await businessDays(scope);
    const days = dayRange(first_day, last_day);
    const before = known.filter(({ id, on_day }) => days.includes(on_day) || instead.includes(id));
    const ops: Op[] = before
      .filter(({ on_day }) => !days.includes(on_day))
      .map(({ id }) => deleteOp('date_exceptions', id));
    const ids: Uuid[] = [];
    const made: Uuid[] = [];
    for (const on_day of days) {
      const row = known.find((one) => one.on_day === on_day);
      const id = row?.id ?? scope.newId();
      ids.push(id);
      if (row) {
        ops.push(patchOp('date_exceptions', id, fields));
        continue;
      }
      made.push(id);
      const added = { ...fields, id, business_id: scope.businessId, staff_id: null, on_day };
      ops.push(putOp('date_exceptions', added));
    }
    return { ops, value: { ids, made, before } };
  });
  if (!done.ok) return done;
  return ok({ ids: done.value.ids, undo: () => putBack(db, 'special_days.set.undo', done.value) });
};

/** Those days are like all others again. Undo brings them back. Codes: not_found. */
export const clearSpecialDays = async (
  db: DaybookDb,
  ids: readonly Uuid[],
): Promise<Result<DaysDone>> => {
  const done = await write(db, 'special_days.clear', async (scope): Promise<Decision<Changed>> => {
    const before = (await scope.getMany('date_exceptions', ids)).filter((row) => row !== undefined);
    if (before.length === 0) return fail('not_found', { rows: ['date_exceptions'] });
    const ops = before.map(({ id }) => deleteOp('date_exceptions', id));
    return { ops, value: { ids: [...ids], made: [], before } };
  });
  if (!done.ok) return done;
  const undo = () => putBack(db, 'special_days.clear.undo', done.value);
  return ok({ ids: done.value.ids, undo });
};

type Changed = { ids: Uuid[]; made: Uuid[]; before: DateExceptionRow[] };

const putBack = (
  db: DaybookDb,
  name: string,
  { ids, made, before }: Changed,
): Promise<Result<Uuid>> =>
  write(db, name, async (scope): Promise<Decision<Uuid>> => {
    const now = await businessDays(scope);
    const ops: Op[] = now
      .filter(({ id }) => made.includes(id))
      .map(({ id }) => deleteOp('date_exceptions', id));
    for (const old of before) {
      const { id, on_day, kind, ranges, note } = old;
      if (now.some((row) => row.id === id)) {
        ops.push(patchOp('date_exceptions', id, { on_day, kind, ranges, note }));
      } else {
        // A deleted id never comes back to life.
        ops.push(putOp('date_exceptions', { ...old, id: scope.newId() }));
      }
    }
    return { ops, value: ids[0] ?? '' };
  });

const businessDays = async (scope: WriteScope): Promise<DateExceptionRow[]> =>
  (await scope.all('date_exceptions')).filter(({ staff_id }) => staff_id === null);
