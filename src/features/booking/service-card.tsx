import { formatPrice, priceLabel } from '#domain/services/price.ts';
import { formatDuration } from '#domain/time/duration.ts';
import type { PublicService } from '#remote/public-booking.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { PictureTile } from '#ui/picture-tile.tsx';
import clsx from 'clsx';
import { Suspense, memo } from 'react';
import { countOf } from './booking-draft.ts';
import type { BookingFlow } from './booking-flow.ts';
import { hasClass, minutesOfChoice, priceOfChoice } from './catalogue.ts';
import type { OfferedService, OfferedVariant } from './catalogue.ts';
import { ChoiceMark, choiceInput } from './choice-mark.tsx';

const AddOnPicker = lazyPart(async () => (await import('./add-on-picker.tsx')).AddOnPicker);

/**
 * One service with its variants, and the add-ons once it is chosen. Those that a search leaves in the list
 * are not drawn again with each key.
 */
export const ServiceCard = memo(function ServiceCard({
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
  const { catalogue, draft } = flow;
  // A class is booked alone: choosing it, or something else after it, takes the other's place.
  const isExclusive = service.is_class === true || hasClass(catalogue, draft.choices);
  const siblingIds = service.variants.map(({ id }) => id);
  const chosen = draft.choices.find(({ variantId }) => siblingIds.includes(variantId));
  const isFull = countOf(draft.choices) >= limit && limit > 1 && !chosen && !isExclusive;
  const hasVariants = service.variants.length > 1;
  return (
    <li
      className={clsx(
        // A long menu is laid out as it comes into view.
        'overflow-hidden rounded-lg border bg-surface shadow-card transition-colors duration-150 [contain-intrinsic-size:auto_7rem] [content-visibility:auto]',
        chosen ? 'border-accent' : 'border-line',
      )}
    >
      {hasVariants && (
        <div className="flex items-start gap-3 px-4 pt-3.5 pb-1">
          <div className="min-w-0 flex-1">
            <h3 className="font-semibold">{service.name}</h3>
            {service.description && (
              <p className="mt-0.5 text-pretty text-muted">{service.description}</p>
            )}
          </div>
          <ServicePicture service={service} />
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
            most={isExclusive ? 1 : limit}
            isFull={isFull}
            isAlone={!hasVariants}
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
});

function VariantRow({
  flow,
  variant,
  siblingIds,
  limit,
  most,
  isFull,
  isAlone,
}: {
  flow: BookingFlow;
  variant: OfferedVariant;
  siblingIds: string[];
  limit: number;
  /** With how many it can be booked together. */
  most: number;
  isFull: boolean;
  /** The only one of its service, which it stands for. */
  isAlone: boolean;
}) {
  const { catalogue, draft, send } = flow;
  const { service } = variant;
  // Where one thing is booked a bundle is that thing, and its parts are others.
  const isChosen = draft.choices.some(
    ({ variantId, bundleId }) => variantId === variant.id && (limit > 1 || bundleId === undefined),
  );
  const plain = { variantId: variant.id, staffId: null, addOnIds: [] };
  const facts = [
    formatDuration(minutesOfChoice(catalogue, plain)),
    priceLabel(variant) ?? formatPrice(priceOfChoice(catalogue, plain), catalogue.profile.business),
  ];
  const more = [
    service.is_class && 'Class',
    elsewhere(service.location_types),
    AUDIENCE[service.audience] ?? AUDIENCE[variant.for_client],
  ];
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
              ? { type: 'service_chosen', variantId: variant.id, siblingIds, limit: most }
              : { type: 'service_dropped', variantId: variant.id },
          )
        }
        className={choiceInput}
      />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{isAlone ? service.name : variant.name}</span>
        {isAlone && service.description && (
          <span className="block text-pretty text-muted">{service.description}</span>
        )}
        <span className="mt-1 block text-sm text-muted tabular-nums">
          {[...facts, ...more].filter(Boolean).join(' · ')}
        </span>
      </span>
      {isAlone && <ServicePicture service={service} />}
      <ChoiceMark kind={limit === 1 ? 'one' : 'many'} />
    </label>
  );
}

function ServicePicture({ service: { image_path, colour } }: { service: PublicService }) {
  if (image_path === null) return null;
  return (
    <PictureTile
      picture={{ path: image_path, local: null }}
      colour={colour}
      className="size-16 rounded-md bg-swatch-soft"
    />
  );
}

const AUDIENCE: Readonly<Record<string, string>> = {
  new: 'New clients',
  existing: 'Returning clients',
  returning: 'Returning clients',
  members: 'Members',
};

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
