import type { FormField } from '#domain/rows.ts';
import { isSigned } from './field-types.ts';

/** Of answers to an older version what counts for this one: what was agreed to or signed is asked again. */
export const keptAnswers = (
  fields: readonly FormField[],
  answers: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const again = fields.filter(({ type }) => type === 'consent' || isSigned(type));
  return Object.fromEntries(
    Object.entries(answers).filter(([key]) => !again.some(({ id }) => id === key)),
  );
};
