import { expect, it } from 'vitest';
import { dayText, greeting } from './dashboard-words.ts';

it.each([
  [4 * 60, 'Good evening'],
  [5 * 60, 'Good morning'],
  [12 * 60, 'Good afternoon'],
  [18 * 60, 'Good evening'],
])('at minute %i of the day it says “%s”', (minute, words) => {
  expect(greeting(minute)).toBe(words);
});

it('sums the day up, leaving out what did not happen', () => {
  const none = { total: 0, completed: 0, cancelled: 0, noShows: 0 };
  expect(dayText(none)).toBe('Nothing booked');
  expect(dayText({ ...none, total: 1 })).toBe('1 appointment');
  expect(dayText({ total: 5, completed: 2, cancelled: 1, noShows: 2 })).toBe(
    '5 appointments, 2 done, 1 cancelled, 2 no-shows',
  );
});
