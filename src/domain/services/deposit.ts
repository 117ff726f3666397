import { feeCents } from '#domain/appointments/fee-terms.ts';
import type { ClientRow, FeeRule } from '#domain/rows.ts';
import type { Price } from './price.ts';

/** Less than this cards cannot be charged for. */
const LEAST_CENTS = 50;

/** A service as far as a deposit asks; `rule` null = as the business has it. */
export type DepositItem = { rule: FeeRule | null; price: Price };

/**
 * What is paid before a visit. The business's rule is for all services without one together.
 * `private.deposit_cents` is the same rule in SQL, which alone decides.
 */
export const depositCents = (
  rule: FeeRule | null,
  items: readonly DepositItem[],
  clientRule: ClientRow['payment_rule'] = 'default',
): number => {
  if (clientRule === 'none') return 0;
  const pricesOf = (some: readonly DepositItem[]) => some.map(({ price }) => price);
  const total =
    clientRule === 'prepay'
      ? feeCents({ percent: 100 }, pricesOf(items))
      : items
          .filter((item) => item.rule !== null)
          .reduce(
            (sum, item) => sum + feeCents(item.rule, [item.price]),
            feeCents(rule, pricesOf(items.filter((item) => item.rule === null))),
          );
  return total < LEAST_CENTS ? 0 : total;
};
