/**
 * The days on which an entry of a calendar repeats (RRULE), as far as people use them: daily, weekly,
 * monthly and yearly, with the days of a week or of a month. What is rarer is not guessed.
 */
import { dayOf, daysFromCivil, weekdayOf } from '#domain/time/day.ts';
import type { DayNumber } from '#domain/time/day.ts';

type RepeatRule = {
  freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  interval: number;
  /** How many times at most, the first one included; null = no end of this kind. */
  count: number | null;
  /** As it stands in the rule: a day or a moment. */
  until: string | null;
  /** Weekday from Monday = 0, and which one of the month; 0 = each, -1 = the last. */
  byDay: readonly { weekday: number; nth: number }[];
  byMonthDay: readonly number[];
  /** From January = 1. */
  byMonth: readonly number[];
  bySetPos: readonly number[];
};

const FREQS = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const KNOWN = [
  'FREQ',
  'INTERVAL',
  'COUNT',
  'UNTIL',
  'BYDAY',
  'BYMONTHDAY',
  'BYMONTH',
  'BYSETPOS',
  'WKST',
];

/** As many as a month has days. */
const MOST_IN_LIST = 31;

/** Reads a rule; null = it has something that is not read here. */
export const repeatRule = (text: string): RepeatRule | null => {
  const parts = new Map(
    text
      .trim()
      .split(';')
      .filter(Boolean)
      .map((part) => {
        const [name = '', value = ''] = part.split('=');
        return [name.trim().toUpperCase(), value.trim().toUpperCase()];
      }),
  );
  const freq = FREQS.find((one) => one === parts.get('FREQ'));
  if (!freq || [...parts.keys()].some((name) => !KNOWN.includes(name))) return null;
  // Weeks that begin on another day matter only where some are left out.
  const interval = Number(parts.get('INTERVAL') ?? 1);
  if (freq === 'WEEKLY' && interval > 1 && !['MO', undefined].includes(parts.get('WKST'))) {
    return null;
  }
  const byDay = listOf(parts.get('BYDAY')).map((day) => ({
    weekday: WEEKDAYS.indexOf(day.slice(-2)),
    nth: Number(day.slice(0, -2) || 0),
  }));
  const numbers = (name: string): number[] => [...new Set(listOf(parts.get(name)).map(Number))];
  const count = parts.has('COUNT') ? Number(parts.get('COUNT')) : null;
  const rule: RepeatRule = {
    freq,
    interval,
    count,
    until: parts.get('UNTIL') ?? null,
    byDay,
    byMonthDay: numbers('BYMONTHDAY'),
    byMonth: numbers('BYMONTH'),
    bySetPos: numbers('BYSETPOS'),
  };
  const all = [interval, count ?? 1, ...rule.byMonthDay, ...rule.byMonth, ...rule.bySetPos];
  const isWhole = [...all, ...byDay.map(({ nth }) => nth)].every(Number.isInteger);
  const lists = [byDay, rule.byMonthDay, rule.byMonth, rule.bySetPos];
  const isShort = lists.every(({ length }) => length <= MOST_IN_LIST);
  const isSane = isWhole && isShort && interval >= 1 && (count ?? 1) >= 1;
  return isSane && byDay.every(({ weekday }) => weekday >= 0) ? rule : null;
};

const listOf = (value: string | undefined): string[] => value?.split(',').filter(Boolean) ?? [];

/** A rule that counts is followed from its beginning: daily ones for ten years, yearly ones for a life. */
const MOST_PERIODS = 4_000;
const MOST_DAYS = 30_000;
const LONGEST_PERIOD_DAYS = { DAILY: 1, WEEKLY: 7, MONTHLY: 31, YEARLY: 366 } as const;

/**
 * The days of the rule, which begins on `first`, up to and including `last`, in order. Days before
 * `notBefore` may be left out. `first` is always one of the rule's days.
 */
export const repeatDays = (
  rule: RepeatRule,
  { first, notBefore, last }: { first: DayNumber; notBefore: DayNumber; last: DayNumber },
  isAfterEnd: (day: DayNumber) => boolean,
): DayNumber[] => {
  const days: DayNumber[] = [];
  const isFull = (): boolean => rule.count !== null && days.length >= rule.count;
  const longest = LONGEST_PERIOD_DAYS[rule.freq] * rule.interval;
  const begin =
    rule.count === null ? Math.max(0, Math.floor((notBefore - first) / longest) - 1) : 0;
  const most = Math.min(MOST_PERIODS, Math.ceil(MOST_DAYS / LONGEST_PERIOD_DAYS[rule.freq]));
  for (let period = begin; period < begin + most; period += 1) {
    const { from, found } = periodOf(rule, first, period * rule.interval);
    if (from > last) break;
    const own = period === 0 ? [...new Set([first, ...found])].toSorted((a, b) => a - b) : found;
    for (const day of own) {
      if (day < first) continue;
      if (day > last || isFull() || isAfterEnd(day)) return days;
      days.push(day);
    }
  }
  return days;
};

