import type { BundleRow, Uuid } from '#domain/rows.ts';
import { SelectField } from '#ui/fields.tsx';
import type { ItemDraft } from './entry-form.ts';

/** Adds the services of a bundle at once. Nothing where none is left to be added. */
export function BundleField({
  bundles,
  items,
  offered,
  most,
  onAdd,
}: {
  bundles: readonly BundleRow[];
  items: readonly ItemDraft[];
  /** The variants that can be waited for. */
  offered: ReadonlySet<Uuid>;
  /** As many services as there may be. */
  most: number;
  onAdd: (bundle: BundleRow) => void;
}) {
  const chosen = items.filter(({ variantId }) => variantId !== '');
  const left = bundles.filter(
    ({ id, status, variant_ids }) =>
      status === 'active' &&
      chosen.length + variant_ids.length <= most &&
      variant_ids.every((variantId) => offered.has(variantId)) &&
      // Which part belongs to which of two would be nobody's to say.
      chosen.every(({ bundleId }) => bundleId !== id),
  );
  if (left.length === 0) return null;
  return (
    <SelectField
      label="Add a bundle"
      required={false}
      placeholder="Choose"
      value=""
      onChange={(id) => {
        const bundle = left.find((one) => one.id === id);
        if (bundle) onAdd(bundle);
      }}
      options={left.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
