import { expect, it } from 'vitest';
import { dayOfNextVisit } from './next-visit.ts';

it.each([
  { what: 'after what its service says', days: [42], next: '2026-12-12' },
  { what: 'after the longest of several', days: [14, null, 35], next: '2026-12-05' },
  {
    what: 'on the same weekday in four weeks when no service says anything',
    days: [null],
    next: '2026-11-28',
  },
])('the next visit is $what', ({ days, next }) => {
  expect(dayOfNextVisit('2026-10-31', '2026-10-31', days)).toBe(next);
});

it('the next visit of somebody who was here long ago is not in the past', () => {
  expect(dayOfNextVisit('2026-03-01', '2026-11-24', [28])).toBe('2026-11-24');
});
