import { equalParts } from '#domain/checkout/tenders.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { SelectField } from '#ui/fields.tsx';

const MOST_PAYERS = 10;

/** Between how many people what is due is split, in parts that add up to it to the cent. */
export function SplitField({
  dueCents,
  payers,
  business: { currency, locale },
  onChange,
}: {
  dueCents: number;
  /** Who has not paid yet; 1 = it is not split. */
  payers: number;
  business: BusinessRow;
  onChange: (payers: number) => void;
}) {
  const parts = equalParts(dueCents, payers).map((cents) => formatMoney(cents, currency, locale));
  return (
    <SelectField
      label="Split into equal parts"
      hint={payers > 1 ? `Still to pay: ${parts.join(', ')}` : undefined}
      value={String(payers)}
      onChange={(value) => onChange(Number(value))}
      options={Array.from({ length: MOST_PAYERS }, (_, place) => ({
        value: String(place + 1),
        label: place === 0 ? 'Not split' : `${place + 1} parts`,
      }))}
    />
  );
}
