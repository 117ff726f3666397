import type { Till } from '#db/queries/checkout.ts';
import type { CartLine } from '#domain/checkout/cart.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BundleRow, BusinessRow } from '#domain/rows.ts';
import { bundlePrices } from '#domain/services/bundle.ts';
import type { Price } from '#domain/services/price.ts';
import { SelectField } from '#ui/fields.tsx';

/** Rings up the services of a bundle, each for its share of the price. Nothing where none is sold. */
export function BundleField({
  bundles,
  services,
  business: { currency, locale },
  onAdd,
}: {
  bundles: Till['bundles'];
  services: Till['services'];
  business: BusinessRow;
  onAdd: (lines: CartLine[]) => void;
}) {
  const options = services.flatMap((group) => group.options);
  const sold = bundles.flatMap((bundle) => {
    const lines = linesOf(bundle, options);
    if (!lines) return [];
    const cents = lines.reduce((sum, line) => sum + line.unit_price_cents, 0);
    return [{ ...bundle, lines, cents }];
  });
  if (sold.length === 0) return null;
  return (
    <SelectField
      label="Add a bundle"
      placeholder="Choose a bundle"
      value=""
      onChange={(id) => {
        const found = sold.find((bundle) => bundle.id === id);
        if (found) onAdd(found.lines);
      }}
      options={sold.map(({ id, name, cents }) => ({
        value: id,
        label: `${name} · ${formatMoney(cents, currency, locale)}`,
      }))}
    />
  );
}

/** null = something of it is not offered, or its price is hidden. */
const linesOf = (
  bundle: BundleRow,
  options: Till['services'][number]['options'],
): CartLine[] | null => {
  const parts = bundle.variant_ids.flatMap((id) => options.filter((option) => option.id === id));
  const isWhole = parts.length === bundle.variant_ids.length;
  if (!isWhole || bundle.price_mode === 'hidden') return null;
  const shares = bundlePrices(
    bundle,
    parts.map(({ unit_price_cents }): Price => ({ kind: 'fixed', cents: unit_price_cents })),
  );
  return parts.map(({ id: _id, ...line }, index) => ({
    ...line,
    unit_price_cents: shares[index]?.cents ?? line.unit_price_cents,
  }));
};
