import { formatMoney } from '#domain/money/format.ts';
import type { AddOnRow, ServiceRow, ServiceVariantRow } from '#domain/rows.ts';
import { formatPrice, priceLabel } from '#domain/services/price.ts';
import { formatDuration } from '#domain/time/duration.ts';

export type Money = { currency: string; locale: string };

type Lengths = Pick<
  ServiceVariantRow,
  'duration_min' | 'processing_min' | 'finishing_min' | 'buffer_before_min' | 'buffer_after_min'
>;

/** How long the client is there: everything but the buffers. */
export const visitMinutes = (variant: Lengths): number =>
  variant.duration_min + variant.processing_min + variant.finishing_min;

/** `45 min · $85.00`, or `3 options · 45 min – 1 hr 30 min · $60.00 – $120.00`. */
export const offerText = (variants: readonly ServiceVariantRow[], money: Money): string => {
  const [first] = variants;
  if (!first) return 'Not offered: it has no options';
  if (variants.length === 1) {
    return join(formatDuration(visitMinutes(first), money), priceText(first, money));
  }
  return join(
    `${variants.length} options`,
    rangeText(
      variants.map(visitMinutes).toSorted((a, b) => a - b),
      (minutes) => formatDuration(minutes, money),
    ),
    pricesText(variants, money),
  );
};

/** Facts beside each other; a hidden price leaves no gap. */
const join = (...facts: readonly string[]): string => facts.filter(Boolean).join(' · ');

type Priced = Pick<ServiceVariantRow, 'price_kind' | 'price_cents' | 'price_label'>;

export const priceText = (variant: Priced, money: Money): string =>
  priceLabel(variant) ??
  formatPrice({ kind: variant.price_kind, cents: variant.price_cents }, money);

const pricesText = (variants: readonly ServiceVariantRow[], money: Money): string => {
  if (variants.some(({ price_kind }) => price_kind === 'hidden')) return '';
  const known = variants.filter(({ price_kind }) => price_kind !== 'varies');
  if (known.length === 0) return 'Price on the day';
  const cents = known.map(({ price_cents }) => price_cents).toSorted((a, b) => a - b);
  const isOpen = variants.some(
    ({ price_kind }) => price_kind === 'from' || price_kind === 'varies',
  );
  if (cents.at(-1) === 0) return 'Free';
  const text = rangeText(cents, (value) => formatMoney(value, money.currency, money.locale));
  return isOpen ? `from ${text}` : text;
};

const rangeText = (sorted: readonly number[], format: (value: number) => string): string => {
  const [low = 0, high = 0] = [sorted[0], sorted.at(-1)];
  return low === high ? format(low) : `${format(low)} – ${format(high)}`;
};

export const addOnText = (addOn: AddOnRow, money: Money): string =>
  [
    addOn.price_cents > 0 && `+${formatMoney(addOn.price_cents, money.currency, money.locale)}`,
    addOn.extra_min > 0 && `+${formatDuration(addOn.extra_min, money)}`,
  ]
    .filter(Boolean)
    .join(' · ');

/** What is special about a service, as short facts; the usual ones are not worth a word. */
export const serviceFacts = (service: ServiceRow): string[] =>
  [
    service.visibility === 'hidden' && 'Not online',
    service.staff_needed > 1 && `Takes ${service.staff_needed} people`,
    service.visibility === 'link' && 'By link only',
    service.approval && 'Needs approval',
    service.audience === 'new' && 'New clients',
    service.audience === 'existing' && 'Known clients',
    service.audience === 'members' && 'Members',
  ].filter((fact) => fact !== false);
