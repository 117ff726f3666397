import { describe, expect, it } from 'vitest';
import { checkCurrency } from '#domain/money/currency.ts';
import { currencyOptions, localeOptions, minuteOptions } from './choices.ts';

describe('choices', () => {
  it('keeps an odd setting among the usual lengths of time', () => {
    expect(minuteOptions([0, 60, 1440], 90, 'en-US')).toEqual([
      { value: '0', label: 'At any time' },
      { value: '60', label: '1 hour' },
      { value: '90', label: '1 hour 30 minutes' },
      { value: '1440', label: '1 day' },
    ]);
  });

  it('names the language in use even when it is not in the list', () => {
    expect(localeOptions('mt-MT').map(({ label }) => label)).toContain('Maltese (Malta)');
  });

  it('offers only currencies that amounts can be held in, the present one always', () => {
    const codes = currencyOptions('ISK').map(({ value }) => value);
    expect(codes).toContain('ISK');
    const offered = codes.filter((code) => code !== 'ISK');
    expect(offered.filter((code) => !checkCurrency(code).ok)).toEqual([]);
    expect(currencyOptions('USD').map(({ label }) => label)).toContain('US Dollar (USD)');
  });
});
