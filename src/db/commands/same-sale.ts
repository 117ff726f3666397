import { addedTips } from '#domain/checkout/added-tips.ts';
import type { Counted } from '#domain/checkout/cart.ts';
import type { SaleInput } from '#domain/checkout/schema.ts';
import type { PaymentRow, SaleRow } from '#domain/rows.ts';
import type { WriteScope } from '../write.ts';

/**
 * Whether a sale that is stored is what is asked for: for whom, what was sold, for how much, and how it
 * was paid. What was collected since, tips that came later, and links to what is gone make no difference.
 */
export const isSameSale = async (
  scope: WriteScope,
  stored: SaleRow,
  sale: SaleInput,
  { counted, tips }: { counted: Counted; tips: number },
): Promise<boolean> => {
  const lines = await scope.list('sale_lines', 'sale_id', stored.id);
  const payments = await scope.list('payments', 'sale_id', stored.id);
  const added = addedTips(await scope.list('tips', 'sale_id', stored.id), payments);
  const broughtTip = new Set(added.map(({ id }) => id));
  return (
    stored.client_id === sale.client_id &&
    stored.total_cents === counted.total_cents + tips &&
    stored.tip_cents === tips &&
    sameWords(
      lines.map((line) => [
        line.kind,
        line.name,
        line.qty,
        line.unit_price_cents,
        line.total_cents,
      ]),
      sale.lines.map((line, place) => [
        line.kind,
        line.name,
        line.qty,
        line.unit_price_cents,
        counted.lines[place]!.total_cents,
      ]),
    ) &&
    // What credits of packages paid stands in the lines.
    sameWords(
      payments
        .filter(({ id, collects, method }) => {
          return !collects && method !== 'package' && !broughtTip.has(id);
        })
        .map(paidBy),
      sale.payments.map(paidBy),
    )
  );
};

type Paid = Pick<PaymentRow, 'method' | 'amount_cents' | 'tendered_cents'>;

const paidBy = ({ method, amount_cents, tendered_cents }: Paid): unknown[] => [
  method,
  amount_cents,
  tendered_cents,
];

/** In whatever order. */
const sameWords = (a: readonly unknown[][], b: readonly unknown[][]): boolean => {
  const words = (list: readonly unknown[][]): string =>
    list
      .map((one) => JSON.stringify(one))
      .toSorted()
      .join();
  return words(a) === words(b);
};
