import { formatPrice } from '#domain/services/price.ts';
import { FilterChip } from '#ui/chip.tsx';
import type { DraftLine, Offered } from './draft.ts';

/** What may be had with the service of a line. */
export function AddOns({
  line,
  found,
  money,
  onLine,
}: {
  line: DraftLine;
  found: Offered;
  money: { currency: string; locale: string };
  onLine: (line: DraftLine) => void;
}) {
  const addOns = found.view.addOnGroups.flatMap(({ addOns: all }) => all);
  if (addOns.length === 0) return null;
  return (
    <div role="group" aria-label="Add-ons" className="flex flex-wrap gap-2">
      {addOns.map(({ id, name, price_cents, extra_min }) => (
        <FilterChip
          key={id}
          selected={line.addOnIds.includes(id)}
          onChange={(on) =>
            onLine({
              ...line,
              addOnIds: on ? [...line.addOnIds, id] : line.addOnIds.filter((one) => one !== id),
              // Its minutes and price count again.
              durationMin: null,
              priceCents: null,
            })
          }
        >
          {name}
          <span className="shrink-0 font-normal">
            {[
              // Of a service whose price is hidden nothing costs anything here.
              found.variant.price_kind !== 'hidden' &&
                `+${formatPrice({ kind: 'fixed', cents: price_cents }, money)}`,
              extra_min > 0 && `${extra_min} min`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </FilterChip>
      ))}
    </div>
  );
}
