import type { EpochMin } from '#domain/time/epoch.ts';
import type { Zone } from '#domain/time/zone.ts';
import type { Windows } from './windows.ts';

/** Start times with the people who could begin at each. */
export type SlotList = {
  /** Sorted, no start twice. */
  readonly starts: readonly EpochMin[];
  /** `words` bit words per start: bit n of word w is the person at index 32 w + n. */
  readonly masks: Uint32Array;
  readonly words: number;
};

/** A stretch of time in which the clocks do not change: the grid is even within it. */
type Run = { start: EpochMin; end: EpochMin; first: EpochMin; count: number; base: number };

/**
 * Puts start windows on the grid of the wall clock: minutes since local midnight divisible by the
 * step. `startsByStaff[i]` are the windows of the person at index i.
 */
export const layOnGrid = (
  startsByStaff: readonly Windows[],
  stepMin: number,
  zone: Zone,
  from: EpochMin,
  to: EpochMin,
): SlotList => {
  const words = Math.max(1, Math.ceil(startsByStaff.length / 32));
  const runs = gridRuns(zone, stepMin, from, to);
  const last = runs.at(-1);
  const points = last ? last.base + last.count : 0;
  const dense = new Uint32Array(points * words);

  startsByStaff.forEach((windows, staff) => {
    const word = staff >> 5;
    const bit = 1 << (staff & 31);
    let r = 0;
    for (let i = 0; i < windows.length; i += 2) {
      const start = windows[i]!;
      const end = windows[i + 1]!;
      while (r < runs.length && runs[r]!.end <= start) r += 1;
      for (let k = r; k < runs.length && runs[k]!.start < end; k += 1) {
        const { first, count, base } = runs[k]!;
        const low = start <= first ? 0 : Math.ceil((start - first) / stepMin);
        const high = Math.min(count, Math.ceil((end - first) / stepMin));
        for (let point = low; point < high; point += 1) {
          const at = (base + point) * words + word;
          dense[at] = dense[at]! | bit;
        }
      }
    }
  });
  return collect(dense, words, runs, stepMin);
};

/**
 * The grid "every length of the service": each window offers its first minute and then one start
 * per length, as if appointments were packed from there.
 */
export const layByLength = (
  startsByStaff: readonly Windows[],
  lengthByStaff: readonly number[],
  from: EpochMin,
  to: EpochMin,
): SlotList => {
  const words = Math.max(1, Math.ceil(startsByStaff.length / 32));
  const maskByStart = new Map<EpochMin, Uint32Array>();
  startsByStaff.forEach((windows, staff) => {
    const step = Math.max(1, lengthByStaff[staff] ?? 1);
    for (let i = 0; i < windows.length; i += 2) {
      for (let at = windows[i]!; at < windows[i + 1]!; at += step) {
        if (at < from || at >= to) continue;
        const mask = maskByStart.get(at) ?? new Uint32Array(words);
        const word = staff >> 5;
        mask[word] = mask[word]! | (1 << (staff & 31));
        maskByStart.set(at, mask);
      }
    }
  });
  const starts = [...maskByStart.keys()].toSorted((a, b) => a - b);
  const masks = new Uint32Array(starts.length * words);
  starts.forEach((start, index) => masks.set(maskByStart.get(start)!, index * words));
  return { starts, masks, words };
};

/** Indexes of the people who can begin at the start with this index. */
export const staffAt = (slots: SlotList, index: number): number[] => {
  const found: number[] = [];
  for (let word = 0; word < slots.words; word += 1) {
    let bits = slots.masks[index * slots.words + word] ?? 0;
    while (bits !== 0) {
      const bit = 31 - Math.clz32(bits & -bits);
      found.push(word * 32 + bit);
      bits &= bits - 1;
    }
  }
  return found;
};

const gridRuns = (zone: Zone, stepMin: number, from: EpochMin, to: EpochMin): Run[] => {
  const runs: Run[] = [];
  let base = 0;
  let start = from;
  while (start < to) {
    const end = zone.nextChange(start, to) ?? to;
    const local = start + zone.offsetAt(start);
    const first = start + ((stepMin - (local % stepMin)) % stepMin);
    const count = Math.max(0, Math.ceil((end - first) / stepMin));
    runs.push({ start, end, first, count, base });
    base += count;
    start = end;
  }
  return runs;
};

const collect = (dense: Uint32Array, words: number, runs: Run[], stepMin: number): SlotList => {
  const starts: EpochMin[] = [];
  const kept: number[] = [];
  for (const { first, count, base } of runs) {
    for (let point = 0; point < count; point += 1) {
      const at = (base + point) * words;
      let any = 0;
      for (let word = 0; word < words; word += 1) any |= dense[at + word]!;
      if (any === 0) continue;
      starts.push(first + point * stepMin);
      for (let word = 0; word < words; word += 1) kept.push(dense[at + word]!);
    }
  }
  return { starts, masks: Uint32Array.from(kept), words };
};
