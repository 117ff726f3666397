import type { WorkLengths } from '#domain/appointments/busy.ts';
import { sharingBuffers } from '#domain/appointments/shared-buffers.ts';
import { lengthsAtClient, usualTravel } from '#domain/appointments/travel.ts';
import type { Need } from '#domain/availability/slots.ts';
import type { Choice } from './booking-draft.ts';
import { handsOn, peopleOf } from './catalogue.ts';
import type { Catalogue, OfferedVariant } from './catalogue.ts';

/** Who may do a choice and how long it takes each of them: what slots are computed from. */
export const needOf = (catalogue: Catalogue, choice: Choice): Need => {
  const variant = catalogue.variantById.get(choice.variantId);
  if (!variant) return { by: [] };
  return {
    resources: variant.service.resource_needs ?? [],
    people: variant.people,
    helpers: variant.staffIds,
    by: peopleOf(variant, choice).map((staffId) => {
      const lengths = { ...variant, duration_min: handsOn(catalogue, choice, staffId) };
      return { staffId, lengths: withWay(catalogue, variant, lengths) };
    }),
  };
};

/** With the way to the client, when that is where it is done. */
const withWay = (
  { place, profile }: Catalogue,
  { service }: OfferedVariant,
  lengths: WorkLengths,
): WorkLengths => {
  if (place !== 'client') return sharingBuffers(lengths, profile.rules);
  const isOnlyThere = !service.location_types.includes('business');
  return lengthsAtClient(lengths, usualTravel(profile.rules, isOnlyThere ? lengths : null));
};
