/**
 * People who come together. Whatever is done to several of them is one mutation with one way back;
 * each appointment stays one of its own, so that devices that disagree disagree about single rows.
 */
import { GROUP_MAX } from '#domain/appointments/group.ts';
import type { AppointmentInput } from '#domain/appointments/schema.ts';
import { isClass } from '#domain/appointments/seats.ts';
import { patchOp } from '#domain/commands/op.ts';
import type { Op } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Failed, Result } from '#domain/errors/result.ts';
import type { AppointmentRow, Uuid } from '#domain/rows.ts';
import { invalid } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { Decision, WriteScope } from '../write.ts';
import { checkAppointment } from './appointments.ts';
import type { AppointmentForm } from './appointments.ts';
import { setFields } from './edit-row.ts';
import type { Done } from './edit-row.ts';
import { newAppointmentOps, placeSegments, withNeeds } from './new-appointment.ts';
import { checkPatchTests } from './patch-test-block.ts';
import { placeEach } from './place.ts';
import { takeBackOps } from './take-back.ts';

export type GroupDone = {
  /** The appointments that were made or changed. */
  ids: Uuid[];
  undo: () => Promise<Result<unknown>>;
};

type Options = { acceptOverlap?: boolean };

/**
 * Appointments for people who come together; the first is who organises it. Undo takes all of them
 * back. Codes: invalid, patch_test_needed, overlap (`rows` names who stands there, those of the group
 * among them; nothing is saved then).
 */
export const createGroup = async (
  db: DaybookDb,
  forms: readonly AppointmentForm[],
  { acceptOverlap = false }: Options = {},
): Promise<Result<GroupDone>> => {
  const checked = checkForms(forms, 2);
  if (!checked.ok) return checked;
  const made = await write(db, 'group.create', async (scope): Promise<Decision<Uuid[]>> => {
    const booked = await bookAll(scope, checked.value, null, acceptOverlap);
    return 'error' in booked ? booked : { ops: booked.ops, value: booked.ids };
  });
  if (!made.ok) return made;
  const ids = made.value;
  const undo = () =>
    write(db, 'group.create.undo', async (scope) => {
      const taken = await takeBackOps(scope, ids);
      return 'error' in taken ? taken : { ops: taken.ops, value: ids };
    });
  return ok({ ids, undo });
};

/**
 * More people beside somebody who comes already, alone or with others. Undo takes them back. Codes:
 * not_found, invalid, patch_test_needed, overlap.
 */
export const addToGroup = async (
  db: DaybookDb,
  id: Uuid,
  forms: readonly AppointmentForm[],
  { acceptOverlap = false }: Options = {},
): Promise<Result<GroupDone>> => {
  const checked = checkForms(forms, 1);
  if (!checked.ok) return checked;
  const made = await write(db, 'group.add', async (scope): Promise<Decision<Added>> => {
    const row = await scope.get('appointments', id);
    if (!row) return fail('not_found', { rows: [`appointments:${id}`] });
    // Who comes to a class takes a seat in it.
    if (isClass(row)) return invalid('group_id', 'not_a_choice');
    const group = row.group_id ?? (await groupOf(scope, row));
    const others = await scope.list('appointments', 'group_id', group);
    if (Math.max(others.length, 1) + forms.length > GROUP_MAX) return invalid('group', 'too_many');
    const booked = await bookAll(scope, checked.value, group, acceptOverlap);
    if ('error' in booked) return booked;
    const joins = row.group_id ? [] : [patchOp('appointments', id, { group_id: group })];
    return {
      ops: [...joins, ...booked.ops],
      value: { group, ids: booked.ids, wasAlone: joins.length > 0 },
    };
  });
  if (!made.ok) return made;
  return ok({ ids: made.value.ids, undo: () => removeAgain(db, id, made.value) });
};

type Added = { group: Uuid; ids: Uuid[]; wasAlone: boolean };

/**
 * The group that begins with an appointment has its id, so that two devices begin the same one. Who
 * has left that group does not come back into it by beginning another.
 */
const groupOf = async (scope: WriteScope, { id }: Pick<AppointmentRow, 'id'>): Promise<Uuid> =>
  (await scope.list('appointments', 'group_id', id)).length > 0 ? scope.newId() : id;

const removeAgain = (
  db: DaybookDb,
  id: Uuid,
  { group, ids, wasAlone }: Added,
): Promise<Result<Uuid>> =>
  write(db, 'group.add.undo', async (scope): Promise<Decision<Uuid>> => {
    const taken = await takeBackOps(scope, ids);
    if ('error' in taken) return taken;
    const all = await scope.list('appointments', 'group_id', group);
    // Somebody may have come along since.
    const isAlone = all.every((row) => row.id === id || ids.includes(row.id));
    const leaves =
      wasAlone && isAlone && all.some((row) => row.id === id)
        ? [patchOp('appointments', id, { group_id: null })]
        : [];
    return { ops: [...taken.ops, ...leaves], value: id };
  });

/** Comes by themselves from now on; everything else stays as it was booked. Codes: not_found. */
export const leaveGroup = (db: DaybookDb, id: Uuid): Promise<Result<Done>> =>
  setFields(db, 'group.leave', 'appointments', id, { group_id: null });

const checkForms = (
  forms: readonly AppointmentForm[],
  least: number,
): Result<AppointmentInput[]> => {
  if (forms.length < least) return invalid('group', 'too_few');
  if (forms.length > GROUP_MAX) return invalid('group', 'too_many');
  const visits: AppointmentInput[] = [];
  for (const form of forms) {
    const checked = checkAppointment(form);
    if (!checked.ok) return checked;
    visits.push(checked.value);
  }
  return ok(visits);
};

/** The rows of all visits, each placed beside those before it; `group` null = the first begins one. */
const bookAll = async (
  scope: WriteScope,
  visits: readonly AppointmentInput[],
  group: Uuid | null,
  acceptOverlap: boolean,
): Promise<{ ops: Op[]; ids: Uuid[] } | Failed> => {
  const business = await scope.get('businesses', scope.businessId);
  const time_zone = business?.time_zone ?? 'UTC';
  const wanted = [];
  for (const { segments, ...visit } of visits) {
    const tested = await checkPatchTests(scope, visit.client_id, segments);
    if (!tested.ok) return tested;
    const id = scope.newId();
    const parts = await withNeeds(scope, placeSegments(scope, id, segments));
    wanted.push({ id, visit, place: visit.location_type, segments: parts });
  }
  const placed = await placeEach(scope, wanted);
  const rows = [...new Set(placed.flatMap(({ overlapped }) => overlapped))];
  if (rows.length > 0 && !acceptOverlap) return fail('overlap', { rows });
  const group_id = group ?? placed[0]?.id ?? null;
  const ops = placed.flatMap(({ id, visit, segments, overlapped }) => {
    const fields = { ...visit, time_zone, group_id, overlap_accepted: overlapped.length > 0 };
    return newAppointmentOps(scope, id, fields, segments);
  });
  return { ops, ids: placed.map(({ id }) => id) };
};
