import { describe, expect, test } from 'vitest';
import { calendarFile, icalUid } from './calendar-file.ts';
import type { CalendarEvent } from './calendar-file.ts';

const madeAt = new Date('2026-11-20T12:00:00Z');
const event: CalendarEvent = {
  uid: icalUid('019a'),
  sequence: 2,
  startsAt: '2026-11-21T15:00:00+00:00',
  endsAt: '2026-11-21T16:15:00+00:00',
  status: 'confirmed',
  title: 'Cut and finish – Studio Lumen',
  description: 'With Mara; bring "the photo"\nand time',
  location: '214 Court Street, Brooklyn',
  url: 'https://book.example/x',
};
const invitation = {
  organizer: { name: 'Studio Lumen', email: 'hello@lumen.example' },
  attendee: { name: 'Ann', email: 'ann@example.com' },
};

/** The properties of the file, unfolded; parameters are dropped. */
const read = (file: string): Record<string, string> =>
  Object.fromEntries(
    file
      .replace(/\r\n[ \t]/g, '')
      .split('\r\n')
      .map((line) => /^([A-Z-]+)[^:]*:(.*)$/.exec(line))
      .flatMap((match) => (match ? [[match[1] ?? '', match[2] ?? '']] : [])),
  );

test('a file to open holds the event under its stable id, in UTC', () => {
  expect(read(calendarFile(event, madeAt))).toMatchObject({
    VERSION: '2.0',
    METHOD: 'PUBLISH',
    UID: '019a@daybook.app',
    SEQUENCE: '2',
    DTSTAMP: '20261120T120000Z',
    DTSTART: '20261121T150000Z',
    DTEND: '20261121T161500Z',
    STATUS: 'CONFIRMED',
    SUMMARY: 'Cut and finish – Studio Lumen',
    LOCATION: '214 Court Street\\, Brooklyn',
    DESCRIPTION: 'With Mara\\; bring "the photo"\\nand time',
  });
});

test.each([
  ['confirmed', 'REQUEST', 'CONFIRMED'],
  ['tentative', 'REQUEST', 'TENTATIVE'],
  ['cancelled', 'CANCEL', 'CANCELLED'],
] as const)('an invitation that is %s says %s', (status, method, written) => {
  const file = calendarFile({ ...event, status }, madeAt, invitation);
  expect(read(file)).toMatchObject({ METHOD: method, STATUS: written });
  expect(file).toContain('ann@example.com');
  expect(file).toContain('hello@lumen.example');
});

describe('an alarm', () => {
  const alarms = (file: string): string[][] =>
    [...file.matchAll(/BEGIN:VALARM\r\n(.*?)\r\nEND:VALARM/gs)].map(([, lines]) =>
      lines!.split('\r\n').toSorted(),
    );
  const reminding = { ...event, alarmMin: 60 };
  const hourBefore = [
    ['ACTION:DISPLAY', 'DESCRIPTION:Cut and finish – Studio Lumen', 'TRIGGER:-PT1H'],
  ];

  test('rings once before the start, in a file to open and in an invitation', () => {
    expect(alarms(calendarFile(reminding, madeAt))).toEqual(hourBefore);
    expect(alarms(calendarFile(reminding, madeAt, invitation))).toEqual(hourBefore);
    expect(alarms(calendarFile({ ...reminding, status: 'tentative' }, madeAt))).toEqual(hourBefore);
  });

  test('is not for what is cancelled, nor for whom none was asked for', () => {
    const cancelled = { ...reminding, status: 'cancelled' } as const;
    expect(alarms(calendarFile(cancelled, madeAt, invitation))).toEqual([]);
    expect(alarms(calendarFile(event, madeAt))).toEqual([]);
  });
});

// Throws on half a character: folding must not cut one in two.
const utf8Length = (text: string): number => encodeURIComponent(text).replace(/%../g, 'x').length;

describe('what people typed', () => {
  const hostile = 'Lumen\r\nATTENDEE:mailto:x@evil.example\u0000';

  test('cannot add a line to the file', () => {
    const file = calendarFile(
      { ...event, title: hostile, description: hostile, location: hostile },
      madeAt,
      { ...invitation, organizer: { name: hostile, email: 'a@b.example' } },
    );
    expect(file.split(/\r\n|\r|\n/).filter((line) => line.startsWith('ATTENDEE:'))).toEqual([]);
  });

  test('is folded at 75 bytes, also where characters take several', () => {
    const file = calendarFile({ ...event, description: '美容💇🏽‍♀️é'.repeat(40) }, madeAt);
    const lengths = file.split('\r\n').map((line) => utf8Length(line));
    expect(Math.max(...lengths)).toBeLessThanOrEqual(75);
  });
});
