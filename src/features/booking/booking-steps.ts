import { blockingForms } from './blocking-forms.ts';
import { hasClass, missingAddOns } from './catalogue.ts';
import type { Catalogue } from './catalogue.ts';
import type { Choice, Draft } from './booking-draft.ts';
import { asksWhere, placesOf } from './place.ts';

/** The steps in their order; each is a page of its own in the browser's history. */
export const STEPS = ['services', 'where', 'staff', 'time', 'details', 'forms', 'review'] as const;

export type Step = (typeof STEPS)[number];

/** A page beside the steps: for whom no time fits. */
export const WAITLIST = 'waitlist';
export type Stop = Step | typeof WAITLIST;

/**
 * The steps that this booking needs: nobody is asked to choose among one. The place comes before the
 * people and the times, because it decides who and when.
 */
export const stepsOf = (catalogue: Catalogue, draft: Pick<Draft, 'choices'>): Step[] =>
  STEPS.filter((step) => {
    if (step === 'forms') return blockingForms(catalogue, draft).length > 0;
    // A session has its place and its person.
    if (hasClass(catalogue, draft.choices)) return step !== 'where' && step !== 'staff';
    if (step === 'where') return asksWhere(catalogue, draft.choices);
    return step !== 'staff' || hasStaffChoice(catalogue, draft);
  });

/** The step of an address; where this booking does not need it, or not any more, the one behind it. */
export const stepNamed = (wanted: string | null, steps: readonly Step[]): Step => {
  const place = STEPS.findIndex((step) => step === wanted);
  const next = steps.find((step) => STEPS.indexOf(step) >= place);
  return (place < 0 ? undefined : next) ?? 'services';
};

export const hasStaffChoice = (
  { profile, variantById }: Catalogue,
  { choices }: Pick<Draft, 'choices'>,
): boolean =>
  profile.rules.staff_choice === 'client' &&
  // Before anything is chosen the step is shown as one to come.
  (choices.length === 0 || choices.some((choice) => isStaffOpen({ variantById }, choice)));

/** Whether not everybody who does it is needed for it: there is somebody to choose. */
export const isStaffOpen = (
  { variantById }: Pick<Catalogue, 'variantById'>,
  { variantId }: Pick<Choice, 'variantId'>,
): boolean => {
  const variant = variantById.get(variantId);
  return variant !== undefined && variant.staffIds.length > variant.people;
};

/** Whether something bookable has been chosen, with everything that belongs to it. */
export const hasServices = (catalogue: Catalogue, { choices }: Pick<Draft, 'choices'>): boolean =>
  choices.length > 0 &&
  choices.every((choice) => missingAddOns(catalogue, choice).length === 0) &&
  placesOf(catalogue, choices).length > 0;

/** Whether what was chosen can be waited for: classes have lists of their own. */
export const canWait = (catalogue: Catalogue, draft: Pick<Draft, 'choices'>): boolean =>
  catalogue.profile.rules.allow_waitlist === true &&
  hasServices(catalogue, draft) &&
  !hasClass(catalogue, draft.choices);

export const stepAfter = (step: Step, catalogue: Catalogue, draft: Draft): Step => {
  const steps = stepsOf(catalogue, draft);
  return steps[steps.indexOf(step) + 1] ?? 'review';
};
