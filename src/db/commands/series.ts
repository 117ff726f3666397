/**
 * Appointments that repeat. Whatever is done to many dates is one mutation with one way back; each
 * date stays an appointment of its own, so that devices that disagree disagree about single rows.
 */
import { appointmentSpan, segmentEnd } from '#domain/appointments/busy.ts';
import type { SegmentInput } from '#domain/appointments/schema.ts';
import { inputOfSegment } from '#domain/appointments/segment-input.ts';
import { parseRule } from '#domain/appointments/series-rule.ts';
import { isActive } from '#domain/appointments/status.ts';
import { patchOp, putOp, rowKey } from '#domain/commands/op.ts';
import type { Op, RowPatch } from '#domain/commands/op.ts';
import { fail, ok } from '#domain/errors/result.ts';
import type { Failed, Result } from '#domain/errors/result.ts';
import type { AppointmentSegmentRow, Instant, SeriesRow, Uuid } from '#domain/rows.ts';
import { addMinutes, minutesBetween } from '#domain/time/epoch.ts';
import { invalid } from '#domain/validation/validate.ts';
import type { DaybookDb } from '../open.ts';
import { write } from '../write.ts';
import type { Decision, WriteScope } from '../write.ts';
import { isFailed, placedAs, planOf, planOps } from './appointment-time.ts';
import type { Plan } from './appointment-time.ts';
import { checkAppointment } from './appointments.ts';
import type { AppointmentForm } from './appointments.ts';
import { newAppointmentOps, placeSegments, withNeeds } from './new-appointment.ts';
import { checkPatchTests } from './patch-test-block.ts';
import { placeIn } from './place.ts';
import { takeBack } from './series-undo.ts';

export type SeriesDone = {
  /** The series. */
  id: Uuid;
  /** Its appointments that were made or changed. */
  ids: Uuid[];
  undo: () => Promise<Result<unknown>>;
};

/** How a series is laid out from a date on; see SeriesRow. */
export type SeriesLayout = Pick<SeriesRow, 'rule' | 'starts_on' | 'start_minute' | 'first_index'>;

/** A date as a person decided about it. */
export type SeriesDate = {
  startsAt: Instant;
  /** Somebody stands there, and both may stay. */
  acceptOverlap: boolean;
  /** Not where the rule puts it. */
  isMoved: boolean;
};

/** More appointments than this are no plan any more; the rule allows as many dates. */
const DATES_MAX = 104;

/**
 * A series with its appointments: `form` is the visit as it would be on its first date. Dates that
 * were left out are missing in `dates`. Undo takes all of it back. Codes: invalid, patch_test_needed,
 * overlap (`rows` names who stands at a date that was not accepted; nothing is saved then).
 */
export const createSeries = async (
  db: DaybookDb,
  form: AppointmentForm,
  layout: SeriesLayout,
  dates: readonly (SeriesDate & { index: number })[],
): Promise<Result<SeriesDone>> => {
  const fault = layoutFault(layout) ?? datesFault(dates);
  if (fault) return fault;
  const checked = checkAppointment(form);
  if (!checked.ok) return checked;
  const { segments, ...visit } = checked.value;
  const made = await write(db, 'series.create', async (scope): Promise<Decision<Made>> => {
    const business = await scope.get('businesses', scope.businessId);
    const time_zone = business?.time_zone ?? 'UTC';
    // Later dates are asked about when they come: a test may be made until then.
    const tested = await checkPatchTests(scope, visit.client_id, segments);
    if (!tested.ok) return tested;
    const id = scope.newId();
    const row = { ...layout, id, business_id: scope.businessId, time_zone };
    const booked = await bookDates(scope, { ...visit, time_zone, series_id: id }, segments, dates);
    if ('error' in booked) return booked;
    const ops = [putOp('series', { ...row, state: 'active' }), ...booked.ops];
    return { ops, value: { id, ids: booked.ids } };
  });
  if (!made.ok) return made;
  const { id, ids } = made.value;
  return ok({ id, ids, undo: () => takeBack(db, 'series.create.undo', ids, { id, before: null }) });
};

/**
 * More dates at the end of a series, made like the appointment `likeId`. Codes: not_found, invalid,
 * overlap.
 */
