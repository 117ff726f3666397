import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMoney, moneyInput } from './format.ts';
import { parseMoney } from './parse.ts';

const cents = (text: string, locale = 'en-US') => {
  const result = parseMoney(text, { locale });
  return result.ok ? result.value : result.error.rule;
};

describe('typed money', () => {
  test.each([
    ['12', 1200],
    ['12.5', 1250],
    ['12.50', 1250],
    ['.5', 50],
    ['12.', 'not_a_number'],
    ['$1,234.50', 123_450],
    ['1,234', 123_400],
    ['1 234.50', 123_450],
    ['12,50', 1250],
    ['1.234,50', 123_450],
    ['USD 20', 2000],
    ['0', 0],
    ['٤٥٫٥٠', 4550],
  ])('%s in the United States is %s', (text, expected) => expect(cents(text)).toBe(expected));

  test.each([
    ['12,5', 1250],
    ['1.234,50 €', 123_450],
    ['1.234', 123_400],
    ['12.50', 1250],
    ['1234', 123_400],
  ])('%s in Germany is %s', (text, expected) => expect(cents(text, 'de-DE')).toBe(expected));

  test.each([
    ['', 'required'],
    ['   ', 'required'],
    ['abc', 'not_a_number'],
    ['1.2.3', 'not_a_number'],
    ['12.345', 'not_a_number'],
    ['1,23,4', 'not_a_number'],
    ['12..5', 'not_a_number'],
    ['-5', 'negative'],
    ['100000.01', 'too_large'],
    ['99999999999999999999', 'not_a_number'],
  ])('%j is refused as %s', (text, rule) => expect(cents(text)).toBe(rule));

  test.each(['en-US', 'de-DE', 'fr-FR', 'de-CH', 'en-IN', 'pt-BR'])(
    'what %s shows can be typed back',
    (locale) =>
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 10_000_000 }), (amount) => {
          expect(cents(formatMoney(amount, 'EUR', locale), locale)).toBe(amount);
          expect(cents(moneyInput(amount, locale), locale)).toBe(amount);
        }),
      ),
  );
});
