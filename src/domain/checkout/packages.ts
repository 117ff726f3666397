import type { Day, PackageActivityRow, PackageHoldingRow, Uuid } from '#domain/rows.ts';
import type { CartLine } from './cart.ts';

/** What is left of a package: visits, and the money that was paid for them. */
export type PackageLeft = { credits: number; cents: number };

export type PackageState = 'active' | 'used_up' | 'expired';

/** The sum of its ledger. SQL counts the same (packages.sql). */
export const packageLeft = (
  activities: readonly Pick<PackageActivityRow, 'credits' | 'amount_cents'>[],
): PackageLeft =>
  activities.reduce(
    (left, { credits, amount_cents }) => ({
      credits: left.credits + credits,
      cents: left.cents + amount_cents,
    }),
    { credits: 0, cents: 0 },
  );

/** What the next credit pays, in cents: an equal part of what is left. The last one takes the rest. */
export const creditCents = ({ credits, cents }: PackageLeft): number =>
  credits > 0 ? Math.floor(cents / credits) : 0;

export const packageState = (
  { expires_on }: Pick<PackageHoldingRow, 'expires_on'>,
  { credits }: PackageLeft,
  today: Day,
): PackageState => {
  if (credits <= 0) return 'used_up';
  return expires_on !== null && expires_on < today ? 'expired' : 'active';
};

/**
 * A line of a visit that one credit pays: it costs what the credit is worth, taxes included, so that what
 * was paid for a package is what was sold by it in the end.
 */
export const coveredLine = (line: CartLine, holding_id: Uuid, left: PackageLeft): CartLine => ({
  ...line,
  unit_price_cents: creditCents(left),
  discount: null,
  tax: line.tax && { ...line.tax, inclusive: true },
  package_use: {
    holding_id,
    before: {
      unit_price_cents: line.unit_price_cents,
      discount: line.discount,
      tax: line.tax,
    },
  },
});

/** As it was before. */
export const uncoveredLine = ({ package_use, ...line }: CartLine): CartLine =>
  package_use?.before ? { ...line, ...package_use.before } : line;

/** What is left for one more line, besides the lines of a cart that use it already. */
export const leftBeside = (
  left: PackageLeft,
  holdingId: Uuid,
  lines: readonly Pick<CartLine, 'package_use' | 'unit_price_cents'>[],
): PackageLeft =>
  lines.reduce(
    (rest, { package_use, unit_price_cents }) =>
      package_use?.holding_id === holdingId
        ? { credits: rest.credits - 1, cents: rest.cents - unit_price_cents }
        : rest,
    left,
  );

/** What of a cart credits pay, in cents. */
export const coveredCents = (
  lines: readonly Pick<CartLine, 'package_use' | 'unit_price_cents'>[],
): number =>
  lines.reduce(
    (sum, { package_use, unit_price_cents }) => (package_use ? sum + unit_price_cents : sum),
    0,
  );
