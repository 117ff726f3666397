/** The fields of "Move…" and what they would make of the segments. */
import type { AppointmentSegmentRow, Day, Uuid } from '#domain/rows.ts';
import { clockText, instantAtWall, minuteOfClock, wallAt } from '#domain/time/clock-text.ts';
import { isDay } from '#domain/time/day.ts';
import { addMinutes, minutesBetween } from '#domain/time/epoch.ts';

/** Stands for all segments: only their time changes, together. */
export const EVERYTHING = 'all';

export type MoveDraft = {
  /** A segment, or EVERYTHING. */
  partId: Uuid;
  day: Day;
  /** As the time field writes it. */
  time: string;
  /** null = of several people, none can be chosen at once. */
  staffId: Uuid | null;
  /** As typed; null = not for several segments at once. */
  duration: string | null;
};

type Segment = Pick<
  AppointmentSegmentRow,
  'id' | 'position' | 'staff_id' | 'starts_at' | 'duration_min'
>;

export function startOfMove(
  segments: readonly Segment[],
  timeZone: string,
  partId: string = EVERYTHING,
): MoveDraft {
  const one = segments.length === 1 ? segments[0] : segments.find(({ id }) => id === partId);
  const first = one ?? segments[0];
  const wall = wallAt(timeZone, first?.starts_at ?? '');
  return {
    partId,
    day: wall.day,
    time: clockText(wall.minute),
    staffId: one?.staff_id ?? null,
    duration: one ? String(one.duration_min) : null,
  };
}

/**
 * The segments as they would be: all shift with the chosen one, later ones also with its length.
 * null while a field says nothing useful.
 */
export function movedSegments<S extends Segment>(
  draft: MoveDraft,
  segments: readonly S[],
  timeZone: string,
): S[] | null {
  const minute = minuteOfClock(draft.time);
  const chosen = segments.find(({ id }) => id === draft.partId) ?? segments[0];
  if (!chosen || minute === null || !isDay(draft.day)) return null;
  const duration = draft.duration === null ? chosen.duration_min : Number(draft.duration);
  if (!Number.isInteger(duration) || duration < 1 || duration > 1440) return null;

  const startsAt = instantAtWall(timeZone, draft.day, minute);
  const shiftMin = minutesBetween(chosen.starts_at, startsAt);
  const growMin = duration - chosen.duration_min;
  return segments.map((segment) => {
    const isLater = segment.position > chosen.position;
    const starts_at = addMinutes(segment.starts_at, shiftMin + (isLater ? growMin : 0));
    if (segment.id !== chosen.id) return { ...segment, starts_at };
    const staff_id = draft.staffId ?? segment.staff_id;
    return { ...segment, starts_at, staff_id, duration_min: duration };
  });
}
