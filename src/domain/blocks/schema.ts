import * as v from 'valibot';
import { colour, flag, name, note, optionalId, whole } from '#domain/validation/fields.ts';
import { periodSchema } from '#domain/validation/period.ts';
import type { Rule } from '#domain/validation/rules.ts';

/** Free time is computed by looking back this far; an hour more for the end of summer time. */
const LONGEST_MIN = 31 * 1440 + 60;

export const blockSchema = periodSchema(
  { staff_id: optionalId, all_day: flag, reason_id: optionalId, note, blocks_online: flag },
  LONGEST_MIN,
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
