import type { Day } from '#domain/rows.ts';

/**
 * Calendar days as text (`2027-03-14`) and as a count of days since 1970-01-01. Counting needs no
 * zone and no date object, and the count is what loops and caches use.
 */
export type DayNumber = number;

/** The number of a day; NaN for text that is not a day of the calendar. */
export const dayNumber = (day: Day): DayNumber => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (!match) return Number.NaN;
  const number = daysFromCivil(Number(match[1]), Number(match[2]), Number(match[3]));
  return dayOf(number) === day ? number : Number.NaN;
};

export const isDay = (text: string): text is Day => !Number.isNaN(dayNumber(text));

/** The text of a day number. */
export const dayOf = (number: DayNumber): Day => {
  const { year, month, date } = civil(number);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(date)}`;
};

export const addDays = (day: Day, count: number): Day => dayOf(dayNumber(day) + count);

/** Whole days from one day to another; negative when the second one is earlier. */
export const daysBetween = (from: Day, to: Day): number => dayNumber(to) - dayNumber(from);

/** 0 = Monday … 6 = Sunday, as in work patterns. */
export const weekdayOf = (number: DayNumber): number => (((number + 3) % 7) + 7) % 7;

/** Every day from the first to the last one, both included. */
export const dayRange = (from: Day, to: Day): Day[] => {
  const first = dayNumber(from);
  const length = Math.max(0, dayNumber(to) - first + 1);
  return Array.from({ length }, (_, index) => dayOf(first + index));
};

/** The same date of another month, or that month's last day: 31 January + 1 = 28 February. */
export const addMonths = (day: Day, count: number): Day => {
  const { year, month, date } = civil(dayNumber(day));
  const months = year * 12 + (month - 1) + count;
  const [targetYear, targetMonth] = [Math.floor(months / 12), (((months % 12) + 12) % 12) + 1];
  const first = daysFromCivil(targetYear, targetMonth, 1);
  const length =
    daysFromCivil(
      targetMonth === 12 ? targetYear + 1 : targetYear,
      targetMonth === 12 ? 1 : targetMonth + 1,
      1,
    ) - first;
  return dayOf(first + Math.min(date, length) - 1);
};

/** The first day of the month a day lies in. */
export const monthStart = (day: Day): Day => `${day.slice(0, 7)}-01`;

const civil = (number: DayNumber): { year: number; month: number; date: number } => {
  // Years are counted from 1 March, so that the leap day is the last day of a year, and in eras
  // of 400 years, after which the calendar repeats.
  const shifted = number + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const date = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, date };
};

export const daysFromCivil = (year: number, month: number, date: number): DayNumber => {
  const fromMarch = month > 2 ? month - 3 : month + 9;
  const shiftedYear = month > 2 ? year : year - 1;
  const era = Math.floor(shiftedYear / 400);
  const yearOfEra = shiftedYear - era * 400;
  const dayOfYear = Math.floor((153 * fromMarch + 2) / 5) + date - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
};

const two = (value: number): string => (value < 10 ? `0${value}` : String(value));
