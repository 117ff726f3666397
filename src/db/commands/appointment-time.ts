import { appointmentSpan, segmentEnd } from '#domain/appointments/busy.ts';
import { isActive } from '#domain/appointments/status.ts';
import { patchOp } from '#domain/commands/op.ts';
import type { Op, RowPatch } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { AppError, Failed, Result } from '#domain/errors/result.ts';
import type { AppointmentRow, AppointmentSegmentRow, Instant, Uuid } from '#domain/rows.ts';
import { addMinutes, epochMinOf, minutesBetween } from '#domain/time/epoch.ts';
import { invalid } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { Decision, WriteScope } from '../write.ts';
import type { Done } from './edit-row.ts';
import { overlappedBy, placeIn } from './place.ts';

export type MoveTo = {
  /** New start of the segment named, or of the appointment. */
  startsAt: Instant;
  /** The segment that is dragged; the others keep their distance to it. */
  segmentId?: Uuid;
  /** Another person for that segment, or for all when none is named. */
  staffId?: Uuid;
  /** Another room or chair for that segment (or the first), chosen by hand. */
  resource?: { from: Uuid; to: Uuid };
  acceptOverlap?: boolean;
  /** The client knows already: no mail. */
  silently?: boolean;
};

/**
 * Another time, another person, or both; the appointment keeps its id. A new time counts as a
 * reschedule and moves the event in the client's calendar. Codes: not_found, illegal_transition
 * (it is over), invalid, overlap (`rows` names what is there; acceptOverlap books it anyway).
 */
export const moveAppointment = (db: DaybookDb, id: Uuid, to: MoveTo): Promise<Result<Done>> =>
  replan(
    db,
    named('appointment.move', to),
    id,
    to.acceptOverlap ?? false,
    ({ appointment, segments }) => {
      if (Number.isNaN(epochMinOf(to.startsAt))) return invalid('starts_at', 'not_a_time');
      const dragged = segments.find(({ id: segmentId }) => segmentId === to.segmentId);
      const shiftMin = minutesBetween(dragged?.starts_at ?? appointment.starts_at, to.startsAt);
      return ok(
        segments.map((segment) => {
          const starts_at = addMinutes(segment.starts_at, shiftMin);
          const moved = { ...segment, starts_at, ends_at: segmentEnd({ ...segment, starts_at }) };
          const changesStaff =
            to.staffId !== undefined && (to.segmentId === undefined || segment === dragged);
          const withPerson =
            changesStaff && to.staffId !== segment.staff_id
              ? { ...moved, staff_id: to.staffId as Uuid, any_staff: false }
              : moved;
          return to.resource && segment === (dragged ?? segments[0])
            ? inResource(withPerson, to.resource)
            : withPerson;
        }),
      );
    },
  );

/** In another room or chair than one that it has, from now on as a person chose it. */
const inResource = (
  segment: AppointmentSegmentRow,
  { from, to }: { from: Uuid; to: Uuid },
): AppointmentSegmentRow => ({
  ...segment,
  resource_ids: [...(segment.resource_ids ?? []).filter((id) => id !== from && id !== to), to],
  resource_fixed: true,
});

export type ResizeTo = {
  /** New end of the segment (or of the last one), buffers excluded. */
  endsAt: Instant;
  segmentId?: Uuid;
  acceptOverlap?: boolean;
  silently?: boolean;
};

/**
 * More or less working time in one segment; later segments move along. Codes as moveAppointment;
 * `invalid` with too_small or too_large when no sensible length is left.
 */
export const resizeAppointment = (db: DaybookDb, id: Uuid, to: ResizeTo): Promise<Result<Done>> =>
  replan(db, named('appointment.resize', to), id, to.acceptOverlap ?? false, ({ segments }) => {
    const resized =
      segments.find(({ id: segmentId }) => segmentId === to.segmentId) ?? segments.at(-1);
    if (!resized) return invalid('segments', 'too_few');
    const growMin = minutesBetween(resized.ends_at, to.endsAt);
    const duration_min = resized.duration_min + growMin;
    if (Number.isNaN(duration_min)) return invalid('ends_at', 'not_a_time');
    if (duration_min < 5) return invalid('duration_min', 'too_small');
    if (duration_min > 1440) return invalid('duration_min', 'too_large');
    return ok(
      segments.map((segment) => {
        if (segment === resized) {
          return { ...segment, duration_min, ends_at: segmentEnd({ ...segment, duration_min }) };
        }
        if (segment.position < resized.position) return segment;
        const starts_at = addMinutes(segment.starts_at, growMin);
        return { ...segment, starts_at, ends_at: segmentEnd({ ...segment, starts_at }) };
      }),
    );
  });

export type Plan = { appointment: AppointmentRow; segments: AppointmentSegmentRow[] };

/** The server reads in the name of a mutation whether the client is to be told of it. */
export const named = (name: string, { silently = false }: { silently?: boolean }): string =>
  silently ? `${name}.silently` : name;

