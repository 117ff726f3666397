import { describe, expect, test } from 'vitest';
import type { WaitlistWindow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { draftOfWindow, newWindow, windowOfDraft } from './window-draft.ts';
import { windowWords } from './window-words.ts';
import {
  byTurn,
  endOfWindows,
  fitsIn,
  openingsOf,
  stateAt,
  widened,
  windowIssues,
} from './windows.ts';

const zone = zoneOf('America/New_York');
const at = (instant: string) => epochMinOf(`${instant}:00+00:00`);
/** The second week of March 2027: the clocks change on Sunday the 14th. */
const window = (more: Partial<WaitlistWindow> = {}): WaitlistWindow => ({
  from_day: '2027-03-08',
  to_day: '2027-03-14',
  weekdays: [],
  from_min: 540,
  to_min: 720,
  ...more,
});

describe('the time of a window', () => {
  test('is that of its weekdays, by the wall clock, also when the clocks change', () => {
    const openings = openingsOf(
      [window({ weekdays: [5, 6] })],
      zone,
      at('2027-03-01T00:00'),
      at('2027-04-01T00:00'),
    );
    expect(openings).toEqual([
      { start: at('2027-03-13T14:00'), end: at('2027-03-13T17:00') },
      { start: at('2027-03-14T13:00'), end: at('2027-03-14T16:00') },
    ]);
  });

  test('holds a whole visit or none of it: two windows side by side are not one', () => {
    const openings = openingsOf(
      [window(), window({ from_min: 720, to_min: 900 })],
      zone,
      at('2027-03-09T00:00'),
      at('2027-03-10T00:00'),
    );
    expect(fitsIn(openings, at('2027-03-09T14:00'), at('2027-03-09T17:00'))).toBe(true);
    expect(fitsIn(openings, at('2027-03-09T16:30'), at('2027-03-09T17:30'))).toBe(false);
    expect(fitsIn(openings, at('2027-03-09T13:45'), at('2027-03-09T14:30'))).toBe(false);
  });

  test('is wider for who is flexible, and ends at midnight', () => {
    const wide = widened([window({ to_min: 1430 })], 30);
    expect(wide).toMatchObject([{ from_min: 510, to_min: 1440 }]);
    const openings = openingsOf(wide, zone, at('2027-03-09T00:00'), at('2027-03-10T00:00'));
    expect(fitsIn(openings, at('2027-03-09T13:30'), at('2027-03-09T14:30'))).toBe(true);
    expect(fitsIn(openings, at('2027-03-09T13:29'), at('2027-03-09T14:30'))).toBe(false);
  });

  test('is only what touches the asked span', () => {
    const ask = (from: string, to: string) => openingsOf([window()], zone, at(from), at(to)).length;
    expect(ask('2027-03-09T16:00', '2027-03-09T16:15')).toBe(1);
    expect(ask('2027-03-09T17:00', '2027-03-09T23:00')).toBe(0);
    expect(ask('2027-03-09T16:00', '2027-03-09T16:00')).toBe(0);
  });
});

describe('the end of the wait', () => {
  const entry = {
    state: 'waiting' as const,
    windows: [window(), window({ to_day: '2027-03-10' })],
  };

  test('is the end of the last window', () => {
    expect(endOfWindows(entry.windows, zone)).toBe(at('2027-03-14T16:00'));
  });

  test('is known before the server says so, and changes nothing that is decided', () => {
    const late = at('2027-03-14T16:00');
    expect(stateAt(entry, zone, late - 1)).toBe('waiting');
    expect(stateAt(entry, zone, late)).toBe('expired');
    expect(stateAt({ ...entry, state: 'booked' }, zone, late)).toBe('booked');
  });
});

test('first come, first served, unless somebody comes before the others', () => {
  const one = (id: string, created_at: string, priority = 0) => ({ id, created_at, priority });
  const order = [one('late', '3'), one('early', '1'), one('vip', '9', 1), one('twin', '1')]
    .toSorted(byTurn)
    .map(({ id }) => id);
  expect(order).toEqual(['vip', 'early', 'twin', 'late']);
});

test.each([
  [{ from_day: 'soon' }, 'from_day', 'not_a_day'],
  [{ to_day: '2027-02-30' }, 'to_day', 'not_a_day'],
  [{ to_day: '2027-03-01' }, 'to_day', 'order'],
  [{ to_day: '2028-03-20' }, 'to_day', 'too_large'],
  [{ from_min: Number.NaN }, 'from_min', 'not_a_time'],
  [{ to_min: 1441 }, 'to_min', 'not_a_time'],
  [{ to_min: 540 }, 'to_min', 'order'],
] as const)('a window with %o is refused at %s: %s', (wrong, field, rule) => {
  expect(windowIssues(window(wrong))).toEqual([{ field, rule }]);
  expect(windowIssues(window())).toEqual([]);
});

describe('a window that is filled in', () => {
  test('begins with two weeks at any time', () => {
    expect(windowOfDraft(newWindow('2027-03-08'))).toEqual(
      window({ to_day: '2027-03-21', from_min: 0, to_min: 1440 }),
    );
  });

  test('comes back as it was, parts of the day by their name', () => {
    for (const [from_min, to_min, part] of [
      [0, 1440, 'any'],
      [0, 720, 'morning'],
      [720, 1020, 'afternoon'],
      [1020, 1440, 'evening'],
      [600, 690, 'other'],
    ] as const) {
      const stored = window({ weekdays: [0, 4], from_min, to_min });
      expect(draftOfWindow(stored).part).toBe(part);
      expect(windowOfDraft(draftOfWindow(stored))).toEqual(stored);
    }
  });

  test('without a time is no window', () => {
    const draft = { ...newWindow('2027-03-08'), part: 'other' as const, from: '' };
    expect(windowIssues(windowOfDraft(draft))).toEqual([{ field: 'from_min', rule: 'not_a_time' }]);
  });
});

test('a window in words', () => {
  const formats = businessFormats({
    locale: 'en-US',
    time_zone: 'America/New_York',
    time_format: 'h12',
  });
  const words = (more: Partial<WaitlistWindow>) => windowWords(window(more), formats, 'en-US');
  expect(words({})).toBe('Mar 8 – Mar 14, 9:00 AM – 12:00 PM');
  expect(words({ weekdays: [0, 1, 2, 3, 4], from_min: 0, to_min: 1440 })).toBe(
    'Mar 8 – Mar 14, weekdays, any time',
  );
  expect(words({ weekdays: [2, 0], from_min: 1020, to_min: 1440 })).toBe(
    'Mar 8 – Mar 14, Mon, Wed, from 5:00 PM',
  );
  expect(words({ to_day: '2027-03-08', from_min: 0 })).toBe('Mon, Mar 8, until 12:00 PM');
});
