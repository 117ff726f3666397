import type { EpochMin } from './epoch.ts';

/** Offsets of one time zone in minutes (local − UTC), read from Intl and remembered. */
export type Zone = {
  readonly name: string;
  /** The offset at a minute. */
  offsetAt(minute: EpochMin): number;
  /** The first minute after `minute` with another offset, if one comes before `until`. */
  nextChange(minute: EpochMin, until: EpochMin): EpochMin | null;
};

/**
 * Intl answers one offset in a microsecond and a month of slots asks thousands of times, so
 * offsets are remembered per span of two days. No zone changes twice within one (tested for all zones).
 */
const SPAN_MIN = 2 * 1440;

type Span = { before: number; changeAt: EpochMin; after: number };

const zones = new Map<string, Zone>();

/** The zone of an IANA name; throws RangeError for a name that this device does not know. */
export const zoneOf = (name: string): Zone => {
  const known = zones.get(name);
  if (known) return known;
  const made = makeZone(name);
  zones.set(name, made);
  return made;
};

export const isZone = (name: string): boolean => {
  try {
    zoneOf(name);
    return name.length > 0;
  } catch {
    return false;
  }
};

const makeZone = (name: string): Zone => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  const spans = new Map<number, Span>();

  const spanAt = (index: number): Span => {
    const known = spans.get(index);
    if (known) return known;
    const start = index * SPAN_MIN;
    const before = readOffset(format, start);
    const after = readOffset(format, start + SPAN_MIN);
    const span = { before, changeAt: Number.POSITIVE_INFINITY, after };
    if (before !== after) {
      // Smallest minute with the new offset, by halving.
      let [low, high] = [start, start + SPAN_MIN];
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (readOffset(format, middle) === before) low = middle;
        else high = middle;
      }
      span.changeAt = high;
    }
    spans.set(index, span);
    return span;
  };

  return {
    name,
    offsetAt: (minute) => {
      const span = spanAt(Math.floor(minute / SPAN_MIN));
      return minute < span.changeAt ? span.before : span.after;
    },
    nextChange: (minute, until) => {
      for (let index = Math.floor(minute / SPAN_MIN); index * SPAN_MIN < until; index += 1) {
        const { changeAt } = spanAt(index);
        if (changeAt > minute && changeAt < until) return changeAt;
      }
      return null;
    },
  };
};

/** `1/1/2027, GMT-05:00` → −300; `GMT` alone is 0. */
const readOffset = (format: Intl.DateTimeFormat, minute: EpochMin): number => {
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(format.format(minute * 60_000));
  if (!match) return 0;
  const size = Number(match[2]) * 60 + Number(match[3]);
  return match[1] === '-' ? -size : size;
};
