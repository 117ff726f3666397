import { Plus, Trash2 } from 'lucide-react';
import type { BusinessRow } from '#domain/rows.ts';
import { MOST_STEPS } from '#domain/staff/commission.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { MoneyField } from '#ui/money-field.tsx';
import { PiecesField } from '#ui/pieces-field.tsx';

/** A step as it is typed: the percentage as people write it. */
export type TypedStep = { from_cents: number | null; percent: number | null };

const MAX_CENTS = 10_000_000_000;

/** From which services on somebody earns another percentage, of what goes beyond. */
export function CommissionSteps({
  steps,
  business: { currency, locale },
  error,
  onChange,
}: {
  steps: readonly TypedStep[];
  business: Pick<BusinessRow, 'currency' | 'locale'>;
  error: (field: string) => string | undefined;
  onChange: (steps: TypedStep[]) => void;
}) {
  const set = (at: number, part: Partial<TypedStep>): void =>
    onChange(steps.map((step, place) => (place === at ? { ...step, ...part } : step)));
  return (
    <div role="group" aria-label="Steps" className="grid gap-3">
      {steps.map((step, at) => (
        // A step is its place: nothing else tells two of them apart while they are typed.
        <div key={at} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <MoneyField
              label="Services above"
              currency={currency}
              locale={locale}
              maxCents={MAX_CENTS}
              value={step.from_cents}
              error={error(`service_steps.${at}.from_cents`)}
              onChange={(from_cents) => set(at, { from_cents })}
            />
          </div>
          <div className="min-w-0 flex-1">
            <PiecesField
              label="Earn"
              unit="%"
              value={step.percent}
              error={error(`service_steps.${at}.bp`)}
              onChange={(percent) => set(at, { percent })}
            />
          </div>
          <IconButton
            icon={Trash2}
            label={`Remove step ${at + 1}`}
            className="mt-6"
            onClick={() => onChange(steps.filter((_, place) => place !== at))}
          />
        </div>
      ))}
      {error('service_steps') && !steps.some((_, at) => error(`service_steps.${at}`)) && (
        <p role="alert" className="text-sm text-danger">
          {error('service_steps')}
        </p>
      )}
      {steps.length < MOST_STEPS && (
        <Button
          size="sm"
          variant="quiet"
          icon={Plus}
          className="justify-self-start"
          onClick={() => onChange([...steps, { from_cents: null, percent: null }])}
        >
          Add a step
        </Button>
      )}
    </div>
  );
}
