import { beforeEach, expect, test } from 'vitest';
import { noteHere, noteLeft, placeFor } from './last-here.ts';

beforeEach(() => sessionStorage.clear());

test('the address that somebody leaves behind a lock is theirs alone', () => {
  expect(placeFor('ben', '/clients/1')).toBe('/clients/1');
  noteHere('ann');
  expect(placeFor('ann', '/clients/1')).toBe('/clients/1');
  expect(placeFor('ben', '/clients/1')).toBe('/');
  noteLeft();
  expect(placeFor('ben', '/join#token')).toBe('/join#token');
});
