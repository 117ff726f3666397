import * as v from 'valibot';
import {
  choice,
  flag,
  id,
  idSet,
  instant,
  note,
  optionalAddress,
  optionalId,
  requiredText,
  whole,
} from '#domain/validation/fields.ts';
import type { AppointmentRow } from '#domain/rows.ts';
import type { Rule } from '#domain/validation/rules.ts';

/** One piece of work as a person enters it; lengths and price are what was agreed, not looked up. */
const segmentSchema = v.object({
  variant_id: optionalId,
  service_name: requiredText(260),
  add_on_ids: idSet(50),
  staff_id: id,
  any_staff: flag,
  starts_at: instant,
  duration_min: whole(1, 1440),
  processing_min: whole(0, 480),
  finishing_min: whole(0, 480),
  buffer_before_min: whole(0, 480),
  buffer_after_min: whole(0, 480),
  /** A part of the buffers. */
  travel_before_min: whole(0, 480),
  travel_after_min: whole(0, 480),
  processing_bookable: flag,
  price_kind: choice(['fixed', 'from', 'free', 'varies', 'hidden']),
  price_cents: whole(0, 100_000_000),
});

const SEGMENTS_MAX = 10;

/** Seats of a class session. */
const capacity = whole(1, 500);

export const appointmentSchema = v.object({
  client_id: optionalId,
  source: choice(['staff', 'walk_in', 'rebook', 'waitlist', 'import']),
  location_type: choice(['business', 'client', 'remote', 'phone']),
  address: optionalAddress,
  status: choice(['pending', 'booked']),
  client_note: note,
  staff_note: note,
  /** Seats of a class session; null = a visit. */
  capacity: v.optional(v.nullable(capacity), null),
  segments: v.pipe(
    v.array(segmentSchema),
    v.minLength(1, 'too_few' satisfies Rule),
    v.maxLength(SEGMENTS_MAX, 'too_many' satisfies Rule),
  ),
});

/** The rest of a new appointment: nothing has happened to it yet. */
export const NEW_APPOINTMENT = {
  confirmation: 'none',
  policy_version: null,
  reschedule_count: 0,
  cancel_by: null,
  cancel_reason: null,
  cancelled_at: null,
  cancel_late: false,
  fee_kind: null,
  fee_cents: 0,
  fee_state: 'none',
  fee_terms: null,
  ical_sequence: 0,
  arrived_at: null,
  started_at: null,
  finished_at: null,
  conflict: false,
  overlap_accepted: false,
  client_moved_at: null,
  client_moved_from: null,
  pending_blocks_slot: null,
  deposit_due: false,
  deposit_due_at: null,
  capacity: null,
  group_id: null,
  series_id: null,
  series_index: null,
  series_detached: false,
} as const satisfies Partial<AppointmentRow>;

export type SegmentInput = v.InferOutput<typeof segmentSchema>;
export type AppointmentInput = v.InferOutput<typeof appointmentSchema>;