export const extendSeries = async (
  db: DaybookDb,
  likeId: Uuid,
  layout: SeriesLayout,
  dates: readonly (SeriesDate & { index: number })[],
): Promise<Result<SeriesDone>> => {
  const fault = layoutFault(layout) ?? datesFault(dates);
  if (fault) return fault;
  const made = await write(db, 'series.extend', async (scope): Promise<Decision<Extended>> => {
    const plan = await planOf(scope, likeId);
    if (isFailed(plan)) return plan;
    const { appointment } = plan;
    const series = await scope.get('series', appointment.series_id ?? '');
    if (!series) return fail('not_found', { rows: [`series:${appointment.series_id}`] });
    const visit = {
      client_id: appointment.client_id,
      source: appointment.source === 'online' ? ('staff' as const) : appointment.source,
      location_type: appointment.location_type,
      address: appointment.address,
      status: 'booked' as const,
      client_note: appointment.client_note,
      staff_note: appointment.staff_note,
      capacity: appointment.capacity ?? null,
      time_zone: appointment.time_zone,
      series_id: series.id,
    };
    const booked = await bookDates(scope, visit, plan.segments.map(inputOfSegment), dates);
    if ('error' in booked) return booked;
    const patch = { ...layout, state: 'active' as const };
    return {
      ops: [...booked.ops, patchOp('series', series.id, patch)],
      value: { id: series.id, ids: booked.ids, before: fieldsOf(series, patch) },
    };
  });
  if (!made.ok) return made;
  const { id, ids, before } = made.value;
  return ok({ id, ids, undo: () => takeBack(db, 'series.extend.undo', ids, { id, before }) });
};

export type SeriesMove = {
  id: Uuid;
  layout: SeriesLayout;
  dates: readonly (SeriesDate & { id: Uuid })[];
  /** They stay where they are, and from now on keep their own time. */
  leftIds: readonly Uuid[];
  /** For visits with one segment. */
  staffId?: Uuid;
  durationMin?: number;
};

/**
 * Other times, people or lengths for many dates. It counts as a reschedule of each that moves. Codes:
 * not_found, illegal_transition (one is over), invalid, overlap.
 */
export const moveSeries = async (db: DaybookDb, move: SeriesMove): Promise<Result<SeriesDone>> => {
  const fault = layoutFault(move.layout) ?? datesFault(move.dates);
  if (fault) return fault;
  const { durationMin } = move;
  if (durationMin !== undefined && !(durationMin >= 5 && durationMin <= 1440)) {
    return invalid('duration_min', durationMin < 5 ? 'too_small' : 'too_large');
  }
  const ids = move.dates.map(({ id }) => id);
  const before = await write(db, 'series.move', async (scope): Promise<Decision<Moved>> => {
    const series = await scope.get('series', move.id);
    if (!series) return fail('not_found', { rows: [`series:${move.id}`] });
    const patch = { ...move.layout, state: 'active' as const };
    const ops: Op[] = [patchOp('series', series.id, patch)];
    const plans: Plan[] = [];
    const inTheWay: string[] = [];
    for (const date of move.dates) {
      const plan = await planOf(scope, date.id);
      if (isFailed(plan)) return plan;
      if (!isActive(plan.appointment.status)) {
        return fail('illegal_transition', { field: 'status', detail: plan.appointment.status });
      }
      const wanted = movedSegments(plan, date.startsAt, move);
      const { segments, others } = await placeAmong(scope, date.id, wanted, ids);
      if (!date.acceptOverlap) inTheWay.push(...others);
      const moves = appointmentSpan(segments).starts_at !== plan.appointment.starts_at;
      plans.push(plan);
      ops.push(
        ...planOps(plan, segments, {
          reschedule_count: plan.appointment.reschedule_count + (moves ? 1 : 0),
          overlap_accepted: others.length > 0,
          series_detached: date.isMoved,
        }),
      );
    }
    if (inTheWay.length > 0) return fail('overlap', { rows: inTheWay });
    ops.push(...move.leftIds.map((id) => patchOp('appointments', id, { series_detached: true })));
    return { ops, value: { plans, before: fieldsOf(series, patch) } };
  });
  if (!before.ok) return before;
  const undo = () => moveBack(db, move, before.value);
  return ok({ id: move.id, ids, undo });
};

type Made = { id: Uuid; ids: Uuid[] };
type Extended = Made & { before: RowPatch<'series'> };
type Moved = { plans: Plan[]; before: RowPatch<'series'> };

