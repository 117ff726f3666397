import { describe, expect, it } from 'vitest';
import { defaultWeek } from '#domain/staff/schema.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { weekLines, weekdayName } from './staff-words.ts';

const formats = businessFormats({
  locale: 'en-GB',
  time_zone: 'Europe/London',
  time_format: 'h23',
});

describe('hours in words', () => {
  it('says a usual week in one line', () => {
    expect(weekLines(defaultWeek(), 1, 'en-GB', formats)).toEqual(['Mon – Sat 09:00 – 18:00']);
  });

  it('names breaks and single days', () => {
    const week = [
      [],
      [],
      [
        [540, 720],
        [780, 1440],
      ],
      [],
      [],
      [],
      [],
    ] as [number, number][][];
    expect(weekLines(week, 7, 'en-GB', formats)).toEqual(['Wed 09:00 – 12:00, 13:00 – 00:00']);
  });

  it('knows its weekdays', () => {
    expect([0, 6].map((day) => weekdayName(day, 'en-US'))).toEqual(['Monday', 'Sunday']);
  });
});
