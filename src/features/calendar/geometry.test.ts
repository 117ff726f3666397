import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { complement, edgeScroll, pointInGrid, shadeStops, snap } from './geometry.ts';

describe('pointInGrid', () => {
  const box = { left: 100, top: -200, width: 800, height: 1440 };

  it('reads column and minute, also when the grid is scrolled', () => {
    expect(pointInGrid({ x: 350, y: 400 }, box, 8)).toEqual({ column: 2, minute: 600 });
  });

  it('counts a point outside as the nearest one inside', () => {
    expect(pointInGrid({ x: -50, y: 5000 }, box, 8)).toEqual({ column: 0, minute: 1440 });
    expect(pointInGrid({ x: 5000, y: -900 }, box, 8)).toEqual({ column: 7, minute: 0 });
  });
});

describe('snap', () => {
  it('goes to the nearest five minutes', () => {
    expect([602, 603, 607.5].map((minute) => snap(minute))).toEqual([600, 605, 610]);
  });
});

describe('edgeScroll', () => {
  it('rests in the middle and grows towards the edges', () => {
    expect(edgeScroll(400, 0, 800)).toBe(0);
    expect(edgeScroll(790, 0, 800)).toBeGreaterThan(edgeScroll(760, 0, 800));
    expect(edgeScroll(0, 0, 800)).toBe(-14);
    expect(edgeScroll(900, 0, 800)).toBe(14);
  });
});

describe('complement', () => {
  it('gives what lies between and around', () => {
    expect(
      complement([
        { start: 780, end: 1080 },
        { start: 540, end: 720 },
      ]),
    ).toEqual([
      { start: 0, end: 540 },
      { start: 720, end: 780 },
      { start: 1080, end: 1440 },
    ]);
  });

  it('is the whole day when nobody works', () => {
    expect(complement([])).toEqual([{ start: 0, end: 1440 }]);
  });

  it('never overlaps the ranges and together with them covers the day', () => {
    const range = fc
      .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 400 }))
      .map(([start, length]) => ({ start, end: Math.min(start + length, 1440) }));
    fc.assert(
      fc.property(fc.array(range, { maxLength: 8 }), (ranges) => {
        const rest = complement(ranges);
        for (let minute = 0; minute < 1440; minute++) {
          const has = (list: { start: number; end: number }[]) =>
            list.some(({ start, end }) => start <= minute && minute < end);
          expect(has(rest)).toBe(!has(ranges));
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('shadeStops', () => {
  it('draws hard edges', () => {
    expect(shadeStops([{ start: 0, end: 720 }], 'red')).toBe(
      'linear-gradient(to bottom, transparent 0%, red 0% 50%, transparent 50%)',
    );
  });
  it('is none when there is nothing to shade', () => {
    expect(shadeStops([], 'red')).toBe('none');
  });
});
