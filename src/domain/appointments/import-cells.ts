import type { DayOrder } from '#domain/clients/import-day.ts';
import type { Instant, Uuid } from '#domain/rows.ts';
import { cellText } from '#domain/text/csv.ts';
import { fold } from '#domain/text/fold.ts';
import { dayNumber } from '#domain/time/day.ts';
import type { EpochMin } from '#domain/time/epoch.ts';
import { wallToEpoch } from '#domain/time/wall.ts';
import type { Zone } from '#domain/time/zone.ts';
import type { VisitField, VisitMapping } from './import-fields.ts';
import { momentFrom } from './import-moment.ts';

/** How the cells of a file are to be read. */
export type VisitReading = {
  mapping: VisitMapping;
  dayOrder: DayOrder;
  countryCode: string;
  locale: string;
  timeZone: string;
  now: Instant;
  /** Who does what the file gives to nobody that we know. */
  defaultStaffId: Uuid;
};

/** The text of a row's cell for a field; empty when the file has none. */
export type Value = (field: VisitField) => string;

export const valuesOf = (cells: readonly string[], mapping: VisitMapping): Value => {
  const values = new Map<VisitField, string>();
  mapping.forEach((field, column) => {
    const text = field === null ? '' : cellText(cells[column] ?? '');
    if (field !== null && text !== '' && !values.has(field)) values.set(field, text);
  });
  return (field) => values.get(field) ?? '';
};

/** By the clocks of the business, unless the cell names its offset. */
export const startOf = (value: Value, reading: VisitReading, zone: Zone): EpochMin | null => {
  const whole = value('start') ? momentFrom(value('start'), reading.dayOrder) : null;
  if (whole?.kind === 'exact') return whole.at;
  const days = value('day') ? momentFrom(value('day'), reading.dayOrder) : null;
  const times = value('time') ? momentFrom(value('time'), reading.dayOrder) : null;
  const day = whole?.day ?? (days?.kind === 'wall' ? days.day : null);
  // A column of dates often holds midnight too: a column of times counts more.
  const minute =
    whole?.minute ??
    (times?.kind === 'wall' ? times.minute : null) ??
    (days?.kind === 'wall' ? days.minute : null);
  return day === null || minute === null ? null : wallToEpoch(zone, dayNumber(day), minute);
};

/** Minutes from the start to the end that the file says; null = it does not. */
export const lengthOf = (
  value: Value,
  start: EpochMin,
  reading: VisitReading,
  zone: Zone,
): number | null => {
  const minutes = minutesFrom(value('minutes'));
  if (minutes !== null) return minutes;
  const end = value('end') ? momentFrom(value('end'), reading.dayOrder) : null;
  if (end === null) return null;
  if (end.kind === 'exact') return positive(end.at - start);
  if (end.minute === null) return null;
  const local = start + zone.offsetAt(start);
  const day = end.day ? dayNumber(end.day) : Math.floor(local / 1_440);
  return positive(wallToEpoch(zone, day, end.minute) - start);
};

const positive = (minutes: number): number | null => (minutes > 0 ? minutes : null);

/** `45`, `45 min`, `1:30`, `1h 30`, `1.5 h`. */
const minutesFrom = (text: string): number | null => {
  const cell = fold(text);
  const plain = /^(\d{1,4})\s*(m|min|mins|minute|minutes|minuten)?\.?$/.exec(cell);
  if (plain) return positive(Number(plain[1]));
  const clock =
    /^(\d{1,2})(?::|\s*h(?:ours?|rs?)?\s*)(\d{1,2})?\s*(?:m|min|mins|minutes)?(?::00)?$/.exec(cell);
  if (clock) return positive(Number(clock[1]) * 60 + Number(clock[2] ?? 0));
  const hours = /^(\d+)[.,](\d+)\s*h(?:ours?|rs?)?$/.exec(cell);
  return hours ? positive(Math.round(Number(`${hours[1]}.${hours[2]}`) * 60)) : null;
};

/** Nobody comes to a visit that is over or was called off. */
export const isOver = (text: string): boolean =>
  /^(cancel|canceled|cancelled|no.?show|declin|expired|complet|done|finished|deleted|storniert|abgesagt)/.test(
    fold(text),
  );
