import type { FormAnswer, FormAnswers, FormCheck, FormCondition } from '#domain/rows.ts';

/** Whether an answer is what a rule asks for. private.meets_check is the same. */
export const meets = (answer: FormAnswer | undefined, check: FormCheck): boolean => {
  const { op, value } = check;
  switch (op) {
    case 'filled':
      return answer !== undefined;
    case 'eq':
      return equals(answer, value);
    case 'ne':
      return !equals(answer, value);
    case 'in':
      return Array.isArray(value) && value.some((one) => equals(answer, one));
    case 'gt':
      return comesAfter(answer, value);
    case 'lt':
      return comesAfter(value, answer);
  }
};

/** Of several choices one is enough. */
const equals = (answer: unknown, value: unknown): boolean =>
  Array.isArray(answer) ? answer.includes(value) : answer !== undefined && answer === value;

const comesAfter = (a: unknown, b: unknown): boolean =>
  (typeof a === 'number' && typeof b === 'number' && a > b) ||
  (typeof a === 'string' && typeof b === 'string' && a > b);

/** Whether a field is shown, given the answers before it. private.is_shown is the same. */
export const isShown = (condition: FormCondition | null, answers: FormAnswers): boolean => {
  if (!condition) return true;
  const holds = condition.rules.map((rule) =>
    'rules' in rule ? isShown(rule, answers) : meets(answers[rule.field], rule),
  );
  return condition.match === 'any' ? holds.includes(true) : !holds.includes(false);
};
