import { expect, test } from 'vitest';
import { eventFile } from './event-file.ts';

const event = {
  startTime: '2027-03-14T07:30:00+00:00',
  endTime: '2027-03-14T08:30:00+00:00',
  title: 'Été: open day!',
  location: '1 Main St',
};

test('an event without a record is a version 2.0 file whose id comes from time, chance and domain', () => {
  const file = eventFile(event, { nowMs: 1_800_000_000_000, random: 'k3x' });
  expect(file).toMatchObject({
    fileName: 'ete-open-day.ics',
    type: 'text/calendar; charset=utf-8',
  });
  const lines = file.content.replaceAll('\r\n ', '').split('\r\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'VERSION:2.0',
      'METHOD:PUBLISH',
      'UID:1800000000000-k3x@daybook.app',
      'DTSTART:20270314T073000Z',
      'DTEND:20270314T083000Z',
      'LOCATION:1 Main St',
    ]),
  );
});

test('two in one millisecond differ', () => {
  const one = eventFile(event, { nowMs: 1, random: 'a' });
  const two = eventFile({ ...event, title: '!' }, { nowMs: 1, random: 'b' });
  expect(one.content).not.toBe(two.content);
  expect(two.fileName).toBe('event.ics');
});
