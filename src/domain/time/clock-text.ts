import type { Day, Instant } from '#domain/rows.ts';
import { dayNumber } from './day.ts';
import { epochMinOf, instantOfMin } from './epoch.ts';
import { epochToWall, wallToEpoch } from './wall.ts';
import type { WallTime } from './wall.ts';
import { zoneOf } from './zone.ts';

/** 570 as `09:30`: what native time fields and addresses write, in any locale. 1440 is `24:00`. */
export const clockText = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** The minute of a day that `09:30` means; null for anything else. */
export const minuteOfClock = (text: string | null): number | null => {
  const match = /^(\d{1,2}):(\d{2})$/.exec(text ?? '');
  if (!match || Number(match[2]) > 59) return null;
  const minute = Number(match[1]) * 60 + Number(match[2]);
  return minute <= 1440 ? minute : null;
};

/** The instant at which the clocks of a zone show a minute of a day (see wallToEpoch for changes of clocks). */
export const instantAtWall = (timeZone: string, day: Day, minute: number): Instant =>
  instantOfMin(wallToEpoch(zoneOf(timeZone), dayNumber(day), minute));

/** What the clocks of a zone show at an instant. */
export const wallAt = (timeZone: string, instant: Instant): WallTime =>
  epochToWall(zoneOf(timeZone), epochMinOf(instant));
