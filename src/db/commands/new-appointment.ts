import { appointmentSpan, segmentEnd } from '#domain/appointments/busy.ts';
import { NEW_APPOINTMENT } from '#domain/appointments/schema.ts';
import type { AppointmentInput, SegmentInput } from '#domain/appointments/schema.ts';
import { putOp } from '#domain/commands/op.ts';
import type { Op } from '#domain/commands/op.ts';
import { ICAL_DOMAIN } from '#domain/product.ts';
import type { AppointmentRow, ResourceNeed, Uuid } from '#domain/rows.ts';
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
      resource_needs: [],
      resource_ids: [],
      resource_fixed: false,
    }));

/** The segments with what their services need of rooms and chairs, frozen as their lengths are. */
export const withNeeds = async (
  scope: Pick<WriteScope, 'getMany' | 'all'>,
  segments: readonly PlacedSegment[],
): Promise<PlacedSegment[]> => {
  const pools = (await scope.all('resource_pools')).filter(({ status }) => status === 'active');
  if (pools.length === 0) return [...segments];
  const variants = await scope.getMany(
    'service_variants',
    segments.map(({ variant_id }) => variant_id ?? ''),
  );
  const services = await scope.getMany(
    'services',
    variants.map((variant) => variant?.service_id ?? ''),
  );
  return segments.map((segment, index) => {
    const needs: readonly ResourceNeed[] = services[index]?.resource_needs ?? [];
    return {
      ...segment,
      resource_needs: needs.filter(({ pool_id }) => pools.some(({ id }) => id === pool_id)),
    };
  });
};

type Fields = Omit<AppointmentInput, 'segments' | 'capacity'> &
  Pick<AppointmentRow, 'time_zone' | 'overlap_accepted'> &
  Partial<
    Pick<AppointmentRow, 'capacity' | 'group_id' | 'series_id' | 'series_index' | 'series_detached'>
  >;

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
