import type { AppError } from '#domain/errors/result.ts';
import { blockingForms } from './blocking-forms.ts';
import { isTimeGone } from './booking-draft.ts';
import type { Draft } from './booking-draft.ts';
import { hasServices, stepNamed, stepsOf } from './booking-steps.ts';
import type { Step } from './booking-steps.ts';
import { hasClass } from './catalogue.ts';
import type { Catalogue } from './catalogue.ts';
import { detailIssues, fieldOfServer } from './details.ts';
import { addressIssues } from './address-issues.ts';
import { placeOf } from './place.ts';

/** Whether nothing more has to be entered at a step. */
export const isDone = (step: Step, catalogue: Catalogue, draft: Draft): boolean => {
  switch (step) {
    case 'services':
      return hasServices(catalogue, draft);
    case 'where': {
      const place = placeOf(catalogue, draft);
      if (place !== 'client') return place !== null;
      return addressIssues(draft.address, catalogue.profile).length === 0;
    }
    case 'staff':
      return true;
    case 'time':
      return (
        draft.startsAt !== null && (draft.session !== null || !hasClass(catalogue, draft.choices))
      );
    case 'details':
      return detailIssues(draft.details, catalogue.profile.rules).length === 0;
    case 'forms':
      return blockingForms(catalogue, draft).every(({ key }) => draft.forms[key]?.isDone);
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
  const named = stepNamed(wanted, steps);
  const before = steps.slice(0, steps.indexOf(named));
  return before.find((step) => !isDone(step, catalogue, draft)) ?? named;
};

/** Where a refusal has to be read: the step at which the client can do something about it. */
export const stepForRefusal = ({ code, field }: AppError): Step => {
  if (isTimeGone(code)) return 'time';
  if (code === 'outside_area' || /^address\b/.test(field ?? '')) return 'where';
  if (['not_offered', 'other_variant', 'too_many', 'audience'].includes(code)) return 'services';
  if (code !== 'invalid') return 'review';
  if (fieldOfServer(field)) return 'details';
  if (field === 'seats') return 'time';
  return ITEM_FIELDS.includes(field ?? '') ? 'services' : 'review';
};

/** The server's names for what is wrong with the chosen services. */
const ITEM_FIELDS: readonly string[] = ['items', 'variant_id', 'add_on_ids', 'staff_id'];
