import { describe, expect, test } from 'vitest';
import { formatPrice, sumPrices } from './price.ts';
import type { Price } from './price.ts';

const fixed = (cents: number): Price => ({ kind: 'fixed', cents });
const from = (cents: number): Price => ({ kind: 'from', cents });
const varies: Price = { kind: 'varies', cents: 0 };
const free: Price = { kind: 'free', cents: 0 };
const hidden: Price = { kind: 'hidden', cents: 0 };

describe('the sum of prices', () => {
  test.each([
    [[fixed(8500), fixed(2000)], fixed(10500)],
    [[fixed(8500), free], fixed(8500)],
    [[fixed(8500), from(2000)], from(10500)],
    [[fixed(8500), varies], from(8500)],
    [[varies, free], varies],
    [[free, free], free],
    [[fixed(8500), hidden], hidden],
    [[], free],
  ])('%j is %j', (prices, sum) => {
    expect(sumPrices(prices)).toEqual(sum);
  });
});

test.each([
  [fixed(8500), '$85.00'],
  [from(8500), 'from $85.00'],
  [free, 'Free'],
  [varies, 'Price on the day'],
  [hidden, ''],
])('%j reads %s', (price, text) => {
  expect(formatPrice(price, { currency: 'USD', locale: 'en-US' })).toBe(text);
});
