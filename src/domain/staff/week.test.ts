import { describe, expect, it } from 'vitest';
import type { MinuteRange } from '#domain/rows.ts';
import { workingDays } from '#domain/availability/working-time.ts';
import { addDays, dayNumber } from '#domain/time/day.ts';
import { weekBegins, weekIndexOn, weekMinutes, weeksFrom, withWeeks, workSpans } from './week.ts';

const day: MinuteRange[] = [[540, 1080]];
const short: MinuteRange[] = [[540, 720]];
const early = [day, day, day, day, day, [], []];
const late = [[], [], short, short, short, day, []];
// 2026-11-04 is a Wednesday.
const rotating = { valid_from: '2026-11-04', weeks: [early, late, early] };

describe('rotating weeks', () => {
  it('change on Mondays, counted from the week of the first day', () => {
    const index = (on: string): number => weekIndexOn(rotating, on);
    expect(
      ['2026-11-04', '2026-11-08', '2026-11-09', '2026-11-16', '2026-11-23'].map(index),
    ).toEqual([0, 0, 1, 2, 0]);
  });

  it('go on unbroken when a new pattern begins in the middle', () => {
    const from = '2026-11-20';
    const next = { staff_id: 'a', valid_from: from, weeks: weeksFrom(rotating, from) };
    const before = workingDays('a', [{ staff_id: 'a', ...rotating }], []);
    const after = workingDays('a', [next], []);
    for (let i = 0; i < 60; i += 1) {
      const on = dayNumber(addDays(from, i));
      expect(after(on)).toEqual(before(on));
    }
  });
});

describe('more and fewer weeks', () => {
  it('begin on Mondays, the first one in the week of the first day', () => {
    expect([0, 1, 2].map((index) => weekBegins('2026-11-04', index))).toEqual([
      '2026-11-02',
      '2026-11-09',
      '2026-11-16',
    ]);
  });

  it('start as a copy of the last one and go from the end', () => {
    expect(withWeeks([early, late], 4)).toEqual([early, late, late, late]);
    expect(withWeeks([early, late], 1)).toEqual([early]);
  });

  it('keep their place in the calendar when the first day moves', () => {
    const moved = { valid_from: '2026-11-12', weeks: weeksFrom(rotating, '2026-11-12') };
    for (let i = 0; i < 30; i += 1) {
      const day = addDays('2026-11-12', i);
      expect(moved.weeks[weekIndexOn(moved, day)]).toBe(rotating.weeks[weekIndexOn(rotating, day)]);
    }
  });
});

describe('a week in spans', () => {
  it('takes neighbours with the same hours together and leaves free days out', () => {
    expect(workSpans(late, 1)).toEqual([
      { from: 2, to: 4, ranges: short },
      { from: 5, to: 5, ranges: day },
    ]);
  });

  it('begins with the first day of the business’s week', () => {
    const sundayToo = [day, day, [], [], [], [], day];
    expect(workSpans(sundayToo, 7)).toEqual([{ from: 6, to: 1, ranges: day }]);
    expect(workSpans(sundayToo, 1)).toHaveLength(2);
  });

  it('knows how long it is', () => {
    expect(weekMinutes(early)).toBe(5 * 540);
  });
});
