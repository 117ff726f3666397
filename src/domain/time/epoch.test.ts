import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMinutes, epochMinOf, instantOfMin, minutesBetween } from './epoch.ts';

describe('minutes since 1970', () => {
  test('the shape of rows is read like any other shape', () =>
    fc.assert(
      fc.property(fc.integer({ min: -50_000_000, max: 100_000_000 }), (minute) => {
        const instant = instantOfMin(minute);
        expect(instant).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\+00:00$/);
        expect(epochMinOf(instant)).toBe(minute);
        expect(Date.parse(instant)).toBe(minute * 60_000);
      }),
    ));

  test.each([
    ['2027-03-14T07:30:59+00:00', '2027-03-14T07:30:00+00:00'],
    ['2027-03-14T07:30:59.999999+00:00', '2027-03-14T07:30:00+00:00'],
    ['2027-03-14T07:30:00Z', '2027-03-14T07:30:00+00:00'],
    ['2027-03-14T02:30:00-05:00', '2027-03-14T07:30:00+00:00'],
  ])('%s lies in minute %s', (instant, minute) =>
    expect(instantOfMin(epochMinOf(instant))).toBe(minute),
  );

  test.each(['', 'soon', '2027-0x-14T07:30:00+00:00'])('%j is no instant', (text) =>
    expect(epochMinOf(text)).toBeNaN(),
  );

  test('minutes add up over midnight', () => {
    expect(addMinutes('2027-12-31T23:50:00+00:00', 20)).toBe('2028-01-01T00:10:00+00:00');
    expect(minutesBetween('2027-12-31T23:50:00+00:00', '2028-01-01T00:10:00+00:00')).toBe(20);
  });
});
