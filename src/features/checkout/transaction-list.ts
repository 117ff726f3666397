import type { SaleView } from '#db/queries/sales.ts';
import { addedTips } from '#domain/checkout/added-tips.ts';
import { movementsOf } from '#domain/checkout/movements.ts';
import { isPrepaid } from '#domain/checkout/prepaid.ts';
import { receiptNumber } from '#domain/checkout/receipt.ts';
import type { SaleState } from '#domain/checkout/standing.ts';
import type { MoneyWay, PaymentRow, Uuid } from '#domain/rows.ts';
import { fold } from '#domain/text/fold.ts';

export type TransactionFilter = {
  /** '' = all; `pending` = not known to the server yet. */
  state: SaleState | 'pending' | '';
  method: PaymentRow['method'] | '';
  /** '' = all. */
  staffId: Uuid;
  /** The letters on the receipts of a device; '' = all. */
  device: string;
  search: string;
};

export const NO_FILTER: TransactionFilter = {
  state: '',
  method: '',
  staffId: '',
  device: '',
  search: '',
};

export const filterSales = (views: readonly SaleView[], filter: TransactionFilter): SaleView[] => {
  const wanted = fold(filter.search.trim());
  return views.filter(
    (view) =>
      (filter.state === '' ||
        (filter.state === 'pending'
          ? view.pending
          : filter.state === 'to_collect'
            ? view.standing.due_cents > 0
            : view.standing.state === filter.state)) &&
      (filter.method === '' ||
        view.payments.some(({ method }) => method === filter.method) ||
        view.refunds.some(({ method }) => method === filter.method)) &&
      (filter.staffId === '' ||
        view.lines.some(({ staff_id }) => staff_id === filter.staffId) ||
        view.tips.some(({ staff_id }) => staff_id === filter.staffId)) &&
      (filter.device === '' || view.sale.receipt_prefix === filter.device) &&
      (wanted === '' || fold(wordsOf(view)).includes(wanted)),
  );
};

const wordsOf = ({ sale, clientName, lines, payments }: SaleView): string =>
  [
    receiptNumber(sale),
    clientName ?? '',
    ...lines.map(({ name }) => name),
    ...payments.map(({ label }) => label ?? ''),
  ].join(' ');

type Sums = {
  taken: number;
  back: number;
  tips: number;
  due: number;
  /** What each way of paying brought, less what went back by it. */
  ways: Partial<Record<MoneyWay, number>>;
};

/**
 * What these came to in [from, to): money by the moment at which it moved, and only what moved by
 * `method` when that is asked for: the other half of a payment in two ways is not in the drawer. Cents.
 */
export const sumsOf = (
  views: readonly (Pick<SaleView, 'sale' | 'payments' | 'refunds' | 'standing'> &
    Partial<Pick<SaleView, 'tips'>>)[],
  { from, to, method }: { from: string; to: string; method: TransactionFilter['method'] },
): Sums => {
  const within = (at: string): boolean => at >= from && at < to;
  const sums: Sums = { taken: 0, back: 0, tips: 0, due: 0, ways: {} };
  for (const { sale, tips = [], payments, refunds, standing } of views) {
    for (const movement of movementsOf(payments, refunds)) {
      if (!within(movement.at) || (method !== '' && movement.method !== method)) continue;
      // The money for a gift card or a package came in when it was sold.
      if (isPrepaid(movement.method) && method === '') {
        sums.ways[movement.method] = (sums.ways[movement.method] ?? 0) + movement.cents;
        continue;
      }
      if (movement.cents > 0) sums.taken += movement.cents;
      else sums.back -= movement.cents;
      sums.ways[movement.method] = (sums.ways[movement.method] ?? 0) + movement.cents;
    }
    // Nobody says by which way of paying a tip came.
    if (method === '' && standing.state !== 'void') {
      if (within(sale.occurred_at)) sums.tips += sale.tip_cents;
      for (const { occurred_at, amount_cents } of addedTips(tips, payments)) {
        if (within(occurred_at)) sums.tips += amount_cents;
      }
    }
    // A gift card or a package, too, may not have covered what it was to pay.
    // … nor may a deposit be there any more, which a bank has given back.
    const isDue =
      method === '' ||
      payments.some((payment) => payment.state === 'to_collect' && payment.method === method);
    if (isDue) sums.due += standing.due_cents;
  }
  return sums;
};
