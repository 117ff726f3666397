import type { BusyRange } from '#domain/appointments/busy.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import { intersect, union } from './windows.ts';
import type { Windows } from './windows.ts';

/** One way to do an item: who (index into the staff list) and how long it takes them. */
export type Candidate = {
  staff: number;
  /** Busy ranges relative to the start (see busyOffsets). */
  offsets: readonly BusyRange[];
  /** Minutes until the next item may begin. */
  visibleMin: number;
  /** Starts for which there are rooms, chairs and helpers; absent = it needs none. */
  allowed?: Windows;
  /** Who could help, each with the starts at which they can; absent = one is enough. */
  helpers?: readonly { staff: number; starts: Windows }[];
};

/** The items of a request in order; each by one of its candidates. */
export type Chain = readonly (readonly Candidate[])[];

/** When somebody or something is free; `for_buffers`: where buffers may lie, absent = there as well. */
export type FreeFor = { free: Windows; for_buffers?: Windows };

/** Minutes at which work with these busy offsets can start, as windows of starts. */
export const possibleStarts = (
  { free, for_buffers = free }: FreeFor,
  offsets: readonly BusyRange[],
): Windows =>
  offsets.map((offset) => shrink(offset[2] ? for_buffers : free, offset)).reduce(intersect);

/**
 * For each item and candidate the starts from which this and all later items can be done, each
 * beginning within `maxGapMin` after the one before. Worked out from the last item back to the
 * first on whole windows, so that it costs the same for one slot and for a month, and no
 * combination of people and waits is missed.
 */
export const chainStarts = (
  chain: Chain,
  free: readonly FreeFor[],
  maxGapMin: number,
): Windows[][] => {
  const result: Windows[][] = chain.map(() => []);
  let following: Windows | null = null;
  for (let item = chain.length - 1; item >= 0; item -= 1) {
    const starts = (chain[item] ?? []).map((candidate) => {
      const ready = possibleStarts(free[candidate.staff] ?? { free: [] }, candidate.offsets);
      const own = candidate.allowed ? intersect(ready, candidate.allowed) : ready;
      return following ? intersect(own, before(following, candidate.visibleMin, maxGapMin)) : own;
    });
    result[item] = starts;
    following = unionAll(starts);
  }
  return result;
};

const unionAll = (sets: readonly Windows[]): Windows => {
  let all: Windows = [];
  for (const set of sets) all = union(all, set);
  return all;
};

/** Starts `t` with `[t + from, t + to)` inside a window, as windows of starts. */
const shrink = (free: Windows, [from, to]: BusyRange): Windows => {
  const out: EpochMin[] = [];
  for (let i = 0; i < free.length; i += 2) {
    const start = free[i]! - from;
    const end = free[i + 1]! - to + 1;
    if (start < end) out.push(start, end);
  }
  return out;
};

/** Starts of work of some length after which one of the given starts comes in time. */
const before = (following: Windows, lengthMin: number, maxGapMin: number): Windows => {
  const out: EpochMin[] = [];
  for (let i = 0; i < following.length; i += 2) {
    const start = following[i]! - lengthMin - maxGapMin;
    const end = following[i + 1]! - lengthMin;
    const last = out.length - 1;
    if (last >= 0 && start <= out[last]!) out[last] = end;
    else out.push(start, end);
  }
  return out;
};
