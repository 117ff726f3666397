import type { Day, Instant } from '#domain/rows.ts';
import { dayNumber } from './day.ts';

/** Where a formatting failure is reported; domain code has no log of its own. */
export type LogFailure = (message: string, facts: Record<string, unknown>) => void;

export type FormatOptions = {
  locale?: string;
  /** IANA zone in which an instant is shown. Calendar days have no zone and ignore it. */
  timeZone?: string;
  /** Replaces the default parts (dates: long with year, month, day; times: hour, minute). */
  parts?: Intl.DateTimeFormatOptions;
  log?: LogFailure;
};

export const DATE_LONG = { year: 'numeric', month: 'long', day: 'numeric' } as const;
export const DATE_SHORT = { month: 'short', day: 'numeric' } as const;
export const DATE_WEEKDAY = { weekday: 'long', month: 'long', day: 'numeric' } as const;
export const DATE_WEEKDAY_SHORT = { weekday: 'short', month: 'short', day: 'numeric' } as const;
export const MONTH_LONG = { year: 'numeric', month: 'long' } as const;
export const TIME_DEFAULT = { hour: 'numeric', minute: '2-digit' } as const;

const formats = new Map<string, Intl.DateTimeFormat>();

/** A date for people: `March 14, 2027`. What cannot be shown is `Invalid Date`, and is logged. */
export const formatDate = (value: Instant | Day, options: FormatOptions = {}): string =>
  format(value, options.parts ?? DATE_LONG, options, 'Invalid Date');

/** A time for people: `2:30 PM`. What cannot be shown is `Invalid Time`, and is logged. */
export const formatTime = (value: Instant, options: FormatOptions = {}): string =>
  format(value, options.parts ?? TIME_DEFAULT, options, 'Invalid Time');

const format = (
  value: Instant | Day,
  parts: Intl.DateTimeFormatOptions,
  options: FormatOptions,
  failed: string,
): string => {
  try {
    const isDayOnly = value.length === 10;
    const at = isDayOnly ? dayNumber(value) * 86_400_000 : Date.parse(value);
    const zone = isDayOnly ? 'UTC' : (options.timeZone ?? 'UTC');
    // Intl throws a RangeError for NaN and for zones and locales that it does not know.
    return formatFor(options.locale ?? 'en-US', zone, parts).format(at);
  } catch (error) {
    options.log?.(`${failed}: cannot format`, { value, ...options, error: String(error) });
    return failed;
  }
};

/** A formatter for what this file has no words for; made once, because making one takes 0.1 ms and more. */
export const formatFor = (
  locale: string,
  timeZone: string,
  parts: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat => {
  const key = `${locale} ${timeZone} ${JSON.stringify(parts)}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, { ...parts, timeZone });
  formats.set(key, made);
  return made;
};
