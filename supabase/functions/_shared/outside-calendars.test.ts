import { expect, test } from 'vitest';
import { readOutsideCalendars } from './outside-calendars.ts';
import type { DueCalendars } from './outside-calendars.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const event = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n');

/** Reads calendars with these texts; what was told of each. */
const told = async (texts: Record<string, string>, zone = 'UTC') => {
  const answers: Record<string, unknown> = {};
  const due: DueCalendars = {
    claim: async () => Object.keys(texts).map((id) => ({ id, address: id, time_zone: zone })),
    finish: async (id, answer) => {
      answers[id] = answer;
    },
  };
  const count = await readOutsideCalendars(
    due,
    async (address) => ({ text: texts[address] ?? '' }),
    NOW,
  );
  expect(count).toBe(Object.keys(texts).length);
  return answers;
};

test('of an entry nothing is told but when it is', async () => {
  const answers = await told({
    home: event(
      'SUMMARY:Planted dentist',
      'LOCATION:Planted street',
      'DTSTART:20260312T130000Z',
      'DTEND:20260312T140000Z',
    ),
  });
  expect(answers).toEqual({
    home: { busy: [['2026-03-12T13:00:00+00:00', '2026-03-12T14:00:00+00:00']] },
  });
});

test('one that cannot be read does not keep the others waiting', async () => {
  const answers = await told({
    broken: '<html>',
    fine: event('DTSTART:20260312T130000Z', 'DURATION:PT1H'),
    old: event('DTSTART:20250312T130000Z', 'DURATION:PT1H'),
  });
  expect(answers).toMatchObject({
    broken: { failure: 'not_a_calendar' },
    fine: { busy: [expect.anything()] },
    old: { busy: [] },
  });
});

test('a time without a zone is meant by the business’s clock; one that is unknown does no harm', async () => {
  const text = event('DTSTART:20260312T090000', 'DURATION:PT1H');
  expect(await told({ home: text }, 'America/New_York')).toEqual({
    home: { busy: [['2026-03-12T13:00:00+00:00', '2026-03-12T14:00:00+00:00']] },
  });
  expect(await told({ home: text }, 'Nowhere/Land')).toEqual({
    home: { busy: [['2026-03-12T09:00:00+00:00', '2026-03-12T10:00:00+00:00']] },
  });
});

test('a line without an end is no calendar', async () => {
  expect(await told({ home: 'x'.repeat(4_900_000) })).toEqual({
    home: { failure: 'not_a_calendar' },
  });
});

test('one that cannot be stored is told when the others are', async () => {
  const stored: string[] = [];
  const reading = readOutsideCalendars(
    {
      claim: async () => ['broken', 'slow'].map((id) => ({ id, address: id, time_zone: 'UTC' })),
      finish: async (id) => {
        if (id === 'broken') throw new Error('the database is away');
        stored.push(id);
      },
    },
    async (address) => {
      if (address === 'slow') await new Promise((done) => setImmediate(done));
      return { text: event('DTSTART:20260312T130000Z', 'DURATION:PT1H') };
    },
    NOW,
  );
  await expect(reading).rejects.toThrow('the database is away');
  expect(stored).toEqual(['slow']);
});
