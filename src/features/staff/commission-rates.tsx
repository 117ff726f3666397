import { Plus, Trash2 } from 'lucide-react';
import type { BusinessRow, ServiceRow, Uuid } from '#domain/rows.ts';
import { MOST_RATES } from '#domain/staff/commission.ts';
import { EACH_MAX_CENTS } from '#domain/staff/pay-schema.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { SelectField } from '#ui/fields.tsx';
import { MoneyField } from '#ui/money-field.tsx';
import { PiecesField } from '#ui/pieces-field.tsx';

/** What a service earns somebody, as it is typed. */
export type TypedRate = { service_id: Uuid; percent: number | null; cents: number | null };

/** Services that earn somebody something else than usual; nothing of both is no commission. */
export function CommissionRates({
  rates,
  services,
  business: { currency, locale },
  error,
  onChange,
}: {
  rates: readonly TypedRate[];
  services: readonly ServiceRow[];
  business: Pick<BusinessRow, 'currency' | 'locale'>;
  error: (field: string) => string | undefined;
  onChange: (rates: TypedRate[]) => void;
}) {
  const set = (at: number, part: Partial<TypedRate>): void =>
    onChange(rates.map((rate, place) => (place === at ? { ...rate, ...part } : rate)));
  // An archived one stays where it is until it is taken out.
  const free = services.filter(
    ({ id, status }) => status === 'active' && rates.every(({ service_id }) => service_id !== id),
  );
  return (
    <div role="group" aria-label="Services with another rate" className="grid gap-3">
      {rates.map((rate, at) => {
        const own = services.find(({ id }) => id === rate.service_id);
        return (
          <div key={rate.service_id} className="grid gap-2 rounded-lg border border-line p-3">
            <div className="flex items-start gap-2">
              <div className="min-w-0 flex-1">
                <SelectField
                  label="Service"
                  value={rate.service_id}
                  error={error(`own_rates.${at}.service_id`)}
                  onChange={(service_id) => set(at, { service_id })}
                  options={[...(own ? [own] : []), ...free].map(({ id, name }) => ({
                    value: id,
                    label: name,
                  }))}
                />
              </div>
              <IconButton
                icon={Trash2}
                label={`Remove the rate of ${own?.name ?? 'this service'}`}
                className="mt-6"
                onClick={() => onChange(rates.filter((_, place) => place !== at))}
              />
            </div>
            <div className="grid grid-cols-2 items-start gap-2 *:min-w-0">
              <PiecesField
                label="Of its price"
                unit="%"
                value={rate.percent}
                error={error(`own_rates.${at}.bp`)}
                onChange={(percent) => set(at, { percent })}
              />
              <MoneyField
                label="Each time"
                required={false}
                currency={currency}
                locale={locale}
                maxCents={EACH_MAX_CENTS}
                value={rate.cents}
                error={error(`own_rates.${at}.cents`)}
                onChange={(cents) => set(at, { cents })}
              />
            </div>
            {rate.percent === 0 && !rate.cents && (
              <p className="text-sm text-muted">No commission.</p>
            )}
          </div>
        );
      })}
      {rates.length < MOST_RATES && free[0] && (
        <Button
          size="sm"
          variant="quiet"
          icon={Plus}
          className="justify-self-start"
          onClick={() => onChange([...rates, { service_id: free[0]!.id, percent: 0, cents: null }])}
        >
          Add a rate for a service
        </Button>
      )}
    </div>
  );
}
