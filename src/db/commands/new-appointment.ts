import { appointmentSpan, segmentEnd } from '#domain/appointments/busy.ts';
import { NEW_APPOINTMENT } from '#domain/appointments/schema.ts';
import type { AppointmentInput, SegmentInput } from '#domain/appointments/schema.ts';
import { putOp } from '#domain/commands/op.ts';
import type { Op } from '#domain/commands/op.ts';
import { ICAL_DOMAIN } from '#domain/product.ts';
import type { AppointmentRow, Uuid } from '#domain/rows.ts';
import type { WriteScope } from '../write.ts';
import type { PlacedSegment } from './place.ts';

/** Segments in their order, as they will stand in an appointment that is being made. */
export const placeSegments = (
  scope: Pick<WriteScope, 'newId'>,
  appointmentId: Uuid,
  inputs: readonly SegmentInput[],
): PlacedSegment[] =>
  inputs
    .toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1))
    .map((segment, position) => ({
      ...segment,
      id: scope.newId(),
      appointment_id: appointmentId,
      position,
      ends_at: segmentEnd(segment),
    }));

type Fields = Omit<AppointmentInput, 'segments'> &
  Pick<AppointmentRow, 'time_zone' | 'overlap_accepted'> &
  Partial<Pick<AppointmentRow, 'series_id' | 'series_index' | 'series_detached'>>;

/** The rows of a new appointment: itself and its segments. */
export const newAppointmentOps = (
  scope: Pick<WriteScope, 'businessId'>,
  id: Uuid,
  fields: Fields,
  segments: readonly PlacedSegment[],
): Op[] => [
  putOp('appointments', {
    ...NEW_APPOINTMENT,
    ...fields,
    id,
    business_id: scope.businessId,
    ...appointmentSpan(segments),
    ical_uid: `${id}@${ICAL_DOMAIN}`,
  }),
  ...segments.map((segment) =>
    putOp('appointment_segments', { ...segment, business_id: scope.businessId }),
  ),
];
