import type { Day, Instant } from '#domain/rows.ts';
import { DATE_WEEKDAY_SHORT, TIME_DEFAULT, formatDate, formatTime } from './format.ts';
import type { LogFailure } from './format.ts';
import { instantOfMin } from './epoch.ts';

export type BusinessFormats = {
  /** `March 14, 2027` */
  date: (value: Instant | Day, parts?: Intl.DateTimeFormatOptions) => string;
  /** `2:30 PM` */
  time: (value: Instant) => string;
  /** `Sun, Mar 14, 2:30 PM` */
  dateTime: (value: Instant) => string;
  /** `2:30 – 3:15 PM` */
  timeRange: (from: Instant, to: Instant) => string;
  /** A minute of a day, as working hours are written: 570 is `9:30 AM`. */
  minute: (minuteOfDay: number) => string;
};

type Settings = {
  locale: string;
  time_zone: string;
  time_format: 'h12' | 'h23';
};

/** Dates and times the way a business writes them, in its zone. Failures are shown as in formatDate. */
export const businessFormats = (settings: Settings, log?: LogFailure): BusinessFormats => {
  const base = { locale: settings.locale, timeZone: settings.time_zone, ...(log ? { log } : {}) };
  const clock: Intl.DateTimeFormatOptions = {
    ...TIME_DEFAULT,
    // 24-hour clocks are read in columns: 09:30 above 14:30.
    ...(settings.time_format === 'h23' ? { hour: '2-digit' } : {}),
    hourCycle: settings.time_format,
  };

  // A week of a whole team says a few dozen times two thousand times over.
  const minutes = new Map<number, string>();
  const time = (value: Instant) => formatTime(value, { ...base, parts: clock });
  return {
    date: (value, parts) => formatDate(value, parts ? { ...base, parts } : base),
    time,
    dateTime: (value) => formatDate(value, { ...base, parts: { ...DATE_WEEKDAY_SHORT, ...clock } }),
    timeRange: (from, to) => {
      const [start, end] = [time(from), time(to)];
      // `2:30 PM – 3:15 PM` says PM once.
      const suffix = /^([\d:.]+)(\s.+)$/u;
      const [a, b] = [suffix.exec(start), suffix.exec(end)];
      return a && b && a[2] === b[2] ? `${a[1]} – ${end}` : `${start} – ${end}`;
    },
    minute: (minuteOfDay) => {
      const minute = minuteOfDay % 1440;
      const known = minutes.get(minute);
      if (known !== undefined) return known;
      const made = formatTime(instantOfMin(minute), { ...base, timeZone: 'UTC', parts: clock });
      minutes.set(minute, made);
      return made;
    },
  };
};
