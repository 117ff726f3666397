import type { MinuteRange } from '#domain/rows.ts';
import { clockText, minuteOfClock } from '#domain/time/clock-text.ts';

/** A stretch of work as two time fields hold it; empty while nothing is entered. */
export type RangeText = { from: string; to: string };
/** Weeks of seven days, Monday first. */
export type WeeksText = RangeText[][][];

/** What a day begins with when it is switched on. */
export const USUAL_DAY: RangeText = { from: '09:00', to: '18:00' };

export const weeksText = (weeks: readonly (readonly (readonly MinuteRange[])[])[]): WeeksText =>
  weeks.map((week) =>
    week.map((day) =>
      // Native time fields cannot say 24:00; midnight at the end of a stretch means the same.
      day.map(([start, end]) => ({ from: clockText(start), to: clockText(end % 1440) })),
    ),
  );

/** What was entered as minutes, in order. An empty field is no number, which the schema refuses. */
export const weeksOf = (weeks: WeeksText): MinuteRange[][][] =>
  weeks.map((week) => week.map((day) => day.map(rangeOf).toSorted((a, b) => a[0] - b[0])));

const rangeOf = ({ from, to }: RangeText): MinuteRange => {
  const start = minuteOfClock(from) ?? Number.NaN;
  const end = minuteOfClock(to) ?? Number.NaN;
  return [start, end === 0 ? 1440 : end];
};

/** A break: the longest stretch is cut in its middle, half an hour wide, on full half hours. */
export const withBreak = (day: readonly RangeText[]): RangeText[] => {
  const lengths = day.map((range) => {
    const [start, end] = rangeOf(range);
    return Number.isNaN(end - start) ? 0 : end - start;
  });
  const at = lengths.indexOf(Math.max(...lengths));
  const longest = day[at];
  if (!longest || (lengths[at] ?? 0) < 90) return [...day, { from: '', to: '' }];
  const [start, end] = rangeOf(longest);
  const middle = Math.floor((start + end) / 2 / 30) * 30;
  return [
    ...day.slice(0, at),
    { from: longest.from, to: clockText(middle) },
    { from: clockText(middle + 30), to: longest.to },
    ...day.slice(at + 1),
  ];
};
