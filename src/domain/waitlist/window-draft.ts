/** A window while somebody fills it in: days and times as native fields write them. */
import { PART_OF_DAY } from '#domain/time/day-parts.ts';
import type { PartOfDay } from '#domain/time/day-parts.ts';
import type { Day, WaitlistWindow } from '#domain/rows.ts';
import { clockText, minuteOfClock } from '#domain/time/clock-text.ts';
import { addDays } from '#domain/time/day.ts';

export type WindowDraft = {
  fromDay: string;
  toDay: string;
  /** 0 = Monday; none = every day. */
  weekdays: number[];
  part: DayPart;
  /** `HH:MM`; they count when `part` is `other`. */
  from: string;
  to: string;
};

/** What is said of the time of a day without naming minutes. */
export type DayPart = 'any' | PartOfDay | 'other';

const RANGES: Record<Exclude<DayPart, 'other'>, readonly [number, number]> = {
  any: [0, 1440],
  ...PART_OF_DAY,
};

/** How far a new wish reaches: long enough for a gap to come up, short enough to be meant. */
const USUAL_DAYS = 14;

/** From a day on, two weeks at any time. */
export const newWindow = (from: Day): WindowDraft => ({
  fromDay: from,
  toDay: addDays(from, USUAL_DAYS - 1),
  weekdays: [],
  part: 'any',
  from: '09:00',
  to: '17:00',
});

export const windowOfDraft = (draft: WindowDraft): WaitlistWindow => {
  const [from, to] =
    draft.part === 'other' ? [minuteOf(draft.from), minuteOf(draft.to)] : RANGES[draft.part];
  return {
    from_day: draft.fromDay,
    to_day: draft.toDay,
    weekdays: draft.weekdays.toSorted((a, b) => a - b),
    from_min: from,
    to_min: to,
  };
};

export const draftOfWindow = (window: WaitlistWindow): WindowDraft => {
  const part = PARTS.find(
    (one) => RANGES[one][0] === window.from_min && RANGES[one][1] === window.to_min,
  );
  return {
    fromDay: window.from_day,
    toDay: window.to_day,
    weekdays: window.weekdays,
    part: part ?? 'other',
    from: clockText(window.from_min),
    to: clockText(window.to_min % 1440),
  };
};

const PARTS = Object.keys(RANGES) as (keyof typeof RANGES)[];

/** Nothing typed is no time: the rules of a window say so. */
const minuteOf = (text: string): number => minuteOfClock(text) ?? Number.NaN;
