import type { BundleRow } from '#domain/rows.ts';
import { allocate, basisPointsOf } from '#domain/money/allocate.ts';
import { sumPrices } from './price.ts';
import type { Price } from './price.ts';

export type BundlePricing = Pick<BundleRow, 'price_mode' | 'price_cents' | 'percent_bp'>;

/**
 * What each part costs in a bundle, of what the parts cost beside it without their add-ons: shares of
 * its price by what they cost, that add up to it. Without any price the first one has all of it.
 * `private.bundle_prices` is the same rule.
 */
export const bundlePrices = (bundle: BundlePricing, parts: readonly Price[]): Price[] => {
  if (bundle.price_mode === 'hidden' || parts.some(({ kind }) => kind === 'hidden')) {
    return parts.map(() => ({ kind: 'hidden', cents: 0 }));
  }
  const whole = parts.reduce((sum, { cents }) => sum + cents, 0);
  const shares = allocate(
    totalOf(bundle, whole),
    parts.map(({ cents }) => cents),
  );
  // A price that is open on the day stays so, with less of it; what has one price is not open.
  return parts.map(({ kind }, index) => ({
    kind: bundle.price_mode === 'fixed' ? 'fixed' : kind,
    cents: shares[index] ?? 0,
  }));
};

/** What a bundle costs. */
export const bundlePrice = (bundle: BundlePricing, parts: readonly Price[]): Price =>
  sumPrices(bundlePrices(bundle, parts));

const totalOf = ({ price_mode, price_cents, percent_bp }: BundlePricing, whole: number): number => {
  switch (price_mode) {
    case 'fixed':
      return price_cents;
    case 'amount':
      return Math.max(0, whole - price_cents);
    default:
      return whole - basisPointsOf(whole, percent_bp ?? 0);
  }
};
