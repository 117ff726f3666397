import * as v from 'valibot';
import { fail, ok } from '#domain/errors/result.ts';
import type { Failed, FieldIssue, Result } from '#domain/errors/result.ts';
import type { Rule } from './rules.ts';

/**
 * What a person entered as a checked value, or `invalid` with every wrong field. The message of
 * each valibot issue is the rule that the field breaks (rules.ts).
 */
export const validate = <T extends v.GenericSchema>(
  schema: T,
  input: unknown,
): Result<v.InferOutput<T>> => {
  const parsed = v.safeParse(schema, input);
  if (parsed.success) return ok(parsed.output);
  const issues = parsed.issues.map(toFieldIssue);
  const [first] = issues;
  return fail('invalid', { ...first, issues });
};

/** One wrong field, found by a rule that no schema can know. */
export const invalid = (field: string, rule: Rule): Failed =>
  fail('invalid', { field, rule, issues: [{ field, rule }] });

const toFieldIssue = (issue: v.BaseIssue<unknown>): FieldIssue => ({
  field: v.getDotPath(issue) ?? '',
  // Issues of the platform's own wording (a number where text belongs) are a wrong type.
  rule: / /.test(issue.message) ? 'wrong_type' : issue.message,
});
