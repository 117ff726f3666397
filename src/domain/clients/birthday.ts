import { dayNumber } from '#domain/time/day.ts';

/** A birthday in its parts, as a form asks for them; empty text = not known. */
export type BirthdayParts = { year: string; month: string; day: string };

/** `1990-05-17` or `--05-17` in parts. */
export const birthdayParts = (birthday: string | null): BirthdayParts => {
  const match = /^(\d{4}|-)-(\d{2})-(\d{2})$/.exec(birthday ?? '');
  if (!match) return { year: '', month: '', day: '' };
  const [, year = '', month = '', day = ''] = match;
  return { year: year === '-' ? '' : year, month: String(Number(month)), day: String(Number(day)) };
};

/**
 * The parts as a birthday; null when all are empty. Parts that are no day give text that is none
 * either, for the schema to refuse.
 */
export const birthdayOf = ({ year, month, day }: BirthdayParts): string | null => {
  if (year === '' && month === '' && day === '') return null;
  const two = (part: string): string => part.trim().padStart(2, '0');
  return `${year.trim() === '' ? '-' : year.trim()}-${two(month)}-${two(day)}`;
};

/** `May 17, 1990`, or `May 17` when the year is not known. */
export const birthdayText = (birthday: string, locale: string): string => {
  const hasYear = !birthday.startsWith('--');
  const day = hasYear ? birthday : `2024-${birthday.slice(2)}`;
  const number = dayNumber(day);
  if (Number.isNaN(number)) return birthday;
  return new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    ...(hasYear ? { year: 'numeric' } : {}),
  }).format(number * 86_400_000);
};
