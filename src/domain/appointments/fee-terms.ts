/** What fees there are and how much they come to: all that the pages of clients need of the rule. */
import { basisPointsOf } from '#domain/money/allocate.ts';
import type { AgreedFeeTerms, BookingRulesRow, FeeRule, FeeTerms } from '#domain/rows.ts';
import type { Price } from '#domain/services/price.ts';

export const NO_FEES: FeeTerms = { late_cancel: null, no_show: null, grace_min: 0 };

export type FeeSettings = Pick<BookingRulesRow, 'fee_terms' | 'cancel_notice_min'>;

/** What a client who books now agrees to. */
export const agreedTerms = (rules: FeeSettings | undefined): AgreedFeeTerms => ({
  ...NO_FEES,
  ...rules?.fee_terms,
  notice_min: rules?.cancel_notice_min ?? 0,
});

/** Of the least that the visit costs as far as that is known, and never more than it costs. */
export const feeCents = (rule: FeeRule | null, prices: readonly Price[]): number => {
  if (rule === null || prices.some(({ kind }) => kind === 'hidden')) return 0;
  const total = prices.reduce((sum, { cents }) => sum + cents, 0);
  if ('percent' in rule) return basisPointsOf(total, rule.percent * 100);
  // Where a price is told on the day only, nothing says that the fee is more than it.
  return prices.some(({ kind }) => kind === 'varies') ? rule.cents : Math.min(rule.cents, total);
};
