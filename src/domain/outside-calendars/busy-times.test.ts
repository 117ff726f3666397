import { describe, expect, test } from 'vitest';
import { epochMinOf, instantOfMin } from '#domain/time/epoch.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { busyTimes } from './busy-times.ts';

const FROM = epochMinOf('2026-03-01T00:00:00Z');
const TO = epochMinOf('2026-06-01T00:00:00Z');
const zone = zoneOf('America/New_York');

const calendar = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n');
const event = (...lines: string[]): string =>
  calendar('BEGIN:VEVENT', 'UID:one', 'SUMMARY:Dentist', ...lines, 'END:VEVENT');

/** The spans as they read in UTC: `03-12 13:00–14:00`. */
const busyIn = (text: string, from = FROM, to = TO): string[] => {
  const answer = busyTimes(text, { from, to, zone });
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value.map(([start, end]) => {
    const [a, b] = [instantOfMin(start), instantOfMin(end)];
    const last = a.slice(0, 10) === b.slice(0, 10) ? b.slice(11, 16) : b.slice(5, 16);
    return `${a.slice(5, 16)}–${last}`.replaceAll('T', ' ');
  });
};

describe('one entry', () => {
  test.each([
    ['in UTC', ['DTSTART:20260312T130000Z', 'DTEND:20260312T140000Z'], '03-12 13:00–14:00'],
    [
      'in a zone of its own',
      ['DTSTART;TZID=Europe/Paris:20260312T140000', 'DTEND;TZID=Europe/Paris:20260312T150000'],
      '03-12 13:00–14:00',
    ],
    [
      'in a zone in quotes that nobody knows: by the business’s clock',
      ['DTSTART;TZID="Custom: Zone":20260312T090000', 'DURATION:PT1H'],
      '03-12 13:00–14:00',
    ],
    [
      'in a zone whose name is written in its own way',
      ['DTSTART;TZID=EUROPE/paris:20260312T140000', 'DURATION:PT1H'],
      '03-12 13:00–14:00',
    ],
    [
      'with an offset for a zone: by the business’s clock',
      ['DTSTART;TZID="+05:00":20260312T090000', 'DURATION:PT1H'],
      '03-12 13:00–14:00',
    ],
    ['without a zone', ['DTSTART:20260312T090000', 'DURATION:PT90M'], '03-12 13:00–14:30'],
    ['a whole day', ['DTSTART;VALUE=DATE:20260312'], '03-12 04:00–03-13 04:00'],
    [
      'whole days, the end not included, over a change of the clocks',
      ['DTSTART;VALUE=DATE:20260307', 'DTEND;VALUE=DATE:20260309'],
      '03-07 05:00–03-09 04:00',
    ],
  ])('%s', (_, lines, span) => {
    expect(busyIn(event(...lines))).toEqual([span]);
  });

  test.each([
    ['is cancelled', ['STATUS:CANCELLED']],
    ['leaves the time free', ['TRANSP:TRANSPARENT']],
    ['is free for Outlook', ['X-MICROSOFT-CDO-BUSYSTATUS:FREE']],
  ])('that %s keeps nobody busy', (_, lines) => {
    const times = ['DTSTART:20260312T130000Z', 'DTEND:20260312T140000Z'];
    expect(busyIn(event(...times, ...lines))).toEqual([]);
  });

  test('without a length is no time, and one outside of what is asked for is not told', () => {
    expect(busyIn(event('DTSTART:20260312T130000Z'))).toEqual([]);
    expect(busyIn(event('DTSTART:20250312T130000Z', 'DURATION:PT1H'))).toEqual([]);
  });

  test('longer than a month comes in pieces that lie against each other', () => {
    const text = event('DTSTART:20260301T000000Z', 'DTEND:20260415T000000Z');
    expect(busyIn(text)).toEqual(['03-01 00:00–04-01 00:00', '04-01 00:00–04-15 00:00']);
  });

  test('that never ends is told as far as was asked for, always in the same pieces', () => {
    const text = event('DTSTART:20260110T000000Z', 'DTEND:99991231T000000Z');
    const told = busyIn(text);
    expect(told).toEqual([
      '02-10 00:00–03-13 00:00',
      '03-13 00:00–04-13 00:00',
      '04-13 00:00–05-14 00:00',
      '05-14 00:00–06-14 00:00',
    ]);
    const later = epochMinOf('2026-03-20T00:00:00Z');
    expect(busyIn(text, later)).toEqual(told.slice(1));
  });

  test.each(['P99999999999999W', `P${'9'.repeat(400)}D`, `PT${'9'.repeat(30)}M`])(
    'that says it lasts %s is no time',
    (length) => {
      expect(busyIn(event('DTSTART:20260312T130000Z', `DURATION:${length}`))).toEqual([]);
    },
  );
});

