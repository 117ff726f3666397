import { expect, test } from 'vitest';
import { isPaused } from './paused.ts';

type Business = Omit<Parameters<typeof isPaused>[0], 'time_zone'>;

const off: Business = { booking_enabled: false };
const until: Business = { ...off, paused_until: '2027-01-07' };
const CASES: [what: string, business: Business, at: string, isPaused: boolean][] = [
  ['switched on, with a day of before', { ...until, booking_enabled: true }, '2027-01-01', false],
  ['off, without a day', { ...off, paused_until: null }, '2027-01-01', true],
  ['off, of a row from before there were days', off, '2027-01-01', true],
  ['the last minute before the day', until, '2027-01-07T04:59Z', true],
  ['the first minute of it, by the clock of the business', until, '2027-01-07T05:00Z', false],
];

test.each(CASES)('%s', (_, business, at, expected) =>
  expect(isPaused({ ...business, time_zone: 'America/New_York' }, Date.parse(at))).toBe(expected),
);
