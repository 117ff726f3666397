import type { EpochMin } from '#domain/time/epoch.ts';

/**
 * Sets of half-open time ranges as one flat list `[start, end, start, end, …]`: sorted, apart
 * (touching ranges are joined), none empty. Flat numbers because a month of slots goes through
 * thousands of them.
 */
export type Windows = readonly EpochMin[];

export const NO_WINDOWS: Windows = [];

/** Windows from pairs in any order, overlapping or not. */
export const windowsOf = (
  pairs: readonly (readonly [EpochMin, EpochMin, ...unknown[]])[],
): Windows => {
  const sorted = pairs.toSorted((a, b) => a[0] - b[0]);
  const out: EpochMin[] = [];
  for (const [start, end] of sorted) push(out, start, end);
  return out;
};

export const pairsOf = (windows: Windows): [EpochMin, EpochMin][] => {
  const pairs: [EpochMin, EpochMin][] = [];
  for (let i = 0; i < windows.length; i += 2) pairs.push([windows[i]!, windows[i + 1]!]);
  return pairs;
};

/** What lies in either. */
export const union = (a: Windows, b: Windows): Windows => {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const out: EpochMin[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (j >= b.length || (i < a.length && a[i]! <= b[j]!)) {
      push(out, a[i]!, a[i + 1]!);
      i += 2;
    } else {
      push(out, b[j]!, b[j + 1]!);
      j += 2;
    }
  }
  return out;
};

/** What lies in both. */
export const intersect = (a: Windows, b: Windows): Windows => {
  const out: EpochMin[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const start = a[i]! > b[j]! ? a[i]! : b[j]!;
    const end = a[i + 1]! < b[j + 1]! ? a[i + 1]! : b[j + 1]!;
    if (start < end) out.push(start, end);
    if (a[i + 1]! < b[j + 1]!) i += 2;
    else j += 2;
  }
  return out;
};

/** What lies in `a` and not in `b`. */
export const subtract = (a: Windows, b: Windows): Windows => {
  if (b.length === 0) return a;
  const out: EpochMin[] = [];
  let j = 0;
  for (let i = 0; i < a.length; i += 2) {
    let start = a[i]!;
    const end = a[i + 1]!;
    while (j < b.length && b[j + 1]! <= start) j += 2;
    for (let k = j; k < b.length && b[k]! < end; k += 2) {
      if (b[k]! > start) out.push(start, b[k]!);
      if (b[k + 1]! > start) start = b[k + 1]!;
    }
    if (start < end) out.push(start, end);
  }
  return out;
};

/** The part within `[from, to)`. */
export const clip = (windows: Windows, from: EpochMin, to: EpochMin): Windows =>
  from < to ? intersect(windows, [from, to]) : NO_WINDOWS;

/** The index of the first window that ends after a minute. */
export const firstEndingAfter = (windows: Windows, minute: EpochMin): number => {
  let low = 0;
  let high = windows.length >> 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (windows[middle * 2 + 1]! <= minute) low = middle + 1;
    else high = middle;
  }
  return low * 2;
};

/** Whether `[start, end)` lies wholly inside one window. */
export const covers = (windows: Windows, start: EpochMin, end: EpochMin): boolean => {
  const index = firstEndingAfter(windows, start);
  return index < windows.length && windows[index]! <= start && windows[index + 1]! >= end;
};

export const totalMinutes = (windows: Windows): number => {
  let sum = 0;
  for (let i = 0; i < windows.length; i += 2) sum += windows[i + 1]! - windows[i]!;
  return sum;
};

const push = (out: EpochMin[], start: EpochMin, end: EpochMin): void => {
  if (start >= end) return;
  const last = out.length - 1;
  if (last >= 0 && start <= out[last]!) {
    if (end > out[last]!) out[last] = end;
  } else {
    out.push(start, end);
  }
};
