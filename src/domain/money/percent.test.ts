import { expect, it } from 'vitest';
import { validate } from '#domain/validation/validate.ts';
import { parsePercent, percentText } from './percent.ts';
import { taxRateSchema } from './tax-rate.ts';

it.each([
  ['20', 20_000, '20 %'],
  [' 8.875 % ', 8_875, '8.875 %'],
  ['8,1', 8_100, '8.1 %'],
  ['0', 0, '0 %'],
  ['0.005', 5, '0.005 %'],
  ['100', 100_000, '100 %'],
])('%s is read as %i and written as %s', (typed, milli, written) => {
  expect(parsePercent(typed)).toBe(milli);
  expect(percentText(milli)).toBe(written);
});

it.each(['', 'a lot', '-5', '8.8751', '1e1', '.5', '20 % or so', '1000'])(
  'is no percentage: %s',
  (typed) => {
    expect(parsePercent(typed)).toBeNull();
  },
);

it('every thousandth of a percent is written so that it is read back', () => {
  for (let milli = 0; milli <= 100_000; milli += 1) {
    expect(parsePercent(percentText(milli))).toBe(milli);
  }
});

it('is a whole price at most', () => {
  const rate = { name: 'VAT', milli_percent: 100_000, inclusive: true };
  expect(validate(taxRateSchema, rate).ok).toBe(true);
  for (const milli_percent of [-1, 100_001, 0.5]) {
    expect(validate(taxRateSchema, { ...rate, milli_percent })).toMatchObject({
      error: { code: 'invalid', field: 'milli_percent' },
    });
  }
});
