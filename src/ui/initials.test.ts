import { expect, test } from 'vitest';
import { initials } from './initials.ts';

test.each([
  ['Mara Lindqvist', 'ML'],
  ['  ana maria   lopez ', 'AL'],
  ['Cher', 'C'],
  ['Łukasz Żak', 'ŁŻ'],
  // Letters of two code points, and a family of five.
  ['e\u0301va \u0915\u093F', '\u00C9'.normalize('NFD') + '\u0915\u093F'],
  ['👩‍👩‍👧 Ng', '👩‍👩‍👧N'],
  ['', ''],
])('the initials of “%s” are %s', (name, letters) => {
  expect(initials(name)).toBe(letters);
});
