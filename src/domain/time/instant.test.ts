import { expect, test } from 'vitest';
import fc from 'fast-check';
import { instantMs, monthOf, toInstant } from './instant.ts';

test.each([
  [Date.UTC(2026, 10, 21, 9), '2026-11-21T09:00:00+00:00'],
  [Date.UTC(2026, 10, 21, 9, 0, 0, 120), '2026-11-21T09:00:00.12+00:00'],
  [new Date(Date.UTC(1999, 0, 1, 0, 0, 0, 1)), '1999-01-01T00:00:00.001+00:00'],
  ['2026-11-21T04:00:00-05:00', '2026-11-21T09:00:00+00:00'],
  ['2026-11-21T09:00:00.500Z', '2026-11-21T09:00:00.5+00:00'],
])('%s is written as PostgreSQL writes it', (moment, expected) => {
  expect(toInstant(moment)).toBe(expected);
});

test('what is no moment is refused', () => {
  expect(() => toInstant('yesterday')).toThrow(/Not a moment/);
});

test('string order is time order and nothing is lost on the way', () => {
  const moment = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2100, 0, 1) });
  fc.assert(
    fc.property(moment, moment, (a, b) => {
      expect(instantMs(toInstant(a))).toBe(a);
      expect(toInstant(a) < toInstant(b)).toBe(a < b);
    }),
  );
});

test('the month of an instant is its month in UTC', () => {
  expect(monthOf('2026-11-30T23:59:00+00:00')).toBe('2026-11');
});
