import { Trash2 } from 'lucide-react';
import type { CategoryView, ServiceView } from '#db/queries/services.ts';
import type { ServiceVariantRow, StaffRow } from '#domain/rows.ts';
import { segmentName, staffFor } from '#domain/services/offer.ts';
import { IconButton } from '#ui/button.tsx';
import { FilterChip } from '#ui/chip.tsx';
import { SelectField } from '#ui/fields.tsx';
import type { ItemDraft } from './entry-form.ts';

type Offered = { view: ServiceView; variant: ServiceVariantRow };

/** One service that somebody waits for, by anybody or by whom they want. */
export function ItemFields({
  label,
  item,
  bundle,
  categories,
  staff,
  error,
  onChange,
  onRemove,
}: {
  label: string;
  item: ItemDraft;
  /** The name of the bundle that it is a part of. */
  bundle: string | undefined;
  categories: readonly CategoryView[];
  staff: readonly StaffRow[];
  error: string | undefined;
  onChange: (item: ItemDraft) => void;
  onRemove: (() => void) | undefined;
}) {
  const groups = categories.flatMap(({ category, services }) => {
    const offered = services.filter(isWaitedFor).flatMap(variantsOf);
    return offered.length > 0 ? [{ name: category?.name ?? 'More services', offered }] : [];
  });
  const chosen = groups
    .flatMap(({ offered }) => offered)
    .find(({ variant }) => variant.id === item.variantId);
  const able = chosen ? staffFor(item.variantId, staff, [...chosen.view.overrides.values()]) : [];
  const toggle = (ids: readonly string[], id: string, on: boolean): string[] =>
    on ? [...ids, id] : ids.filter((one) => one !== id);
  return (
    <div className="grid grid-cols-1 gap-3 rounded-lg border border-line p-3">
      <div className="flex items-end gap-1">
        <SelectField
          className="min-w-0 flex-1"
          label={label}
          placeholder="Choose a service"
          value={item.variantId}
          error={error}
          onChange={(variantId) => onChange({ ...item, variantId, staffIds: [], addOnIds: [] })}
          options={groups.map(({ name, offered }) => ({
            label: name,
            options: offered.map(({ view, variant }) => ({
              value: variant.id,
              label: segmentName(view.service, variant),
            })),
          }))}
        />
        {onRemove && <IconButton icon={Trash2} label={`Remove ${label}`} onClick={onRemove} />}
      </div>
      {bundle !== undefined && <p className="text-sm text-muted">Part of {bundle}</p>}
      {chosen && chosen.view.addOnGroups.length > 0 && (
        <div role="group" aria-label={`Add-ons of ${label}`} className="flex flex-wrap gap-2">
          {chosen.view.addOnGroups
            .flatMap(({ addOns }) => addOns)
            .map(({ id, name }) => (
              <FilterChip
                key={id}
                selected={item.addOnIds.includes(id)}
                onChange={(on) => onChange({ ...item, addOnIds: toggle(item.addOnIds, id, on) })}
              >
                {name}
              </FilterChip>
            ))}
        </div>
      )}
      {able.length > 1 && (
        <div role="group" aria-label={`${label} with`}>
          <p className="mb-1.5 text-sm font-medium">With</p>
          <div className="flex flex-wrap gap-2">
            <FilterChip
              selected={item.staffIds.length === 0}
              onChange={() => onChange({ ...item, staffIds: [] })}
            >
              Anybody
            </FilterChip>
            {staff
              .filter(({ id }) => able.includes(id))
              .map(({ id, display_name }) => (
                <FilterChip
                  key={id}
                  selected={item.staffIds.includes(id)}
                  onChange={(on) => onChange({ ...item, staffIds: toggle(item.staffIds, id, on) })}
                >
                  {display_name}
                </FilterChip>
              ))}
          </div>
        </div>
      )}
    </div>
  );
}

/** Who waits for a class has a place in its session. */
export const isWaitedFor = ({ service }: ServiceView): boolean => !service.capacity;

const variantsOf = (view: ServiceView): Offered[] =>
  view.variants.map((variant) => ({ view, variant }));
