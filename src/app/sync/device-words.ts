import { formatDate, formatTime, DATE_SHORT } from '#domain/time/format.ts';
import { nowMs } from '#platform/clock.ts';
import type { Here } from './status-words.ts';

/** This device's clock and zone: what sync says is about the device, not about the business. */
export const here = (): Here => ({
  nowMs: nowMs(),
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** A time of today, or with its day: `2:30 PM`, `Nov 20, 2:30 PM`. */
export const when = (instant: string): string => {
  const { timeZone } = here();
  const day = formatDate(instant, { timeZone, parts: DATE_SHORT });
  const today = formatDate(new Date(nowMs()).toISOString(), { timeZone, parts: DATE_SHORT });
  const time = formatTime(instant, { timeZone });
  return day === today ? time : `${day}, ${time}`;
};

export const megabytes = (bytes: number): string =>
  bytes > 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`;
