import { useState } from 'react';
import type { Till } from '#db/queries/checkout.ts';
import { equalParts } from '#domain/checkout/tenders.ts';
import type { TipShare } from '#domain/checkout/tips.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { Uuid } from '#domain/rows.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/fields.tsx';
import { MoneyField } from '#ui/money-field.tsx';

const HOUSE = 'house';

/** Who gets how much of a tip: by what each has done, or divided by hand. */
export function TipDivision({
  shares,
  tipCents,
  isByHand,
  till: { staff, business },
  onChange,
}: {
  shares: readonly TipShare[];
  tipCents: number;
  isByHand: boolean;
  till: Pick<Till, 'business' | 'staff'>;
  /** null = by what each has done. */
  onChange: (shares: TipShare[] | null) => void;
}) {
  // Whoever was asked about stays in the list, also with nothing.
  const [asked, setAsked] = useState<readonly (Uuid | null)[]>([]);
  const { currency, locale } = business;
  const nameOf = (id: Uuid | null): string =>
    staff.find((one) => one.id === id)?.display_name ?? 'The house';
  if (!isByHand) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-muted">
          {shares
            .map(
              ({ staff_id, amount_cents }) =>
                `${nameOf(staff_id)} ${formatMoney(amount_cents, currency, locale)}`,
            )
            .join(' · ')}
        </p>
        <Button
          size="sm"
          onClick={() => {
            setAsked(shares.map(({ staff_id }) => staff_id));
            onChange([...shares]);
          }}
        >
          Divide by hand
        </Button>
      </div>
    );
  }
  const people = [...new Set([...asked, ...shares.map(({ staff_id }) => staff_id)])];
  const give = (id: Uuid | null, cents: number): void => {
    setAsked(people);
    onChange([
      ...shares.filter(({ staff_id }) => staff_id !== id),
      { staff_id: id, amount_cents: cents },
    ]);
  };
  const others = [...staff.map(({ id }) => id), null].filter((id) => !people.includes(id));
  return (
    <div role="group" aria-label="Who gets the tip" className="grid gap-3">
      {people.map((id) => (
        <MoneyField
          key={id ?? HOUSE}
          label={`Tip for ${id === null ? 'the house' : nameOf(id)}`}
          currency={currency}
          locale={locale}
          value={shares.find(({ staff_id }) => staff_id === id)?.amount_cents ?? null}
          onChange={(cents) => give(id, cents ?? 0)}
        />
      ))}
      {others.length > 0 && (
        <SelectField
          label="Somebody else"
          placeholder="Choose who gets a part"
          value=""
          onChange={(chosen) => setAsked([...people, chosen === HOUSE ? null : chosen])}
          options={others.map((id) => ({ value: id ?? HOUSE, label: nameOf(id) }))}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          onClick={() => {
            const parts = equalParts(tipCents, people.length);
            onChange(people.map((id, place) => ({ staff_id: id, amount_cents: parts[place]! })));
          }}
        >
          The same for each
        </Button>
        <Button size="sm" variant="quiet" onClick={() => onChange(null)}>
          By what each has done
        </Button>
      </div>
    </div>
  );
}
