import { fail, ok } from '#domain/errors/result.ts';
import type { Result } from '#domain/errors/result.ts';
import { DEFAULT_LOCALE } from './currency.ts';

/** The highest price a service may have: 100,000.00. */
export const MAX_PRICE_CENTS = 10_000_000;

type Options = { locale?: string; maxCents?: number; field?: string };

/**
 * Typed money as cents: `12`, `12.5`, `$1,234.50`, `1 234,50`. The locale decides when a single
 * separator could be either; two digits after the other separator still mean decimals, because
 * number pads offer only one of the two. Rules broken: required, not_a_number, negative, too_large.
 */
export const parseMoney = (text: string, options: Options = {}): Result<number> => {
  const { locale = DEFAULT_LOCALE, maxCents = MAX_PRICE_CENTS, field = 'amount' } = options;
  const wrong = (rule: string): Result<number> => fail('invalid', { field, rule });

  const plain = asciiDigits(text).replace(/[\p{Sc}\p{L}\s'’]/gu, '');
  if (plain === '') return wrong(text.trim() === '' ? 'required' : 'not_a_number');
  if (/^[-−]/u.test(plain)) return wrong('negative');

  const cents = toCents(plain, decimalSeparator(locale));
  if (cents === null) return wrong('not_a_number');
  return cents > maxCents ? wrong('too_large') : ok(cents);
};

const toCents = (plain: string, decimal: string): number | null => {
  const grouping = decimal === ',' ? '.' : ',';
  const tail = /^(.*)([.,])(\d{1,2})$/u.exec(plain);
  const usesTail = tail?.[2] === decimal || (tail !== null && isDecimalTail(plain));
  const whole = tail && usesTail ? (tail[1] ?? '') : plain;
  const fraction = tail && usesTail ? (tail[3] ?? '') : '';

  const wholeGroup = tail && usesTail && tail[2] === grouping ? decimal : grouping;
  if (!isWhole(whole, wholeGroup)) return null;
  const digits = whole.split(wholeGroup).join('') + fraction.padEnd(2, '0');
  const cents = Number(digits);
  return Number.isSafeInteger(cents) ? cents : null;
};

/** `12,50` and `1.234,50` in a locale that writes points: the last separator appears only once. */
const isDecimalTail = (plain: string): boolean => {
  const last = Math.max(plain.lastIndexOf(','), plain.lastIndexOf('.'));
  const separator = plain[last];
  return separator !== undefined && plain.indexOf(separator) === last;
};

const isWhole = (whole: string, group: string): boolean =>
  new RegExp(`^(\\d*|\\d{1,3}([${group}]\\d{2,3})*[${group}]\\d{3})$`, 'u').test(whole);

const decimalSeparator = (locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(1.5).find((part) => part.type === 'decimal')
    ?.value === ','
    ? ','
    : '.';

/** Arabic, Devanagari and other decimal digits as 0–9, and their separators as ours. */
const asciiDigits = (text: string): string =>
  text
    .replace(/[٫]/gu, '.')
    .replace(/[٬]/gu, ',')
    .replace(/(?![0-9])\p{Nd}/gu, (digit) => {
      // Unicode keeps the ten digits of a script together, zero first.
      const code = digit.codePointAt(0) ?? 0;
      let zero = code;
      while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
      return String(code - zero);
    });
