import { expect, it } from 'vitest';
import { mayReload } from './stale-assets.ts';

const MINUTE = 60_000;

it.each([
  ['the first time', null, 1_000 * MINUTE, true],
  ['again at once', 1_000 * MINUTE, 1_000 * MINUTE + 5, false],
  ['again after nine minutes', 1_000 * MINUTE, 1_009 * MINUTE, false],
  ['again after eleven minutes', 1_000 * MINUTE, 1_011 * MINUTE, true],
  ['when the clock was set back', 1_000 * MINUTE, 900 * MINUTE, true],
])('a missing chunk may reload the page: %s', (_, last, now, expected) => {
  expect(mayReload(last, now)).toBe(expected);
});
