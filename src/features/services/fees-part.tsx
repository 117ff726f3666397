import type { BusinessRow, FeeKind, ServiceFees } from '#domain/rows.ts';
import { feeEntry, feeRuleOf } from '#ui/fee-entry.ts';
import type { FeeEntry } from '#ui/fee-entry.ts';
import { FeeFields } from '#ui/fee-fields.tsx';
import { CheckboxField } from '#ui/fields.tsx';
import { Part } from './part.tsx';

/** Fees of a service as they are entered; what is typed is kept while they are those of the business again. */
export type OwnFees = { isOwn: boolean } & Record<FeeKind, FeeEntry>;

/** What most take who take something of one service. */
const USUAL = { late_cancel: 50, no_show: 100 } as const;

export const ownFeesOf = (terms: ServiceFees | null | undefined): OwnFees => ({
  isOwn: Boolean(terms),
  late_cancel: feeEntry(terms?.late_cancel ?? null, USUAL.late_cancel),
  no_show: feeEntry(terms?.no_show ?? null, USUAL.no_show),
});

/** null = as the business has it. */
export const serviceFeesOf = ({ isOwn, late_cancel, no_show }: OwnFees): ServiceFees | null =>
  isOwn ? { late_cancel: feeRuleOf(late_cancel), no_show: feeRuleOf(no_show) } : null;

/** What it costs to cancel this service late, or not to come. */
export function FeesPart({
  value,
  onChange,
  error,
  business,
}: {
  value: OwnFees;
  onChange: (value: OwnFees) => void;
  error: (field: string) => string | undefined;
  business: BusinessRow;
}) {
  const fields = (kind: FeeKind, label: string) => (
    <FeeFields
      label={label}
      entry={value[kind]}
      onChange={(part) => onChange({ ...value, [kind]: { ...value[kind], ...part } })}
      error={error(`fee_terms.${kind}`)}
      business={business}
    />
  );
  return (
    <Part title="Fees">
      <CheckboxField
        label="Fees of its own"
        hint="For cancelling it late and for not coming. Clients see them before they book."
        value={value.isOwn}
        onChange={(isOwn) => onChange({ ...value, isOwn })}
      />
      {value.isOwn && (
        <>
          {fields('late_cancel', 'Cancelled late by the client')}
          {fields('no_show', 'Did not come')}
        </>
      )}
    </Part>
  );
}
