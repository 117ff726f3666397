import { formatDuration } from '#domain/time/duration.ts';

/** How much earlier or later one may be asked to come; 0 = only then. */
export const FLEXIBLE_MIN: readonly number[] = [0, 15, 30, 60, 120];

/** `Also 30 minutes earlier or later`; null = only then. */
export const flexibleWords = (minutes: number, locale: string): string | null =>
  minutes === 0
    ? null
    : `Also ${formatDuration(minutes, { locale, display: 'long' })} earlier or later`;
