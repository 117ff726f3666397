/**
 * Travel to visits at the client's. It is a part of the buffers of the first and last work of each
 * person, so that everything that counts buffers counts it; the travel fields of a segment say how
 * much of its buffers that is.
 */
import type { AppointmentSegmentRow, BookingRulesRow, Uuid } from '#domain/rows.ts';
import type { WorkLengths } from './busy.ts';

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

type Rules = Pick<BookingRulesRow, 'travel_before_min' | 'travel_after_min'>;

/**
 * The way that a visit begins with. A service that is only done at the client's may have the way in
 * its own buffers already: it is not counted twice.
 */
export const usualTravel = (
  rules: Partial<Rules> | undefined,
  own: Pick<WorkLengths, 'buffer_before_min' | 'buffer_after_min'> | null = null,
): Travel => {
  const before = rules?.travel_before_min ?? USUAL_TRAVEL.before;
  const after = rules?.travel_after_min ?? USUAL_TRAVEL.after;
  return {
    before: Math.max(0, before - (own?.buffer_before_min ?? 0)),
    after: Math.max(0, after - (own?.buffer_after_min ?? 0)),
  };
};

/**
 * What one service of a visit at the client's takes of whoever does it, before it is known who does
 * the others: each with its way there and back. Of one person's services in a row the ways lie
 * inside the visit, so that they take nothing. Nobody serves others meanwhile while a colour works:
 * they are not where the others are. `private.add_way` is the same rule.
 */
export const lengthsAtClient = (lengths: WorkLengths, travel: Travel): WorkLengths => ({
  ...lengths,
  buffer_before_min: Math.min(TRAVEL_MAX_MIN, lengths.buffer_before_min + travel.before),
  buffer_after_min: Math.min(TRAVEL_MAX_MIN, lengths.buffer_after_min + travel.after),
  processing_bookable: false,
});

/** What was typed as minutes of travel; null = nothing useful. */
export const travelMinutes = (typed: number | null): number | null =>
  typed !== null && Number.isInteger(typed) && typed >= 0 && typed <= TRAVEL_MAX_MIN ? typed : null;

const byStart = (a: Segment, b: Segment): number => (a.starts_at < b.starts_at ? -1 : 1);
