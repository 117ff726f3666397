import { defaultWeek } from '#domain/staff/schema.ts';
import type { MinuteRange } from '#domain/rows.ts';
import { clockText, minuteOfClock } from '#domain/time/clock-text.ts';

/** Hours as most people begin: some days of the week, all alike. */
export type SimpleWeek = { days: number[]; from: string; to: string };

/** Who somebody is for their clients, and when they work. */
export type HoursAnswers = { display_name: string } & SimpleWeek;

/** The simple form of a week: its working days, with the hours of the first one. */
export const simpleWeek = (
  week: readonly (readonly MinuteRange[])[] = defaultWeek(),
): SimpleWeek => {
  const days = week.flatMap((ranges, weekday) => (ranges.length > 0 ? weekday : []));
  const first = week[days[0] ?? -1] ?? [];
  return {
    days,
    from: clockText(first[0]?.[0] ?? 540),
    to: clockText((first.at(-1)?.[1] ?? 1080) % 1440),
  };
};

/** The week with these days; times that were left empty are no numbers, which the schema refuses. */
export const weekOf = ({ days, from, to }: SimpleWeek): MinuteRange[][] => {
  const start = minuteOfClock(from) ?? Number.NaN;
  const end = minuteOfClock(to) ?? Number.NaN;
  return Array.from({ length: 7 }, (_, weekday): MinuteRange[] =>
    days.includes(weekday) ? [[start, end === 0 ? 1440 : end]] : [],
  );
};
