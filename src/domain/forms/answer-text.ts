import type { FormAnswer, FormField, FormFile } from '#domain/rows.ts';
import type { BusinessFormats } from '#domain/time/business-formats.ts';

const DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const;

/** An answer in words; what was drawn is shown otherwise. */
export const answerText = (
  { type, max }: Pick<FormField, 'type' | 'max'>,
  answer: FormAnswer,
  formats: Pick<BusinessFormats, 'date'>,
): string => {
  if (type === 'consent') return 'Agreed';
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  if (Array.isArray(answer)) {
    const parts: readonly (string | FormFile)[] = answer;
    return parts.map((part) => (typeof part === 'string' ? part : part.name)).join(', ');
  }
  if (typeof answer === 'object') return answer.name;
  if (type === 'scale') return `${answer} of ${max ?? ''}`;
  return type === 'date' ? formats.date(String(answer), DAY) : String(answer);
};
