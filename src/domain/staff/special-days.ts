/** Days on which the whole business has other hours than usual, or none. */
import * as v from 'valibot';
import type { DateExceptionRow, Day, MinuteRange, Uuid } from '#domain/rows.ts';
import { addDays, dayNumber } from '#domain/time/day.ts';
import { choice, day, minuteRanges, note } from '#domain/validation/fields.ts';
import type { Rule } from '#domain/validation/rules.ts';

/** Longer closures are no exception any more. */
const SPECIAL_DAYS_MAX = 92;

export const specialDaysSchema = v.pipe(
  v.object({
    first_day: day,
    last_day: day,
    kind: choice(['closed', 'hours']),
    ranges: minuteRanges,
    note,
  }),
  v.forward(
    v.partialCheck(
      [['first_day'], ['last_day']],
      ({ first_day, last_day }) => first_day <= last_day,
      'order' satisfies Rule,
    ),
    ['last_day'],
  ),
  v.forward(
    v.partialCheck(
      [['first_day'], ['last_day']],
      ({ first_day, last_day }) => dayNumber(last_day) - dayNumber(first_day) < SPECIAL_DAYS_MAX,
      'too_long' satisfies Rule,
    ),
    ['last_day'],
  ),
  v.forward(
    v.partialCheck(
      [['kind'], ['ranges']],
      ({ kind, ranges }) => kind === 'closed' || ranges.length > 0,
      'too_few' satisfies Rule,
    ),
    ['ranges'],
  ),
);

export type SpecialDaysInput = v.InferOutput<typeof specialDaysSchema>;

/** Days in a row that are special in the same way: what people call "the holidays". */
export type SpecialSpan = {
  ids: Uuid[];
  firstDay: Day;
  lastDay: Day;
  kind: DateExceptionRow['kind'];
  ranges: MinuteRange[];
  note: string | null;
};

type Exception = Pick<DateExceptionRow, 'id' | 'staff_id' | 'on_day' | 'kind' | 'ranges' | 'note'>;

/** The special days of the business from a day on, those in a row that are alike as one. */
export const specialSpans = (exceptions: readonly Exception[], from: Day): SpecialSpan[] => {
  const spans: SpecialSpan[] = [];
  const own = exceptions
    .filter(({ staff_id, on_day }) => staff_id === null && on_day >= from)
    .toSorted((a, b) => (a.on_day < b.on_day ? -1 : 1));
  for (const { id, on_day, kind, ranges, note } of own) {
    const last = spans.at(-1);
    const goesOn =
      last &&
      addDays(last.lastDay, 1) === on_day &&
      last.kind === kind &&
      last.note === note &&
      JSON.stringify(last.ranges) === JSON.stringify(ranges);
    if (goesOn) {
      last.ids.push(id);
      last.lastDay = on_day;
    } else {
      spans.push({ ids: [id], firstDay: on_day, lastDay: on_day, kind, ranges, note });
    }
  }
  return spans;
};

/** What a day loses when it has these hours: the minutes in which nobody is served. */
export const closedRanges = (kind: DateExceptionRow['kind'], ranges: readonly MinuteRange[]) => {
  if (kind === 'closed') return [[0, 1440] as MinuteRange];
  const closed: MinuteRange[] = [];
  let from = 0;
  for (const [start, end] of ranges) {
    if (start > from) closed.push([from, start]);
    from = end;
  }
  if (from < 1440) closed.push([from, 1440]);
  return closed;
};
