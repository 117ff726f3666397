import type { StaffRow, Uuid } from '#domain/rows.ts';
import { segmentName } from '#domain/services/offer.ts';
import { Button } from '#ui/button.tsx';
import { withVariant, type DraftLine, type Offered } from './draft.ts';

/** Why a line has another option than the one that was picked, and the way back to it. */
export function FittedNote({
  line,
  offered,
  staff,
  onLine,
}: {
  line: DraftLine;
  offered: ReadonlyMap<Uuid, Offered>;
  staff: readonly StaffRow[];
  onLine: (line: DraftLine) => void;
}) {
  const found = offered.get(line.variantId ?? '');
  const picked = offered.get(line.pickedId ?? '');
  if (!found || !picked) return null;
  const isNew = picked.variant.for_client === 'returning';
  const asPicked = (): DraftLine => ({
    ...withVariant(line, picked, staff, null),
    addOnIds: line.addOnIds,
    isAsPicked: true,
  });
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <span className="min-w-0 flex-1 basis-48">
        {isNew ? 'New client' : 'Has been here before'}: this is now{' '}
        {segmentName(found.service, found.variant)}.
      </span>
      <Button size="sm" variant="quiet" onClick={() => onLine(asPicked())}>
        Take {segmentName(picked.service, picked.variant)} all the same
      </Button>
    </div>
  );
}
