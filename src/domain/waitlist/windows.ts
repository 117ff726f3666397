import type { WaitlistEntryRow, WaitlistState, WaitlistWindow } from '#domain/rows.ts';
import { dayNumber, weekdayOf } from '#domain/time/day.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import { dayNumberAt, wallToEpoch } from '#domain/time/wall.ts';
import type { Zone } from '#domain/time/zone.ts';
import { isWaiting } from './steps.ts';

/** More nobody fills in, and the server takes no more. */
export const WINDOWS_MAX = 5;
/** A wish for later than this is not one any more. */
const WINDOW_DAYS_MAX = 366;

/** Start and end of one window on one day: a whole visit has to lie in it. */
export type Opening = { start: EpochMin; end: EpochMin };

/** The windows as stretches of time that touch `[from, to)`, soonest first. */
export const openingsOf = (
  windows: readonly WaitlistWindow[],
  zone: Zone,
  from: EpochMin,
  to: EpochMin,
): Opening[] => {
  if (to <= from) return [];
  const [firstDay, lastDay] = [dayNumberAt(zone, from), dayNumberAt(zone, to - 1)];
  const openings = windows.flatMap((window) => {
    const last = Math.min(dayNumber(window.to_day), lastDay);
    const found: Opening[] = [];
    for (let day = Math.max(dayNumber(window.from_day), firstDay); day <= last; day += 1) {
      if (window.weekdays.length > 0 && !window.weekdays.includes(weekdayOf(day))) continue;
      const start = wallToEpoch(zone, day, window.from_min);
      const end = wallToEpoch(zone, day, window.to_min);
      if (start < to && end > from && start < end) found.push({ start, end });
    }
    return found;
  });
  return openings.toSorted((a, b) => a.start - b.start || a.end - b.end);
};

/** Windows with so much before and after them, never past midnight. `private.widened` is the same rule. */
export const widened = (windows: readonly WaitlistWindow[], byMin: number): WaitlistWindow[] =>
  windows.map((window) => ({
    ...window,
    from_min: Math.max(0, window.from_min - byMin),
    to_min: Math.min(1440, window.to_min + byMin),
  }));

/** Whether a visit lies in one of them, from its first to its last minute. */
export const fitsIn = (openings: readonly Opening[], start: EpochMin, end: EpochMin): boolean =>
  openings.some((opening) => opening.start <= start && end <= opening.end);

/** When the last of the windows ends: after that nobody waits any more. */
export const endOfWindows = (windows: readonly WaitlistWindow[], zone: Zone): EpochMin =>
  Math.max(...windows.map(({ to_day, to_min }) => wallToEpoch(zone, dayNumber(to_day), to_min)));

/** The state as it is now: the server may not have heard yet that the last window is over. */
export const stateAt = (
  { state, windows }: Pick<WaitlistEntryRow, 'state' | 'windows'>,
  zone: Zone,
  now: EpochMin,
): WaitlistState => (isWaiting(state) && endOfWindows(windows, zone) <= now ? 'expired' : state);

/** First come, first served, unless somebody is more important. */
export const byTurn = (
  a: Pick<WaitlistEntryRow, 'priority' | 'created_at' | 'id'>,
  b: Pick<WaitlistEntryRow, 'priority' | 'created_at' | 'id'>,
): number => b.priority - a.priority || compare(a.created_at, b.created_at) || compare(a.id, b.id);

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** What is wrong with one window, field by field; the rules that the server has too. */
export const windowIssues = (
  window: WaitlistWindow,
): { field: keyof WaitlistWindow; rule: 'not_a_day' | 'not_a_time' | 'order' | 'too_large' }[] => {
  const [from, to] = [dayNumber(window.from_day), dayNumber(window.to_day)];
  if (Number.isNaN(from)) return [{ field: 'from_day', rule: 'not_a_day' }];
  if (Number.isNaN(to)) return [{ field: 'to_day', rule: 'not_a_day' }];
  if (to < from) return [{ field: 'to_day', rule: 'order' }];
  if (to > from + WINDOW_DAYS_MAX) return [{ field: 'to_day', rule: 'too_large' }];
  if (!isMinute(window.from_min)) return [{ field: 'from_min', rule: 'not_a_time' }];
  if (!isMinute(window.to_min)) return [{ field: 'to_min', rule: 'not_a_time' }];
  return window.from_min < window.to_min ? [] : [{ field: 'to_min', rule: 'order' }];
};

const isMinute = (minute: number): boolean =>
  Number.isInteger(minute) && minute >= 0 && minute <= 1440;
