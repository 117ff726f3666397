import type { Instant } from '#domain/rows.ts';
import { minutesBetween } from '#domain/time/epoch.ts';

/**
 * Days between visits on average, rounded; null with fewer than two. Two visits within one day count
 * as one: a cut and a later touch-up say nothing about when somebody comes again.
 */
export const averageIntervalDays = (starts: readonly Instant[]): number | null => {
  const sorted = starts.toSorted();
  const kept: Instant[] = [];
  for (const start of sorted) {
    const last = kept.at(-1);
    if (last === undefined || minutesBetween(last, start) >= 1440) kept.push(start);
  }
  const [first, last] = [kept[0], kept.at(-1)];
  if (first === undefined || last === undefined || kept.length < 2) return null;
  return Math.round(minutesBetween(first, last) / 1440 / (kept.length - 1));
};
