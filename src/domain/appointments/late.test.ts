import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lateShifts, type LateVisit } from './late.ts';

const visit = (id: string, start: number, end: number, isRunning = false): LateVisit => ({
  id,
  start,
  end,
  isRunning,
});
const shifts = (visits: LateVisit[], byMin: number, usesGaps = true) =>
  Object.fromEntries(lateShifts(visits, byMin, usesGaps));

describe('running late', () => {
  it('pushes those who stand close, and lets a gap take up the delay', () => {
    const day = [visit('a', 0, 45), visit('b', 45, 90), visit('c', 100, 130), visit('d', 160, 200)];
    expect(shifts(day, 15)).toEqual({ a: 15, b: 15, c: 5 });
    expect(shifts(day, 60)).toEqual({ a: 60, b: 60, c: 50, d: 20 });
  });

  it('moves everybody by the same when gaps are to stay', () => {
    const day = [visit('a', 0, 45), visit('b', 100, 130)];
    expect(shifts(day, 15, false)).toEqual({ a: 15, b: 15 });
  });

  it('does not move what has begun, but whoever waits for it', () => {
    const day = [visit('a', 0, 45, true), visit('b', 50, 90)];
    expect(shifts(day, 15)).toEqual({ b: 10 });
  });

  it('keeps a guest of the processing time beside their host, and leaves others alone', () => {
    const day = [
      visit('host', 0, 120),
      visit('guest', 30, 60),
      visit('c', 200, 260),
      visit('d', 220, 240),
    ];
    expect(shifts(day, 10)).toEqual({ host: 10, guest: 10 });
  });

  it('has nothing to move on an empty day', () => {
    expect(shifts([], 15)).toEqual({});
  });

  it('never lets two overlap that did not, never moves by more, never changes the order', () => {
    const visits = fc
      .array(
        fc.record({
          start: fc.integer({ min: 0, max: 600 }),
          length: fc.integer({ min: 5, max: 120 }),
        }),
        {
          maxLength: 12,
        },
      )
      .map((list) => list.map(({ start, length }, at) => visit(String(at), start, start + length)));
    fc.assert(
      fc.property(visits, fc.integer({ min: 5, max: 60 }), (day, byMin) => {
        const by = lateShifts(day, byMin, true);
        const moved = day.map((one) => {
          const delay = by.get(one.id) ?? 0;
          expect(delay).toBeGreaterThanOrEqual(0);
          expect(delay).toBeLessThanOrEqual(byMin);
          return { ...one, start: one.start + delay, end: one.end + delay };
        });
        day.forEach((a, i) =>
          day.forEach((b, j) => {
            if (a.end <= b.start) expect(moved[i]!.end).toBeLessThanOrEqual(moved[j]!.start);
          }),
        );
      }),
    );
  });
});
