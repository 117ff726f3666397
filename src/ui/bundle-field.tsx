import type { BundleRow, Uuid } from '#domain/rows.ts';
import { SelectField } from './fields.tsx';

/** Adds the services of a bundle at once. Nothing where none is sold that is offered whole and has room. */
export function BundleField({
  bundles,
  isOffered,
  room,
  onAdd,
}: {
  bundles: readonly BundleRow[];
  isOffered: (variantId: Uuid) => boolean;
  /** So many services may still be added. */
  room: number;
  onAdd: (bundle: BundleRow) => void;
}) {
  const sold = bundles.filter(
    ({ status, variant_ids }) =>
      status === 'active' && variant_ids.length <= room && variant_ids.every(isOffered),
  );
  if (sold.length === 0) return null;
  return (
    <SelectField
      label="Add a bundle"
      required={false}
      placeholder="Choose"
      value=""
      onChange={(id) => {
        const bundle = sold.find((one) => one.id === id);
        if (bundle) onAdd(bundle);
      }}
      options={sold.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
