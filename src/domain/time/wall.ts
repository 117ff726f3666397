import type { Day } from '#domain/rows.ts';
import { dayNumber, dayOf } from './day.ts';
import type { DayNumber } from './day.ts';
import { MINUTES_PER_DAY } from './epoch.ts';
import type { EpochMin } from './epoch.ts';
import type { Zone } from './zone.ts';

/** What a wall clock shows: a day and a minute of it. */
export type WallTime = { day: Day; minute: number };

/** `gap`: the clocks jumped over this time. `repeated`: the clocks showed it twice. */
export type WallKind = 'once' | 'gap' | 'repeated';

/**
 * The one place where wall time becomes an instant. A time that the clocks jump over means the
 * later instant (02:30 becomes 03:30); a time that they show twice means the earlier one. Minute
 * 1440 is the next midnight.
 */
export const wallToEpoch = (zone: Zone, day: DayNumber, minute: number): EpochMin =>
  resolve(zone, day, minute).at;

/** Whether the wall time exists once, twice or not at all: what a screen tells before saving. */
export const wallKind = (zone: Zone, day: Day, minute: number): WallKind =>
  resolve(zone, dayNumber(day), minute).kind;

const resolve = (zone: Zone, day: DayNumber, minute: number): { at: EpochMin; kind: WallKind } => {
  const local = day * MINUTES_PER_DAY + minute;
  // A day on both sides is more than any offset (Apia once skipped a whole day).
  const before = zone.offsetAt(local - MINUTES_PER_DAY);
  const after = zone.offsetAt(local + MINUTES_PER_DAY);
  const byBefore = local - before;
  if (before === after) return { at: byBefore, kind: 'once' };

  const byAfter = local - after;
  const fitsBefore = zone.offsetAt(byBefore) === before;
  const fitsAfter = zone.offsetAt(byAfter) === after;
  if (fitsBefore) return { at: byBefore, kind: fitsAfter ? 'repeated' : 'once' };
  if (fitsAfter) return { at: byAfter, kind: 'once' };
  return { at: byBefore, kind: 'gap' };
};

/** What the wall clock of a zone shows at a minute. */
export const epochToWall = (zone: Zone, minute: EpochMin): WallTime => {
  const local = minute + zone.offsetAt(minute);
  const day = Math.floor(local / MINUTES_PER_DAY);
  return { day: dayOf(day), minute: local - day * MINUTES_PER_DAY };
};

export const dayNumberAt = (zone: Zone, minute: EpochMin): DayNumber =>
  Math.floor((minute + zone.offsetAt(minute)) / MINUTES_PER_DAY);

/** The first minute of a local day, which is not always its 00:00. */
export const dayStart = (zone: Zone, day: DayNumber): EpochMin => {
  const midnight = resolve(zone, day, 0);
  if (midnight.kind !== 'gap') return midnight.at;
  // Midnight is missing (Santiago, Cairo): the day begins where the clocks landed.
  const change = zone.nextChange(midnight.at - MINUTES_PER_DAY, midnight.at + 1);
  return change ?? midnight.at;
};

/** `[start, end)` of a range of local days, both days included. */
export const daySpan = (zone: Zone, from: Day, to: Day): { start: EpochMin; end: EpochMin } => ({
  start: dayStart(zone, dayNumber(from)),
  end: dayStart(zone, dayNumber(to) + 1),
});
