import { busyRanges, clashes } from '#domain/appointments/busy.ts';
import type { Occupation } from '#domain/appointments/busy.ts';
import { takesTime } from '#domain/availability/schedule.ts';
import { rowKey } from '#domain/commands/op.ts';
import type { AppointmentSegmentRow, Uuid } from '#domain/rows.ts';
import { instantOfMin } from '#domain/time/epoch.ts';
import type { WriteScope } from '../write.ts';

export type PlacedSegment = Omit<
  AppointmentSegmentRow,
  'rev' | 'created_at' | 'updated_at' | 'created_by' | 'business_id'
>;

/** A segment with its extras is never longer: how far back something can begin that still lasts. */
const LONGEST_SEGMENT_MIN = 3 * 1440;

/**
 * Appointments of the same staff that these segments would overlap, as row keys. What the server
 * decides when it hears of it, decided here with what this device knows.
 */
export const overlappedBy = async (
  scope: Pick<WriteScope, 'businessId' | 'get' | 'between'>,
  appointmentId: Uuid,
  segments: readonly PlacedSegment[],
): Promise<string[]> => {
  const wanted = segments.flatMap((segment) => occupations(segment));
  const first = Math.min(...wanted.map(({ range }) => range[0]));
  const last = Math.max(...wanted.map(({ range }) => range[1]));
  if (wanted.length === 0) return [];

  const near = await scope.between(
    'appointment_segments',
    'starts_at',
    instantOfMin(first - LONGEST_SEGMENT_MIN),
    // A buffer before a later start may reach back into the wanted time.
    instantOfMin(last + 481),
  );
  const others = near.filter(({ appointment_id }) => appointment_id !== appointmentId);
  const hit = clashes(
    wanted,
    others.flatMap((segment) => occupations(segment)),
  );
  const rules = await scope.get('booking_rules', scope.businessId);
  const found: string[] = [];
  for (const row of new Set(hit.map((occupation) => occupation.row))) {
    const other = await scope.get('appointments', row.slice(row.indexOf(':') + 1));
    if (other && takesTime(other, rules?.pending_blocks_slot ?? true)) found.push(row);
  }
  return found;
};

const occupations = (segment: PlacedSegment): Occupation[] =>
  busyRanges(segment).map((range) => ({
    staffId: segment.staff_id,
    range,
    row: rowKey('appointments', segment.appointment_id),
  }));
