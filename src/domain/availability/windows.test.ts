import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addBusy, busyColumn, removeBusy, subtractBusy } from './busy-column.ts';
import {
  clip,
  covers,
  intersect,
  pairsOf,
  subtract,
  totalMinutes,
  union,
  windowsOf,
} from './windows.ts';
import type { Windows } from './windows.ts';

const SIZE = 120;
const anyPairs = fc.array(
  fc
    .tuple(fc.nat(SIZE), fc.nat(20))
    .map(([start, size]) => [start, Math.min(SIZE, start + size)] as [number, number]),
  { maxLength: 12 },
);
const minutes = (windows: Windows) =>
  Array.from({ length: SIZE }, (_, minute) =>
    pairsOf(windows).some(([start, end]) => start <= minute && minute < end),
  );
const expectTidy = (windows: Windows) => {
  for (let i = 1; i < windows.length; i += 1) expect(windows[i]!).toBeGreaterThan(windows[i - 1]!);
};

describe('sets of windows', () => {
  test('mean the same as sets of minutes, and stay sorted, apart and not empty', () =>
    fc.assert(
      fc.property(anyPairs, anyPairs, fc.nat(SIZE), fc.nat(SIZE), (left, right, from, to) => {
        const [a, b] = [windowsOf(left), windowsOf(right)];
        const [ma, mb] = [minutes(a), minutes(b)];
        expect(ma).toEqual(
          ma.map((_, minute) => left.some(([start, end]) => start <= minute && minute < end)),
        );
        const results: [Windows, boolean[]][] = [
          [union(a, b), ma.map((x, i) => x || mb[i]!)],
          [intersect(a, b), ma.map((x, i) => x && mb[i]!)],
          [subtract(a, b), ma.map((x, i) => x && !mb[i]!)],
          [clip(a, from, to), ma.map((x, i) => x && i >= from && i < to)],
        ];
        for (const [windows, expected] of results) {
          expectTidy(windows);
          expect(minutes(windows)).toEqual(expected);
          expect(totalMinutes(windows)).toBe(expected.filter(Boolean).length);
        }
        expect(covers(a, from, to)).toBe(
          from >= to ? covers(a, from, to) : ma.slice(from, to).every(Boolean),
        );
      }),
    ));

  test('busy columns take away the same minutes, also after ranges come and go', () =>
    fc.assert(
      fc.property(anyPairs, anyPairs, anyPairs, (base, busy, more) => {
        const free = windowsOf(base);
        const real = busy.filter(([start, end]) => start < end);
        const extra = more.filter(([start, end]) => start < end);
        const column = busyColumn(real.flat());
        for (const [start, end] of extra) addBusy(column, start, end);
        expect(subtractBusy(free, column)).toEqual(subtract(free, windowsOf([...real, ...extra])));
        for (const [start, end] of extra) expect(removeBusy(column, start, end)).toBe(true);
        expect(subtractBusy(free, column)).toEqual(subtract(free, windowsOf(real)));
        expect(removeBusy(column, 500, 510)).toBe(false);
      }),
    ));
});
