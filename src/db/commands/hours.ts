import { deleteOp, patchOp, putOp } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { TimeOffRow, Uuid } from '#domain/rows.ts';
import { TIME_OFF_STEPS } from '#domain/staff/time-off.ts';
import { dateExceptionSchema, timeOffSchema, workPatternSchema } from '#domain/staff/schema.ts';
import type { DateExceptionInput, TimeOffInput, WorkPatternInput } from '#domain/staff/schema.ts';
import { validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import { createRow, setFields } from './edit-row.ts';
import type { Done } from './edit-row.ts';
import { writeWithUndo } from './ops-back.ts';

/**
 * Working hours from a day on. A pattern that begins on the same day is replaced; undo brings it
 * back. Codes: invalid.
 */
export const setWorkPattern = async (
  db: DaybookDb,
  input: WorkPatternInput,
): Promise<Result<Done>> => {
  const checked = validate(workPatternSchema, input);
  if (!checked.ok) return checked;
  const wanted = checked.value;
  return writeWithUndo(db, 'work_pattern.set', async (scope) => {
    const known = (await scope.all('work_patterns')).find(
      ({ staff_id, valid_from }) =>
        staff_id === wanted.staff_id && valid_from === wanted.valid_from,
    );
    if (known) {
      return {
        ops: [patchOp('work_patterns', known.id, { weeks: wanted.weeks })],
        value: known.id,
      };
    }
    const id = scope.newId();
    return {
      ops: [putOp('work_patterns', { ...wanted, id, business_id: scope.businessId })],
      value: id,
    };
  });
};

/** Hours that were set for a day on do not begin. Undo sets them again. Codes: not_found. */
export const deleteWorkPattern = async (db: DaybookDb, id: Uuid): Promise<Result<Done>> => {
  const gone = await write(db, 'work_pattern.delete', async (scope) => {
    const row = await scope.get('work_patterns', id);
    if (!row) return fail('not_found', { rows: [`work_patterns:${id}`] });
    return { ops: [deleteOp('work_patterns', id)], value: row };
  });
  if (!gone.ok) return gone;
  const { staff_id, valid_from, weeks } = gone.value;
  return ok({
    id,
    undo: async () => idOf(await setWorkPattern(db, { staff_id, valid_from, weeks })),
  });
};

/**
 * Other hours, or none, on one day; one per person (or business) and day. What was entered for that
 * day is replaced; undo brings it back. Codes: invalid.
 */
export const setDateException = async (
  db: DaybookDb,
  input: DateExceptionInput,
): Promise<Result<Done>> => {
  const checked = validate(dateExceptionSchema, input);
  if (!checked.ok) return checked;
  const wanted = {
    ...checked.value,
    ranges: checked.value.kind === 'closed' ? [] : checked.value.ranges,
  };
  return writeWithUndo(db, 'date_exception.set', async (scope) => {
    const known = (await scope.all('date_exceptions')).find(
      ({ staff_id, on_day }) => staff_id === wanted.staff_id && on_day === wanted.on_day,
    );
    if (known) return { ops: [patchOp('date_exceptions', known.id, wanted)], value: known.id };
    const id = scope.newId();
    return {
      ops: [putOp('date_exceptions', { ...wanted, id, business_id: scope.businessId })],
      value: id,
    };
  });
};

export const deleteDateException = async (db: DaybookDb, id: Uuid): Promise<Result<Done>> => {
  const gone = await write(db, 'date_exception.delete', async (scope) => {
    const row = await scope.get('date_exceptions', id);
    if (!row) return fail('not_found', { rows: [`date_exceptions:${id}`] });
    return { ops: [deleteOp('date_exceptions', id)], value: row };
  });
  if (!gone.ok) return gone;
  const { staff_id, on_day, kind, ranges, note } = gone.value;
  return ok({
    id,
    undo: async () => idOf(await setDateException(db, { staff_id, on_day, kind, ranges, note })),
  });
};

const idOf = (done: Result<Done>): Result<Uuid> => (done.ok ? ok(done.value.id) : done);

/** Time off, as a request or at once approved. Codes: invalid. */
export const createTimeOff = (
  db: DaybookDb,
  input: TimeOffInput,
  status: 'requested' | 'approved' = 'approved',
): Promise<Result<Uuid>> =>
  createRow(db, {
    name: 'time_off.create',
    table: 'time_off',
    schema: timeOffSchema,
    input,
    complete: (timeOff) => ({ ...timeOff, status }),
  });

/** Asks for time of one's own, as time off; undo takes the question back. Codes: invalid. */
export const askForTime = async (db: DaybookDb, input: TimeOffInput): Promise<Result<Done>> => {
  const asked = await createTimeOff(db, input, 'requested');
  if (!asked.ok) return asked;
  const id = asked.value;
  return ok({
    id,
    undo: async () => {
      const taken = await setTimeOffStatus(db, id, 'cancelled');
      return taken.ok ? ok(id) : taken;
    },
  });
};

/**
 * Approve, decline or cancel. Undo brings the former state back. Codes: not_found,
 * illegal_transition (somebody has answered otherwise meanwhile).
 */
export const setTimeOffStatus = async (
  db: DaybookDb,
  id: Uuid,
  status: TimeOffRow['status'],
): Promise<Result<Done>> => {
  const now = (await db.rows('time_off').get(id))?.status;
  if (now !== undefined && now !== status && !TIME_OFF_STEPS[now].includes(status)) {
    return fail('illegal_transition', { field: 'status', detail: now });
  }
  return setFields(db, `time_off.${status}`, 'time_off', id, { status });
};
