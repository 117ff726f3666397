import type { SaleView } from '#db/queries/sales.ts';
import { receiptNumber } from '#domain/checkout/receipt.ts';
import type { SaleState } from '#domain/checkout/standing.ts';
import type { PaymentRow, Uuid } from '#domain/rows.ts';
import { fold } from '#domain/text/fold.ts';

export type TransactionFilter = {
  /** '' = all; `pending` = not known to the server yet. */
  state: SaleState | 'pending' | '';
  method: PaymentRow['method'] | '';
  staffId: Uuid | '';
  search: string;
};

export const filterSales = (views: readonly SaleView[], filter: TransactionFilter): SaleView[] => {
  const wanted = fold(filter.search.trim());
  return views.filter(
    (view) =>
      (filter.state === '' ||
        (filter.state === 'pending' ? view.pending : view.standing.state === filter.state)) &&
      (filter.method === '' || view.payments.some(({ method }) => method === filter.method)) &&
      (filter.staffId === '' ||
        view.lines.some(({ staff_id }) => staff_id === filter.staffId) ||
        view.tips.some(({ staff_id }) => staff_id === filter.staffId)) &&
      (wanted === '' || fold(wordsOf(view)).includes(wanted)),
  );
};

const wordsOf = ({ sale, clientName, lines }: SaleView): string =>
  [receiptNumber(sale), clientName ?? '', ...lines.map(({ name }) => name)].join(' ');

/** What these came to in [from, to): money by the moment at which it moved. In cents. */
export const sumsOf = (
  views: readonly SaleView[],
  from: string,
  to: string,
): { taken: number; back: number; tips: number; due: number } => {
  const within = ({ occurred_at }: { occurred_at: string }): boolean =>
    occurred_at >= from && occurred_at < to;
  const sums = { taken: 0, back: 0, tips: 0, due: 0 };
  for (const { sale, payments, refunds, standing } of views) {
    for (const payment of payments) {
      if (payment.state === 'captured' && within(payment)) sums.taken += payment.amount_cents;
    }
    for (const refund of refunds) if (within(refund)) sums.back += refund.amount_cents;
    if (within(sale) && standing.state !== 'void') sums.tips += sale.tip_cents;
    sums.due += standing.due_cents;
  }
  return sums;
};
