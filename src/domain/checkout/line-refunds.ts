import { allocate } from '#domain/money/allocate.ts';
import type { RefundRow, SaleLineRow } from '#domain/rows.ts';

type Line = Pick<SaleLineRow, 'id' | 'qty' | 'total_cents'>;
type Refunds = readonly Pick<RefundRow, 'sale_line_id' | 'qty'>[];

/** How many of a line have not gone back yet. */
export const leftOf = (line: Line, refunds: Refunds): number =>
  refunds.reduce(
    (left, { sale_line_id, qty }) => (sale_line_id === line.id ? left - (qty ?? 0) : left),
    line.qty,
  );

/**
 * What so many more of a line come to, in cents, with its discounts and taxes; at most as many as are
 * left. However they go back, all of them together are the total of the line.
 */
export const refundOf = (line: Line, refunds: Refunds, qty: number): number => {
  const gone = line.qty - leftOf(line, refunds);
  const upTo = (count: number): number =>
    allocate(line.total_cents, [count, line.qty - count])[0] ?? 0;
  return upTo(gone + qty) - upTo(gone);
};