const replan = async (
  db: DaybookDb,
  name: string,
  id: Uuid,
  acceptOverlap: boolean,
  change: (plan: Plan) => Result<AppointmentSegmentRow[]>,
): Promise<Result<Done>> => {
  const before = await write(db, name, async (scope): Promise<Decision<Plan>> => {
    const plan = await planOf(scope, id);
    if (isFailed(plan)) return plan;
    if (!isActive(plan.appointment.status)) {
      return fail('illegal_transition', { field: 'status', detail: plan.appointment.status });
    }
    const changed = change(plan);
    if (!changed.ok) return changed;
    const { segments, overlapped } = await placeIn(scope, id, changed.value);
    if (overlapped.length > 0 && !acceptOverlap) return fail('overlap', { rows: overlapped });
    const moves = appointmentSpan(segments).starts_at !== plan.appointment.starts_at;
    const ops = planOps(plan, segments, {
      reschedule_count: plan.appointment.reschedule_count + (moves ? 1 : 0),
      overlap_accepted: overlapped.length > 0,
      // From now on it keeps its own time, whatever its series does.
      series_detached: Boolean(plan.appointment.series_id),
    });
    return { ops, value: plan };
  });
  return before.ok ? ok({ id, undo: () => restore(db, `${name}.undo`, id, before.value) }) : before;
};

/** Back to the old times and people, if the place is still free. Codes: not_found, overlap. */
const restore = (db: DaybookDb, name: string, id: Uuid, old: Plan): Promise<Result<Uuid>> =>
  write(db, name, async (scope): Promise<Decision<Uuid>> => {
    const plan = await planOf(scope, id);
    if (isFailed(plan)) return plan;
    const back = placedAs(old, plan);
    const overlapped = await overlappedBy(scope, id, back);
    const accepted = old.appointment.overlap_accepted;
    if (overlapped.length > 0 && !accepted) return fail('overlap', { rows: overlapped });
    const ops = planOps(plan, back, {
      reschedule_count: old.appointment.reschedule_count,
      overlap_accepted: accepted,
      series_detached: old.appointment.series_detached,
    });
    return { ops, value: id };
  });

/** The segments of now with the times and people of before; what else changed meanwhile stays. */
export const placedAs = (old: Plan, now: Plan): AppointmentSegmentRow[] => {
  const oldById = new Map(old.segments.map((segment) => [segment.id, segment]));
  return now.segments.map((segment) => {
    const old = oldById.get(segment.id) ?? segment;
    const { starts_at, ends_at, duration_min, staff_id, any_staff } = old;
    return {
      ...segment,
      starts_at,
      ends_at,
      duration_min,
      staff_id,
      any_staff,
      resource_ids: old.resource_ids ?? [],
      resource_fixed: old.resource_fixed ?? false,
    };
  });
};

/** An appointment with its segments in order. Codes: not_found. */
export const planOf = async (scope: WriteScope, id: Uuid): Promise<Plan | Failed> => {
  const appointment = await scope.get('appointments', id);
  if (!appointment) return fail('not_found', { rows: [`appointments:${id}`] });
  const segments = await scope.list('appointment_segments', 'appointment_id', id);
  return { appointment, segments: segments.toSorted((a, b) => a.position - b.position) };
};

export const isFailed = (plan: Plan | Failed): plan is { ok: false; error: AppError } =>
  'error' in plan;

/** Only what differs: a segment that stays is not sent. */
export const planOps = (
  plan: Plan,
  segments: readonly AppointmentSegmentRow[],
  more: Pick<AppointmentRow, 'reschedule_count' | 'overlap_accepted' | 'series_detached'>,
): Op[] => {
  const ops: Op[] = [];
  const span = appointmentSpan(segments);
  const { appointment } = plan;
  const timeChanges =
    span.starts_at !== appointment.starts_at || span.ends_at !== appointment.ends_at;
  const patch: RowPatch<'appointments'> = {
    ...(timeChanges ? { ...span, ical_sequence: appointment.ical_sequence + 1 } : {}),
    ...changedFields(appointment, more),
  };
  if (Object.keys(patch).length > 0) ops.push(patchOp('appointments', appointment.id, patch));

  for (const [index, segment] of segments.entries()) {
    const old = plan.segments[index];
    const fields: RowPatch<'appointment_segments'> = {};
    if (segment.starts_at !== old?.starts_at) fields.starts_at = segment.starts_at;
    if (segment.ends_at !== old?.ends_at) fields.ends_at = segment.ends_at;
    if (segment.duration_min !== old?.duration_min) fields.duration_min = segment.duration_min;
    if (segment.staff_id !== old?.staff_id) fields.staff_id = segment.staff_id;
    if (segment.any_staff !== old?.any_staff) fields.any_staff = segment.any_staff;
    const { resource_ids = [], resource_fixed = false } = segment;
    if (resource_ids.join() !== (old?.resource_ids ?? []).join())
      fields.resource_ids = resource_ids;
    if (resource_fixed !== (old?.resource_fixed ?? false)) fields.resource_fixed = resource_fixed;
    if (Object.keys(fields).length > 0) {
      ops.push(patchOp('appointment_segments', segment.id, fields));
    }
  }
  return ops;
};

const changedFields = <F extends object>(row: F, wanted: Partial<F>): Partial<F> =>
  Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => row[field as keyof F] !== value),
  ) as Partial<F>;
