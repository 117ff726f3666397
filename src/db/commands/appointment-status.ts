import { changeStatus } from '#domain/appointments/change-status.ts';
import type { FeeDecision } from '#domain/appointments/fee.ts';
import { ANSWERS, TRANSITIONS, blocksTime, isFinished } from '#domain/appointments/status.ts';
import { keepsTimeAsRequest } from '#domain/availability/schedule.ts';
import { patchOp } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { AppointmentStatus, Instant, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { Decision } from '../write.ts';
import { named } from './appointment-time.ts';
import type { Undo } from './edit-row.ts';
import { feeOfStep, noticeOf } from './fees.ts';
import { overlappedBy } from './place.ts';

export type StatusDone = {
  id: Uuid;
  from: AppointmentStatus;
  to: AppointmentStatus;
  /** null when there is no way back. */
  undo: Undo | null;
};

type Options = {
  /** For cancellations. */
  reason?: string | null;
  by?: 'client' | 'staff';
  /** What becomes of the fee, if there is one; without a word it waits for a person. */
  fee?: FeeDecision;
  /** The client knows already: no mail. */
  silently?: boolean;
  /** Booked again over something else, because a person said so. */
  acceptOverlap?: boolean;
};

const REASON_MAX = 500;

/**
 * The next step in an appointment's life, with its time stamps. A place that was given up and is
 * wanted again must still be free. Codes: not_found, illegal_transition, too_soon, undo_expired,
 * overlap, invalid (the reason is too long).
 */
export const changeAppointmentStatus = async (
  db: DaybookDb,
  id: Uuid,
  to: AppointmentStatus,
  options: Options = {},
): Promise<Result<StatusDone>> => {
  const reason = options.reason?.trim() || null;
  if (reason !== null && reason.length > REASON_MAX) {
    return fail('invalid', { field: 'cancel_reason', rule: 'too_long' });
  }
  const changed = await write(
    db,
    named(`appointment.${to}`, options),
    async (scope): Promise<Decision<Pick<Answered, 'from' | 'overlapAccepted' | 'at'>>> => {
      const appointment = await scope.get('appointments', id);
      if (!appointment) return fail('not_found', { rows: [`appointments:${id}`] });
      const rules = await scope.get('booking_rules', scope.businessId);
      const by = options.by ?? 'staff';
      const patch = changeStatus(appointment, to, scope.now, {
        by,
        reason,
        cancelNoticeMin: noticeOf(appointment, rules),
      });
      if (!patch.ok) return patch;

      const fee = await feeOfStep(scope, appointment, rules, { to, by, decision: options.fee });
      const fields = { ...patch.value, ...fee };
      const hadPlace = blocksTime(appointment.status, keepsTimeAsRequest(appointment, rules));
      if (!hadPlace && to === 'booked' && appointment.ends_at > scope.now) {
        const segments = await scope.list('appointment_segments', 'appointment_id', id);
        const overlapped = await overlappedBy(scope, id, segments);
        if (overlapped.length > 0 && !options.acceptOverlap) {
          return fail('overlap', { rows: overlapped });
        }
        if (overlapped.length > 0) Object.assign(fields, { overlap_accepted: true });
      }
      const from = appointment.status;
      const value = { from, overlapAccepted: appointment.overlap_accepted, at: scope.now };
      return { ops: [patchOp('appointments', id, fields)], value };
    },
  );
  if (!changed.ok) return changed;
  const { from } = changed.value;
  const isAnswer = from === 'pending' && ANSWERS.includes(to);
  const undo = isAnswer
    ? () => takeAnswerBack(db, { ...changed.value, id, to })
    : undoOf(db, id, from, to, options);
  return ok({ id, from, to, undo });
};

/** Cancels with a reason; the late flag follows the rules and the start. Codes as above. */
export const cancelAppointment = (
  db: DaybookDb,
  id: Uuid,
  options: Pick<Options, 'reason' | 'by' | 'fee' | 'silently'> = {},
): Promise<Result<StatusDone>> => changeAppointmentStatus(db, id, 'cancelled', options);

/** A person accepts that two appointments share a time: the mark goes and the place counts. */
export const acceptOverlap = (db: DaybookDb, id: Uuid): Promise<Result<Uuid>> =>
  write(db, 'appointment.accept_overlap', async (scope) => {
    const appointment = await scope.get('appointments', id);
    if (!appointment) return fail('not_found', { rows: [`appointments:${id}`] });
    if (appointment.overlap_accepted) return { ops: [], value: id };
    return { ops: [patchOp('appointments', id, { overlap_accepted: true })], value: id };
  });

type Answered = {
  id: Uuid;
  from: AppointmentStatus;
  to: AppointmentStatus;
  overlapAccepted: boolean;
  at: Instant;
};

/** How long the server waits before it tells the client. */
const TOLD_AFTER_MS = 2 * 60_000;

/** The request waits again. Codes: not_found, illegal_transition, undo_expired (the client knows). */
const takeAnswerBack = (db: DaybookDb, answered: Answered): Promise<Result<Uuid>> =>
  write(db, `appointment.${answered.to}.undo`, async (scope): Promise<Decision<Uuid>> => {
    const { id, to, at, overlapAccepted } = answered;
    const appointment = await scope.get('appointments', id);
    if (!appointment) return fail('not_found', { rows: [`appointments:${id}`] });
    if (appointment.status !== to) {
      return fail('illegal_transition', { field: 'status', detail: `${to} to pending` });
    }
    if (Date.parse(scope.now) - Date.parse(at) > TOLD_AFTER_MS) return fail('undo_expired');
    const patch = { status: 'pending' as const, overlap_accepted: overlapAccepted };
    return { ops: [patchOp('appointments', id, patch)], value: id };
  });

const undoOf = (
  db: DaybookDb,
  id: Uuid,
  from: AppointmentStatus,
  to: AppointmentStatus,
  { silently = false }: Options,
): Undo | null => {
  const back = TRANSITIONS[to].includes(from) && !isFinished(from) ? from : 'booked';
  if (from === 'pending' || !TRANSITIONS[to].includes(back)) return null;
  return async () => {
    const undone = await changeAppointmentStatus(db, id, back, { silently });
    return undone.ok ? ok(id) : undone;
  };
};
