import { patterns } from '#app/paths.ts';
import { taxRates } from '#db/queries/tax-rates.ts';
import { useQuery } from '#db/use-query.ts';
import { percentText } from '#domain/money/percent.ts';
import type { Uuid } from '#domain/rows.ts';
import { SelectField } from '#ui/fields.tsx';
import { LinkButton } from '#ui/link-button.tsx';

/** The tax of a service. An archived one stays where it is until another is chosen. */
export function TaxField({
  value,
  onChange,
}: {
  value: Uuid | null;
  onChange: (taxRateId: Uuid | null) => void;
}) {
  const rates = useQuery(taxRates, []);
  if (!rates) return null;
  if (rates.length === 0) {
    return (
      <p className="text-sm text-muted">
        Is there a tax in your prices?
        <LinkButton to={`${patterns.settings}#taxes`} variant="quiet" size="sm" className="ml-1">
          Add it in the settings
        </LinkButton>
      </p>
    );
  }
  return (
    <SelectField
      label="Tax"
      placeholder="No tax"
      value={value ?? ''}
      onChange={(id) => onChange(id || null)}
      options={rates
        .filter(({ rate }) => rate.active || rate.id === value)
        .map(({ rate }) => ({
          value: rate.id,
          label: `${rate.name} ${percentText(rate.milli_percent)}${rate.active ? '' : ' (archived)'}`,
        }))}
    />
  );
}
