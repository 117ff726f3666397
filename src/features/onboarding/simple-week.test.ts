import { expect, it } from 'vitest';
import { defaultWeek } from '#domain/staff/schema.ts';
import { simpleWeek, weekOf } from './simple-week.ts';

it('a usual week survives being asked about', () => {
  expect(simpleWeek()).toEqual({ days: [0, 1, 2, 3, 4, 5], from: '09:00', to: '18:00' });
  expect(weekOf(simpleWeek())).toEqual(defaultWeek());
});

it('midnight is the end of the day, and nobody works without days', () => {
  expect(weekOf({ days: [6], from: '20:00', to: '00:00' })[6]).toEqual([[1200, 1440]]);
  expect(weekOf({ days: [], from: '09:00', to: '18:00' }).flat()).toEqual([]);
});
