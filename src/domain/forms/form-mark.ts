import { formState } from './form-state.ts';
import type { FormState } from './form-state.ts';
import type { WantedForm } from './wanted-forms.ts';

/** What the forms of a visit come to: the answer to be noticed, or how far the one is that lags behind. */
export type FormMark = FormState | 'flagged';

const ORDER: readonly FormMark[] = ['unsent', 'asked', 'sent', 'opened', 'done'];

/** null = it wants none. */
export const formMark = (forms: readonly WantedForm[]): FormMark | null => {
  if (forms.some(({ submission }) => submission && submission.flags.length > 0)) return 'flagged';
  const states = forms.map((form) => formState(form).state);
  return ORDER.find((state) => states.some((one) => one === state)) ?? null;
};
