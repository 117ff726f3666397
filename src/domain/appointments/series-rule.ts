/**
 * How appointments repeat: a small part of RFC 5545, with a way to be stored as text that other
 * programs read too. SQL checks the same text (private.is_series_rule).
 */
import type { Day } from '#domain/rows.ts';
import { addMonths, dayNumber, dayOf, isDay, weekdayOf } from '#domain/time/day.ts';

export type SeriesRhythm =
  | { unit: 'day'; every: number }
  /** 0 = Monday … 6 = Sunday, sorted, at least one. */
  | { unit: 'week'; every: number; weekdays: readonly number[] }
  /** A month that is shorter has its last day instead. */
  | { unit: 'month'; every: number; date: number }
  /** The nth of a weekday in a month; −1 = the last one. */
  | { unit: 'month'; every: number; weekday: number; nth: 1 | 2 | 3 | 4 | -1 };

/** `count`: the first one included. `until`: the last day that may be one. */
export type SeriesEnd = { count: number } | { until: Day };

export type SeriesRule = { rhythm: SeriesRhythm; end: SeriesEnd };

/** Twice is the least that repeats; two a week for a year are the most that anybody oversees. */
export const SERIES_COUNT = { min: 2, max: 104 } as const;
/** How far after the first one a series may end. */
export const SERIES_MONTHS_MAX = 24;
/** Whatever the count says: nobody promises a time later than this. */
const SERIES_REACH_MONTHS = 60;
export const SERIES_EVERY_MAX = { day: 365, week: 52, month: 24 } as const;

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

/** `FREQ=WEEKLY;INTERVAL=4;BYDAY=TU;COUNT=26` */
export const ruleText = ({ rhythm, end }: SeriesRule): string => {
  const until = 'until' in end ? `UNTIL=${end.until.replaceAll('-', '')}` : `COUNT=${end.count}`;
  return `${rhythmText(rhythm)};${until}`;
};

const rhythmText = (rhythm: SeriesRhythm): string => {
  if (rhythm.unit === 'day') return `FREQ=DAILY;INTERVAL=${rhythm.every}`;
  if (rhythm.unit === 'week') {
    const days = rhythm.weekdays.map((weekday) => WEEKDAYS[weekday]).join(',');
    return `FREQ=WEEKLY;INTERVAL=${rhythm.every};BYDAY=${days}`;
  }
  const start = `FREQ=MONTHLY;INTERVAL=${rhythm.every}`;
  if ('nth' in rhythm) return `${start};BYDAY=${rhythm.nth}${WEEKDAYS[rhythm.weekday]}`;
  if (rhythm.date <= 28) return `${start};BYMONTHDAY=${rhythm.date}`;
  // The last one that a month has of these days.
  const dates = [28, 29, 30, 31].filter((date) => date <= rhythm.date).join(',');
  return `${start};BYMONTHDAY=${dates};BYSETPOS=-1`;
};

/** The rule that a text stands for; null for anything that ruleText does not write. */
export const parseRule = (text: string): SeriesRule | null => {
  const parts = new Map(
    text.split(';').map((part) => {
      const place = part.indexOf('=');
      return [part.slice(0, place), part.slice(place + 1)] as const;
    }),
  );
  const rhythm = rhythmOf(parts);
  const end = endOf(parts);
  if (!rhythm || !end) return null;
  const rule = { rhythm, end };
  return ruleText(rule) === text ? rule : null;
};

const rhythmOf = (parts: ReadonlyMap<string, string>): SeriesRhythm | null => {
  const every = Number(parts.get('INTERVAL'));
  const byDay = parts.get('BYDAY') ?? '';
  switch (parts.get('FREQ')) {
    case 'DAILY':
      return { unit: 'day', every };
    case 'WEEKLY': {
      const weekdays = byDay.split(',').map((name) => WEEKDAYS.indexOf(name as 'MO'));
      return weekdays.includes(-1) ? null : { unit: 'week', every, weekdays };
    }
    case 'MONTHLY': {
      const dates = parts.get('BYMONTHDAY');
      if (dates) return { unit: 'month', every, date: Math.max(...dates.split(',').map(Number)) };
      const nth = Number(byDay.slice(0, -2)) as 1;
      const weekday = WEEKDAYS.indexOf(byDay.slice(-2) as 'MO');
      return weekday < 0 ? null : { unit: 'month', every, weekday, nth };
    }
    default:
      return null;
  }
};

const endOf = (parts: ReadonlyMap<string, string>): SeriesEnd | null => {
  const count = Number(parts.get('COUNT'));
  if (Number.isInteger(count) && count > 0) return { count };
  const match = /^(\d{4})(\d{2})(\d{2})$/.exec(parts.get('UNTIL') ?? '');
  const until = match ? `${match[1]}-${match[2]}-${match[3]}` : '';
  return isDay(until) ? { until } : null;
};

/**
 * The days of a series. The first one always is one, whatever the rhythm says. `mostUntil`: where a last
 * day is all that ends it, it ends after this many.
 */