/** The first day of the nth period after the one of `first`, and the days of the rule in it. */
const periodOf = (
  rule: RepeatRule,
  first: DayNumber,
  nth: number,
): { from: DayNumber; found: DayNumber[] } => {
  const [year = 0, month = 0, date = 0] = dayOf(first).split('-').map(Number);
  if (rule.freq === 'DAILY') {
    const day = first + nth;
    return {
      from: day,
      found: chosen(
        rule,
        [day].filter((one) => fits(rule, one)),
      ),
    };
  }
  if (rule.freq === 'WEEKLY') {
    const from = first - weekdayOf(first) + nth * 7;
    const weekdays =
      rule.byDay.length > 0 ? rule.byDay.map(({ weekday }) => weekday) : [weekdayOf(first)];
    const week = Array.from({ length: 7 }, (_, at) => from + at);
    const found = week.filter((day) => weekdays.includes(weekdayOf(day)) && inMonth(rule, day));
    return { from, found: chosen(rule, found) };
  }
  if (rule.freq === 'MONTHLY') {
    const at = year * 12 + (month - 1) + nth;
    const [y, m] = [Math.floor(at / 12), (at % 12) + 1];
    const found = daysOfMonth(rule, y, m, date).filter((day) => inMonth(rule, day));
    return { from: daysFromCivil(y, m, 1), found: chosen(rule, found) };
  }
  const y = year + nth;
  const months = rule.byMonth.length > 0 ? rule.byMonth : [month];
  const found = months.toSorted((a, b) => a - b).flatMap((one) => daysOfMonth(rule, y, one, date));
  return { from: daysFromCivil(y, 1, 1), found: chosen(rule, found) };
};

const lengthOfMonth = (year: number, month: number): number =>
  daysFromCivil(month === 12 ? year + 1 : year, month === 12 ? 1 : month + 1, 1) -
  daysFromCivil(year, month, 1);

/** A date that a month does not have is left out in it. */
const daysOfMonth = (rule: RepeatRule, year: number, month: number, date: number): DayNumber[] => {
  const start = daysFromCivil(year, month, 1);
  const length = lengthOfMonth(year, month);
  const all = Array.from({ length }, (_, at) => start + at);
  const isDate = (day: DayNumber): boolean => {
    const number = day - start + 1;
    return rule.byMonthDay.some((one) => one === number || one === number - length - 1);
  };
  const isWeekday = (day: DayNumber): boolean => {
    const at = day - start;
    return rule.byDay.some(
      ({ weekday, nth }) =>
        weekdayOf(day) === weekday &&
        (nth === 0 ||
          nth === Math.floor(at / 7) + 1 ||
          nth === -(Math.floor((length - 1 - at) / 7) + 1)),
    );
  };
  if (rule.byDay.length > 0) {
    return all.filter((day) => isWeekday(day) && (rule.byMonthDay.length === 0 || isDate(day)));
  }
  if (rule.byMonthDay.length > 0) return all.filter(isDate);
  return date <= length ? [start + date - 1] : [];
};

const monthOf = (day: DayNumber): number => Number(dayOf(day).slice(5, 7));

const inMonth = ({ byMonth }: RepeatRule, day: DayNumber): boolean =>
  byMonth.length === 0 || byMonth.includes(monthOf(day));

/** Whether a daily rule takes this day. */
const fits = (rule: RepeatRule, day: DayNumber): boolean => {
  const date = Number(dayOf(day).slice(8, 10));
  return (
    inMonth(rule, day) &&
    (rule.byDay.length === 0 || rule.byDay.some(({ weekday }) => weekday === weekdayOf(day))) &&
    (rule.byMonthDay.length === 0 || rule.byMonthDay.includes(date))
  );
};

/** The first, the last … of a period, where the rule asks for those alone. */
const chosen = ({ bySetPos }: RepeatRule, days: DayNumber[]): DayNumber[] =>
  bySetPos.length === 0
    ? days
    : days.filter((_, at) => bySetPos.some((one) => one === at + 1 || one === at - days.length));
