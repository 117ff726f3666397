import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  dayNumber,
  dayOf,
  dayRange,
  daysBetween,
  isDay,
  monthStart,
  weekdayOf,
} from './day.ts';
import { monthGrid, weekOf, weekStart } from './week.ts';

const anyDay = fc.integer({ min: -200_000, max: 200_000 });

describe('calendar days', () => {
  test('day numbers agree with the platform for every day of 500 years', () =>
    fc.assert(
      fc.property(anyDay, (number) => {
        const platform = new Date(number * 86_400_000);
        expect(dayOf(number)).toBe(platform.toISOString().slice(0, 10));
        expect(dayNumber(dayOf(number))).toBe(number);
        expect(weekdayOf(number)).toBe((platform.getUTCDay() + 6) % 7);
      }),
      { numRuns: 2000 },
    ));

  test.each(['2027-02-29', '2027-13-01', '2027-00-10', '2027-1-1', '', 'today', '2027-06-31'])(
    '%j is no day',
    (text) => expect(isDay(text)).toBe(false),
  );

  test('29 February exists in leap years', () => {
    expect(isDay('2028-02-29')).toBe(true);
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2028-02-29', 1)).toBe('2028-03-01');
    expect(isDay('2100-02-29')).toBe(false);
  });

  test('months end where they end', () => {
    expect(addMonths('2027-01-31', 1)).toBe('2027-02-28');
    expect(addMonths('2027-03-31', -1)).toBe('2027-02-28');
    expect(addMonths('2027-12-15', 1)).toBe('2028-01-15');
    expect(addMonths('2027-01-15', -13)).toBe('2025-12-15');
    expect(monthStart('2027-12-15')).toBe('2027-12-01');
  });

  test('ranges include both ends', () => {
    expect(dayRange('2026-12-31', '2027-01-02')).toEqual([
      '2026-12-31',
      '2027-01-01',
      '2027-01-02',
    ]);
    expect(dayRange('2027-01-02', '2027-01-01')).toEqual([]);
    expect(daysBetween('2026-12-31', '2027-01-02')).toBe(2);
  });
});

describe('weeks', () => {
  test.each([
    ['2027-03-14', 1, '2027-03-08'],
    ['2027-03-14', 7, '2027-03-14'],
    ['2027-03-13', 7, '2027-03-07'],
    ['2027-03-14', 6, '2027-03-13'],
    ['2027-01-01', 1, '2026-12-28'],
  ])('the week of %s starting on day %i begins %s', (day, startsOn, first) =>
    expect(weekStart(day, startsOn)).toBe(first),
  );

  test('a week has seven days and holds its day', () =>
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 7 }), (number, startsOn) => {
        const week = weekOf(dayOf(number), startsOn);
        expect(week).toHaveLength(7);
        expect(week).toContain(dayOf(number));
        expect(weekdayOf(dayNumber(week[0]!))).toBe(startsOn - 1);
      }),
    ));

  test('a month grid is whole weeks around the month', () => {
    const grid = monthGrid('2027-08-10', 1);
    expect([grid[0], grid.at(-1), grid.length]).toEqual(['2027-07-26', '2027-09-05', 42]);
    expect(monthGrid('2027-02-10', 1)).toHaveLength(28);
  });
});
