import { Trash2 } from 'lucide-react';
import type { StaffRow, Uuid } from '#domain/rows.ts';
import { segmentName } from '#domain/services/offer.ts';
import { IconButton } from '#ui/button.tsx';
import { SelectField } from '#ui/fields.tsx';
import { staffOf, type DraftLine, type Offered } from './draft.ts';

/** Somebody who helps with the service above, at the same time and at no price of their own. */
export function SecondPerson({
  line,
  taken,
  offered,
  staff,
  onLine,
  onRemove,
}: {
  line: DraftLine;
  /** Who does the service already. */
  taken: readonly (Uuid | null)[];
  offered: ReadonlyMap<Uuid, Offered>;
  staff: readonly StaffRow[];
  onLine: (line: DraftLine) => void;
  onRemove: () => void;
}) {
  const found = offered.get(line.variantId ?? '');
  const able = found ? staffOf(found, staff) : [];
  const name = found ? segmentName(found.service, found.variant) : 'Service';
  return (
    <div className="ml-4 flex items-end gap-1 rounded-lg border border-line p-3">
      <SelectField
        label={`Second person for ${name}`}
        className="min-w-0 flex-1"
        value={line.staffId ?? ''}
        onChange={(staffId) => onLine({ ...line, staffId: staffId || null })}
        {...(line.staffId === null ? { placeholder: 'Choose a person' } : {})}
        options={staff
          .filter(
            ({ id, status, bookable }) => status === 'active' && bookable && !taken.includes(id),
          )
          .toSorted((a, b) => Number(able.includes(b.id)) - Number(able.includes(a.id)))
          .map(({ id, display_name }) => ({
            value: id,
            label: able.includes(id) ? display_name : `${display_name} (does not offer this)`,
          }))}
      />
      <IconButton icon={Trash2} label={`Remove second person for ${name}`} onClick={onRemove} />
    </div>
  );
}
