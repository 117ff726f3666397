import { fold } from '#domain/text/fold.ts';
import { dayNumber, dayOf, isDay } from '#domain/time/day.ts';

/** Whether `03/04/1990` is the third of April or the fourth of March. */
export type DayOrder = 'day_first' | 'month_first';

const NUMBERS = /^(\d{1,4})[./\-\s]+(\d{1,2})(?:[./\-\s]+(\d{2,4}))?[.]?(?:[T\s].*)?$/;

/** What the dates of a column say themselves about their order; null when all fit both ways. */
export const dayOrderOf = (cells: readonly string[]): DayOrder | null => {
  for (const cell of cells) {
    const match = NUMBERS.exec(cell.trim());
    if (!match || match[1]!.length > 2) continue;
    if (Number(match[1]) > 12) return 'day_first';
    if (Number(match[2]) > 12) return 'month_first';
  }
  return null;
};

/**
 * A birthday as people and programs write it: `1990-05-17`, `17.5.1990`, `5/17/90`, `17 May 1990`,
 * `May 17`, `--05-17`, or a spreadsheet's day number. Null when it is none.
 */
export const birthdayFrom = (text: string, order: DayOrder, thisYear: number): string | null => {
  const cell = text.trim();
  const partial = /^--(\d\d)-(\d\d)$/.exec(cell);
  if (partial) return made(null, partial[1]!, partial[2]!);
  if (/^\d{4,5}$/.test(cell)) return fromSerial(Number(cell), thisYear);
  const numbers = NUMBERS.exec(cell);
  if (numbers) {
    const [, a = '', b = '', c] = numbers;
    if (a.length > 2) return c === undefined ? null : made(a, b, c);
    const [day, month] = order === 'day_first' ? [a, b] : [b, a];
    return made(c === undefined ? null : fullYear(c, thisYear), month, day);
  }
  return fromWords(cell, thisYear);
};

const MONTHS = 'jan,feb,mar,apr,may,jun,jul,aug,sep,oct,nov,dec'.split(',');

const fromWords = (cell: string, thisYear: number): string | null => {
  const words = fold(cell)
    .split(/[\s,./-]+/)
    .filter(Boolean);
  if (words.length < 2 || words.length > 3) return null;
  const at = words.findIndex((word) => /^[a-z]{3,9}$/.test(word));
  const month = at < 0 ? -1 : MONTHS.indexOf(words[at]!.slice(0, 3));
  const [day, year] = words
    .filter((_, index) => index !== at)
    .map((word) => word.replace(/(st|nd|rd|th)$/, ''));
  if (month < 0 || !day || !/^\d{1,2}$/.test(day)) return null;
  if (year !== undefined && !/^(\d\d|\d{4})$/.test(year)) return null;
  return made(year === undefined ? null : fullYear(year, thisYear), String(month + 1), day);
};

/** Two digits are the latest year that is not ahead. */
const fullYear = (year: string, thisYear: number): string => {
  if (year.length !== 2) return year;
  const guess = Math.floor(thisYear / 100) * 100 + Number(year);
  return String(guess > thisYear ? guess - 100 : guess);
};

/** Spreadsheets count days from the end of 1899. */
const SERIAL_START = dayNumber('1899-12-30');

const fromSerial = (serial: number, thisYear: number): string | null => {
  const day = dayOf(SERIAL_START + serial);
  const year = Number(day.slice(0, 4));
  return serial > 3650 && year <= thisYear ? day : null;
};

const made = (year: string | null, month: string, day: string): string | null => {
  const rest = `${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (!isDay(`${year ?? '2024'}-${rest}`)) return null;
  if (year !== null && Number(year) < 1900) return null;
  return `${year ?? '-'}-${rest}`;
};
