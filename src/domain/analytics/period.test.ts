import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#domain/time/day.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { comparedWith, isPeriod, partsOf, periodOf } from './period.ts';

const ZONE = zoneOf('America/New_York');
const aDay = fc.integer({ min: 0, max: 60 }).map((day) => addDays('2026-02-20', day));

test.each([
  ['last_month', 'before', '2026-03-31', '2026-02-01 2026-02-28', '2026-01-01 2026-01-31'],
  ['this_month', 'before', '2026-03-30', '2026-03-01 2026-03-30', '2026-02-01 2026-02-28'],
  ['this_month', 'year_before', '2026-03-18', '2026-03-01 2026-03-18', '2025-03-01 2025-03-18'],
  ['this_week', 'before', '2026-03-18', '2026-03-16 2026-03-18', '2026-03-09 2026-03-11'],
  ['last_week', 'before', '2026-03-18', '2026-03-09 2026-03-15', '2026-03-02 2026-03-08'],
  ['last_3_months', 'before', '2026-03-18', '2025-12-01 2026-02-28', '2025-09-01 2025-11-30'],
  ['last_year', 'before', '2026-03-18', '2025-01-01 2025-12-31', '2024-01-01 2024-12-31'],
  ['today', 'before', '2026-03-01', '2026-03-01 2026-03-01', '2026-02-28 2026-02-28'],
  ['two_years', 'before', '2026-03-18', '2024-03-19 2026-03-18', '2022-03-19 2024-03-18'],
  // 1 June 2026 is a Monday: the day alone does not say whether a week or a month is meant.
  ['this_month', 'before', '2026-06-03', '2026-06-01 2026-06-03', '2026-05-01 2026-05-03'],
  ['this_month', 'before', '2026-06-01', '2026-06-01 2026-06-01', '2026-05-01 2026-05-01'],
  ['this_week', 'before', '2026-06-03', '2026-06-01 2026-06-03', '2026-05-25 2026-05-27'],
  ['this_week', 'before', '2026-06-01', '2026-06-01 2026-06-01', '2026-05-25 2026-05-25'],
  ['last_week', 'before', '2026-06-09', '2026-06-01 2026-06-07', '2026-05-25 2026-05-31'],
  ['today', 'before', '2026-06-01', '2026-06-01 2026-06-01', '2026-05-31 2026-05-31'],
  ['this_month', 'before', '2026-04-30', '2026-04-01 2026-04-30', '2026-03-01 2026-03-31'],
  ['this_year', 'before', '2026-03-18', '2026-01-01 2026-03-18', '2025-01-01 2025-03-18'],
  ['this_year', 'before', '2026-01-01', '2026-01-01 2026-01-01', '2025-01-01 2025-01-01'],
  ['today', 'year_before', '2029-02-28', '2029-02-28 2029-02-28', '2028-02-28 2028-02-28'],
  ['last_month', 'year_before', '2029-03-18', '2029-02-01 2029-02-28', '2028-02-01 2028-02-29'],
] as const)('%s, compared with %s, on %s', (name, comparison, today, wanted, before) => {
  const period = periodOf(name, today, 1);
  expect(`${period.from} ${period.to}`).toBe(wanted);
  const other = comparedWith(period, comparison, name, 1)!;
  expect(`${other.from} ${other.to}`).toBe(before);
});

test.each([
  ['2026-06-01', '2026-06-01', '2026-05-31 2026-05-31'],
  ['2026-06-01', '2026-06-03', '2026-05-25 2026-05-27'],
  ['2026-06-01', '2026-06-07', '2026-05-25 2026-05-31'],
  ['2026-06-01', '2026-06-30', '2026-05-01 2026-05-31'],
  ['2026-06-01', '2026-07-31', '2026-04-01 2026-05-31'],
  ['2026-07-01', '2026-07-05', '2026-06-01 2026-06-05'],
  ['2026-06-02', '2026-06-11', '2026-05-23 2026-06-01'],
])('chosen days from %s to %s are compared with %s', (from, to, before) => {
  const other = comparedWith({ from, to }, 'before', 'days', 1)!;
  expect(`${other.from} ${other.to}`).toBe(before);
});

test('parts cover a period without a gap, in days, weeks or months', () => {
  fc.assert(
    fc.property(aDay, fc.integer({ min: 0, max: 800 }), fc.constantFrom(1, 7), (from, n, week) => {
      const { days, edges, unit } = partsOf({ from, to: addDays(from, n) }, week, ZONE);
      expect(unit).toBe(n < 31 ? 'day' : n < 183 ? 'week' : 'month');
      expect(days).toHaveLength(edges.length - 1);
      expect(days[0]).toBe(from);
      expect(edges).toEqual(edges.toSorted((a, b) => a - b));
      expect(edges.at(-1)).toBe(
        partsOf({ from: addDays(from, n), to: addDays(from, n) }, 1, ZONE).edges[1],
      );
    }),
  );
});

test.each([
  ['2026-01-01', '2026-01-01', true],
  ['2016-01-01', '2026-01-01', true],
  ['2026-01-02', '2026-01-01', false],
  ['2015-12-01', '2026-01-01', false],
  ['0002-01-01', '2026-01-01', false],
  ['0002-01-01', '0002-02-01', false],
  ['9999-12-01', '9999-12-31', false],
  ['', '2026-01-01', false],
  ['2026-02-30', '2026-03-01', false],
])('from %s to %s may be asked for: %s', (from, to, may) => {
  expect(isPeriod({ from, to })).toBe(may);
});
