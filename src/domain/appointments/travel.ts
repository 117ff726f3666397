/**
 * Travel to visits at the client's. It is a part of the buffers of the first and last work of each
 * person, so that everything that counts buffers counts it; the travel fields of a segment say how
 * much of its buffers that is.
 */
import type { AppointmentSegmentRow, Uuid } from '#domain/rows.ts';

/** Minutes on the way there, and back. */
export type Travel = { before: number; after: number };

export const NO_TRAVEL: Travel = { before: 0, after: 0 };

/** What a new business begins with; and rules that were stored before there was travel. */
export const USUAL_TRAVEL: Travel = { before: 30, after: 0 };

/** Buffers with their travel are never longer. */
export const TRAVEL_MAX_MIN = 480;

type Segment = Pick<
  AppointmentSegmentRow,
  'staff_id' | 'starts_at' | 'buffer_before_min' | 'buffer_after_min'
> &
  // Rows that were stored before there was travel have none.
  Partial<Pick<AppointmentSegmentRow, 'travel_before_min' | 'travel_after_min'>>;

/** Travel of a visit: of whoever begins, and of whoever is the last. */
export const travelOf = (segments: readonly Segment[]): Travel => {
  const inOrder = segments.toSorted(byStart);
  return {
    before: inOrder[0]?.travel_before_min ?? 0,
    after: inOrder.at(-1)?.travel_after_min ?? 0,
  };
};

/** The segments with this travel: everybody who serves goes there and back once. */
export const withTravel = <S extends Segment>(segments: readonly S[], travel: Travel): S[] => {
  const first = new Map<Uuid, S>();
  const last = new Map<Uuid, S>();
  for (const segment of segments.toSorted(byStart)) {
    if (!first.has(segment.staff_id)) first.set(segment.staff_id, segment);
    last.set(segment.staff_id, segment);
  }
  return segments.map((segment) => {
    const ownBefore = Math.max(0, segment.buffer_before_min - (segment.travel_before_min ?? 0));
    const ownAfter = Math.max(0, segment.buffer_after_min - (segment.travel_after_min ?? 0));
    const before = first.get(segment.staff_id) === segment ? travel.before : 0;
    const after = last.get(segment.staff_id) === segment ? travel.after : 0;
    const buffer_before_min = Math.min(TRAVEL_MAX_MIN, ownBefore + before);
    const buffer_after_min = Math.min(TRAVEL_MAX_MIN, ownAfter + after);
    return {
      ...segment,
      buffer_before_min,
      buffer_after_min,
      travel_before_min: buffer_before_min - ownBefore,
      travel_after_min: buffer_after_min - ownAfter,
    };
  });
};

/** What was typed as minutes of travel; null = nothing useful. */
export const travelMinutes = (typed: number | null): number | null =>
  typed !== null && Number.isInteger(typed) && typed >= 0 && typed <= TRAVEL_MAX_MIN ? typed : null;

const byStart = (a: Segment, b: Segment): number => (a.starts_at < b.starts_at ? -1 : 1);
