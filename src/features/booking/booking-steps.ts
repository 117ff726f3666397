import type { AppError } from '#domain/errors/result.ts';
import { missingAddOns } from './catalogue.ts';
import type { Catalogue } from './catalogue.ts';
import { isTimeGone } from './booking-draft.ts';
import type { Draft } from './booking-draft.ts';
import { detailIssues, fieldOfServer } from './details.ts';

/** The steps in their order; each is a page of its own in the browser's history. */
export const STEPS = ['services', 'staff', 'time', 'details', 'review'] as const;

export type Step = (typeof STEPS)[number];

/** The steps that this booking needs: nobody is asked to choose among one. */
export const stepsOf = (catalogue: Catalogue, draft: Pick<Draft, 'choices'>): Step[] =>
  STEPS.filter((step) => step !== 'staff' || hasStaffChoice(catalogue, draft));

export const hasStaffChoice = (
  { profile, variantById }: Catalogue,
  { choices }: Pick<Draft, 'choices'>,
): boolean =>
  profile.rules.staff_choice === 'client' &&
  // Before anything is chosen the step is shown as one to come.
  (choices.length === 0 ||
    choices.some(({ variantId }) => (variantById.get(variantId)?.staffIds.length ?? 0) > 1));

/** Whether nothing more has to be entered at a step. */
export const isDone = (step: Step, catalogue: Catalogue, draft: Draft): boolean => {
  switch (step) {
    case 'services':
      return (
        draft.choices.length > 0 &&
        draft.choices.every((choice) => missingAddOns(catalogue, choice).length === 0)
      );
    case 'staff':
      return true;
    case 'time':
      return draft.startsAt !== null;
    case 'details':
      return detailIssues(draft.details, catalogue.profile.rules).length === 0;
    case 'review':
      return false;
  }
};

/**
 * The step to show for the one in the address: that one, or the first that is not done before it.
 * Addresses are typed, shared and restored, so they may name a step whose ground is missing.
 */
export const stepToShow = (wanted: string | null, catalogue: Catalogue, draft: Draft): Step => {
  const steps = stepsOf(catalogue, draft);
  const index = steps.findIndex((step) => step === wanted);
  if (index < 0) return 'services';
  return (
    steps.slice(0, index).find((step) => !isDone(step, catalogue, draft)) ??
    steps[index] ??
    'services'
  );
};

export const stepAfter = (step: Step, catalogue: Catalogue, draft: Draft): Step => {
  const steps = stepsOf(catalogue, draft);
  return steps[steps.indexOf(step) + 1] ?? 'review';
};

/** Where a refusal has to be read: the step at which the client can do something about it. */
export const stepForRefusal = ({ code, field }: AppError): Step => {
  if (isTimeGone(code)) return 'time';
  if (code === 'not_offered' || code === 'too_many' || code === 'audience') return 'services';
  if (code !== 'invalid') return 'review';
  if (fieldOfServer(field)) return 'details';
  return field?.startsWith('items') ? 'services' : 'review';
};
