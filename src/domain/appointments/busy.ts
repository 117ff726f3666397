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
> & {
  /** Its buffers may lie on those of the visits before and after it; absent = they may not. */
  shares_buffers?: boolean;
};

/**
 * The work as it takes its people where it is done. At a client's home nobody serves others while a
 * colour works: they are not where the others are; and the way is shared with nobody.
 * `private.wanted_places` is the same rule.
 */
export const workAt = <W extends Pick<WorkLengths, 'processing_bookable'>>(
  work: W,
  place: AppointmentRow['location_type'],
): W =>
  place === 'client' ? { ...work, processing_bookable: false, shares_buffers: false } : work;

/** `[start, end)` in epoch minutes. `isShareable`: nothing but a buffer that neighbours may share. */
export type BusyRange = [start: EpochMin, end: EpochMin, isShareable?: true];

/** Whether two may not be at once. Touching is not meeting; two shareable buffers never meet. */
export const rangesMeet = (a: BusyRange, b: BusyRange): boolean =>
  a[0] < b[1] && b[0] < a[1] && !(a[2] && b[2]);

/** Minutes from the start to the end that the client sees (buffers excluded). */
export const visibleMinutes = (lengths: WorkLengths): number =>
  lengths.duration_min + lengths.processing_min + lengths.finishing_min;

/**
 * When the staff member is busy, relative to the start: one range, or two when other clients may
 * be served during the processing time. Buffers that may be shared are ranges of their own.
 *
 *   before │ duration │ processing │ finishing │ after
 *   ███████████████████              ████████████████
 */
export const busyOffsets = (lengths: WorkLengths): BusyRange[] => {
  if (lengths.shares_buffers) return besideBuffers(lengths, busyOffsets(withoutBuffers(lengths)));
  const end = visibleMinutes(lengths) + lengths.buffer_after_min;
  const first = 0 - lengths.buffer_before_min;
  if (!lengths.processing_bookable || lengths.processing_min === 0) return [[first, end]];
  const resume = lengths.duration_min + lengths.processing_min;
  const work: BusyRange = [first, lengths.duration_min];
  return resume < end ? [work, [resume, end]] : [work];
};

const withoutBuffers = (lengths: WorkLengths): WorkLengths => ({
  ...lengths,
  buffer_before_min: 0,
  buffer_after_min: 0,
  shares_buffers: false,
});

/** Ranges of work with the buffers before and after it, where there are any. */
const besideBuffers = (lengths: WorkLengths, work: BusyRange[]): BusyRange[] => {
  const end = visibleMinutes(lengths);
  const buffers: BusyRange[] = [
    [0 - lengths.buffer_before_min, 0, true],
    [end, end + lengths.buffer_after_min, true],
  ];
  return [...work, ...buffers].filter(([from, to]) => from < to).toSorted((a, b) => a[0] - b[0]);
};

/**
 * A room or chair is busy from the first buffer to the last one: who waits for the colour to work
 * sits in the chair, although the hairdresser is free meanwhile.
 */
export const resourceOffsets = (lengths: WorkLengths): BusyRange => [
  0 - lengths.buffer_before_min,
  visibleMinutes(lengths) + lengths.buffer_after_min,
];

/** The same in its parts: buffers that may be shared by themselves. */
export const resourceParts = (lengths: WorkLengths): BusyRange[] =>
  busyOffsets({ ...lengths, processing_bookable: false });

export const resourceRanges = (segment: WorkLengths & { starts_at: Instant }): BusyRange[] =>
  from(segment, resourceParts(segment));

export const resourceRange = (segment: WorkLengths & { starts_at: Instant }): BusyRange => {
  const start = epochMinOf(segment.starts_at);
  const [from, to] = resourceOffsets(segment);
  return [start + from, start + to];
};

export const busyRanges = (segment: WorkLengths & { starts_at: Instant }): BusyRange[] =>
  from(segment, busyOffsets(segment));

const from = ({ starts_at }: { starts_at: Instant }, offsets: BusyRange[]): BusyRange[] => {
  const start = epochMinOf(starts_at);
  return offsets.map(([first, end, isShareable]) =>
    isShareable ? [start + first, start + end, true] : [start + first, start + end],
  );
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

/** The occupations that the wanted ones would overlap (see rangesMeet). */
export const clashes = (
  wanted: readonly Occupation[],
  existing: readonly Occupation[],
): Occupation[] =>
  existing.filter((other) =>
    wanted.some(
      (mine) =>
        mine.staffId === other.staffId &&
        mine.row !== other.row &&
        rangesMeet(mine.range, other.range),
    ),
  );
