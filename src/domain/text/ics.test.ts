import { describe, expect, test } from 'vitest';
import { adHocCalendarFile, appointmentEvent, calendarText } from './ics.ts';

/** Folded lines as one, so that the tests read what calendars read. */
const lines = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

describe('the event of an appointment', () => {
  const row = {
    ical_uid: 'a1@daybook.app',
    ical_sequence: 3,
    starts_at: '2027-03-14T07:30:00+00:00',
    ends_at: '2027-03-14T08:15:00+00:00',
    status: 'booked',
  } as const;

  test('keeps its id, counts its changes and carries instants', () => {
    const event = appointmentEvent(row, {
      title: 'Haircut; with Ana, at Lumen',
      description:
        'First line\nsecond line that is long enough to be folded by every calendar writer there is',
      location: '1 Main St',
      organizer: { name: 'Studio Lumen', email: 'hello@lumen.example' },
      attendee: { name: 'Cleo', email: 'cleo@mail.example' },
    });
    const text = calendarText([event], { method: 'REQUEST', now: '2027-03-01T00:00:00+00:00' });
    expect(lines(text)).toEqual(
      expect.arrayContaining([
        'VERSION:2.0',
        'METHOD:REQUEST',
        'UID:a1@daybook.app',
        'SEQUENCE:3',
        'DTSTAMP:20270301T000000Z',
        'DTSTART:20270314T073000Z',
        'DTEND:20270314T081500Z',
        'SUMMARY:Haircut\\; with Ana\\, at Lumen',
        'STATUS:CONFIRMED',
      ]),
    );
    expect(text).toContain('mailto:hello@lumen.example');
    expect(text).toContain('First line\\nsecond');
    for (const line of text.split('\r\n')) expect(line.length).toBeLessThanOrEqual(75);
  });

  test.each([
    ['pending', 'TENTATIVE'],
    ['booked', 'CONFIRMED'],
    ['completed', 'CONFIRMED'],
    ['cancelled', 'CANCELLED'],
    ['declined', 'CANCELLED'],
  ] as const)('%s is %s', (status, written) => {
    const event = appointmentEvent({ ...row, status }, { title: 'x' });
    expect(lines(calendarText([event], { method: 'CANCEL', now: row.starts_at }))).toContain(
      `STATUS:${written}`,
    );
  });
});

describe('an event without a record', () => {
  const event = {
    startTime: '2027-03-14T07:30:00+00:00',
    endTime: '2027-03-14T08:30:00+00:00',
    title: 'Été: open day!',
  };

  test('is a file whose id comes from time, chance and domain', () => {
    const file = adHocCalendarFile(event, { nowMs: 1_800_000_000_000, random: 'k3x' });
    expect(file).toMatchObject({
      fileName: 'ete-open-day.ics',
      type: 'text/calendar; charset=utf-8',
    });
    expect(lines(file.content)).toContain('UID:1800000000000-k3x@daybook.app');
    expect(lines(file.content)).toContain('METHOD:PUBLISH');
  });

  test('two in one millisecond differ', () => {
    const one = adHocCalendarFile(event, { nowMs: 1, random: 'a' });
    const two = adHocCalendarFile(event, { nowMs: 1, random: 'b' });
    expect(one.content).not.toBe(two.content);
  });
});
