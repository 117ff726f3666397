import { expect, test } from 'vitest';
import { monthKeyTarget } from './month-keys.ts';

const bounds = { first: '2026-11-10', last: '2027-01-31', weekStart: 7 };

test.each([
  ['ArrowLeft', '2026-11-20', '2026-11-19'],
  ['ArrowRight', '2026-11-30', '2026-12-01'],
  ['ArrowUp', '2026-11-20', '2026-11-13'],
  ['ArrowDown', '2026-11-28', '2026-12-05'],
  ['Home', '2026-11-21', '2026-11-15'],
  ['End', '2026-11-16', '2026-11-21'],
  ['PageDown', '2026-12-31', '2027-01-31'],
  ['PageUp', '2027-01-31', '2026-12-31'],
  ['ArrowUp', '2026-11-12', '2026-11-10'],
  ['PageDown', '2027-01-30', '2027-01-31'],
])('%s on %s goes to %s', (key, from, to) => {
  expect(monthKeyTarget(key, from, bounds)).toBe(to);
});

test('other keys are left to the browser', () => {
  expect(monthKeyTarget('Enter', '2026-11-20', bounds)).toBeNull();
  expect(monthKeyTarget('Tab', '2026-11-20', bounds)).toBeNull();
});
