import type { Instant } from '#domain/rows.ts';
import { dayOf, daysFromCivil } from './day.ts';

/**
 * Whole minutes since 1970-01-01T00:00Z: what availability and the calendar count in. Integers
 * compare and add without date objects, and appointments start on minutes.
 */
export type EpochMin = number;

export const MINUTES_PER_DAY = 1440;

/** The minute an instant lies in; NaN for text that is no instant. */
export const epochMinOf = (instant: Instant): EpochMin => {
  // The shape that rows have is read by hand: Date.parse on 5,000 rows would cost more than all
  // slots of a month.
  if (
    instant.length === 25 &&
    instant.charCodeAt(10) === 84 /* T */ &&
    instant.endsWith('+00:00')
  ) {
    const day = daysFromCivil(digits(instant, 0, 4), digits(instant, 5, 7), digits(instant, 8, 10));
    return day * MINUTES_PER_DAY + digits(instant, 11, 13) * 60 + digits(instant, 14, 16);
  }
  return Math.floor(Date.parse(instant) / 60_000);
};

/** A minute as the instant that rows carry. */
export const instantOfMin = (minute: EpochMin): Instant => {
  const day = Math.floor(minute / MINUTES_PER_DAY);
  const inDay = minute - day * MINUTES_PER_DAY;
  return `${dayOf(day)}T${two(Math.floor(inDay / 60))}:${two(inDay % 60)}:00+00:00`;
};

/** Minutes from one instant to another, whole, rounded down. */
export const minutesBetween = (from: Instant, to: Instant): number =>
  epochMinOf(to) - epochMinOf(from);

export const addMinutes = (instant: Instant, minutes: number): Instant =>
  instantOfMin(epochMinOf(instant) + minutes);

const digits = (text: string, from: number, to: number): number => {
  let value = 0;
  for (let index = from; index < to; index += 1) {
    const digit = text.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
};

const two = (value: number): string => (value < 10 ? `0${value}` : String(value));
