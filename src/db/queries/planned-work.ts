import { busyRanges, rangesMeet } from '#domain/appointments/busy.ts';
import type { BusyRange, WorkLengths } from '#domain/appointments/busy.ts';
import type { ResourcePart } from '#domain/resources/assign.ts';
import type { Day, Instant, Uuid } from '#domain/rows.ts';

/** Work that would stand somewhere. */
export type PlannedWork = WorkLengths & {
  staff_id: Uuid;
  starts_at: Instant;
  variant_id?: Uuid | null;
} & Pick<ResourcePart, 'resource_needs' | 'resource_ids' | 'resource_fixed'>;

/** Who or what is in the way of a date, with the name that people know it by. */
export type Clash = { staffId: Uuid } & (
  | { kind: 'appointment'; id: Uuid; name: string; startsAt: Instant; endsAt: Instant }
  /** Another one of the dates that are planned here. */
  | { kind: 'same_plan'; key: string }
  | { kind: 'block' | 'time_off'; name: string | null }
  | { kind: 'closed'; note: string | null; on: Day }
  | { kind: 'outside_hours' }
  /** Not enough rooms or chairs of a pool. */
  | { kind: 'no_resource'; name: string }
);

/** Somebody, or a room, would be booked twice; the other clashes are only to be known. */
export const isDoubleBooking = ({ kind }: Clash): boolean =>
  kind === 'appointment' || kind === 'same_plan' || kind === 'no_resource';

/** When somebody's hands are taken. */
export type Span = { staffId: Uuid; range: BusyRange };

export const spansOf = (segment: PlannedWork): Span[] =>
  busyRanges(segment).map((range) => ({ staffId: segment.staff_id, range }));

export const meets = (a: Span, b: Span): boolean =>
  a.staffId === b.staffId && rangesMeet(a.range, b.range);

/** From the first start to the last end. */
export const edges = (ranges: readonly BusyRange[]): BusyRange => [
  Math.min(...ranges.map(([from]) => from)),
  Math.max(...ranges.map(([, to]) => to)),
];
