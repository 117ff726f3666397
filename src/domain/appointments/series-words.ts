import type { SeriesRhythm } from './series-rule.ts';

/** 4 January 2027 is a Monday. */
const A_MONDAY = Date.UTC(2027, 0, 4);
const DAY_MS = 86_400_000;

/** 0 = Monday. */
export const weekdayName = (
  weekday: number,
  locale: string,
  length: 'long' | 'short' = 'long',
): string =>
  new Intl.DateTimeFormat(locale, { weekday: length, timeZone: 'UTC' }).format(
    A_MONDAY + weekday * DAY_MS,
  );

const NTH = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', [-1]: 'last' } as const;

/** `every 4 weeks on Tuesday`, `every month on the second Tuesday`: continues a sentence. */
export const rhythmWords = (rhythm: SeriesRhythm, locale: string): string => {
  const { every, unit } = rhythm;
  const start = every === 1 ? `every ${unit}` : `every ${every} ${unit}s`;
  if (rhythm.unit === 'day') return start;
  if (rhythm.unit === 'week') {
    const names = rhythm.weekdays.map((weekday) => weekdayName(weekday, locale));
    return `${start} on ${new Intl.ListFormat(locale, { type: 'conjunction' }).format(names)}`;
  }
  if ('nth' in rhythm) {
    return `${start} on the ${NTH[rhythm.nth]} ${weekdayName(rhythm.weekday, locale)}`;
  }
  if (rhythm.date === 31) return `${start} on the last day`;
  const day = `${start} on day ${rhythm.date}`;
  return rhythm.date > 28 ? `${day}, or the last one` : day;
};
