import { weekdayName } from '#domain/appointments/series-words.ts';
import type { WaitlistWindow } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';

const DAY = { month: 'short', day: 'numeric' } as const;
const ONE_DAY = { weekday: 'short', ...DAY } as const;

/** `Nov 24 – Dec 5, Mon, Wed, from 5:00 PM` */
export const windowWords = (
  window: WaitlistWindow,
  formats: Pick<BusinessFormats, 'date' | 'minute'>,
  locale: string,
): string => {
  const isOneDay = window.from_day === window.to_day;
  const days = isOneDay
    ? formats.date(window.from_day, ONE_DAY)
    : `${formats.date(window.from_day, DAY)} – ${formats.date(window.to_day, DAY)}`;
  const weekdays = isOneDay ? null : weekdayWords(window.weekdays, locale);
  return [days, weekdays, timeWords(window, formats)].filter(Boolean).join(', ');
};

const WORK_DAYS = '0,1,2,3,4';
const WEEKEND = '5,6';

const weekdayWords = (weekdays: readonly number[], locale: string): string | null => {
  if (weekdays.length === 0 || weekdays.length === 7) return null;
  const days = weekdays.toSorted((a, b) => a - b);
  const known = days.join(',');
  if (known === WORK_DAYS) return 'weekdays';
  if (known === WEEKEND) return 'weekends';
  return days.map((day) => weekdayName(day, locale, 'short')).join(', ');
};

const timeWords = (
  { from_min: from, to_min: to }: WaitlistWindow,
  { minute }: Pick<BusinessFormats, 'minute'>,
): string => {
  if (from === 0 && to === 1440) return 'any time';
  if (from === 0) return `until ${minute(to)}`;
  return to === 1440 ? `from ${minute(from)}` : `${minute(from)} – ${minute(to)}`;
};
