import type { ServiceRow } from '#domain/rows.ts';
import type { Choice } from './booking-draft.ts';
import type { Catalogue } from './catalogue.ts';
import type { DetailNeeds } from './details.ts';

type Kind = ServiceRow['location_types'][number];

/** Where the chosen services take place; at the business unless all of them say otherwise. */
export const placeOf = ({ variantById }: Catalogue, choices: readonly Choice[]): Kind => {
  const kinds = choices.flatMap(
    ({ variantId }) => variantById.get(variantId)?.service.location_types ?? [],
  );
  if (kinds.length === 0 || kinds.includes('business')) return 'business';
  return kinds[0] ?? 'business';
};

/** What has to be known of a client for the chosen services. */
export const detailNeeds = (
  catalogue: Catalogue,
  { choices }: { choices: readonly Choice[] },
): DetailNeeds => ({
  ...catalogue.profile.rules,
  needsAddress: placeOf(catalogue, choices) === 'client',
});
