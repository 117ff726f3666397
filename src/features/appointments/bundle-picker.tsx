import type { StaffRow, Uuid } from '#domain/rows.ts';
import { bundles } from '#db/queries/bundles.ts';
import { useQuery } from '#db/use-query.ts';
import { SelectField } from '#ui/fields.tsx';
import { linesOfBundle } from './bundle-lines.ts';
import type { DraftLine, Offered } from './draft.ts';

/** As many as one visit may have. */
const MOST_LINES = 10;

/** Adds the services of a bundle at once, for its price. Nothing where none is sold. */
export function BundlePicker({
  lines,
  offered,
  staff,
  preferredStaffId,
  onChange,
}: {
  lines: readonly DraftLine[];
  offered: ReadonlyMap<Uuid, Offered>;
  staff: readonly StaffRow[];
  preferredStaffId: Uuid | null;
  onChange: (lines: DraftLine[]) => void;
}) {
  const rows = useQuery(bundles, []) ?? [];
  const sold = rows.filter(
    ({ status, variant_ids }) =>
      status === 'active' &&
      lines.length + variant_ids.length <= MOST_LINES &&
      variant_ids.every((id) => offered.has(id)),
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
        if (bundle) onChange(linesOfBundle(bundle, lines, offered, staff, preferredStaffId));
      }}
      options={sold.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
