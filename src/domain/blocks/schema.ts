import * as v from 'valibot';
import { colour, flag, instant, name, note, optionalId, whole } from '#domain/validation/fields.ts';
import { epochMinOf } from '#domain/time/epoch.ts';
import type { Rule } from '#domain/validation/rules.ts';

/** Free time is computed by looking back this far; an hour more for the end of summer time. */
const LONGEST_MIN = 31 * 1440 + 60;

export const blockSchema = v.pipe(
  v.object({
    staff_id: optionalId,
    starts_at: instant,
    ends_at: instant,
    all_day: flag,
    reason_id: optionalId,
    note,
    blocks_online: flag,
  }),
  v.forward(
    v.partialCheck(
      [['starts_at'], ['ends_at']],
      ({ starts_at, ends_at }) => epochMinOf(starts_at) < epochMinOf(ends_at),
      'order' satisfies Rule,
    ),
    ['ends_at'],
  ),
  v.forward(
    v.partialCheck(
      [['starts_at'], ['ends_at']],
      ({ starts_at, ends_at }) => epochMinOf(ends_at) - epochMinOf(starts_at) <= LONGEST_MIN,
      'too_long' satisfies Rule,
    ),
    ['ends_at'],
  ),
);

export const reasonSchema = v.object({
  name,
  icon: v.pipe(v.string(), v.maxLength(60, 'too_long' satisfies Rule)),
  colour,
  default_min: whole(5, 1440),
  paid: flag,
  blocks_online: flag,
});

export type BlockInput = v.InferOutput<typeof blockSchema>;
export type ReasonInput = v.InferOutput<typeof reasonSchema>;

export const EMPTY_REASON: ReasonInput = {
  name: '',
  icon: 'coffee',
  colour: 'slate',
  default_min: 30,
  paid: false,
  blocks_online: true,
};
