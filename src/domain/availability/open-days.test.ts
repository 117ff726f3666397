import { expect, test } from 'vitest';
import type { Instant } from '#domain/rows.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import { zoneOf } from '#domain/time/zone.ts';
import {
  bookableDays,
  findOpenTimes,
  firstOpenDay,
  nearestStarts,
  openDays,
  partsOfDay,
} from './open-days.ts';

const newYork = zoneOf('America/New_York');
const at = (text: string): Instant => `${text}:00+00:00`;
const minutes = (...texts: string[]) => texts.map((text) => epochMinOf(at(text)));

test('a start belongs to the day that the reader sees it on', () => {
  const starts = minutes('2026-11-22T03:30', '2026-11-22T15:00', '2026-11-22T20:00');
  expect([...openDays(starts, newYork)]).toEqual([
    ['2026-11-21', [at('2026-11-22T03:30')]],
    ['2026-11-22', [at('2026-11-22T15:00'), at('2026-11-22T20:00')]],
  ]);
  expect([...openDays(starts, zoneOf('UTC')).keys()]).toEqual(['2026-11-22']);
});

test('the first open day can be looked for from any day on', () => {
  const days = openDays(minutes('2026-11-22T15:00', '2026-12-03T15:00'), newYork);
  expect(firstOpenDay(days)).toBe('2026-11-22');
  expect(firstOpenDay(days, '2026-11-23')).toBe('2026-12-03');
  expect(firstOpenDay(days, '2026-12-04')).toBeNull();
});

test('the nearest times to one that is gone come first, earlier or later', () => {
  const days = openDays(
    minutes('2026-11-21T18:00', '2026-11-22T14:00', '2026-11-22T15:15', '2026-11-22T19:00'),
    newYork,
  );
  expect(nearestStarts(days, at('2026-11-22T15:00'), 3)).toEqual([
    at('2026-11-22T15:15'),
    at('2026-11-22T14:00'),
    at('2026-11-22T19:00'),
  ]);
});

test('the times of a day are grouped by the clock of the zone, empty parts left out', () => {
  const starts = ['2026-11-22T16:45', '2026-11-22T17:00', '2026-11-22T22:00'].map(at);
  expect(partsOfDay(starts, newYork)).toEqual([
    { part: 'morning', starts: [at('2026-11-22T16:45')] },
    { part: 'afternoon', starts: [at('2026-11-22T17:00')] },
    { part: 'evening', starts: [at('2026-11-22T22:00')] },
  ]);
  expect(partsOfDay(starts.slice(0, 1), zoneOf('Asia/Tokyo'))).toEqual([
    { part: 'morning', starts: [at('2026-11-22T16:45')] },
  ]);
});

test('free times are laid on free windows within notice and window', () => {
  const rules = { slot_step_min: 30, min_notice_min: 120, window_days: 2, max_gap_min: 0 };
  const now = epochMinOf(at('2026-11-21T13:00'));
  const lengths = {
    duration_min: 60,
    processing_min: 0,
    finishing_min: 0,
    buffer_before_min: 0,
    buffer_after_min: 0,
    processing_bookable: true,
  };
  const { days } = findOpenTimes({
    staff: [
      {
        id: 'mara',
        // Today 9 to 12, and a day that is too far ahead.
        free: minutes(
          '2026-11-21T14:00',
          '2026-11-21T17:00',
          '2026-11-24T14:00',
          '2026-11-24T17:00',
        ),
      },
    ],
    needs: [{ by: [{ staffId: 'mara', lengths }] }],
    rules,
    zone: newYork,
    now,
    shownIn: newYork,
  });
  expect([...days]).toEqual([
    ['2026-11-21', ['2026-11-21T15:00', '2026-11-21T15:30', '2026-11-21T16:00'].map(at)],
  ]);
  expect(bookableDays(rules, newYork, now)).toEqual({
    today: '2026-11-21',
    first: '2026-11-21',
    last: '2026-11-23',
  });
});
