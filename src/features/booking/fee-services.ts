import type { FeeService } from '#domain/appointments/fee-terms.ts';
import type { Choice } from './booking-draft.ts';
import type { Catalogue } from './catalogue.ts';

/** The services that are chosen, with what their fees are. */
export const servicesOf = (
  { variantById }: Pick<Catalogue, 'variantById'>,
  choices: readonly Choice[],
): FeeService[] => choices.map(({ variantId }) => variantById.get(variantId)?.service ?? null);
