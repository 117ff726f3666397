import { segmentEnd } from '#domain/appointments/busy.ts';
import { isActive } from '#domain/appointments/status.ts';
import { rowKey, type Op } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { AppointmentSegmentRow, Uuid } from '#domain/rows.ts';
import { addMinutes } from '#domain/time/epoch.ts';
import { invalid } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { Decision, WriteScope } from '../write.ts';
import { isFailed, placedAs, planOf, planOps, type Plan } from './appointment-time.ts';
import { overlappedBy } from './place.ts';

export type LateShift = { id: Uuid; byMin: number };

/** Nobody waits longer; that would be another day. */
const LATEST_MIN = 480;

/**
 * Several appointments begin later, as one mutation with one way back: somebody runs late. It does
 * not count as a reschedule, because the number of those limits what the client may do. Codes:
 * invalid (nothing to move, or by no sensible time), not_found, illegal_transition (one of them is
 * over), overlap (`rows` names who stands there; acceptOverlap moves anyway).
 */
export const runLate = async (
  db: DaybookDb,
  shifts: readonly LateShift[],
  { acceptOverlap = false }: { acceptOverlap?: boolean } = {},
): Promise<Result<{ ids: Uuid[]; undo: () => Promise<Result<Uuid[]>> }>> => {
  if (shifts.length === 0) return invalid('shifts', 'too_few');
  if (shifts.some(({ byMin }) => !Number.isInteger(byMin) || byMin < 1)) {
    return invalid('byMin', 'too_small');
  }
  if (shifts.some(({ byMin }) => byMin > LATEST_MIN)) return invalid('byMin', 'too_large');
  const ids = shifts.map(({ id }) => id);
  const before = await write(
    db,
    'appointment.run_late',
    async (scope): Promise<Decision<Plan[]>> => {
      const plans: Plan[] = [];
      const ops: Op[] = [];
      const inTheWay: string[] = [];
      for (const { id, byMin } of shifts) {
        const plan = await planOf(scope, id);
        if (isFailed(plan)) return plan;
        if (!isActive(plan.appointment.status)) {
          return fail('illegal_transition', { field: 'status', detail: plan.appointment.status });
        }
        const later = plan.segments.map((segment) => shifted(segment, byMin));
        const others = await othersAt(scope, id, later, ids);
        inTheWay.push(...others);
        plans.push(plan);
        ops.push(
          ...planOps(plan, later, {
            reschedule_count: plan.appointment.reschedule_count,
            overlap_accepted: plan.appointment.overlap_accepted || others.length > 0,
            series_detached: Boolean(plan.appointment.series_id),
          }),
        );
      }
      if (inTheWay.length > 0 && !acceptOverlap) return fail('overlap', { rows: inTheWay });
      return { ops, value: plans };
    },
  );
  return before.ok ? ok({ ids, undo: () => restoreAll(db, before.value) }) : before;
};

/** All of them back where they were, or none. Codes: not_found, overlap. */
const restoreAll = (db: DaybookDb, old: readonly Plan[]): Promise<Result<Uuid[]>> =>
  write(db, 'appointment.run_late.undo', async (scope): Promise<Decision<Uuid[]>> => {
    const ids = old.map(({ appointment }) => appointment.id);
    const ops: Op[] = [];
    for (const plan of old) {
      const now = await planOf(scope, plan.appointment.id);
      if (isFailed(now)) return now;
      const back = placedAs(plan, now);
      const others = await othersAt(scope, plan.appointment.id, back, ids);
      const accepted = plan.appointment.overlap_accepted;
      if (others.length > 0 && !accepted) return fail('overlap', { rows: others });
      ops.push(
        ...planOps(now, back, {
          reschedule_count: now.appointment.reschedule_count,
          overlap_accepted: accepted,
          series_detached: plan.appointment.series_detached,
        }),
      );
    }
    return { ops, value: ids };
  });

const shifted = (segment: AppointmentSegmentRow, byMin: number): AppointmentSegmentRow => {
  const starts_at = addMinutes(segment.starts_at, byMin);
  return { ...segment, starts_at, ends_at: segmentEnd({ ...segment, starts_at }) };
};

/** Who stands there already; those who move along are not in the way. */
const othersAt = async (
  scope: WriteScope,
  id: Uuid,
  segments: readonly AppointmentSegmentRow[],
  movingIds: readonly Uuid[],
): Promise<string[]> => {
  const moving = new Set<string>(movingIds.map((one) => rowKey('appointments', one)));
  return (await overlappedBy(scope, id, segments)).filter((row) => !moving.has(row));
};
