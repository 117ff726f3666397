import * as v from 'valibot';
import { appointmentSchema } from '#domain/appointments/schema.ts';
import { NO_TRAVEL, TRAVEL_MAX_MIN, withTravel } from '#domain/appointments/travel.ts';
import { patchOp } from '#domain/commands/op.ts';
import type { Op, RowPatch } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { AppointmentRow, AppointmentSegmentRow, Uuid } from '#domain/rows.ts';
import { whole } from '#domain/validation/fields.ts';
import { validate } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { Decision } from '../write.ts';
import { isFailed, planOf } from './appointment-time.ts';
import type { Plan } from './appointment-time.ts';
import { changeOps, ifOlder } from './edit-row.ts';
import type { Done } from './edit-row.ts';
import { overlappedBy } from './place.ts';

const travelMin = whole(0, TRAVEL_MAX_MIN);

const placeSchema = v.object({
  ...v.pick(appointmentSchema, ['location_type', 'address']).entries,
  travel_before_min: travelMin,
  travel_after_min: travelMin,
});

export type VisitPlace = v.InferOutput<typeof placeSchema>;

type Options = {
  acceptOverlap?: boolean;
  /** Of the appointment that the form showed. */
  seenRev?: number;
};

/**
 * Where a visit takes place, and how long the way there and back takes: only visits at the client's
 * have a way. More travel takes more of its people's time. Undo brings place and travel back. Codes:
 * not_found, invalid, overlap (`rows` names who stands in the way of the travel).
 */
export const setVisitPlace = async (
  db: DaybookDb,
  id: Uuid,
  place: VisitPlace,
  { acceptOverlap = false, seenRev }: Options = {},
): Promise<Result<Done>> => {
  const checked = validate(placeSchema, place);
  if (!checked.ok) return checked;
  const { location_type, address, travel_before_min, travel_after_min } = checked.value;
  const isThere = location_type === 'client';
  const travel = isThere ? { before: travel_before_min, after: travel_after_min } : NO_TRAVEL;
  const before = await write(db, 'appointment.place', async (scope): Promise<Decision<Plan>> => {
    const plan = await planOf(scope, id);
    if (isFailed(plan)) return plan;
    const segments = withTravel(plan.segments, travel);
    const ops: Op[] = travelOps(plan.segments, segments);
    // There nobody serves others meanwhile, so that more of their time may be taken than before.
    const asksAgain = ops.length > 0 || (isThere && plan.appointment.location_type !== 'client');
    const others = asksAgain ? await overlappedBy(scope, id, segments, location_type) : [];
    const accepted = plan.appointment.overlap_accepted;
    if (others.length > 0 && !acceptOverlap && !accepted) return fail('overlap', { rows: others });
    const wanted = {
      location_type,
      address: isThere ? address : null,
      overlap_accepted: accepted || others.length > 0,
    };
    ops.unshift(...changeOps('appointments', id, plan.appointment, wanted));
    return { ops, value: plan, seenRev: ifOlder(seenRev, plan.appointment) };
  });
  if (!before.ok) return before;
  const undo = () =>
    write(db, 'appointment.place.undo', async (scope): Promise<Decision<Uuid>> => {
      const plan = await planOf(scope, id);
      if (isFailed(plan)) return plan;
      const { location_type: type, address: was, overlap_accepted } = before.value.appointment;
      const old: Partial<AppointmentRow> = { location_type: type, address: was, overlap_accepted };
      const oldById = new Map(before.value.segments.map((segment) => [segment.id, segment]));
      const back = plan.segments.map((segment) => ({
        ...segment,
        ...buffersOf(oldById.get(segment.id) ?? segment),
      }));
      return {
        ops: [
          ...changeOps('appointments', id, plan.appointment, old),
          ...travelOps(plan.segments, back),
        ],
        value: id,
      };
    });
  return ok({ id, undo });
};

/** The fields that travel changes; those of rows from before there was travel are none. */
const buffersOf = (segment: AppointmentSegmentRow): RowPatch<'appointment_segments'> => ({
  buffer_before_min: segment.buffer_before_min,
  buffer_after_min: segment.buffer_after_min,
  travel_before_min: segment.travel_before_min ?? 0,
  travel_after_min: segment.travel_after_min ?? 0,
});

const travelOps = (
  now: readonly AppointmentSegmentRow[],
  wanted: readonly AppointmentSegmentRow[],
): Op[] =>
  wanted.flatMap((segment, index) => {
    const [old, next] = [buffersOf(now[index]!), buffersOf(segment)];
    return JSON.stringify(old) === JSON.stringify(next)
      ? []
      : [patchOp('appointment_segments', segment.id, next)];
  });
