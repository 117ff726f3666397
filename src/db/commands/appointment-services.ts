import { appointmentSpan, segmentEnd } from '#domain/appointments/busy.ts';
import type { SegmentInput } from '#domain/appointments/schema.ts';
import { isActive } from '#domain/appointments/status.ts';
import { deleteOp, putOp } from '#domain/commands/op.ts';
import type { Op } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import type { AppointmentSegmentRow, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { Decision, WriteScope } from '../write.ts';
import { isFailed, planOf } from './appointment-time.ts';
import type { Plan } from './appointment-time.ts';
import { checkAppointment } from './appointments.ts';
import { changeOps, ifOlder } from './edit-row.ts';
import type { Done } from './edit-row.ts';
import { withNeeds } from './new-appointment.ts';
import { checkPatchTests } from './patch-test-block.ts';
import { overlappedBy, placeIn } from './place.ts';
import type { PlacedSegment } from './place.ts';

/** A piece of work as it shall be; id null = it joins the visit. */
export type WantedSegment = SegmentInput & { id: Uuid | null };

type Options = {
  acceptOverlap?: boolean;
  /** Of the appointment that the form showed. */
  seenRev?: number;
};

/**
 * What is done in a visit that is booked: services join it, change or go; those that are not named
 * any more are removed. What was agreed for the others stays. Undo brings them back as they were.
 * Codes: not_found, illegal_transition (it is over), invalid, patch_test_needed, overlap.
 */
export const changeServices = async (
  db: DaybookDb,
  id: Uuid,
  wanted: readonly WantedSegment[],
  { acceptOverlap = false, seenRev }: Options = {},
): Promise<Result<Done>> => {
  const before = await write(db, 'appointment.services', async (scope): Promise<Decision<Plan>> => {
    const plan = await planOf(scope, id);
    if (isFailed(plan)) return plan;
    const { appointment } = plan;
    if (!isActive(appointment.status)) {
      return fail('illegal_transition', { field: 'status', detail: appointment.status });
    }
    const checked = checkAppointment({ client_id: appointment.client_id, segments: [...wanted] });
    if (!checked.ok) return checked;
    const parts = await withNeedsOfNew(scope, plan, partsOf(scope, plan, wanted));
    const added = parts.filter(({ isNew }) => isNew).map(({ segment }) => segment);
    const tested = await checkPatchTests(scope, appointment.client_id, added);
    if (!tested.ok) return tested;
    const { segments, overlapped } = await placeIn(
      scope,
      id,
      parts.map(({ segment }) => segment),
    );
    const accepted = appointment.overlap_accepted;
    if (overlapped.length > 0 && !acceptOverlap && !accepted) {
      return fail('overlap', { rows: overlapped });
    }
    return {
      ops: segmentOps(scope, plan, segments, accepted || overlapped.length > 0),
      value: plan,
      seenRev: ifOlder(seenRev, appointment),
    };
  });
  return before.ok ? ok({ id, undo: () => bringBack(db, id, before.value) }) : before;
};

type Part = { segment: PlacedSegment; isNew: boolean };

/** In the order of their starts; rows that stay keep what no form shows of them. */
const partsOf = (
  scope: Pick<WriteScope, 'newId'>,
  plan: Plan,
  wanted: readonly WantedSegment[],
): Part[] =>
  wanted
    .toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1))
    .map(({ id, ...input }, position) => {
      const known = plan.segments.find((segment) => segment.id === id);
      const rest = { position, ends_at: segmentEnd(input), appointment_id: plan.appointment.id };
      if (known) return { segment: { ...known, ...input, ...rest }, isNew: false };
      const none = { resource_needs: [], resource_ids: [], resource_fixed: false };
      return { segment: { ...none, ...input, ...rest, id: scope.newId() }, isNew: true };
    });

/** What a service needs is frozen when it joins the visit, or becomes another. */
const withNeedsOfNew = async (
  scope: WriteScope,
  plan: Plan,
  parts: readonly Part[],
): Promise<Part[]> => {
  const isOther = ({ segment, isNew }: Part): boolean =>
    isNew || plan.segments.find(({ id }) => id === segment.id)?.variant_id !== segment.variant_id;
  const others = await withNeeds(
    scope,
    parts.filter(isOther).map(({ segment }) => segment),
  );
  const byId = new Map(others.map((segment) => [segment.id, segment]));
  return parts.map((part) => ({ ...part, segment: byId.get(part.segment.id) ?? part.segment }));
};

/** The changes that lead from the plan to these segments. */
const segmentOps = (
  scope: Pick<WriteScope, 'businessId'>,
  { appointment, segments: now }: Plan,
  wanted: readonly PlacedSegment[],
  overlap_accepted: boolean,
): Op[] => {
  const span = appointmentSpan(wanted);
  const moves = span.starts_at !== appointment.starts_at || span.ends_at !== appointment.ends_at;
  const fields = {
    overlap_accepted,
    ...(moves ? { ...span, ical_sequence: appointment.ical_sequence + 1 } : {}),
  };
  const kept = new Set(wanted.map(({ id }) => id));
  return [
    ...changeOps('appointments', appointment.id, appointment, fields),
    ...wanted.flatMap((segment) => {
      const row = now.find(({ id }) => id === segment.id);
      return row
        ? changeOps('appointment_segments', row.id, row, contentOf(segment))
        : [putOp('appointment_segments', { ...segment, business_id: scope.businessId })];
    }),
    ...now.flatMap(({ id }) => (kept.has(id) ? [] : [deleteOp('appointment_segments', id)])),
  ];
};

/** Everything of a segment that people decide. */
const contentOf = (segment: PlacedSegment | AppointmentSegmentRow): Record<string, unknown> => {
  const {
    id: _id,
    appointment_id: _appointment,
    business_id: _business,
    rev: _rev,
    created_at: _createdAt,
    created_by: _createdBy,
    updated_at: _updatedAt,
    ...content
  } = segment as AppointmentSegmentRow;
  return content;
};

const bringBack = (db: DaybookDb, id: Uuid, old: Plan): Promise<Result<Uuid>> =>
  write(db, 'appointment.services.undo', async (scope): Promise<Decision<Uuid>> => {
    const plan = await planOf(scope, id);
    if (isFailed(plan)) return plan;
    const back = old.segments.map((segment): PlacedSegment => {
      const isThere = plan.segments.some((one) => one.id === segment.id);
      const { rev: _rev, created_at: _a, updated_at: _b, created_by: _c, ...row } = segment;
      // What was deleted has left its name for good.
      return isThere ? row : { ...row, id: scope.newId() };
    });
    const accepted = old.appointment.overlap_accepted;
    const others = await overlappedBy(scope, id, back);
    if (others.length > 0 && !accepted) return fail('overlap', { rows: others });
    return { ops: segmentOps(scope, plan, back, accepted), value: id };
  });
