import type { FormField } from '#domain/rows.ts';
import type { Rule } from '#domain/validation/rules.ts';
import type { FieldType, TextFormat } from './field-types.ts';

/** As many characters as an answer may have, whatever its form asks for. */
export const TEXT_MAX: Partial<Record<FieldType, number>> = {
  short_text: 500,
  long_text: 5000,
  email: 254,
  phone: 30,
};

/** Each decided in one pass over the answer. private.text_format has the same. */
const PATTERNS: Record<TextFormat, RegExp> = {
  digits: /^ *[0-9]+ *$/,
  letters_digits: /^ *[A-Za-z0-9]+ *$/,
  postcode: /^ *[A-Za-z0-9][A-Za-z0-9 -]{1,9} *$/,
};

/** Text that PostgreSQL would not take is none. Lengths count characters, as there. */
export const brokenText = (
  { type, min, max, format }: Pick<FormField, 'type' | 'min' | 'max' | 'format'>,
  value: unknown,
): Rule | null => {
  if (typeof value !== 'string' || value.includes('\0') || !isWellFormed(value))
    return 'wrong_type';
  const length = [...value].length;
  if (length > TEXT_MAX[type]! || (max !== null && length > Number(max))) return 'too_long';
  if (min !== null && length < Number(min)) return 'too_short';
  return format !== undefined && !PATTERNS[format].test(value) ? 'wrong_format' : null;
};

export const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

/** What an answer is told to look like before it is typed: `Digits only. 5 characters.` */
export const textHint = ({ type, min, max, format }: FormField): string => {
  if (type !== 'short_text' && type !== 'long_text') return '';
  return [format === undefined ? '' : FORMAT_HINTS[format], lengthHint(min, max)]
    .filter(Boolean)
    .join(' ');
};

const FORMAT_HINTS: Record<TextFormat, string> = {
  digits: 'Digits only.',
  letters_digits: 'Letters and digits only.',
  postcode: 'A postal code.',
};

const lengthHint = (min: FormField['min'], max: FormField['max']): string => {
  if (min !== null && min === max) return `${characters(min)}.`;
  if (min !== null && max !== null) return `${min} to ${characters(max)}.`;
  if (min !== null) return `At least ${characters(min)}.`;
  return max === null ? '' : `At most ${characters(max)}.`;
};

const characters = (count: number | string): string =>
  Number(count) === 1 ? '1 character' : `${count} characters`;
