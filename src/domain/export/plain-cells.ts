import type { Instant } from '#domain/rows.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import { clockText } from '#domain/time/clock-text.ts';
import { epochToWall } from '#domain/time/wall.ts';
import type { Zone } from '#domain/time/zone.ts';

/** Cents as every program reads them: `1234.50`. */
export const amountCell = (cents: number): string => (cents / 100).toFixed(2);

export const yesNo = (value: boolean): string => (value ? 'yes' : 'no');

/** An instant as `2026-11-21T14:00:00Z`; empty for text that is none. */
export const utcCell = (instant: Instant): string => {
  const minute = epochMinOf(instant);
  return Number.isNaN(minute) ? '' : `${new Date(minute * 60_000).toISOString().slice(0, 16)}:00Z`;
};

/** What the clock on the wall shows: `2026-11-21 09:00`. */
export const wallCell = (zone: Zone, instant: Instant): string => {
  const minute = epochMinOf(instant);
  if (Number.isNaN(minute)) return '';
  const wall = epochToWall(zone, minute);
  return `${wall.day} ${clockText(wall.minute)}`;
};

/** `UTC-05:00`: tells the two 01:30 of the night apart in which the clocks go back. */
export const offsetCell = (zone: Zone, instant: Instant): string => {
  const minute = epochMinOf(instant);
  if (Number.isNaN(minute)) return '';
  const offset = zone.offsetAt(minute);
  return `UTC${offset < 0 ? '-' : '+'}${clockText(Math.abs(offset))}`;
};
