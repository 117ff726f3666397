import { feeCents } from '#domain/appointments/fee-terms.ts';
import type {
  BookingRulesRow,
  ClientRow,
  DepositRule,
  DepositSource,
  FeeRule,
} from '#domain/rows.ts';
import type { Price } from './price.ts';

/** Less than this cards cannot be charged for. */
const LEAST_CENTS = 50;

export type DepositFacts = {
  client: 'new' | 'returning';
  noShows: number;
  /** What is booked at once costs at least. */
  totalCents: number;
  source: DepositSource;
};

/**
 * The rule of the business for a booking: the first of its list that fits, else the usual one.
 * `private.deposit_rule_for` in SQL.
 */
export const depositRuleFor = (
  rules: readonly DepositRule[],
  usual: FeeRule | null,
  facts: DepositFacts,
): FeeRule | null =>
  rules.find(
    ({ client, min_total_cents, no_shows, source }) =>
      (client === 'any' || client === facts.client) &&
      (source === 'any' || source === facts.source) &&
      (min_total_cents ?? 0) <= facts.totalCents &&
      (no_shows ?? 0) <= facts.noShows,
  )?.rule ?? usual;

/** Whether the business asks anybody for deposits, whatever its services say. */
export const asksDeposits = (
  rules: Pick<BookingRulesRow, 'deposit_rule' | 'deposit_rules'> | null | undefined,
): boolean => Boolean(rules?.deposit_rule) || (rules?.deposit_rules ?? []).length > 0;

/** A service as far as a deposit asks; `rule` null = neither it nor its service has one. */
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
