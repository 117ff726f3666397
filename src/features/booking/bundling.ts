import { bundlePrices } from '#domain/services/bundle.ts';
import { sumPrices } from '#domain/services/price.ts';
import type { Price } from '#domain/services/price.ts';
import { fold, foldedWords } from '#domain/text/fold.ts';
import type { PublicBundle } from '#remote/public-booking.ts';
import type { Choice } from './booking-draft.ts';
import { addOnsOf, hasClass, priceOfChoice, serviceLimit } from './catalogue.ts';
import type { Bundling, Catalogue } from './catalogue.ts';

/** What there is to the bundles of a business, but how they look. `linked`: those that a link names are shown. */
export const bundlingOf = (
  { profile, variantById }: Catalogue,
  linked: readonly string[],
): Bundling => {
  // Of some parts nobody may be left who does them.
  const bundles = (profile.bundles ?? []).filter(({ variant_ids }) =>
    variant_ids.every((id) => variantById.has(id)),
  );
  return {
    bundleById: new Map(bundles.map((bundle) => [bundle.id, bundle])),
    find: (query) => {
      const words = foldedWords(query);
      return bundles.filter(({ id, name, description, visibility, variant_ids }) => {
        const parts = variant_ids.map((variantId) => variantById.get(variantId)?.fullName);
        const text = fold([name, description, ...parts].join(' '));
        const isListed = visibility === 'public' || linked.includes(id);
        return isListed && words.every((word) => text.includes(word));
      });
    },
    pricesOf: (catalogue, choices) => pricesWith(bundles, catalogue, choices),
    settled: (choices) => settle(bundles, choices),
    choose: withBundle,
  };
};

const pricesWith = (
  bundles: readonly PublicBundle[],
  catalogue: Catalogue,
  choices: readonly Choice[],
): Price[] => {
  const prices = choices.map((choice) => priceOfChoice(catalogue, choice));
  for (const bundle of bundles) {
    if (!isWhole(bundle, choices)) continue;
    const first = choices.findIndex(({ bundleId }) => bundleId === bundle.id);
    const parts = choices.slice(first, first + bundle.variant_ids.length);
    const shares = bundlePrices(
      bundle,
      parts.map((part) => priceOfChoice(catalogue, { ...part, addOnIds: [] })),
    );
    parts.forEach((part, index) => {
      const extras = addOnsOf(catalogue, part).map(({ price_cents }): Price => ({
        kind: 'fixed',
        cents: price_cents,
      }));
      prices[first + index] = sumPrices([...shares.slice(index, index + 1), ...extras]);
    });
  }
  return prices;
};

const settle = (bundles: readonly PublicBundle[], choices: readonly Choice[]): Choice[] => {
  const whole = new Set(bundles.filter((bundle) => isWhole(bundle, choices)).map(({ id }) => id));
  return choices.map(({ bundleId, ...choice }) =>
    bundleId !== undefined && whole.has(bundleId) ? { ...choice, bundleId } : choice,
  );
};

/** Whether all of its parts are chosen, side by side in its order: the server takes nothing else. */
const isWhole = ({ id, variant_ids }: PublicBundle, choices: readonly Choice[]): boolean => {
  const first = choices.findIndex(({ bundleId }) => bundleId === id);
  return (
    choices.filter(({ bundleId }) => bundleId === id).length === variant_ids.length &&
    variant_ids.every((variantId, index) => {
      const choice = choices[first + index];
      return choice?.bundleId === id && choice.variantId === variantId;
    })
  );
};

/** With a bundle come its services, in place of what was chosen of them before. */
const withBundle = (
  catalogue: Catalogue,
  choices: readonly Choice[],
  { id, variant_ids }: PublicBundle,
): Choice[] => {
  const serviceOf = (variantId: string) => catalogue.variantById.get(variantId)?.service_id;
  const own = new Set(variant_ids.map(serviceOf));
  const isAlone = serviceLimit(catalogue) === 1 || hasClass(catalogue, choices);
  const others = isAlone ? [] : choices.filter(({ variantId }) => !own.has(serviceOf(variantId)));
  const parts = variant_ids.map((variantId): Choice => ({
    variantId,
    staffId: null,
    addOnIds: [],
    bundleId: id,
  }));
  return [...others, ...parts];
};
