import { allocate } from '#domain/money/allocate.ts';
import type { RefundRow } from '#domain/rows.ts';

/** An item, or all items of a sale: what it came to in cents, and how much of that is tax. */
type Taxed = { tax: number; total: number };

/**
 * How much of what went back is tax: of an item in proportion to its price, of an amount in proportion
 * to all items of the sale; tips have no tax. Running sums are rounded, so that all of it together is
 * exactly the tax, and never more, also where items and amounts went back of one sale. `sale.total` is
 * without tips and without what was put on gift cards or into packages.
 */
export const refundTaxes = <
  R extends Pick<RefundRow, 'id' | 'kind' | 'amount_cents' | 'occurred_at'>,
  L extends Taxed,
>(
  sale: Taxed,
  refunds: readonly R[],
  lineOf: (refund: R) => L | null,
): { refund: R; line: L | null; tax: number }[] => {
  const gone = new Map<L | null, number>();
  let taxGone = 0;
  return refunds
    .filter(({ kind }) => kind === 'refund')
    .toSorted((a, b) =>
      a.occurred_at === b.occurred_at
        ? a.id < b.id
          ? -1
          : 1
        : a.occurred_at < b.occurred_at
          ? -1
          : 1,
    )
    .map((refund) => {
      const line = lineOf(refund);
      const of = line ?? sale;
      const before = gone.get(line) ?? 0;
      gone.set(line, before + refund.amount_cents);
      // What is beyond the items is a tip that went back: it takes no more tax along.
      const taxUpTo = (cents: number): number =>
        of.tax === 0 ? 0 : (allocate(of.tax, [cents, Math.max(0, of.total - cents)])[0] ?? 0);
      const tax = Math.min(
        taxUpTo(before + refund.amount_cents) - taxUpTo(before),
        sale.tax - taxGone,
      );
      taxGone += tax;
      return { refund, line, tax };
    });
};
