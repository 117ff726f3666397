import { formatPrice } from '#domain/services/price.ts';
import { formatDuration } from '#domain/time/duration.ts';
import clsx from 'clsx';
import { Suspense, lazy } from 'react';
import type { BookingFlow } from './booking-flow.ts';
import { minutesOfChoice, priceOfChoice } from './catalogue.ts';
import type { OfferedService, OfferedVariant } from './catalogue.ts';
import { ChoiceMark, choiceInput } from './choice-mark.tsx';

const AddOnPicker = lazy(async () => ({
  default: (await import('./add-on-picker.tsx')).AddOnPicker,
}));

/** One service with its variants, and the add-ons once it is chosen. */
export function ServiceCard({
  flow,
  service,
  limit,
  isAsked,
}: {
  flow: BookingFlow;
  service: OfferedService;
  limit: number;
  isAsked: boolean;
}) {
  const { draft } = flow;
  const siblingIds = service.variants.map(({ id }) => id);
  const chosen = draft.choices.find(({ variantId }) => siblingIds.includes(variantId));
  const isFull = draft.choices.length >= limit && limit > 1 && !chosen;
  const hasVariants = service.variants.length > 1;
  return (
    <li
      className={clsx(
        'overflow-hidden rounded-lg border bg-surface shadow-card transition-colors duration-150',
        chosen ? 'border-accent' : 'border-line',
      )}
    >
      {hasVariants && (
        <div className="px-4 pt-3.5 pb-1">
          <h3 className="font-semibold">{service.name}</h3>
          {service.description && (
            <p className="mt-0.5 text-pretty text-muted">{service.description}</p>
          )}
        </div>
      )}
      <div
        role={hasVariants ? 'group' : undefined}
        aria-label={hasVariants ? service.name : undefined}
        className={clsx(hasVariants && 'divide-y divide-line')}
      >
        {service.variants.map((variant) => (
          <VariantRow
            key={variant.id}
            flow={flow}
            variant={variant}
            siblingIds={siblingIds}
            limit={limit}
            isFull={isFull}
            description={hasVariants ? null : service.description}
            name={hasVariants ? variant.name : service.name}
          />
        ))}
      </div>
      {chosen && service.addOnGroups.length > 0 && (
        <Suspense>
          <AddOnPicker flow={flow} choice={chosen} groups={service.addOnGroups} isAsked={isAsked} />
        </Suspense>
      )}
    </li>
  );
}

function VariantRow({
  flow,
  variant,
  siblingIds,
  limit,
  isFull,
  name,
  description,
}: {
  flow: BookingFlow;
  variant: OfferedVariant;
  siblingIds: string[];
  limit: number;
  isFull: boolean;
  name: string;
  description: string | null;
}) {
  const { catalogue, draft, send } = flow;
  const isChosen = draft.choices.some(({ variantId }) => variantId === variant.id);
  const plain = { variantId: variant.id, staffId: null, addOnIds: [] };
  const facts = [
    formatDuration(minutesOfChoice(catalogue, plain)),
    formatPrice(priceOfChoice(catalogue, plain), catalogue.profile.business),
  ];
  const more = [elsewhere(variant.service.location_types), AUDIENCE[variant.for_client]];
  return (
    <label
      className={clsx(
        'relative flex min-h-16 items-center gap-3 px-4 py-3.5 transition-colors duration-150 hover:bg-raised',
        isFull && 'opacity-60',
      )}
    >
      <input
        type={limit === 1 ? 'radio' : 'checkbox'}
        name={limit === 1 ? 'service' : undefined}
        checked={isChosen}
        disabled={isFull}
        onChange={(event) =>
          send(
            event.target.checked
              ? { type: 'service_chosen', variantId: variant.id, siblingIds, limit }
              : { type: 'service_dropped', variantId: variant.id },
          )
        }
        className={choiceInput}
      />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{name}</span>
        {description && <span className="block text-pretty text-muted">{description}</span>}
        <span className="mt-1 block text-sm text-muted tabular-nums">
          {[...facts, ...more].filter(Boolean).join(' · ')}
        </span>
      </span>
      <ChoiceMark kind={limit === 1 ? 'one' : 'many'} />
    </label>
  );
}

const AUDIENCE = { any: null, new: 'New clients', returning: 'Returning clients' } as const;

/** Where it is done, when that is not at the business. */
const elsewhere = (places: OfferedVariant['service']['location_types']): string | null => {
  const [place] = places;
  return place === undefined || places.includes('business') ? null : ELSEWHERE[place];
};

const ELSEWHERE = {
  business: null,
  client: 'At your place',
  remote: 'Online',
  phone: 'By phone',
} as const;
