import { isActive } from '#domain/appointments/status.ts';
import { ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { moveAppointment } from './appointment-time.ts';
import type { Undo } from './edit-row.ts';

export type HandedOver = {
  /** Appointments that somebody else does now. */
  moved: number;
  /** Those that stay, because the other person has no time for them. */
  left: Uuid[];
  undo: Undo;
};

/**
 * Gives all coming appointments of one person to another, each at its own time. What would overlap
 * stays where it is. Each is a change of its own, so that what cannot be done undoes nothing else.
 */
export const handOverAppointments = async (
  db: DaybookDb,
  fromStaffId: Uuid,
  toStaffId: Uuid,
): Promise<Result<HandedOver>> => {
  const ahead = await db
    .rows('appointment_segments')
    .where('starts_at')
    .aboveOrEqual(db.now())
    .toArray();
  const segments = ahead
    .filter(({ staff_id }) => staff_id === fromStaffId)
    .toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1));
  const undos: Undo[] = [];
  const moved = new Set<Uuid>();
  const left = new Set<Uuid>();
  for (const { id, appointment_id: appointmentId, starts_at } of segments) {
    const appointment = await db.rows('appointments').get(appointmentId);
    if (!appointment || !isActive(appointment.status)) continue;
    const result = await moveAppointment(db, appointmentId, {
      startsAt: starts_at,
      segmentId: id,
      staffId: toStaffId,
    });
    if (result.ok) {
      undos.push(result.value.undo);
      moved.add(appointmentId);
    } else if (result.error.code === 'overlap') {
      left.add(appointmentId);
    } else {
      return result;
    }
  }
  const undo: Undo = async () => {
    for (const back of undos.toReversed()) {
      const undone = await back();
      if (!undone.ok) return undone;
    }
    return ok(fromStaffId);
  };
  return ok({ moved: moved.size, left: [...left], undo });
};
