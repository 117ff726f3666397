import type { BundleRow, StaffRow, Uuid } from '#domain/rows.ts';
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
