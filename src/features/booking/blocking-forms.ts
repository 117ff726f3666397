import type { PublicProfile } from '#remote/public-booking.ts';
import type { Draft } from './booking-draft.ts';
import type { Catalogue } from './catalogue.ts';

export type BlockingForm = NonNullable<PublicProfile['forms']>[number];

/** The forms that are filled in before the chosen services are booked. */
export const blockingForms = (
  { profile, variantById }: Catalogue,
  { choices }: Pick<Draft, 'choices'>,
): BlockingForm[] =>
  (profile.forms ?? []).filter(
    ({ service_ids }) =>
      service_ids.length === 0 ||
      choices.some(({ variantId }) =>
        service_ids.includes(variantById.get(variantId)?.service.id ?? ''),
      ),
  );
