import { expect, it } from 'vitest';
import { reasonWords } from './time-reasons.ts';

it('says how far a time is from the wanted one', () => {
  expect(reasonWords(['same_day', 'same_staff'], { minutes: 30, days: 0 })).toEqual([
    '30 min later',
  ]);
  expect(reasonWords(['same_day'], { minutes: -90, days: 0 })).toEqual(['1 hr 30 min earlier']);
  expect(reasonWords([], { minutes: 1440, days: 1 })).toEqual(['the next day, same time']);
  expect(reasonWords([], { minutes: 1500, days: 1 })).toEqual(['the next day']);
  expect(reasonWords([], { minutes: -2900, days: -2 })).toEqual(['2 days earlier']);
});

it('says what makes a time good before anything else, two facts at most', () => {
  expect(
    reasonWords(['same_time', 'same_day', 'soonest', 'fills_gap'], { minutes: 0, days: 0 }),
  ).toEqual(['same time', 'soonest']);
  expect(reasonWords(['same_weekday', 'fills_gap'], { minutes: 10_080, days: 7 })).toEqual([
    'same weekday and time',
    'leaves no gap',
  ]);
});

it('makes no distance up when no time was asked for', () => {
  expect(reasonWords(['same_day', 'soonest'], null)).toEqual(['soonest']);
  expect(reasonWords(['same_staff'], null)).toEqual([]);
});
