import * as v from 'valibot';
import {
  choice,
  id,
  idSet,
  optionalAddress,
  optionalText,
  whole,
} from '#domain/validation/fields.ts';
import type { Rule } from '#domain/validation/rules.ts';
import { WINDOWS_MAX, windowIssues } from './windows.ts';

const rule = (name: Rule): Rule => name;

/** Services of one visit: as many as a booking may have. */
const ITEMS_MAX = 10;
const PEOPLE_MAX = 100;
const ADD_ONS_MAX = 100;
const NOTE_MAX = 1000;
/** Who could come half a day earlier says so in a window. */
const FLEXIBLE_MAX_MIN = 240;

const item = v.object({
  variant_id: id,
  staff_ids: idSet(PEOPLE_MAX),
  add_on_ids: idSet(ADD_ONS_MAX),
  bundle_id: v.exactOptional(id),
});

const window = v.pipe(
  v.object({
    from_day: v.string(rule('not_a_day')),
    to_day: v.string(rule('not_a_day')),
    weekdays: v.array(whole(0, 6)),
    from_min: v.number(rule('not_a_time')),
    to_min: v.number(rule('not_a_time')),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { value } = dataset;
    for (const { field, rule: broken } of windowIssues(value)) {
      addIssue({
        message: broken satisfies Rule,
        path: [{ type: 'object', origin: 'value', input: value, key: field, value: value[field] }],
      });
    }
  }),
);

/** What a person enters about somebody who waits. */
export const waitlistEntrySchema = v.object({
  client_id: id,
  items: v.pipe(
    v.array(item),
    v.minLength(1, rule('too_few')),
    v.maxLength(ITEMS_MAX, rule('too_many')),
  ),
  windows: v.pipe(
    v.array(window),
    v.minLength(1, rule('too_few')),
    v.maxLength(WINDOWS_MAX, rule('too_many')),
  ),
  /** null = where all of them are usually had. */
  location_type: v.optional(v.nullable(choice(['business', 'client', 'remote', 'phone'])), null),
  /** At the client's; null = where their record says that they live. */
  address: v.optional(optionalAddress, null),
  flexible_min: v.optional(whole(0, FLEXIBLE_MAX_MIN), 0),
  note: optionalText(NOTE_MAX),
  priority: whole(0, 9),
});

export type WaitlistInput = v.InferInput<typeof waitlistEntrySchema>;
