import { expect, test } from 'vitest';
import { currencyOptions } from './currency-options.ts';
import { checkCurrency } from './currency.ts';

test('only currencies that amounts can be held in are offered, the present one always', () => {
  const codes = currencyOptions('ISK').map(({ value }) => value);
  expect(codes).toContain('ISK');
  const offered = codes.filter((code) => code !== 'ISK');
  expect(offered.filter((code) => !checkCurrency(code).ok)).toEqual([]);
  expect(currencyOptions('USD').map(({ label }) => label)).toContain('US Dollar (USD)');
});
