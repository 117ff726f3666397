import { formatMoney } from '#domain/money/format.ts';
import type { PriceKind, ServiceVariantRow } from '#domain/rows.ts';

/** What something costs, as surely as it is known: `from` and `varies` are settled on the day. */
export type Price = { kind: PriceKind; cents: number };

/** The sum, said as carefully as its parts: one open price makes the whole a lower bound. */
export const sumPrices = (prices: readonly Price[]): Price => {
  if (prices.some(({ kind }) => kind === 'hidden')) return { kind: 'hidden', cents: 0 };
  const cents = prices.reduce((sum, price) => sum + price.cents, 0);
  const isOpen = prices.some(({ kind }) => kind === 'from' || kind === 'varies');
  if (cents === 0) return { kind: isOpen ? 'varies' : 'free', cents };
  return { kind: isOpen ? 'from' : 'fixed', cents };
};

/** What the business says instead of an open price; null = nothing. */
export const priceLabel = ({
  price_kind,
  price_label,
}: Pick<ServiceVariantRow, 'price_kind' | 'price_label'>): string | null =>
  price_kind === 'from' || price_kind === 'varies' ? (price_label ?? null) : null;

/** A price for people: `$85.00`, `from $85.00`, `Free`, `Price on the day`; `` where it is hidden. */
export const formatPrice = (
  price: Price,
  { currency, locale }: { currency: string; locale: string },
): string => {
  if (price.kind === 'hidden') return '';
  if (price.kind === 'varies') return 'Price on the day';
  if (price.kind === 'free') return 'Free';
  const amount = formatMoney(price.cents, currency, locale);
  return price.kind === 'from' ? `from ${amount}` : amount;
};