/** All of them back where they were, or none. */
const moveBack = (
  db: DaybookDb,
  { id, leftIds }: SeriesMove,
  { plans, before }: Moved,
): Promise<Result<Uuid>> =>
  write(db, 'series.move.undo', async (scope): Promise<Decision<Uuid>> => {
    const ids = plans.map(({ appointment }) => appointment.id);
    const ops: Op[] = [patchOp('series', id, before)];
    for (const old of plans) {
      const now = await planOf(scope, old.appointment.id);
      if (isFailed(now)) return now;
      const back = placedAs(old, now);
      const accepted = old.appointment.overlap_accepted;
      const { others } = await placeAmong(scope, old.appointment.id, back, ids);
      if (others.length > 0 && !accepted) return fail('overlap', { rows: others });
      ops.push(
        ...planOps(now, back, {
          reschedule_count: old.appointment.reschedule_count,
          overlap_accepted: accepted,
          series_detached: old.appointment.series_detached,
        }),
      );
    }
    ops.push(...leftIds.map((left) => patchOp('appointments', left, { series_detached: false })));
    return { ops, value: id };
  });

const layoutFault = ({ rule }: SeriesLayout): Failed | null =>
  parseRule(rule) ? null : invalid('rule', 'not_a_choice');

const datesFault = (dates: readonly unknown[]): Failed | null => {
  if (dates.length === 0) return invalid('dates', 'too_few');
  return dates.length > DATES_MAX ? invalid('dates', 'too_many') : null;
};

/** The rows of all dates, or who stands in the way of those that were not accepted. */
const bookDates = async (
  scope: WriteScope,
  visit: Omit<Parameters<typeof newAppointmentOps>[2], 'overlap_accepted'>,
  segments: readonly SegmentInput[],
  dates: readonly (SeriesDate & { index: number })[],
): Promise<{ ops: Op[]; ids: Uuid[] } | Failed> => {
  const first = appointmentStart(segments);
  const ops: Op[] = [];
  const ids: Uuid[] = [];
  const inTheWay: string[] = [];
  for (const { index, startsAt, acceptOverlap, isMoved } of dates) {
    const id = scope.newId();
    const at = shifted(segments, minutesBetween(first, startsAt));
    const wanted = await withNeeds(scope, placeSegments(scope, id, at));
    const { segments: placed, overlapped: others } = await placeIn(
      scope,
      id,
      wanted,
      visit.location_type,
    );
    if (!acceptOverlap) inTheWay.push(...others);
    const fields = {
      ...visit,
      series_index: index,
      series_detached: isMoved,
      overlap_accepted: others.length > 0,
    };
    ids.push(id);
    ops.push(...newAppointmentOps(scope, id, fields, placed));
  }
  return inTheWay.length > 0 ? fail('overlap', { rows: inTheWay }) : { ops, ids };
};

const appointmentStart = (segments: readonly { starts_at: Instant }[]): Instant =>
  segments.map(({ starts_at }) => starts_at).reduce((a, b) => (a < b ? a : b));

const shifted = <S extends { starts_at: Instant }>(segments: readonly S[], byMin: number): S[] =>
  segments.map((segment) => ({ ...segment, starts_at: addMinutes(segment.starts_at, byMin) }));

const movedSegments = (
  { segments }: Plan,
  startsAt: Instant,
  { staffId, durationMin }: SeriesMove,
): AppointmentSegmentRow[] => {
  const [only] = segments;
  const isSingle = segments.length === 1;
  return shifted(segments, minutesBetween(appointmentStart(segments), startsAt)).map((moved) => {
    const changed = {
      ...moved,
      ...(isSingle && staffId !== undefined && staffId !== only?.staff_id
        ? { staff_id: staffId, any_staff: false }
        : {}),
      ...(isSingle && durationMin !== undefined ? { duration_min: durationMin } : {}),
    };
    return { ...changed, ends_at: segmentEnd(changed) };
  });
};

/** Who stands there already; those who move along are not in the way. */
const placeAmong = async (
  scope: WriteScope,
  id: Uuid,
  wanted: readonly AppointmentSegmentRow[],
  movingIds: readonly Uuid[],
): Promise<{ segments: AppointmentSegmentRow[]; others: string[] }> => {
  const moving = new Set<string>(movingIds.map((one) => rowKey('appointments', one)));
  const { segments, overlapped } = await placeIn(scope, id, wanted);
  return { segments, others: overlapped.filter((row) => !moving.has(row)) };
};

/** What a row holds now in the fields of a patch. */
const fieldsOf = (row: SeriesRow, patch: RowPatch<'series'>): RowPatch<'series'> =>
  Object.fromEntries(Object.keys(patch).map((field) => [field, row[field as keyof typeof patch]]));
