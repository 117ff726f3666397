import type { Uuid } from '#domain/rows.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import { dayNumberAt, epochToWall } from '#domain/time/wall.ts';
import type { Zone } from '#domain/time/zone.ts';
import { staffAt } from './grid.ts';
import type { Slots, StaffFree } from './slots.ts';
import { firstEndingAfter } from './windows.ts';

/** Why a time is proposed; the screen has the words. */
export type TimeReason =
  'same_time' | 'same_staff' | 'same_day' | 'close' | 'same_weekday' | 'soonest' | 'fills_gap';

export type RankedTime = {
  start: EpochMin;
  staffId: Uuid;
  /** Minutes from the wanted start; negative = earlier. */
  distanceMin: number;
  reasons: TimeReason[];
};

type Wanted = {
  slots: Slots;
  /** Free time of the same staff: tells which times leave no unusable rest. */
  staff: readonly StaffFree[];
  zone: Zone;
  /** When and by whom it should have been. */
  start: EpochMin;
  staffId: Uuid | null;
  /** Visible minutes of the work. */
  lengthMin: number;
  limit?: number;
};

/** Closer than this still feels like "about the same time". */
const CLOSE_MIN = 60;
/** A rest of a free window shorter than this is hard to sell. */
const SMALL_REST_MIN = 30;

/**
 * The best other times for something that cannot be at the wanted one. Near in time, with the same
 * person, on the same day or weekday, without leaving small rests; one of each kind before a second
 * one, so that a person sees real alternatives and not six neighbours of the same slot.
 */
export const rankTimes = (wanted: Wanted): RankedTime[] => {
  const { slots, limit = 6 } = wanted;
  const first = slots.starts[0];
  const found: (RankedTime & { score: number; kind: string })[] = [];
  slots.starts.forEach((start, index) => {
    for (const staff of staffAt(slots, index)) {
      const staffId = slots.staffIds[staff];
      if (staffId === undefined) continue;
      if (start === wanted.start && staffId === wanted.staffId) continue;
      const free = wanted.staff[staff]?.free ?? [];
      const reasons = reasonsFor(wanted, start, staffId, free, start === first);
      const distanceMin = start - wanted.start;
      const kind = kindOf(reasons, distanceMin);
      found.push({
        start,
        staffId,
        distanceMin,
        reasons,
        kind,
        score: score(distanceMin, reasons),
      });
    }
  });
  found.sort((a, b) => a.score - b.score || a.start - b.start || (a.staffId < b.staffId ? -1 : 1));

  return pickDifferent(found, limit, wanted.start)
    .toSorted((a, b) => a.score - b.score)
    .map(({ start, staffId, distanceMin, reasons }) => ({ start, staffId, distanceMin, reasons }));
};

/** One of each kind first, then a second one, … */
const pickDifferent = <T extends { start: EpochMin; kind: string }>(
  sorted: readonly T[],
  limit: number,
  wantedStart: EpochMin,
): T[] => {
  const picked: T[] = [];
  const starts = new Set<EpochMin>();
  const rounds = Math.max(2, Math.ceil(limit / 3));
  for (let round = 1; round <= rounds; round += 1) {
    const ofKind = new Map<string, number>();
    for (const time of sorted) {
      if (picked.length >= limit) return picked;
      const count = (ofKind.get(time.kind) ?? 0) + (picked.includes(time) ? 1 : 0);
      ofKind.set(time.kind, count);
      // The same start with another person is only worth a line when it is the wanted start.
      const known = starts.has(time.start) && time.start !== wantedStart;
      if (count >= round || known || picked.includes(time)) continue;
      ofKind.set(time.kind, count + 1);
      starts.add(time.start);
      picked.push(time);
    }
  }
  return picked;
};

const reasonsFor = (
  wanted: Wanted,
  start: EpochMin,
  staffId: Uuid,
  free: StaffFree['free'],
  isFirst: boolean,
): TimeReason[] => {
  const { zone } = wanted;
  const reasons: TimeReason[] = [];
  const [here, there] = [epochToWall(zone, start), epochToWall(zone, wanted.start)];
  const days = dayNumberAt(zone, start) - dayNumberAt(zone, wanted.start);
  if (start === wanted.start) reasons.push('same_time');
  if (staffId === wanted.staffId) reasons.push('same_staff');
  if (days === 0) reasons.push('same_day');
  if (start !== wanted.start && Math.abs(start - wanted.start) <= CLOSE_MIN) reasons.push('close');
  if (days !== 0 && days % 7 === 0 && here.minute === there.minute) reasons.push('same_weekday');
  if (isFirst) reasons.push('soonest');
  if (fillsGap(free, start, wanted.lengthMin)) reasons.push('fills_gap');
  return reasons;
};

/** Touches an edge of its free window and leaves either nothing or something useful. */
const fillsGap = (free: StaffFree['free'], start: EpochMin, lengthMin: number): boolean => {
  const index = firstEndingAfter(free, start);
  if (index >= free.length) return false;
  const before = start - free[index]!;
  const after = free[index + 1]! - (start + lengthMin);
  return (
    Math.min(before, after) === 0 &&
    (Math.max(before, after) === 0 || Math.max(before, after) >= SMALL_REST_MIN)
  );
};

/** Minutes, weakened: tomorrow is not 24 times as far as in an hour. */
const score = (distanceMin: number, reasons: readonly TimeReason[]): number => {
  let value = reasons.includes('same_weekday')
    ? // "Same time next week" is a plan of its own, not a long wait.
      12 + Math.abs(distanceMin) / 4000
    : Math.sqrt(Math.abs(distanceMin));
  // Earlier than agreed is harder for the client than later.
  if (distanceMin < 0) value += 1;
  if (!reasons.includes('same_staff')) value += 4;
  if (!reasons.includes('same_day')) value += 8;
  if (reasons.includes('soonest')) value -= 2;
  if (reasons.includes('fills_gap')) value -= 2;
  return Math.max(0, value);
};

const kindOf = (reasons: readonly TimeReason[], distanceMin: number): string => {
  if (reasons.includes('same_time')) return 'same_time';
  if (reasons.includes('same_weekday')) return 'same_weekday';
  const side = distanceMin < 0 ? 'earlier' : 'later';
  const person = reasons.includes('same_staff') ? 'same' : 'other';
  return reasons.includes('same_day') ? `day ${side} ${person}` : `other day ${side} ${person}`;
};
