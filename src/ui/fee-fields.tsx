import type { BusinessRow } from '#domain/rows.ts';
import type { FeeEntry } from './fee-entry.ts';
import { SelectField } from './fields.tsx';
import { MoneyField } from './money-field.tsx';
import { WholeField } from './whole-field.tsx';

const KINDS: readonly { value: FeeEntry['kind']; label: string }[] = [
  { value: 'none', label: 'Nothing' },
  { value: 'percent', label: 'Part of the price' },
  { value: 'cents', label: 'Fixed amount' },
];

/** What a fee or a deposit comes to: nothing, a part of the price, or an amount. */
export function FeeFields({
  label = 'Costs',
  usualLabel,
  entry: { kind, percent, cents },
  onChange,
  error,
  business,
}: {
  label?: string;
  /** Offered first, where there need not be a rule of its own. */
  usualLabel?: string;
  entry: FeeEntry;
  onChange: (part: Partial<FeeEntry>) => void;
  error: string | undefined;
  business: Pick<BusinessRow, 'currency' | 'locale'>;
}) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
      <SelectField
        label={label}
        value={kind}
        onChange={(value) => onChange({ kind: value as FeeEntry['kind'] })}
        options={[...(usualLabel ? [{ value: 'usual', label: usualLabel }] : []), ...KINDS]}
      />
      {kind === 'percent' && (
        <WholeField
          label="Percent of the price"
          unit="%"
          value={percent}
          onChange={(value) => onChange({ percent: value })}
          error={error}
        />
      )}
      {kind === 'cents' && (
        <MoneyField
          label="Amount"
          hint="Never more than the visit costs."
          value={cents}
          onChange={(value) => onChange({ cents: value })}
          currency={business.currency}
          locale={business.locale}
          error={error}
        />
      )}
    </div>
  );
}
