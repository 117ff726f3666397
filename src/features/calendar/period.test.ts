import { describe, expect, it } from 'vitest';
import { daysShown, periodTitle, placeTitle, stepDate, weeksAround } from './period.ts';

describe('daysShown', () => {
  it('shows one day, three days from it on, or the week around it', () => {
    expect(daysShown('day', '2026-11-21', 1)).toEqual(['2026-11-21']);
    expect(daysShown('three', '2026-11-30', 1)).toEqual(['2026-11-30', '2026-12-01', '2026-12-02']);
    expect(daysShown('week', '2026-11-21', 7)[0]).toBe('2026-11-15');
    expect(daysShown('week', '2026-11-21', 1)).toHaveLength(7);
  });
});

describe('stepDate', () => {
  it('goes by the length of the view and comes back', () => {
    expect(stepDate('week', '2026-12-28', 1)).toBe('2027-01-04');
    expect(stepDate('three', stepDate('three', '2026-11-21', 1), -1)).toBe('2026-11-21');
  });
});

describe('a month', () => {
  it('keeps the day when going on, as far as the next month has it', () => {
    expect(stepDate('month', '2026-11-21', 1)).toBe('2026-12-21');
    expect(stepDate('month', '2026-01-31', 1)).toBe('2026-02-28');
    expect(stepDate('month', '2026-01-15', -1)).toBe('2025-12-15');
  });
  it('is named by month and year, not by its chosen day', () => {
    expect(placeTitle('month', ['2026-11-21'], 'en-US', false)).toBe('November 2026');
    expect(placeTitle('month', ['2026-11-21'], 'en-US', true)).toBe('Nov 2026');
  });
});

describe('weeksAround', () => {
  it('holds every day that the views of this date can show', () => {
    const weeks = weeksAround('2026-11-22', 1);
    expect(weeks).toEqual(['2026-11-09', '2026-11-16', '2026-11-23']);
  });
});

describe('periodTitle', () => {
  it('names one day in full', () => {
    expect(periodTitle(['2026-11-21'], 'en-US', false)).toBe('Saturday, November 21, 2026');
    expect(periodTitle(['2026-11-21'], 'en-US', true)).toBe('Sat, Nov 21');
  });
  it('says what is common once', () => {
    const days = daysShown('week', '2026-11-21', 1);
    expect(periodTitle(days, 'en-US', false).replaceAll(/\s/gu, ' ')).toBe('Nov 16 – 22, 2026');
  });
});
