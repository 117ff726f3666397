import type { WideMove } from '#domain/appointments/series-plan.ts';
import type { AppointmentRow, AppointmentSegmentRow, Day, Uuid } from '#domain/rows.ts';
import { clockText, instantAtWall, wallAt } from '#domain/time/clock-text.ts';
import { addMinutes, minutesBetween } from '#domain/time/epoch.ts';

type Segment = Pick<
  AppointmentSegmentRow,
  'id' | 'staff_id' | 'starts_at' | 'ends_at' | 'duration_min'
>;

type Dragged = {
  appointment: Pick<AppointmentRow, 'starts_at'>;
  segments: readonly { segment: Segment }[];
};

/**
 * The fields of a move of many as a drag of one of them says it. A drag of one of several services
 * moves the visit; only a visit of one service has a length and a person to change.
 */
export function draggedTo(
  move: WideMove,
  { appointment, segments }: Dragged,
  timeZone: string,
): { day: Day; time: string; staffId?: Uuid; duration?: string } {
  const dragged = segments.find(({ segment }) => segment.id === move.segmentId) ?? segments[0];
  const only = segments.length === 1 ? segments[0]?.segment : undefined;
  const shiftMin =
    move.minute === null || !dragged
      ? 0
      : minutesBetween(dragged.segment.starts_at, instantAtWall(timeZone, move.day, move.minute));
  const { day, minute } = wallAt(timeZone, addMinutes(appointment.starts_at, shiftMin));
  const growMin =
    move.endMinute === null || !only
      ? 0
      : minutesBetween(only.ends_at, instantAtWall(timeZone, move.day, move.endMinute));
  return {
    day,
    time: clockText(minute),
    ...(only
      ? {
          staffId: move.staffId ?? only.staff_id,
          duration: String(Math.max(5, only.duration_min + growMin)),
        }
      : {}),
  };
}
