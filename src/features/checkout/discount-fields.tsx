import { useState } from 'react';
import type { Discount } from '#domain/checkout/cart.ts';
import { percentInput, parsePercent } from '#domain/money/percent.ts';
import type { BusinessRow } from '#domain/rows.ts';
import { ChoiceField } from '#ui/choice-field.tsx';
import { TextField } from '#ui/fields.tsx';
import { MoneyField } from '#ui/money-field.tsx';
import { isWrongDiscount, WRONG_PERCENT } from './cart-draft.ts';

type Kind = 'none' | 'percent' | 'amount';

/** A part of the price, an amount, or nothing; WRONG_PERCENT for what is no percentage. */
export function DiscountFields({
  label,
  value,
  business,
  onChange,
}: {
  label: string;
  value: Discount | null;
  business: BusinessRow;
  onChange: (value: Discount | null) => void;
}) {
  const kind: Kind = value === null ? 'none' : 'bp' in value ? 'percent' : 'amount';
  const [percent, setPercent] = useState(
    value !== null && 'bp' in value && value.bp > 0 ? percentInput(value.bp * 10) : '',
  );
  const choose = (next: Kind): void => {
    setPercent('');
    onChange(next === 'none' ? null : next === 'percent' ? { bp: 0 } : { cents: 0 });
  };
  return (
    <div className="grid gap-3">
      <ChoiceField<Kind>
        label={label}
        columns
        value={kind}
        onChange={choose}
        choices={[
          { value: 'none', label: 'None' },
          { value: 'percent', label: 'Percent' },
          { value: 'amount', label: 'Amount' },
        ]}
      />
      {kind === 'percent' && (
        <TextField
          label={`${label} in percent`}
          inputMode="decimal"
          autoComplete="off"
          unit="%"
          value={percent}
          error={
            isWrongDiscount(value) ? 'Enter a percentage up to 100, such as 10 or 12.5.' : undefined
          }
          onChange={(text) => {
            setPercent(text);
            const milli = text.trim() === '' ? 0 : parsePercent(text);
            const isPercent = milli !== null && milli <= 100_000 && milli % 10 === 0;
            onChange(isPercent ? { bp: milli / 10 } : WRONG_PERCENT);
          }}
        />
      )}
      {kind === 'amount' && value !== null && 'cents' in value && (
        <MoneyField
          label={`${label} as an amount`}
          currency={business.currency}
          locale={business.locale}
          value={value.cents === 0 ? null : value.cents}
          onChange={(cents) => onChange({ cents: cents ?? 0 })}
        />
      )}
    </div>
  );
}
