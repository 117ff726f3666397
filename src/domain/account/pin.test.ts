import { expect, test } from 'vitest';
import { pauseAfterMs, pinFault } from './pin.ts';

test.each([
  ['271828', null],
  ['102030405060', null],
  ['112233', null],
  ['27182', 'short'],
  ['', 'short'],
  ['2718281828459', 'long'],
  ['27 828', 'digits'],
  ['27182a', 'digits'],
  ['000000', 'simple'],
  ['123456', 'simple'],
  ['987654', 'simple'],
])('%j is %s', (pin, fault) => {
  expect(pinFault(pin)).toBe(fault);
});

test('wrong PINs make a pause from the fifth on, and the tenth ends it', () => {
  const minutes = Array.from({ length: 11 }, (_, wrong) => {
    const pause = pauseAfterMs(wrong);
    return pause === null ? null : pause / 60_000;
  });
  expect(minutes).toEqual([0, 0, 0, 0, 0, 1, 5, 15, 15, 15, null]);
});
