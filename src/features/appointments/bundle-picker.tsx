import type { StaffRow, Uuid } from '#domain/rows.ts';
import { bundles } from '#db/queries/bundles.ts';
import { useQuery } from '#db/use-query.ts';
import { BundleField } from '#ui/bundle-field.tsx';
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
  return (
    <BundleField
      bundles={useQuery(bundles, []) ?? []}
      isOffered={(id) => offered.has(id)}
      room={MOST_LINES - lines.length}
      onAdd={(bundle) => onChange(linesOfBundle(bundle, lines, offered, staff, preferredStaffId))}
    />
  );
}
