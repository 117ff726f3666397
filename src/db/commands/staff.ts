import { isActive } from '#domain/appointments/status.ts';
import { patchOp, putOp } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { EmergencyContact, Uuid } from '#domain/rows.ts';
import { EMPTY_STAFF, defaultWeek, staffContactSchema, staffSchema } from '#domain/staff/schema.ts';
import type { StaffInput } from '#domain/staff/schema.ts';
import { businessToday } from '../business-day.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { WriteScope } from '../write.ts';
import { changeOps, editRow, ifOlder, setFields } from './edit-row.ts';
import type { Done } from './edit-row.ts';
import { writeWithUndo } from './ops-back.ts';
import { validate } from '#domain/validation/validate.ts';

/** A new staff member with the usual working week, behind the others. Codes: invalid. */
export const createStaff = (db: DaybookDb, input: Partial<StaffInput>): Promise<Result<Uuid>> => {
  const checked = validate(staffSchema, { ...EMPTY_STAFF, ...input });
  if (!checked.ok) return Promise.resolve(checked);
  return write(db, 'staff.create', async (scope) => {
    const id = scope.newId();
    const business_id = scope.businessId;
    const staff = await scope.all('staff');
    const rank = input.rank ?? Math.max(0, ...staff.map((one) => one.rank + 1));
    const ops = [
      putOp('staff', { ...checked.value, id, business_id, rank, status: 'active' }),
      putOp('work_patterns', {
        id: scope.newId(),
        business_id,
        staff_id: id,
        valid_from: await businessToday(scope),
        weeks: [defaultWeek()],
      }),
    ];
    return { ops, value: id };
  });
};

/** Whom to call when something happens to a staff member; null = nobody. Codes: not_found, invalid. */
export const setEmergencyContact = async (
  db: DaybookDb,
  staffId: Uuid,
  contact: EmergencyContact | null,
  seenRev?: number,
): Promise<Result<Done>> => {
  const checked = validate(staffContactSchema, { emergency_contact: contact });
  if (!checked.ok) return checked;
  const set = (value: EmergencyContact | null) =>
    write(db, 'staff_contact.edit', async (scope) => {
      if (!(await scope.get('staff', staffId))) {
        return fail('not_found', { rows: [`staff:${staffId}`] });
      }
      const row = await scope.get('staff_contacts', staffId);
      const fields = { emergency_contact: value };
      return {
        ops: row
          ? changeOps('staff_contacts', staffId, row, fields)
          : [putOp('staff_contacts', { id: staffId, business_id: scope.businessId, ...fields })],
        value: row?.emergency_contact ?? null,
        ...(row ? { seenRev: ifOlder(seenRev, row) } : {}),
      };
    });
  const before = await set(checked.value.emergency_contact);
  if (!before.ok) return before;
  return ok({
    id: staffId,
    undo: async () => {
      const restored = await set(before.value);
      return restored.ok ? ok(staffId) : restored;
    },
  });
};

export const editStaff = (
  db: DaybookDb,
  id: Uuid,
  patch: Partial<StaffInput>,
  seenRev?: number,
): Promise<Result<Done>> =>
  editRow(db, { name: 'staff.edit', table: 'staff', id, schema: staffSchema, patch, seenRev });

/**
 * Takes somebody out of the team; their history stays. Refused while appointments are still to come:
 * `rows` names them. Codes: not_found, has_future_appointments.
 */
export const archiveStaff = async (db: DaybookDb, id: Uuid): Promise<Result<Done>> => {
  const archived = await write(db, 'staff.archive', async (scope) => {
    if (!(await scope.get('staff', id))) return fail('not_found', { rows: [`staff:${id}`] });
    const waiting = await futureAppointments(scope, id);
    if (waiting.length > 0) {
      return fail('has_future_appointments', {
        rows: waiting.map((appointment) => `appointments:${appointment}`),
      });
    }
    return { ops: [patchOp('staff', id, { status: 'archived' })], value: id };
  });
  if (!archived.ok) return archived;
  return ok({
    id,
    undo: async () => {
      const restored = await restoreStaff(db, id);
      return restored.ok ? ok(id) : restored;
    },
  });
};

export const restoreStaff = (db: DaybookDb, id: Uuid): Promise<Result<Done>> =>
  setFields(db, 'staff.restore', 'staff', id, { status: 'active' });

/** The order of columns and of "any staff": ranks follow this list. */
export const orderStaff = (db: DaybookDb, ids: readonly Uuid[]): Promise<Result<Done>> =>
  writeWithUndo(db, 'staff.order', async (scope) => {
    const rankById = new Map((await scope.all('staff')).map(({ id, rank }) => [id, rank]));
    const ops = ids.flatMap((id, rank) =>
      rankById.has(id) && rankById.get(id) !== rank ? [patchOp('staff', id, { rank })] : [],
    );
    return { ops, value: ids[0] ?? '' };
  });

/** Appointments from now on that are not over and have a part done by this person. */
const futureAppointments = async (scope: WriteScope, staffId: Uuid): Promise<Uuid[]> => {
  const segments = await scope.between('appointment_segments', 'starts_at', scope.now, '\uffff');
  const ids = new Set(
    segments
      .filter(({ staff_id }) => staff_id === staffId)
      .map(({ appointment_id }) => appointment_id),
  );
  const found: Uuid[] = [];
  for (const id of ids) {
    const appointment = await scope.get('appointments', id);
    if (appointment && isActive(appointment.status)) found.push(id);
  }
  return found;
};
