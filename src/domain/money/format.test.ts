import { describe, expect, test } from 'vitest';
import { checkCurrency } from './currency.ts';
import { formatMoney, moneyInput } from './format.ts';

describe('money shown to people', () => {
  test.each([
    [0, '$0.00'],
    [1, '$0.01'],
    [123_450, '$1,234.50'],
    [-550, '−$5.50'],
    [9_007_199_254, '$90,071,992.54'],
  ])('%i cents read %s', (cents, text) => expect(formatMoney(cents)).toBe(text));

  test.each([null, undefined, Number.NaN])('a missing amount (%s) shows as zero', (missing) =>
    expect(formatMoney(missing)).toBe('$0.00'),
  );

  test('minus zero is zero', () => expect(formatMoney(-0)).toBe('$0.00'));

  test('currency and locale of the business are used', () =>
    expect(formatMoney(123_450, 'EUR', 'de-DE')).toBe('1.234,50\u00a0€'));

  test('less than nothing has one sign in every country', () =>
    expect(
      ['en-US', 'de-DE', 'sv-SE'].map((locale) => formatMoney(-550, 'EUR', locale)[0]),
    ).toEqual(['−', '−', '−']));

  test.each(['JPY', 'KWD', 'ISK'])('%s is refused because it does not count hundredths', (code) => {
    expect(() => formatMoney(100, code)).toThrow(`Amounts in ${code} cannot be shown`);
    expect(checkCurrency(code)).toMatchObject({
      ok: false,
      error: { code: 'currency_unsupported' },
    });
  });

  test.each(['usd', 'US', '', 'DOLLAR'])('%j is not a currency', (code) =>
    expect(checkCurrency(code).ok).toBe(false),
  );

  test('fields show whole amounts without decimals', () => {
    expect(moneyInput(4500)).toBe('45');
    expect(moneyInput(4550)).toBe('45.50');
    expect(moneyInput(4550, 'de-DE')).toBe('45,50');
  });
});
