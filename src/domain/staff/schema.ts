import * as v from 'valibot';
import {
  choice,
  colour,
  day,
  emergencyContact,
  flag,
  id,
  minuteRanges,
  name,
  note,
  optionalId,
  optionalPicture,
  shortText,
  timeZone,
  whole,
} from '#domain/validation/fields.ts';
import { daysBetween } from '#domain/time/day.ts';
import type { MinuteRange } from '#domain/rows.ts';
import { periodSchema } from '#domain/validation/period.ts';
import type { Rule } from '#domain/validation/rules.ts';
import { MOST_WEEKS } from './week.ts';

/** No trip is longer. */
const TRIP_DAYS_MAX = 366;

/** In order and apart from each other, whatever order they were written down in. */
const travelSchema = v.pipe(
  v.array(
    v.pipe(
      v.object({ time_zone: timeZone, from_day: day, to_day: day }),
      v.forward(
        v.check(({ from_day, to_day }) => from_day <= to_day, 'order' satisfies Rule),
        ['to_day'],
      ),
      v.forward(
        v.check(
          ({ from_day, to_day }) => daysBetween(from_day, to_day) <= TRIP_DAYS_MAX,
          'too_long' satisfies Rule,
        ),
        ['to_day'],
      ),
    ),
  ),
  v.maxLength(50, 'too_many' satisfies Rule),
  v.transform((trips) => trips.toSorted((a, b) => (a.from_day < b.from_day ? -1 : 1))),
  v.check(
    (trips) => trips.every(({ from_day }, n) => n === 0 || trips[n - 1]!.to_day < from_day),
    'overlap' satisfies Rule,
  ),
);

const optionalDay = v.optional(v.nullable(day), null);

const staffFields = v.object({
  membership_id: optionalId,
  display_name: name,
  title: shortText,
  bio: note,
  photo_path: optionalPicture,
  colour,
  bookable: flag,
  online_visible: flag,
  // Rows that a device stored before there was a choice have none.
  works_at: v.optional(choice(['both', 'business', 'client']), 'both'),
  // Nor where they travel.
  travel: v.optional(travelSchema, []),
  rank: whole(0, 100_000),
  // Nor how long they are here.
  employed_from: optionalDay,
  employed_until: optionalDay,
});

export const staffSchema = v.pipe(
  staffFields,
  v.forward(
    v.partialCheck(
      [['employed_from'], ['employed_until']],
      ({ employed_from, employed_until }) =>
        employed_from === null || employed_until === null || employed_from <= employed_until,
      'order' satisfies Rule,
    ),
    ['employed_until'],
  ),
);

export const staffContactSchema = v.object({ emergency_contact: emergencyContact });

/** One to four rotating weeks of seven days, Monday first. */
const weeksSchema = v.pipe(
  v.array(v.pipe(v.array(minuteRanges), v.length(7, 'wrong_type' satisfies Rule))),
  v.minLength(1, 'too_few' satisfies Rule),
  v.maxLength(MOST_WEEKS, 'too_many' satisfies Rule),
);

export const workPatternSchema = v.object({ staff_id: id, valid_from: day, weeks: weeksSchema });

/** What somebody says of themselves before they are in a team. */
export const beginnerSchema = v.object({ display_name: name, weeks: weeksSchema });

export const dateExceptionSchema = v.object({
  staff_id: optionalId,
  on_day: day,
  kind: choice(['closed', 'hours']),
  ranges: minuteRanges,
  note,
});

const YEAR_MIN = 366 * 1440;

export const timeOffSchema = periodSchema({ staff_id: id, reason_id: optionalId, note }, YEAR_MIN);

export type StaffInput = v.InferOutput<typeof staffSchema>;
export type WorkPatternInput = v.InferOutput<typeof workPatternSchema>;
export type DateExceptionInput = v.InferOutput<typeof dateExceptionSchema>;
export type TimeOffInput = v.InferOutput<typeof timeOffSchema>;

export const EMPTY_STAFF: StaffInput = {
  membership_id: null,
  display_name: '',
  title: null,
  bio: null,
  photo_path: null,
  colour: 'teal',
  bookable: true,
  online_visible: true,
  works_at: 'both',
  travel: [],
  rank: 0,
  employed_from: null,
  employed_until: null,
};

/** What a new business starts from: Monday to Saturday 9–18, Sunday closed. */
export const defaultWeek = (): MinuteRange[][] => [
  ...Array.from({ length: 6 }, (): MinuteRange[] => [[540, 1080]]),
  [],
];
