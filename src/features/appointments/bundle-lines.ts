import type { BundleRow, StaffRow, Uuid, WaitlistItem } from '#domain/rows.ts';
import { bundlePrices } from '#domain/services/bundle.ts';
import type { Price } from '#domain/services/price.ts';
import {
  emptyLine,
  lineOffer,
  withPeople,
  withVariant,
  type DraftLine,
  type Offered,
} from './draft.ts';

/**
 * The lines with those of a bundle after them, each part by whoever does it and for its share of the
 * price. A line that stands for nothing yet makes room.
 */
export const linesOfBundle = (
  bundle: Pick<BundleRow, 'variant_ids' | 'price_mode' | 'price_cents' | 'percent_bp'>,
  lines: readonly DraftLine[],
  offered: ReadonlyMap<Uuid, Offered>,
  staff: readonly Pick<StaffRow, 'id' | 'status' | 'bookable'>[],
  preferredStaffId: Uuid | null,
): DraftLine[] => {
  const last = lines.findLast(({ isSecond }) => !isSecond);
  const parts = bundle.variant_ids.flatMap((id) => {
    const found = offered.get(id);
    if (!found) return [];
    const line = emptyLine(0, last?.staffId ?? preferredStaffId);
    return [{ found, line: withVariant(line, found, staff, preferredStaffId) }];
  });
  const shares = bundlePrices(
    bundle,
    parts.map(({ found, line }): Price => {
      const { price_kind, price_cents } = lineOffer(line, found);
      return { kind: price_kind, cents: price_cents };
    }),
  );
  let all = lines.filter(({ variantId }) => variantId !== null);
  parts.forEach(({ line }, index) => {
    const key = Math.max(0, ...lines.map((one) => one.key), ...all.map((one) => one.key)) + 1;
    const { kind, cents } = shares[index]!;
    const part = { ...line, key, inBundle: { price_kind: kind, price_cents: cents } };
    all = withPeople([...all, part], all.length, offered, staff);
  });
  return all;
};

/** The lines of what somebody waits for, the parts of a bundle that is whole each for its share of the price. */
export const pricedTogether = (
  lines: readonly DraftLine[],
  items: readonly WaitlistItem[],
  bundles: readonly BundleRow[],
  offered: ReadonlyMap<Uuid, Offered>,
): DraftLine[] => {
  const own = lines.filter(({ isSecond }) => !isSecond);
  // Something is not offered any more: what is left is none.
  if (own.length !== items.length) return [...lines];
  const shares = new Map<number, NonNullable<DraftLine['inBundle']>>();
  for (const bundle of bundles) {
    const parts = own.filter((_, index) => items[index]?.bundle_id === bundle.id);
    if (bundle.status !== 'active' || parts.length !== bundle.variant_ids.length) continue;
    const prices = parts.flatMap((line): Price[] => {
      const found = offered.get(line.variantId ?? '');
      if (!found) return [];
      const { price_kind, price_cents } = lineOffer({ ...line, addOnIds: [] }, found);
      return [{ kind: price_kind, cents: price_cents }];
    });
    bundlePrices(bundle, prices).forEach(({ kind, cents }, index) => {
      const part = parts[index];
      if (part) shares.set(part.key, { price_kind: kind, price_cents: cents });
    });
  }
  return lines.map((line) => {
    const inBundle = shares.get(line.key);
    return inBundle ? { ...line, inBundle } : line;
  });
};
