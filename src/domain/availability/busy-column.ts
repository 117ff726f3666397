import type { EpochMin } from '#domain/time/epoch.ts';
import type { Windows } from './windows.ts';

/**
 * The busy ranges of one person, sorted by start, each packed into one number (start above,
 * length below): sorting and searching plain numbers is what makes a month of slots cheap. Ranges
 * may overlap, because people accept overlaps.
 */
export type BusyColumn = {
  readonly packed: number[];
  /** No range is longer than this: how far back a search must start. */
  longest: number;
};

/** Lengths stay below this (almost two years of minutes). */
const LENGTHS = 2 ** 20;

const pack = (start: EpochMin, end: EpochMin): number => start * LENGTHS + (end - start);
const startOf = (packed: number): EpochMin => Math.floor(packed / LENGTHS);
const lengthOf = (packed: number): number => packed - startOf(packed) * LENGTHS;

/** A column from flat unsorted `[start, end, …]`. */
export const busyColumn = (flat: readonly EpochMin[]): BusyColumn => {
  const packed = new Float64Array(flat.length >> 1);
  let longest = 0;
  for (let i = 0; i < packed.length; i += 1) {
    const start = flat[i * 2]!;
    const end = flat[i * 2 + 1]!;
    packed[i] = pack(start, end);
    if (end - start > longest) longest = end - start;
  }
  return { packed: Array.from(packed.sort()), longest };
};

/** Adds one range; the column changes in place. */
export const addBusy = (column: BusyColumn, start: EpochMin, end: EpochMin): void => {
  const value = pack(start, end);
  column.packed.splice(lowerBound(column.packed, value), 0, value);
  if (end - start > column.longest) column.longest = end - start;
};

/** Takes one equal range out; says whether there was one. */
export const removeBusy = (column: BusyColumn, start: EpochMin, end: EpochMin): boolean => {
  const value = pack(start, end);
  const index = lowerBound(column.packed, value);
  if (column.packed[index] !== value) return false;
  column.packed.splice(index, 1);
  return true;
};

/** What is left of `base` after the busy ranges; both walked once. */
export const subtractBusy = (base: Windows, column: BusyColumn): Windows => {
  const { packed } = column;
  const first = base[0];
  if (packed.length === 0 || first === undefined) return base;
  const out: EpochMin[] = [];
  let from = lowerBound(packed, (first - column.longest) * LENGTHS);
  for (let i = 0; i < base.length; i += 2) {
    let start = base[i]!;
    const end = base[i + 1]!;
    while (from < packed.length && startOf(packed[from]!) + column.longest <= start) from += 1;
    for (let j = from; j < packed.length; j += 1) {
      const value = packed[j]!;
      const busyStart = startOf(value);
      if (busyStart >= end) break;
      const busyEnd = busyStart + lengthOf(value);
      if (busyEnd <= start) continue;
      if (busyStart > start) out.push(start, busyStart);
      start = busyEnd;
      if (start >= end) break;
    }
    if (start < end) out.push(start, end);
  }
  return out;
};

const lowerBound = (packed: readonly number[], value: number): number => {
  let low = 0;
  let high = packed.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (packed[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
};
