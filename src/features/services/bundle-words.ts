import type { CategoryView } from '#db/queries/services.ts';
import type { BundleRow, ServiceRow, ServiceVariantRow, Uuid } from '#domain/rows.ts';
import { bundlePrice } from '#domain/services/bundle.ts';
import type { BundlePricing } from '#domain/services/bundle.ts';
import { segmentName } from '#domain/services/offer.ts';
import { formatPrice, sumPrices } from '#domain/services/price.ts';
import type { Price } from '#domain/services/price.ts';
import { formatDuration } from '#domain/time/duration.ts';
import { visitMinutes, type Money } from './service-words.ts';

/** A variant as a part of a bundle. */
export type MenuPart = { name: string; service: ServiceRow; variant: ServiceVariantRow };

/** Everything on the menu, by variant, also what is archived. */
export const menuParts = (tree: readonly CategoryView[]): Map<Uuid, MenuPart> =>
  new Map(
    tree.flatMap(({ services }) =>
      services.flatMap(({ service, variants }) =>
        variants.map(
          (variant) =>
            [variant.id, { name: segmentName(service, variant), service, variant }] as const,
        ),
      ),
    ),
  );

/** What can be a part: offered, for new clients as for known ones, and not a class. */
export const canBePart = ({ service, variant }: MenuPart): boolean =>
  service.status === 'active' &&
  variant.status === 'active' &&
  variant.for_client === 'any' &&
  (service.capacity ?? null) === null;

/** The parts of a bundle as far as they are there. */
export const partsOf = (
  variantIds: readonly Uuid[],
  menu: ReadonlyMap<Uuid, MenuPart>,
): MenuPart[] => variantIds.flatMap((id) => menu.get(id) ?? []);

const pricesOf = (parts: readonly MenuPart[]): Price[] =>
  parts.map(({ variant }) => ({ kind: variant.price_kind, cents: variant.price_cents }));

/** `1 hr 30 min · $90.00 instead of $110.00`, by the prices of the menu. */
export const bundleText = (
  bundle: BundlePricing,
  parts: readonly MenuPart[],
  money: Money,
): string => {
  const price = bundlePrice(bundle, pricesOf(parts));
  const beside = sumPrices(pricesOf(parts));
  const isLess = price.kind !== 'hidden' && price.cents < beside.cents;
  const costs = formatPrice(price, money);
  return [
    formatDuration(
      parts.reduce((sum, { variant }) => sum + visitMinutes(variant), 0),
      money,
    ),
    isLess ? `${costs} instead of ${formatPrice(beside, money)}` : costs,
  ]
    .filter(Boolean)
    .join(' · ');
};

/** Why nobody can book it; null = they can. */
export const bundleTrouble = (
  { variant_ids, status }: Pick<BundleRow, 'variant_ids' | 'status'>,
  menu: ReadonlyMap<Uuid, MenuPart>,
): string | null => {
  if (status === 'archived') return 'Archived';
  const parts = partsOf(variant_ids, menu);
  const gone = parts.find((part) => !canBePart(part));
  if (gone) return `Not offered: ${gone.name} is not`;
  return parts.length < variant_ids.length ? 'Not offered: a service of it is gone' : null;
};
