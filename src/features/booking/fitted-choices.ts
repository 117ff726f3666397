import type { AppError } from '#domain/errors/result.ts';
import { variantFor } from '#domain/services/for-client.ts';
import type { Choice } from './booking-draft.ts';
import type { Catalogue } from './catalogue.ts';

/**
 * The choices with the options that are for whoever books, when the server asks for those; null = it
 * does not, or this page knows of none. A bundle with another option in it is none any more.
 */
export const fittedChoices = (
  { variantById, bundling }: Pick<Catalogue, 'variantById' | 'bundling'>,
  choices: readonly Choice[],
  { code, field }: AppError,
): Choice[] | null => {
  if (code !== 'other_variant' || (field !== 'new' && field !== 'returning')) return null;
  const fitted = choices.map((choice) => {
    const chosen = variantById.get(choice.variantId);
    const siblings = [...variantById.values()].filter(
      ({ service_id }) => service_id === chosen?.service_id,
    );
    const fitting = chosen && variantFor(chosen, siblings, field);
    if (!fitting || fitting === chosen) return choice;
    const staffId = fitting.staffIds.find((id) => id === choice.staffId) ?? null;
    return { ...choice, variantId: fitting.id, staffId };
  });
  if (fitted.every((choice, at) => choice === choices[at])) return null;
  return bundling?.settled(fitted) ?? fitted;
};
