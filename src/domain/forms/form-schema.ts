import * as v from 'valibot';
import type { FormCondition, FormField } from '#domain/rows.ts';
import { choice, flag, idSet, name, whole } from '#domain/validation/fields.ts';
import type { Rule } from '#domain/validation/rules.ts';
import { FIELD_TYPES, TEXT_FORMATS } from './field-types.ts';
import { RECORD_FIELDS } from './record-fields.ts';
import type { RecordField } from './record-fields.ts';

const rule = (broken: Rule): Rule => broken;

const check = {
  op: choice(['eq', 'ne', 'in', 'gt', 'lt', 'filled']),
  value: v.exactOptional(v.union([v.string(), v.number(), v.boolean(), v.array(v.string())])),
};
const formRule = v.strictObject({ field: v.string(), ...check });
const match = choice(['all', 'any']);
const condition = v.strictObject({
  match,
  rules: v.array(v.union([formRule, v.strictObject({ match, rules: v.array(formRule) })])),
}) satisfies v.GenericSchema<unknown, FormCondition>;

const bound = v.nullable(v.union([v.number(), v.string()]));

/** The shape of a field; whether it can be published is for fieldProblems to say. */
const formField = v.strictObject({
  id: v.string(),
  type: choice(FIELD_TYPES),
  label: v.string(),
  help: v.string(),
  required: flag,
  options: v.array(v.string()),
  min: bound,
  max: bound,
  map_to: v.nullable(choice(Object.keys(RECORD_FIELDS) as RecordField[])),
  flag: v.nullable(v.strictObject({ ...check, level: choice(['notice', 'danger']) })),
  visible_if: v.nullable(condition),
  format: v.exactOptional(choice(TEXT_FORMATS)),
  width: v.exactOptional(choice(['half'])),
});

/** Fields from elsewhere; null when they are none that this version knows. */
export const readFields = (fields: unknown): FormField[] | null => {
  const read = v.safeParse(v.array(formField), fields);
  return read.success ? read.output : null;
};

/** What a person enters about a form. Its fields may be unfinished. */
export const formSchema = v.object({
  name,
  kind: choice(['intake', 'consent', 'consultation', 'aftercare', 'feedback', 'custom']),
  fields: v.array(formField),
  public_link_on: flag,
  wanted: choice(['before', 'after', 'payment', 'manual']),
  offset_min: v.nullable(whole(15, 129_600)),
  service_ids: idSet(200),
  frequency: choice(['once', 'once_per_version', 'every_visit', 'every_n_months']),
  every_months: whole(1, 60),
  enforce: choice(['none', 'warn', 'block_online']),
  countersign: flag,
});

export type FormInput = v.InferOutput<typeof formSchema>;

/** What staff add to a submission that they take back. */
export const voidReasonSchema = v.object({
  reason: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, rule('required')),
    v.maxLength(500, rule('too_long')),
  ),
});
