import type { DayOrder } from '#domain/clients/import-day.ts';
import type { Day } from '#domain/rows.ts';
import { fold } from '#domain/text/fold.ts';
import { dayNumber, dayOf, isDay } from '#domain/time/day.ts';
import { MINUTES_PER_DAY } from '#domain/time/epoch.ts';
import type { EpochMin } from '#domain/time/epoch.ts';

/**
 * A cell with a moment, as far as it says it: a day, a minute of the day, both, or (when it names its
 * offset to UTC) the very minute.
 */
export type CellMoment =
  { kind: 'wall'; day: Day | null; minute: number | null } | { kind: 'exact'; at: EpochMin };

const CLOCK = /^(\d{1,2})(?:[:.h]?(\d{2}))?(?::\d{2}(?:\.\d+)?)?\s*h?(?:([ap])\.?\s?m?\.?)?$/i;

/** `9:30`, `9.30`, `0930`, `14h30`, `9am`, `9:30 p.m.`, a spreadsheet's `0.375`. Null when it is none. */
export const minuteFrom = (text: string): number | null => {
  const cell = text.trim();
  if (/^0?\.\d+$/.test(cell)) return Math.round(Number(cell) * MINUTES_PER_DAY) % MINUTES_PER_DAY;
  const match = CLOCK.exec(cell);
  if (!match) return null;
  const half = match[3]?.toLowerCase();
  const hours = Number(match[1]);
  const minutes = Number(match[2] ?? 0);
  if (minutes > 59 || hours > (half ? 12 : 23) || (half && hours === 0)) return null;
  const hour = half ? (hours % 12) + (half === 'p' ? 12 : 0) : hours;
  return hour * 60 + minutes;
};

const NUMBERS = /^(\d{1,4})[./\-\s]+(\d{1,2})[./\-\s]+(\d{2,4})\.?$/;
const MONTHS = 'jan,feb,mar,apr,may,jun,jul,aug,sep,oct,nov,dec'.split(',');
/** Spreadsheets count days from the end of 1899. */
const SERIAL_START = dayNumber('1899-12-30');

/** A day with its year: `2026-11-21`, `21.11.2026`, `11/21/26`, `Sat, 21 Nov 2026`. */
export const dayFrom = (text: string, order: DayOrder): Day | null => {
  const cell = text.trim();
  const numbers = NUMBERS.exec(cell);
  if (numbers) {
    const [, a = '', b = '', c = ''] = numbers;
    if (a.length > 2) return made(a, b, c);
    return order === 'day_first' ? made(c, b, a) : made(c, a, b);
  }
  const words = fold(cell)
    .split(/[\s,./-]+/)
    .filter((word) => word !== '' && !/^(mon|tue|wed|thu|fri|sat|sun)[a-z]*$/.test(word));
  if (words.length !== 3) return null;
  const at = words.findIndex((word) => /^[a-z]{3,9}$/.test(word));
  const month = at < 0 ? -1 : MONTHS.indexOf(words[at]!.slice(0, 3));
  const [day = '', year = ''] = words
    .filter((_, index) => index !== at)
    .map((word) => word.replace(/(st|nd|rd|th)$/, ''));
  return month < 0 ? null : made(year, String(month + 1), day);
};

/** Day and time in one cell, or one of them. Null when it is neither. */
export const momentFrom = (text: string, order: DayOrder): CellMoment | null => {
  const cell = text.trim();
  if (/^\d{5}(\.\d+)?$/.test(cell)) return fromSerial(Number(cell));
  const exact = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?\s?(Z|[+-]\d\d:?\d\d)$/i.exec(cell);
  if (exact) {
    const ms = Date.parse(cell.replace(/^(\S+) (\d)/, '$1T$2').replace(/\s/g, ''));
    return Number.isNaN(ms) ? null : { kind: 'exact', at: Math.floor(ms / 60_000) };
  }
  const day = dayFrom(cell, order);
  if (day) return { kind: 'wall', day, minute: null };
  const minute = minuteFrom(cell);
  if (minute !== null) return { kind: 'wall', day: null, minute };
  const parts =
    /^(.*?)(?:,\s*|T|\s+)(?:at\s+|um\s+)?(\d{1,2}(?:[:.h]\d{2}){0,2}(?:\s*[ap]\.?\s?m\.?)?)$/i.exec(
      cell,
    );
  if (!parts) return null;
  const both = { day: dayFrom(parts[1] ?? '', order), minute: minuteFrom(parts[2] ?? '') };
  return both.day === null || both.minute === null ? null : { kind: 'wall', ...both };
};

const fromSerial = (serial: number): CellMoment => {
  const whole = Math.floor(serial);
  const minute = Math.round((serial - whole) * MINUTES_PER_DAY);
  return {
    kind: 'wall',
    day: dayOf(SERIAL_START + whole),
    minute: Number.isInteger(serial) ? null : minute,
  };
};

/** Two digits are years of this century: nobody books for another one. */
const made = (year: string, month: string, day: string): Day | null => {
  if (!/^\d{1,2}$/.test(day) || !/^(\d\d|\d{4})$/.test(year)) return null;
  const full = year.length === 2 ? `20${year}` : year;
  const text = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? text : null;
};