export const expandRule = (
  { rhythm, end }: SeriesRule,
  startsOn: Day,
  mostUntil: number = SERIES_COUNT.max,
): Day[] => {
  const first = dayNumber(startsOn);
  const last = Math.min(
    'until' in end ? dayNumber(end.until) : Number.POSITIVE_INFINITY,
    dayNumber(addMonths(startsOn, SERIES_REACH_MONTHS)),
  );
  const most = 'count' in end ? end.count : mostUntil;
  const days = [first];
  for (const day of later(rhythm, startsOn)) {
    if (day > last || days.length >= most) break;
    if (day > first) days.push(day);
  }
  return days.map(dayOf);
};

/** Every day of a rhythm from that of the first one on, without end. */
function* later(rhythm: SeriesRhythm, startsOn: Day): Generator<number> {
  const first = dayNumber(startsOn);
  if (rhythm.unit === 'day') {
    for (let step = 1; ; step += 1) yield first + step * rhythm.every;
  }
  if (rhythm.unit === 'week') {
    const monday = first - weekdayOf(first);
    for (let week = 0; ; week += rhythm.every) {
      for (const weekday of rhythm.weekdays) yield monday + week * 7 + weekday;
    }
  }
  // addMonths stays in the month, so months are counted from their first days.
  const month = `${startsOn.slice(0, 7)}-01`;
  for (let step = 0; ; step += rhythm.every) {
    const start = dayNumber(addMonths(month, step));
    const length = dayNumber(addMonths(month, step + 1)) - start;
    yield start + dateIn(rhythm, start, length) - 1;
  }
}

const dateIn = (
  rhythm: Extract<SeriesRhythm, { unit: 'month' }>,
  start: number,
  length: number,
): number => {
  if (!('nth' in rhythm)) return Math.min(rhythm.date, length);
  const firstDate = 1 + ((rhythm.weekday - weekdayOf(start) + 7) % 7);
  if (rhythm.nth > 0) return firstDate + (rhythm.nth - 1) * 7;
  return firstDate + Math.floor((length - firstDate) / 7) * 7;
};

/** Which one of its weekday a day is in its month; the fifth counts as the last. */
export const nthOfMonth = (day: Day): 1 | 2 | 3 | 4 | -1 => {
  const nth = Math.ceil(Number(day.slice(8)) / 7);
  return nth > 4 ? -1 : (nth as 1 | 2 | 3 | 4);
};

/** Whether a day is in the last seven of its month. */
export const isLastOfMonth = (day: Day): boolean =>
  dayOf(dayNumber(day) + 7).slice(0, 7) !== day.slice(0, 7);

/** The rhythm after one of its dates went to another day: what people mean by "from now on then". */
export const movedRhythm = (rhythm: SeriesRhythm, from: Day, to: Day): SeriesRhythm => {
  if (from === to || rhythm.unit === 'day') return rhythm;
  const weekday = weekdayOf(dayNumber(to));
  if (rhythm.unit === 'week') {
    const old = weekdayOf(dayNumber(from));
    if (weekday === old) return rhythm;
    const replaced = rhythm.weekdays.map((one) => (one === old ? weekday : one));
    // Onto a day that is one already: all of them go along, so that none is lost.
    const isFree = !rhythm.weekdays.includes(weekday) && rhythm.weekdays.includes(old);
    const shift = weekday - old + 7;
    const weekdays = isFree ? replaced : rhythm.weekdays.map((one) => (one + shift) % 7);
    return { ...rhythm, weekdays: weekdays.toSorted((a, b) => a - b) };
  }
  if (!('nth' in rhythm)) return { ...rhythm, date: Number(to.slice(8)) };
  const staysLast = rhythm.nth === -1 && isLastOfMonth(to);
  return { ...rhythm, weekday, nth: staysLast ? -1 : nthOfMonth(to) };
};

export type RuleFault = {
  field: 'every' | 'count' | 'until' | 'weekdays';
  rule: 'too_small' | 'too_large' | 'too_few' | 'order' | 'not_a_day';
};

/** What is wrong with a rule that a person puts together; null = nothing. */
export const ruleFault = ({ rhythm, end }: SeriesRule, startsOn: Day): RuleFault | null => {
  if (!Number.isInteger(rhythm.every) || rhythm.every < 1) {
    return { field: 'every', rule: 'too_small' };
  }
  if (rhythm.every > SERIES_EVERY_MAX[rhythm.unit]) return { field: 'every', rule: 'too_large' };
  if (rhythm.unit === 'week' && rhythm.weekdays.length === 0) {
    return { field: 'weekdays', rule: 'too_few' };
  }
  if ('until' in end) {
    if (!isDay(end.until)) return { field: 'until', rule: 'not_a_day' };
    if (end.until <= startsOn) return { field: 'until', rule: 'order' };
    if (end.until > addMonths(startsOn, SERIES_MONTHS_MAX)) {
      return { field: 'until', rule: 'too_large' };
    }
    return null;
  }
  if (!Number.isInteger(end.count) || end.count < SERIES_COUNT.min) {
    return { field: 'count', rule: 'too_small' };
  }
  return end.count > SERIES_COUNT.max ? { field: 'count', rule: 'too_large' } : null;
};
