/** Moving and giving up people who come together, as many of them as are named. */
import { appointmentSpan, segmentEnd } from '#domain/appointments/busy.ts';
import { isActive } from '#domain/appointments/status.ts';
import type { Op } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Failed, Result } from '#domain/errors/result.ts';
import type { AppointmentSegmentRow, Uuid } from '#domain/rows.ts';
import { addMinutes } from '#domain/time/epoch.ts';
import { invalid } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { Decision, WriteScope } from '../write.ts';
import { isFailed, named, placedAs, planOf, planOps } from './appointment-time.ts';
import type { Plan } from './appointment-time.ts';
import { bookAgainOps, cancelOps } from './cancel-many.ts';
import type { Cancelling } from './cancel-many.ts';
import type { GroupDone } from './groups.ts';
import { placeEach } from './place.ts';

/**
 * All of them by the same minutes, each with the people they have. It counts as a reschedule of each.
 * Codes: not_found, illegal_transition (one is over), invalid, overlap (`rows` names who stands there;
 * acceptOverlap moves them anyway). `silently`: their clients know already.
 */
export const moveGroup = async (
  db: DaybookDb,
  ids: readonly Uuid[],
  byMin: number,
  { acceptOverlap = false, silently = false }: { acceptOverlap?: boolean; silently?: boolean } = {},
): Promise<Result<GroupDone>> => {
  if (ids.length === 0) return invalid('group', 'too_few');
  if (!Number.isSafeInteger(byMin)) return invalid('starts_at', 'not_a_time');
  const name = named('group.move', { silently });
  const before = await write(db, name, async (scope): Promise<Decision<Plan[]>> => {
    const plans = await plansOf(scope, ids);
    if ('error' in plans) return plans;
    const over = plans.find(({ appointment }) => !isActive(appointment.status));
    if (over) {
      return fail('illegal_transition', { field: 'status', detail: over.appointment.status });
    }
    const placed = await placePlans(scope, plans, ({ segments }) =>
      segments.map((segment) => later(segment, byMin)),
    );
    const rows = [...new Set(placed.flatMap(({ overlapped }) => overlapped))];
    if (rows.length > 0 && !acceptOverlap) return fail('overlap', { rows });
    const ops: Op[] = placed.flatMap(({ plan, segments, overlapped }) => {
      const { appointment } = plan;
      const moves = appointmentSpan(segments).starts_at !== appointment.starts_at;
      return planOps(plan, segments, {
        reschedule_count: appointment.reschedule_count + (moves ? 1 : 0),
        overlap_accepted: overlapped.length > 0,
        // From now on it keeps its own time, whatever its series does.
        series_detached: Boolean(appointment.series_id),
      });
    });
    return { ops, value: plans };
  });
  if (!before.ok) return before;
  return ok({ ids: [...ids], undo: () => moveBack(db, `${name}.undo`, before.value) });
};

/** Those that are still to come go back where they were, all or none. Codes: not_found, overlap. */
const moveBack = (db: DaybookDb, name: string, before: readonly Plan[]): Promise<Result<null>> =>
  write(db, name, async (scope): Promise<Decision<null>> => {
    const now = await plansOf(
      scope,
      before.map(({ appointment }) => appointment.id),
    );
    if ('error' in now) return now;
    const olds = new Map(before.map((plan) => [plan.appointment.id, plan]));
    const oldOf = (plan: Plan): Plan => olds.get(plan.appointment.id) ?? plan;
    // Who was given up meanwhile has no place to go back to.
    const active = now.filter(({ appointment }) => isActive(appointment.status));
    const placed = await placePlans(scope, active, (plan) => placedAs(oldOf(plan), plan));
    const rows = placed.flatMap(({ plan, overlapped }) =>
      oldOf(plan).appointment.overlap_accepted ? [] : overlapped,
    );
    if (rows.length > 0) return fail('overlap', { rows: [...new Set(rows)] });
    const ops = active.flatMap((plan) => {
      const old = oldOf(plan);
      return planOps(plan, placedAs(old, plan), {
        reschedule_count: old.appointment.reschedule_count,
        overlap_accepted: old.appointment.overlap_accepted,
        series_detached: old.appointment.series_detached,
      });
    });
    return { ops, value: null };
  });

/** Gives up several of a group for one reason. Undo books those again that were booked. Codes as one. */
export const cancelGroup = async (
  db: DaybookDb,
  ids: readonly Uuid[],
  why: Cancelling,
): Promise<Result<GroupDone>> => {
  const name = named('group.cancel', why);
  const done = await write(db, name, async (scope): Promise<Decision<Uuid[]>> => {
    const cancelled = await cancelOps(scope, ids, why);
    if ('error' in cancelled) return cancelled;
    return { ops: cancelled.ops, value: cancelled.bookedIds };
  });
  if (!done.ok) return done;
  const undo = () =>
    write(db, `${name}.undo`, async (scope): Promise<Decision<null>> => {
      const ops = await bookAgainOps(scope, done.value);
      return 'error' in ops ? ops : { ops, value: null };
    });
  return ok({ ids: [...ids], undo });
};

const plansOf = async (scope: WriteScope, ids: readonly Uuid[]): Promise<Plan[] | Failed> => {
  const plans: Plan[] = [];
  for (const id of ids) {
    const plan = await planOf(scope, id);
    if (isFailed(plan)) return plan;
    plans.push(plan);
  }
  return plans;
};

const placePlans = (
  scope: WriteScope,
  plans: readonly Plan[],
  change: (plan: Plan) => AppointmentSegmentRow[],
) =>
  placeEach(
    scope,
    plans.map((plan) => ({
      id: plan.appointment.id,
      place: plan.appointment.location_type,
      plan,
      segments: change(plan),
    })),
  );

const later = (segment: AppointmentSegmentRow, byMin: number): AppointmentSegmentRow => {
  const starts_at = addMinutes(segment.starts_at, byMin);
  return { ...segment, starts_at, ends_at: segmentEnd({ ...segment, starts_at }) };
};
