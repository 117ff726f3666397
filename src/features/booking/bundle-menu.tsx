import { formatPrice, sumPrices } from '#domain/services/price.ts';
import { formatDuration } from '#domain/time/duration.ts';
import type { PublicBundle } from '#remote/public-booking.ts';
import clsx from 'clsx';
import { countOf } from './booking-draft.ts';
import type { BookingFlow } from './booking-flow.ts';
import { hasClass, priceOfChoice, serviceLimit, totalMinutes, totalPrice } from './catalogue.ts';
import type { Bundling } from './catalogue.ts';
import { ChoiceMark, choiceInput } from './choice-mark.tsx';

/** Bundles, each as one thing to choose. */
export function BundleMenu({
  flow,
  bundles,
}: {
  flow: BookingFlow;
  bundles: readonly PublicBundle[];
}) {
  const { bundling } = flow.catalogue;
  if (!bundling || bundles.length === 0) return null;
  return (
    <section aria-labelledby="bundles">
      <h2 id="bundles" className="mb-2.5 text-lg font-semibold">
        Bundles
      </h2>
      <ul className="grid grid-cols-1 gap-3">
        {bundles.map((bundle) => (
          <BundleCard key={bundle.id} flow={flow} bundling={bundling} bundle={bundle} />
        ))}
      </ul>
    </section>
  );
}

function BundleCard({
  flow,
  bundling,
  bundle,
}: {
  flow: BookingFlow;
  bundling: Bundling;
  bundle: PublicBundle;
}) {
  const { catalogue, draft, send } = flow;
  const { business } = catalogue.profile;
  const limit = serviceLimit(catalogue);
  const isChosen = draft.choices.some(({ bundleId }) => bundleId === bundle.id);
  const isFull =
    limit > 1 &&
    !isChosen &&
    countOf(draft.choices) >= limit &&
    !hasClass(catalogue, draft.choices);
  const parts = bundling.choose(catalogue, [], bundle);
  const price = totalPrice(catalogue, parts);
  const beside = sumPrices(parts.map((part) => priceOfChoice(catalogue, part)));
  const facts = [
    formatDuration(totalMinutes(catalogue, parts)),
    formatPrice(price, business),
    price.kind === beside.kind &&
      price.cents < beside.cents &&
      `instead of ${formatPrice(beside, business)}`,
  ];
  const toggle = (isOn: boolean): void =>
    send({
      type: 'offer_changed',
      choices: isOn
        ? bundling.choose(catalogue, draft.choices, bundle)
        : draft.choices.filter(({ bundleId }) => bundleId !== bundle.id),
    });
  return (
    <li
      className={clsx(
        'overflow-hidden rounded-lg border bg-surface shadow-card transition-colors duration-150',
        isChosen ? 'border-accent' : 'border-line',
      )}
    >
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
          onChange={(event) => toggle(event.target.checked)}
          className={choiceInput}
        />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold break-words">{bundle.name}</span>
          {bundle.description && (
            <span className="block text-pretty text-muted">{bundle.description}</span>
          )}
          <span className="mt-1 block text-sm">
            {parts.map((part) => catalogue.variantById.get(part.variantId)?.fullName).join(', ')}
          </span>
          <span className="block text-sm text-muted tabular-nums">
            {facts.filter(Boolean).join(' · ')}
          </span>
        </span>
        <ChoiceMark kind={limit === 1 ? 'one' : 'many'} />
      </label>
    </li>
  );
}
