import { describe, expect, test } from 'vitest';
import { businessFormats } from './business-formats.ts';
import { formatDuration, formatRelative } from './duration.ts';
import { DATE_WEEKDAY_SHORT, formatDate, formatTime } from './format.ts';

/** ICU puts narrow no-break spaces before AM and PM. */
const spaced = (text: string) => text.replace(/\s/gu, ' ');

describe('dates and times for people', () => {
  const at = '2027-03-14T07:30:00+00:00';

  test('dates are long by default, times have two-digit minutes', () => {
    expect(formatDate(at, { timeZone: 'America/New_York' })).toBe('March 14, 2027');
    expect(spaced(formatTime(at, { timeZone: 'America/New_York' }))).toBe('3:30 AM');
    expect(spaced(formatTime('2027-03-14T07:05:00+00:00'))).toBe('7:05 AM');
  });

  test('an instant is shown in the zone asked for, a day is the same everywhere', () => {
    expect(formatDate(at, { timeZone: 'Pacific/Apia' })).toBe('March 14, 2027');
    expect(formatDate('2027-03-14T22:30:00+00:00', { timeZone: 'Pacific/Apia' })).toBe(
      'March 15, 2027',
    );
    expect(formatDate('2027-03-14', { timeZone: 'Pacific/Honolulu' })).toBe('March 14, 2027');
  });

  test.each(['', 'soon', '2027-02-30', '2027-13-01T00:00:00+00:00'])(
    '%j is said to be invalid, and logged',
    (value) => {
      const logged: unknown[] = [];
      const log = (message: string, facts: unknown) => logged.push([message, facts]);
      expect(formatDate(value, { log })).toBe('Invalid Date');
      expect(formatTime(value, { log })).toBe('Invalid Time');
      expect(logged).toHaveLength(2);
      expect(logged[0]).toMatchObject(['Invalid Date: cannot format', { value }]);
    },
  );

  test('an unknown zone is a formatting failure, not a crash', () =>
    expect(formatTime(at, { timeZone: 'Europe/Atlantis' })).toBe('Invalid Time'));

  test('other parts on demand', () =>
    expect(formatDate('2027-03-14', { parts: DATE_WEEKDAY_SHORT })).toBe('Sun, Mar 14'));
});

describe('the formats of a business', () => {
  const newYork = businessFormats({
    locale: 'en-US',
    time_zone: 'America/New_York',
    time_format: 'h12',
  });
  const berlin = businessFormats({
    locale: 'de-DE',
    time_zone: 'Europe/Berlin',
    time_format: 'h23',
  });

  test('use its clock and its zone', () => {
    expect(spaced(newYork.time('2027-06-01T18:30:00+00:00'))).toBe('2:30 PM');
    expect(berlin.time('2027-06-01T12:30:00+00:00')).toBe('14:30');
    expect(spaced(newYork.dateTime('2027-06-01T18:30:00+00:00'))).toBe('Tue, Jun 1, 2:30 PM');
    expect(berlin.minute(570)).toBe('09:30');
    expect(spaced(newYork.minute(0))).toBe('12:00 AM');
  });

  test('ranges say AM or PM once when both are the same', () => {
    expect(
      spaced(newYork.timeRange('2027-06-01T18:30:00+00:00', '2027-06-01T19:15:00+00:00')),
    ).toBe('2:30 – 3:15 PM');
    expect(
      spaced(newYork.timeRange('2027-06-01T15:30:00+00:00', '2027-06-01T16:15:00+00:00')),
    ).toBe('11:30 AM – 12:15 PM');
    expect(berlin.timeRange('2027-06-01T12:30:00+00:00', '2027-06-01T13:00:00+00:00')).toBe(
      '14:30 – 15:00',
    );
  });
});

describe('durations in words', () => {
  test.each([
    [0, {}, '0 min'],
    [45, {}, '45 min'],
    [60, {}, '1 hr'],
    [90, {}, '1 hr 30 min'],
    [1500, {}, '25 hr'],
    [1500, { days: true }, '1 day 1 hr'],
    [2880, { days: true, display: 'long' as const }, '2 days'],
    [90, { display: 'long' as const }, '1 hour 30 minutes'],
    [90, { locale: 'de-DE' }, '1 Std. 30 Min.'],
  ])('%i minutes %j read %s', (minutes, options, words) =>
    expect(formatDuration(minutes, options)).toBe(words),
  );

  test.each([
    [25, 'in 25 minutes'],
    [-10, '10 minutes ago'],
    [180, 'in 3 hours'],
    [2880, 'in 2 days'],
    [0, 'this minute'],
  ])('%i minutes away is %s', (distance, words) =>
    expect(formatRelative(1000, 1000 + distance)).toBe(words),
  );
});
