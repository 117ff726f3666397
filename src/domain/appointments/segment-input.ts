import type { AppointmentSegmentRow } from '#domain/rows.ts';
import type { SegmentInput } from './schema.ts';

/** What people decide about a segment, as it was agreed. */
export const inputOfSegment = (row: AppointmentSegmentRow): SegmentInput => ({
  variant_id: row.variant_id,
  service_name: row.service_name,
  add_on_ids: row.add_on_ids,
  staff_id: row.staff_id,
  any_staff: row.any_staff,
  starts_at: row.starts_at,
  duration_min: row.duration_min,
  processing_min: row.processing_min,
  finishing_min: row.finishing_min,
  buffer_before_min: row.buffer_before_min,
  buffer_after_min: row.buffer_after_min,
  // Rows that were stored before there was travel have none.
  travel_before_min: row.travel_before_min ?? 0,
  travel_after_min: row.travel_after_min ?? 0,
  processing_bookable: row.processing_bookable,
  price_kind: row.price_kind,
  price_cents: row.price_cents,
});
