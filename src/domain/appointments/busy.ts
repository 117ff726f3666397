import type { AppointmentRow, AppointmentSegmentRow, Instant, Uuid } from '#domain/rows.ts';
import { epochMinOf, instantOfMin } from '#domain/time/epoch.ts';
import type { EpochMin } from '#domain/time/epoch.ts';

/** The lengths of one piece of work, as variants and segments both have them. */
export type WorkLengths = Pick<
  AppointmentSegmentRow,
  | 'duration_min'
  | 'processing_min'
  | 'finishing_min'
  | 'buffer_before_min'
  | 'buffer_after_min'
  | 'processing_bookable'
>;

/**
 * The work as it takes its people where it is done. At a client's home nobody serves others while a
 * colour works: they are not where the others are. `private.wanted_places` is the same rule.
 */
export const workAt = <W extends Pick<WorkLengths, 'processing_bookable'>>(
  work: W,
  place: AppointmentRow['location_type'],
): W =>
  place === 'client' && work.processing_bookable ? { ...work, processing_bookable: false } : work;

/** `[start, end)` in epoch minutes. */
export type BusyRange = [start: EpochMin, end: EpochMin];

/** Minutes from the start to the end that the client sees (buffers excluded). */
export const visibleMinutes = (lengths: WorkLengths): number =>
  lengths.duration_min + lengths.processing_min + lengths.finishing_min;

/**
 * When the staff member is busy, relative to the start: one range, or two when other clients may
 * be served during the processing time.
 *
 *   before │ duration │ processing │ finishing │ after
 *   ███████████████████              ████████████████
 */
export const busyOffsets = (lengths: WorkLengths): BusyRange[] => {
  const end = visibleMinutes(lengths) + lengths.buffer_after_min;
  const first = 0 - lengths.buffer_before_min;
  if (!lengths.processing_bookable || lengths.processing_min === 0) return [[first, end]];
  const resume = lengths.duration_min + lengths.processing_min;
  const work: BusyRange = [first, lengths.duration_min];
  return resume < end ? [work, [resume, end]] : [work];
};

/**
 * A room or chair is busy from the first buffer to the last one: who waits for the colour to work
 * sits in the chair, although the hairdresser is free meanwhile.
 */
export const resourceOffsets = (lengths: WorkLengths): BusyRange => [
  0 - lengths.buffer_before_min,
  visibleMinutes(lengths) + lengths.buffer_after_min,
];

export const resourceRange = (segment: WorkLengths & { starts_at: Instant }): BusyRange => {
  const start = epochMinOf(segment.starts_at);
  const [from, to] = resourceOffsets(segment);
  return [start + from, start + to];
};

export const busyRanges = (segment: WorkLengths & { starts_at: Instant }): BusyRange[] => {
  const start = epochMinOf(segment.starts_at);
  return busyOffsets(segment).map(([from, to]) => [start + from, start + to]);
};

/** Where the work of a segment ends, buffers excluded: its `ends_at`. */
export const segmentEnd = (segment: WorkLengths & { starts_at: Instant }): Instant =>
  instantOfMin(epochMinOf(segment.starts_at) + visibleMinutes(segment));

/** Start of the first and end of the last segment: what an appointment row carries. */
export const appointmentSpan = (
  segments: readonly Pick<AppointmentSegmentRow, 'starts_at' | 'ends_at'>[],
): { starts_at: Instant; ends_at: Instant } => {
  let [first] = segments;
  let last = first;
  for (const segment of segments) {
    if (!first || segment.starts_at < first.starts_at) first = segment;
    if (!last || segment.ends_at > last.ends_at) last = segment;
  }
  return { starts_at: first?.starts_at ?? '', ends_at: last?.ends_at ?? '' };
};

/** What occupies somebody, with the row it comes from. */
export type Occupation = {
  staffId: Uuid;
  range: BusyRange;
  /** `appointments:id`, `time_blocks:id`, … */
  row: string;
};

/** The occupations that the wanted ones would overlap. Touching is not overlapping. */
export const clashes = (
  wanted: readonly Occupation[],
  existing: readonly Occupation[],
): Occupation[] =>
  existing.filter((other) =>
    wanted.some(
      (mine) =>
        mine.staffId === other.staffId &&
        mine.row !== other.row &&
        mine.range[0] < other.range[1] &&
        other.range[0] < mine.range[1],
    ),
  );
