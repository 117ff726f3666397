import { Gift, Plus } from 'lucide-react';
import { Suspense } from 'react';
import type { Till } from '#db/queries/checkout.ts';
import type { CartLine, Counted } from '#domain/checkout/cart.ts';
import { discountWords } from '#domain/checkout/words.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { Uuid } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { SelectField } from '#ui/fields.tsx';
import { lazyExtra, lazyPart } from '#ui/lazy-part.tsx';
import { withProduct } from './cart-draft.ts';
import type { Edited } from './till-sheets.tsx';

// Most sell nothing together.
const BundleField = lazyExtra(async () => (await import('./bundle-field.tsx')).BundleField);
const ProductField = lazyPart(async () => (await import('./product-field.tsx')).ProductField);

/** What is rung up, and what can be added to it. */
export function TillItems({
  till,
  lines,
  counted,
  staffId,
  onChange,
  onEdit,
}: {
  till: Till;
  lines: CartLine[];
  counted: Counted;
  /** Who does what is added. */
  staffId: Uuid | null;
  onChange: (lines: CartLine[]) => void;
  onEdit: (place: Edited) => void;
}) {
  const { business } = till;
  const money = (cents: number): string => formatMoney(cents, business.currency, business.locale);
  const options = till.services.flatMap((group) => group.options);
  return (
    <Card title="Items">
      <ul aria-label="Items" className="-mx-2 mb-3 divide-y divide-line">
        {lines.map((line, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same thing may be twice
          <li key={place}>
            <button
              type="button"
              aria-label={`Change ${line.name}`}
              onClick={() => onEdit(place)}
              className="flex min-h-14 w-full items-center gap-3 rounded-md px-2 py-2 text-left hover:bg-raised"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium break-words">
                  {line.qty > 1 ? `${line.qty} × ${line.name}` : line.name}
                </span>
                <span className="block text-sm text-muted">{lineNotes(line, till, money)}</span>
              </span>
              <span className="shrink-0 tabular-nums">
                {money(counted.lines[place]!.gross_cents - counted.lines[place]!.discount_cents)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div className="grid gap-3">
        {till.services.length > 0 && (
          <SelectField
            label="Add a service"
            placeholder="Choose a service"
            value=""
            onChange={(id) => {
              const found = options.find((option) => option.id === id);
              if (!found) return;
              const { id: _id, ...line } = found;
              onChange([...lines, { ...line, staff_id: staffId }]);
            }}
            options={till.services.map((group) => ({
              label: group.group,
              options: group.options.map(({ id, name, unit_price_cents }) => ({
                value: id,
                label: `${name} · ${money(unit_price_cents)}`,
              })),
            }))}
          />
        )}
        {till.bundles.length > 0 && (
          <Suspense fallback={<Room>Bundles are being loaded</Room>}>
            <BundleField
              bundles={till.bundles}
              services={till.services}
              business={business}
              onAdd={(added) =>
                onChange([...lines, ...added.map((line) => ({ ...line, staff_id: staffId }))])
              }
            />
          </Suspense>
        )}
        {till.products.length > 0 && (
          <Suspense fallback={<Room>The search for products is being loaded</Room>}>
            <ProductField
              products={till.products}
              business={business}
              onAdd={(line) => onChange(withProduct(lines, { ...line, staff_id: staffId }))}
            />
          </Suspense>
        )}
        <Button icon={Plus} onClick={() => onEdit(lines.length)}>
          Add another item
        </Button>
        <Button icon={Gift} onClick={() => onEdit('gift_card')}>
          Sell a gift card
        </Button>
      </div>
    </Card>
  );
}

/** As high as the field that comes: nothing moves under a finger. */
function Room({ children }: { children: string }) {
  return <p className="grid min-h-17.5 content-center text-sm text-muted">{children}</p>;
}

function lineNotes(line: CartLine, { staff }: Till, money: (cents: number) => string): string {
  return [
    staff.find(({ id }) => id === line.staff_id)?.display_name,
    line.discount && `${discountWords(line.discount, money)} off`,
    line.tax?.name,
    line.package_use && 'Paid by a package',
  ]
    .filter(Boolean)
    .join(' · ');
}