describe('entries that repeat', () => {
  const starts = (rule: string, start = '20260302T090000', ...more: string[]): string[] =>
    busyIn(
      event(`DTSTART;TZID=Europe/Paris:${start}`, 'DURATION:PT1H', `RRULE:${rule}`, ...more),
    ).map((span) => span.slice(0, 11));

  test('keep their wall time over a change of the clocks', () => {
    expect(starts('FREQ=WEEKLY;COUNT=6')).toEqual([
      '03-02 08:00',
      '03-09 08:00',
      '03-16 08:00',
      '03-23 08:00',
      '03-30 07:00',
      '04-06 07:00',
    ]);
  });

  test.each([
    ['FREQ=DAILY;INTERVAL=3;COUNT=3', ['03-02 08:00', '03-05 08:00', '03-08 08:00']],
    ['FREQ=WEEKLY;BYDAY=MO,TH;COUNT=4', ['03-02', '03-05', '03-09', '03-12']],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;COUNT=4', ['03-02', '03-05', '03-16', '03-19']],
    ['FREQ=MONTHLY;BYDAY=1MO;COUNT=3', ['03-02', '04-06', '05-04']],
    ['FREQ=MONTHLY;BYDAY=-1FR;COUNT=3', ['03-02', '03-27', '04-24']],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3', ['03-02', '03-31', '04-30']],
    ['FREQ=WEEKLY;UNTIL=20260316T080000Z', ['03-02', '03-09', '03-16']],
    ['FREQ=WEEKLY;UNTIL=20260315', ['03-02', '03-09']],
    ['FREQ=YEARLY', ['03-02']],
  ])('%s', (rule, days) => {
    expect(starts(rule).map((start) => start.slice(0, days[0]!.length))).toEqual(days);
  });

  test('leave out months without that date', () => {
    const text = event('DTSTART:20260131T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=MONTHLY');
    expect(busyIn(text).map((span) => span.slice(0, 5))).toEqual(['03-31', '05-31']);
  });

  test('that began long ago still come', () => {
    expect(starts('FREQ=DAILY', '20100101T090000').length).toBe(92);
  });

  test('leave out what was taken out of them, and go where one was moved', () => {
    const text = calendar(
      'BEGIN:VEVENT',
      'UID:one',
      'DTSTART:20260302T090000Z',
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY;COUNT=4',
      'EXDATE:20260309T090000Z',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:one',
      'RECURRENCE-ID:20260316T090000Z',
      'DTSTART:20260317T110000Z',
      'DURATION:PT1H',
      'END:VEVENT',
    );
    expect(busyIn(text).map((span) => span.slice(0, 11))).toEqual([
      '03-02 09:00',
      '03-17 11:00',
      '03-23 09:00',
    ]);
  });

  test('named a hundred thousand times over count once, however long ago they began', () => {
    const months = '3,'.repeat(500_000);
    const rule = `FREQ=YEARLY;COUNT=40;BYMONTH=${months}`;
    expect(starts(rule, '20000302T090000')).toEqual(['03-02 08:00']);
  });

  test('by a rule that is not read here count once', () => {
    expect(starts('FREQ=HOURLY;COUNT=5')).toEqual(['03-02 08:00']);
    expect(starts('FREQ=YEARLY;BYWEEKNO=20')).toEqual(['03-02 08:00']);
    expect(starts('FREQ=DAILY;INTERVAL=0')).toEqual(['03-02 08:00']);
    const endless = Array.from({ length: 32 }, () => 'MO').join(',');
    expect(starts(`FREQ=MONTHLY;BYDAY=${endless}`)).toEqual(['03-02 08:00']);
  });
});

describe('a file', () => {
  test('with folded lines, alarms and zones is read, overlapping entries are one time', () => {
    const text = calendar(
      'BEGIN:VTIMEZONE',
      'TZID:Europe/Paris',
      'BEGIN:STANDARD',
      'DTSTART:19701025T030000',
      'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
      'END:STANDARD',
      'END:VTIMEZONE',
      'BEGIN:VEVENT',
      'DTSTART:20260312T13',
      ' 0000Z',
      'DTEND:20260312T140000Z',
      'BEGIN:VALARM',
      'DTSTART:20260401T130000Z',
      'END:VALARM',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'DTSTART:20260312T133000Z',
      'DTEND:20260312T150000Z',
      'END:VEVENT',
    );
    expect(busyIn(text)).toEqual(['03-12 13:00–15:00']);
  });

  test('that only tells busy times is read as well', () => {
    const text = calendar(
      'BEGIN:VFREEBUSY',
      'FREEBUSY:20260312T080000Z/20260312T090000Z,20260313T080000Z/PT30M',
      'FREEBUSY;FBTYPE=FREE:20260314T080000Z/PT30M',
      'END:VFREEBUSY',
    );
    expect(busyIn(text)).toEqual(['03-12 08:00–09:00', '03-13 08:00–08:30']);
  });

  test.each([['<!doctype html><title>Sign in</title>'], [''], ['BEGIN:VCARD\nEND:VCARD']])(
    '%j is no calendar',
    (text) => {
      expect(busyTimes(text, { from: FROM, to: TO, zone })).toMatchObject({
        error: { code: 'invalid' },
      });
    },
  );

  test('with what nobody can read in it is read as far as it goes', () => {
    const text = calendar(
      'BEGIN:VEVENT',
      'DTSTART:tomorrow',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'DTSTART:20260399T130000Z',
      'DURATION:PT1H',
      'END:VEVENT',
      'nonsense',
      'BEGIN:VEVENT',
      'DTSTART:20260312T130000Z',
      'DURATION:PT1H',
      'END:VEVENT',
    );
    expect(busyIn(text)).toEqual(['03-12 13:00–14:00']);
  });
});
