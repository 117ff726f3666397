import { expect, test } from 'vitest';
import { COLOURS, nextColour, toColour } from './colours.ts';

test('a new row gets the colour that is used least', () => {
  expect(nextColour([])).toBe('rose');
  expect(nextColour(['rose', 'orange'])).toBe('amber');
  expect(nextColour([...COLOURS, ...COLOURS.slice(1)])).toBe('rose');
  expect(nextColour(['not a colour'])).toBe('rose');
});

test('a colour of a newer version is shown as slate', () => {
  expect(toColour('teal')).toBe('teal');
  expect(toColour('plaid')).toBe('slate');
});
