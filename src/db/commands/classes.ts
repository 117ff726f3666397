/**
 * Seats of class sessions. A session itself is planned, moved, repeated and cancelled as an
 * appointment, because it is one; what is here is who sits in it.
 */
import { CAPACITY_MAX, PARTY_MAX } from '#domain/appointments/party.ts';
import { isClass, seatsLeft, seatsSold, takesPlace } from '#domain/appointments/seats.ts';
import { patchOp, putOp } from '#domain/commands/op.ts';
import type { RowPatch } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Failed, Result } from '#domain/errors/result.ts';
import type { AppointmentRow, AttendeeRow, Uuid } from '#domain/rows.ts';
import { invalid } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { Decision, WriteScope } from '../write.ts';
import type { Done, Undo } from './edit-row.ts';

/**
 * Takes seats for a client. Who gave theirs back gets the same line again. Undo gives them back.
 * Codes: not_found, illegal_transition (the session does not take place), duplicate (they sit there
 * already), class_full (as far as this device knows; the server asks a person when it knows better),
 * invalid.
 */
export const seatClient = async (
  db: DaybookDb,
  sessionId: Uuid,
  clientId: Uuid,
  seats = 1,
): Promise<Result<Done>> => {
  const fault = partyFault(seats);
  if (fault) return fault;
  const made = await write(db, 'attendee.add', async (scope): Promise<Decision<Uuid>> => {
    const known = await sessionOf(scope, sessionId);
    if ('error' in known) return known;
    const { session, attendees } = known;
    if (!takesPlace(session.status)) {
      return fail('illegal_transition', { field: 'status', detail: session.status });
    }
    const before = attendees.find(({ client_id }) => client_id === clientId);
    if (before && before.state !== 'cancelled') {
      return fail('duplicate', { rows: [`attendees:${before.id}`] });
    }
    if (seats > seatsLeft(session, attendees)) return fail('class_full', { field: 'seats' });
    const state = 'booked' as const;
    if (before) {
      return { ops: [patchOp('attendees', before.id, { seats, state })], value: before.id };
    }
    const id = scope.newId();
    const row = { id, business_id: scope.businessId, appointment_id: sessionId };
    const fields = { client_id: clientId, seats, state, conflict: false };
    return { ops: [putOp('attendees', { ...row, ...fields })], value: id };
  });
  if (!made.ok) return made;
  const id = made.value;
  const back = () => change(db, 'attendee.add.undo', id, { state: 'cancelled' });
  return ok({ id, undo: undoOf(id, back) });
};

/**
 * Who came, who did not, who gave the seats back. Undo brings the old state back. Codes: not_found,
 * class_full (the seats that were given back are somebody else's), too_soon (nobody is missing before
 * the start).
 */
export const setAttendance = async (
  db: DaybookDb,
  id: Uuid,
  state: AttendeeRow['state'],
): Promise<Result<Done>> => changeWithUndo(db, `attendee.${state}`, id, { state });

/** A larger or smaller party. Undo as above. Codes: not_found, class_full, invalid. */
export const setPartySize = async (db: DaybookDb, id: Uuid, seats: number): Promise<Result<Done>> =>
  partyFault(seats) ?? changeWithUndo(db, 'attendee.edit', id, { seats });

/**
 * More or fewer seats, also to sell more than there were: those that wait get theirs from the server.
 * Codes: not_found, invalid, class_full (more are sold).
 */
export const setCapacity = async (
  db: DaybookDb,
  sessionId: Uuid,
  capacity: number,
): Promise<Result<Done>> => {
  if (!(Number.isInteger(capacity) && capacity >= 1 && capacity <= CAPACITY_MAX)) {
    return invalid('capacity', capacity < 1 ? 'too_small' : 'too_large');
  }
  const before = await resize(db, 'appointment.edit', sessionId, capacity);
  if (!before.ok) return before;
  const back = () => resize(db, 'appointment.edit.undo', sessionId, before.value);
  return ok({ id: sessionId, undo: undoOf(sessionId, back) });
};

const resize = (
  db: DaybookDb,
  name: string,
  sessionId: Uuid,
  capacity: number,
): Promise<Result<number>> =>
  write(db, name, async (scope): Promise<Decision<number>> => {
    const known = await sessionOf(scope, sessionId);
    if ('error' in known) return known;
    const { session, attendees } = known;
    if (capacity < seatsSold(attendees)) return fail('class_full', { field: 'capacity' });
    const isSame = session.capacity === capacity;
    return {
      ops: isSame ? [] : [patchOp('appointments', sessionId, { capacity })],
      value: session.capacity ?? capacity,
    };
  });

type Change = RowPatch<'attendees'>;

const changeWithUndo = async (
  db: DaybookDb,
  name: string,
  id: Uuid,
  wanted: Change,
): Promise<Result<Done>> => {
  const before = await change(db, name, id, wanted);
  if (!before.ok) return before;
  return ok({ id, undo: undoOf(id, () => change(db, `${name}.undo`, id, before.value)) });
};

const undoOf =
  (id: Uuid, run: () => Promise<Result<unknown>>): Undo =>
  async () => {
    const undone = await run();
    return undone.ok ? ok(id) : undone;
  };

/** Answers what the fields held before. */
const change = (db: DaybookDb, name: string, id: Uuid, wanted: Change): Promise<Result<Change>> =>
  write(db, name, async (scope): Promise<Decision<Change>> => {
    const attendee = await scope.get('attendees', id);
    if (!attendee) return fail('not_found', { rows: [`attendees:${id}`] });
    const known = await sessionOf(scope, attendee.appointment_id);
    if ('error' in known) return known;
    const { session, attendees } = known;
    const after = { ...attendee, ...wanted };
    if (after.state === 'no_show' && session.starts_at > scope.now) return fail('too_soon');
    const others = attendees.filter((one) => one.id !== id);
    // Who has seats keeps them; only more have to be there.
    const isMore = seatsSold([after]) > seatsSold([attendee]);
    if (isMore && after.seats > seatsLeft(session, others)) {
      return fail('class_full', { field: 'seats' });
    }
    const value = Object.fromEntries(
      Object.keys(wanted).map((field) => [field, attendee[field as keyof AttendeeRow]]),
    ) as Change;
    const isSame = Object.entries(wanted).every(
      ([field, one]) => attendee[field as keyof AttendeeRow] === one,
    );
    return { ops: isSame ? [] : [patchOp('attendees', id, wanted)], value };
  });

const sessionOf = async (
  scope: WriteScope,
  id: Uuid,
): Promise<{ session: AppointmentRow; attendees: AttendeeRow[] } | Failed> => {
  const session = await scope.get('appointments', id);
  if (!session || !isClass(session)) return fail('not_found', { rows: [`appointments:${id}`] });
  return { session, attendees: await scope.list('attendees', 'appointment_id', id) };
};

const partyFault = (seats: number): Failed | null =>
  Number.isInteger(seats) && seats >= 1 && seats <= PARTY_MAX
    ? null
    : invalid('seats', seats < 1 ? 'too_small' : 'too_large');
