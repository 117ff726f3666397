/** The fields of "Repeats" and the rule that they stand for. */
import type { Day } from '#domain/rows.ts';
import { addMonths, dayNumber, weekdayOf } from '#domain/time/day.ts';
import { isLastOfMonth, nthOfMonth, ruleFault } from './series-rule.ts';
import type { RuleFault, SeriesRhythm, SeriesRule } from './series-rule.ts';

export const REPEAT_UNITS = [
  'none',
  'day',
  'week',
  'month_date',
  'month_nth',
  'month_last',
] as const;
export type RepeatUnit = (typeof REPEAT_UNITS)[number];

export type RepeatDraft = {
  unit: RepeatUnit;
  /** As typed. */
  every: string;
  /** Besides that of the first date. */
  moreWeekdays: readonly number[];
  ends: 'count' | 'until';
  count: string;
  until: Day;
};

export const NO_REPEAT: RepeatDraft = {
  unit: 'none',
  every: '1',
  moreWeekdays: [],
  ends: 'count',
  count: '6',
  until: '',
};

/** The fields that stand for a rhythm, to be changed; the end is asked for anew. */
export const repeatOf = (rhythm: SeriesRhythm): RepeatDraft => ({
  ...NO_REPEAT,
  every: String(rhythm.every),
  unit:
    rhythm.unit !== 'month'
      ? rhythm.unit
      : 'date' in rhythm
        ? 'month_date'
        : rhythm.nth === -1
          ? 'month_last'
          : 'month_nth',
  moreWeekdays: rhythm.unit === 'week' ? rhythm.weekdays : [],
});

/** What may be chosen for a first date: the last Friday only where it is one, the fifth never. */
export const unitsFor = (day: Day): RepeatUnit[] =>
  REPEAT_UNITS.filter(
    (unit) =>
      (unit !== 'month_last' || isLastOfMonth(day)) &&
      (unit !== 'month_nth' || nthOfMonth(day) > 0),
  );

/** The rhythm of the fields from a first day on; null = it does not repeat. */
export const rhythmOfDraft = (
  { unit, every: typed, moreWeekdays }: RepeatDraft,
  day: Day,
): SeriesRhythm | null => {
  const every = typed.trim() === '' ? Number.NaN : Number(typed);
  const number = dayNumber(day);
  if (unit === 'none' || Number.isNaN(number)) return null;
  const weekday = weekdayOf(number);
  switch (unit) {
    case 'day':
      return { unit, every };
    case 'week':
      return {
        unit,
        every,
        weekdays: [...new Set([weekday, ...moreWeekdays])].toSorted((a, b) => a - b),
      };
    case 'month_date':
      return { unit: 'month', every, date: Number(day.slice(8)) };
    default: {
      const nth = nthOfMonth(day);
      const isLast = unit === 'month_last' || nth === -1;
      return { unit: 'month', every, weekday, nth: isLast ? -1 : nth };
    }
  }
};

export type DraftRule =
  | { rule: SeriesRule; fault: null }
  /** Something is missing or too much. */
  | { rule: null; fault: RuleFault }
  | { rule: null; fault: null };

export const ruleOfDraft = (draft: RepeatDraft, day: Day): DraftRule => {
  const rhythm = rhythmOfDraft(draft, day);
  if (!rhythm) return { rule: null, fault: null };
  const end =
    draft.ends === 'until'
      ? { until: draft.until }
      : { count: draft.count.trim() === '' ? Number.NaN : Number(draft.count) };
  const rule = { rhythm, end };
  const fault = ruleFault(rule, day);
  return fault ? { rule: null, fault } : { rule, fault: null };
};

/** A quarter ahead: what "until" begins with. */
export const firstUntil = (day: Day): Day => addMonths(day, 3);
