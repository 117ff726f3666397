/** What fees there are and how much they come to: all that the pages of clients need of the rule. */
import { basisPointsOf } from '#domain/money/allocate.ts';
import type {
  AgreedFeeTerms,
  BookingRulesRow,
  FeeKind,
  FeeRule,
  FeeTerms,
  ServiceFees,
  Uuid,
} from '#domain/rows.ts';
import type { Price } from '#domain/services/price.ts';

export const NO_FEES: FeeTerms = { late_cancel: null, no_show: null, grace_min: 0 };

export type FeeSettings = Pick<BookingRulesRow, 'fee_terms' | 'cancel_notice_min'>;

/** What is booked; null = nobody knows which service it is. */
export type FeeService = { id: Uuid; fee_terms?: ServiceFees | null | undefined } | null;

/**
 * What a client agrees to who books these now: the fees of the business, and those of services that have their
 * own. Where all of them have, those of the business are nothing to them. `private.agreed_fee_terms` in SQL.
 */
export const agreedTerms = (
  rules: FeeSettings | undefined,
  services: readonly FeeService[],
): AgreedFeeTerms => {
  const own = services.flatMap((one) => (one?.fee_terms ? [[one.id, one.fee_terms] as const] : []));
  const isAllOwn = own.length > 0 && own.length === services.length;
  return {
    ...NO_FEES,
    ...rules?.fee_terms,
    ...(isAllOwn && { late_cancel: null, no_show: null }),
    notice_min: rules?.cancel_notice_min ?? 0,
    ...(own.length > 0 && { services: Object.fromEntries(own) }),
  };
};

/** Of the least that the visit costs as far as that is known, and never more than it costs. */
export const feeCents = (rule: FeeRule | null, prices: readonly Price[]): number => {
  if (rule === null || prices.some(({ kind }) => kind === 'hidden')) return 0;
  const total = prices.reduce((sum, { cents }) => sum + cents, 0);
  if ('percent' in rule) return basisPointsOf(total, rule.percent * 100);
  // Where a price is told on the day only, nothing says that the fee is more than it.
  return prices.some(({ kind }) => kind === 'varies') ? rule.cents : Math.min(rule.cents, total);
};

export type FeePrice = Price & { service?: Uuid | null };

/** What all of a visit costs: services with fees of their own each by itself, the others together. */
export const visitFee = (
  terms: AgreedFeeTerms,
  kind: FeeKind,
  prices: readonly FeePrice[],
): number => {
  const { services = {} } = terms;
  const others = prices.filter(({ service }) => !service || !services[service]);
  return Object.entries(services).reduce(
    (sum, [id, own]) => {
      const mine = prices.filter(({ service }) => service === id);
      return mine.length === 0 ? sum : sum + feeCents(own[kind], mine);
    },
    others.length === 0 ? 0 : feeCents(terms[kind], others),
  );
};
