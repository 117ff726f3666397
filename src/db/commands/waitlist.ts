/** People who wait for a time. What they are given is booked by appointments.ts. */
import { patchOp, putOp } from '#domain/commands/op.ts';
import type { NewRow, RowPatch } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Uuid, WaitlistEntryRow } from '#domain/rows.ts';
import { epochMinOf, instantOfMin } from '#domain/time/epoch.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { validate } from '#domain/validation/validate.ts';
import { waitlistEntrySchema } from '#domain/waitlist/schema.ts';
import type { WaitlistInput } from '#domain/waitlist/schema.ts';
import { WAITLIST_STEPS, isWaiting } from '#domain/waitlist/steps.ts';
import { endOfWindows } from '#domain/waitlist/windows.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { Decision, WriteScope } from '../write.ts';
import { changeOps, ifOlder } from './edit-row.ts';
import type { Done } from './edit-row.ts';

/** Puts a client on the list. Undo takes them off. Codes: invalid, past (all windows are over). */
export const addToWaitlist = async (db: DaybookDb, input: WaitlistInput): Promise<Result<Done>> => {
  const checked = validate(waitlistEntrySchema, input);
  if (!checked.ok) return checked;
  const added = await write(db, 'waitlist.add', async (scope): Promise<Decision<Uuid>> => {
    const end = await endOf(scope, checked.value);
    if (end <= epochMinOf(scope.now)) return fail('past', { field: 'windows' });
    const row: NewRow<'waitlist_entries'> = {
      ...checked.value,
      id: scope.newId(),
      business_id: scope.businessId,
      source: 'staff',
      state: 'waiting',
      appointment_id: null,
      expires_at: instantOfMin(end),
      fits_at: null,
    };
    return { ops: [putOp('waitlist_entries', row)], value: row.id };
  });
  if (!added.ok) return added;
  const id = added.value;
  return ok({ id, undo: () => setState(db, 'waitlist.add.undo', id, 'cancelled') });
};

/**
 * Changes what somebody waits for. Somebody who was taken off, or whose windows are over, waits again.
 * Codes: not_found, invalid, past.
 */
export const editWaitlistEntry = async (
  db: DaybookDb,
  id: Uuid,
  edit: Partial<WaitlistInput>,
  seenRev?: number,
): Promise<Result<Done>> => {
  const edited = await write(db, 'waitlist.edit', async (scope): Promise<Decision<Before>> => {
    const row = await scope.get('waitlist_entries', id);
    if (!row) return notFound(id);
    const checked = validate(waitlistEntrySchema, { ...row, ...edit });
    if (!checked.ok) return checked;
    if ((await endOf(scope, checked.value)) <= epochMinOf(scope.now)) {
      return fail('past', { field: 'windows' });
    }
    // Whoever waits for is another entry.
    const { items, windows, location_type, address, flexible_min, note, priority } = checked.value;
    const wanted: Before = {
      items,
      windows,
      location_type,
      address,
      flexible_min,
      note,
      priority,
      ...(isWaiting(row.state) ? {} : { state: 'waiting', appointment_id: null }),
    };
    const before: Before = Object.fromEntries(
      Object.keys(wanted).map((field) => [field, row[field as keyof Before]]),
    );
    // That the time ran out is for the server to say.
    if (before.state === 'expired') before.state = 'cancelled';
    return {
      ops: changeOps('waitlist_entries', id, row, wanted),
      value: before,
      seenRev: ifOlder(seenRev, row),
    };
  });
  if (!edited.ok) return edited;
  const undo = () =>
    write(db, 'waitlist.edit.undo', async (scope): Promise<Decision<Uuid>> => {
      const row = await scope.get('waitlist_entries', id);
      if (!row) return notFound(id);
      return { ops: changeOps('waitlist_entries', id, row, edited.value), value: id };
    });
  return ok({ id, undo });
};

type Before = RowPatch<'waitlist_entries'>;

/** Takes somebody off the list. Codes: not_found, illegal_transition (they do not wait any more). */
export const closeWaitlistEntry = async (db: DaybookDb, id: Uuid): Promise<Result<Done>> => {
  const closed = await setState(db, 'waitlist.close', id, 'cancelled');
  return closed.ok ? ok({ id, undo: () => reopenWaitlistEntry(db, id) }) : closed;
};

/** They wait again as before. Codes: not_found, illegal_transition, past (their windows are over). */
export const reopenWaitlistEntry = (db: DaybookDb, id: Uuid): Promise<Result<Uuid>> =>
  setState(db, 'waitlist.reopen', id, 'waiting');

const setState = (
  db: DaybookDb,
  name: string,
  id: Uuid,
  state: 'waiting' | 'cancelled',
): Promise<Result<Uuid>> =>
  write(db, name, async (scope): Promise<Decision<Uuid>> => {
    const row = await scope.get('waitlist_entries', id);
    if (!row) return notFound(id);
    if (row.state === state) return { ops: [], value: id };
    if (!WAITLIST_STEPS[row.state].includes(state)) {
      return fail('illegal_transition', { field: 'state', detail: row.state });
    }
    if (state === 'waiting' && (await endOf(scope, row)) <= epochMinOf(scope.now)) {
      return fail('past', { field: 'windows' });
    }
    const patch = state === 'waiting' ? { state, appointment_id: null } : { state };
    return { ops: [patchOp('waitlist_entries', id, patch)], value: id };
  });

const endOf = async (
  scope: Pick<WriteScope, 'get' | 'businessId'>,
  { windows }: Pick<WaitlistEntryRow, 'windows'>,
): Promise<number> => {
  const business = await scope.get('businesses', scope.businessId);
  return endOfWindows(windows, zoneOf(business?.time_zone ?? 'UTC'));
};

const notFound = (id: Uuid) => fail('not_found', { rows: [`waitlist_entries:${id}`] });
