import { describe, expect, it } from 'vitest';
import { clockText, instantAtWall, minuteOfClock, wallAt } from './clock-text.ts';

describe('clock text', () => {
  it('is what time fields write, and reads it back', () => {
    expect([0, 570, 1440].map(clockText)).toEqual(['00:00', '09:30', '24:00']);
    for (let minute = 0; minute <= 1440; minute += 1) {
      expect(minuteOfClock(clockText(minute))).toBe(minute);
    }
  });

  it('is nothing when it is no time', () => {
    expect(['', '25:00', '9:60', '24:01', 'noon', null].map(minuteOfClock)).toEqual(
      Array.from({ length: 6 }, () => null),
    );
  });
});

describe('instants at a wall clock', () => {
  it('keep the clock time over a change of clocks', () => {
    const at = instantAtWall('America/New_York', '2026-11-01', 9 * 60);
    expect(at).toBe('2026-11-01T14:00:00+00:00');
    expect(wallAt('America/New_York', at)).toEqual({ day: '2026-11-01', minute: 540 });
  });
});
