import * as v from 'valibot';
import { appointmentSchema } from '#domain/appointments/schema.ts';
import type { AppointmentInput } from '#domain/appointments/schema.ts';
import { patchOp } from '#domain/commands/op.ts';
import type { RowPatch } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import { validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import { checkPatchTests } from './patch-test-block.ts';
import { placeIn } from './place.ts';
import { newAppointmentOps, placeSegments, withNeeds } from './new-appointment.ts';
import { changeOps, ifOlder } from './edit-row.ts';
import type { Done } from './edit-row.ts';
import { bookedOps } from './waitlist-booked.ts';

export type AppointmentForm = Pick<AppointmentInput, 'client_id' | 'segments'> &
  Partial<AppointmentInput>;

/** The form with what is usual where it says nothing. Codes: invalid. */
export const checkAppointment = (form: AppointmentForm): Result<AppointmentInput> =>
  validate(appointmentSchema, {
    source: 'staff',
    location_type: 'business',
    address: null,
    status: 'booked',
    client_note: null,
    staff_note: null,
    ...form,
  });

/**
 * A new appointment with its segments. Undo cancels it. When it would overlap others it is refused
 * with `overlap` and their keys in `rows`, unless a person accepted that. An entry of the waitlist
 * that is named is closed by it.
 * Codes: invalid, overlap, patch_test_needed.
 */
export const createAppointment = async (
  db: DaybookDb,
  form: AppointmentForm,
  options: { acceptOverlap?: boolean; waitlistEntryId?: Uuid | undefined } = {},
): Promise<Result<Uuid>> => {
  const checked = checkAppointment(form);
  if (!checked.ok) return checked;
  const { segments: inputs, ...appointment } = checked.value;

  return write(db, 'appointment.create', async (scope) => {
    const id = scope.newId();
    const business = await scope.get('businesses', scope.businessId);
    const wanted = await withNeeds(scope, placeSegments(scope, id, inputs));
    const tested = await checkPatchTests(scope, appointment.client_id, wanted);
    if (!tested.ok) return tested;
    const { segments, overlapped } = await placeIn(scope, id, wanted, appointment.location_type);
    if (overlapped.length > 0 && !options.acceptOverlap)
      return fail('overlap', { rows: overlapped });
    const fields = {
      ...appointment,
      time_zone: business?.time_zone ?? 'UTC',
      overlap_accepted: overlapped.length > 0,
    };
    const ops = newAppointmentOps(scope, id, fields, segments);
    const { waitlistEntryId } = options;
    if (waitlistEntryId) ops.push(...(await bookedOps(scope, waitlistEntryId, id)));
    return { ops, value: id };
  });
};

/** Notes, client, place and how the client confirmed: everything that is not time or status. */
export type AppointmentEdit = Partial<
  Pick<AppointmentInput, 'client_id' | 'location_type' | 'address' | 'client_note' | 'staff_note'>
> & { confirmation?: 'none' | 'requested' | 'confirmed' | 'declined' };

/** Changes what is not time or status. Undo brings the old values back. Codes: not_found, invalid. */
export const editAppointment = async (
  db: DaybookDb,
  id: Uuid,
  edit: AppointmentEdit,
  seenRev?: number,
): Promise<Result<Done>> => {
  const { confirmation, ...rest } = edit;
  const before = await write(db, 'appointment.edit', async (scope) => {
    const row = await scope.get('appointments', id);
    if (!row) return fail('not_found', { rows: [`appointments:${id}`] });
    const checked = validate(appointmentEditSchema, { ...row, ...rest });
    if (!checked.ok) return checked;
    const wanted: Record<string, unknown> = confirmation ? { confirmation } : {};
    for (const field of Object.keys(rest) as (keyof typeof rest)[]) {
      wanted[field] = checked.value[field];
    }
    const old = Object.fromEntries(
      Object.keys(wanted).map((field) => [field, row[field as keyof typeof row]]),
    );
    return {
      ops: changeOps('appointments', id, row, wanted),
      value: old,
      seenRev: ifOlder(seenRev, row),
    };
  });
  if (!before.ok) return before;
  const undo = () =>
    write(db, 'appointment.edit.undo', () => ({
      ops: [patchOp('appointments', id, before.value as RowPatch<'appointments'>)],
      value: id,
    }));
  return ok({ id, undo });
};

const appointmentEditSchema = v.omit(appointmentSchema, ['source', 'status', 'segments']);
