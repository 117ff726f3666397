import { receiptNumber } from '#domain/checkout/receipt.ts';
import { changeOf } from '#domain/checkout/tenders.ts';
import { METHOD_WORDS, paymentWords } from '#domain/checkout/words.ts';
import type { SaleDetail } from '#db/queries/sales.ts';
import { formatMoney } from '#domain/money/format.ts';
import { percentText } from '#domain/money/tax-rate.ts';
import type { RefundRow, SaleLineRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import type { TotalLine } from './totals.tsx';

/** What a receipt says, on paper, on the screen and as text. */
export type Receipt = {
  title: string;
  when: string;
  items: TotalLine[];
  sums: TotalLine[];
  payments: TotalLine[];
};

export const receiptOf = (detail: SaleDetail): Receipt => {
  const { sale, lines, payments, refunds, business, standing } = detail;
  const money = (cents: number): string => formatMoney(cents, sale.currency, business.locale);
  const change = payments.reduce((sum, payment) => sum + changeOf(payment), 0);
  return {
    title: `Receipt ${receiptNumber(sale)}`,
    when: businessFormats(business).dateTime(sale.occurred_at),
    items: lines.map((line) => ({
      name: line.qty > 1 ? `${line.qty} × ${line.name}` : line.name,
      text: money(line.qty * line.unit_price_cents),
    })),
    sums: [
      ...(sale.discount_cents > 0
        ? [{ name: 'Discounts', text: `−${money(sale.discount_cents)}` }]
        : []),
      ...taxesOf(lines).map(({ name, cents }) => ({ name, text: money(cents) })),
      ...(sale.tip_cents > 0 ? [{ name: 'Tip', text: money(sale.tip_cents) }] : []),
      { name: 'Total', text: money(sale.total_cents), isStrong: true },
    ],
    payments: [
      ...payments.map((payment) => ({
        name: paymentWords(payment),
        text: money(payment.tendered_cents ?? payment.amount_cents),
      })),
      ...(change > 0 ? [{ name: 'Change', text: `−${money(change)}` }] : []),
      ...refunds.map(({ kind, method, amount_cents }) => ({
        name: kind === 'void' ? 'Taken back' : `Refund, ${METHOD_WORDS[method ?? 'other']}`,
        text: `−${money(amount_cents)}`,
      })),
      ...(standing.due_cents > 0
        ? [{ name: 'Not paid yet', text: money(standing.due_cents), isStrong: true }]
        : []),
    ],
  };
};

/** Each tax once, with what it comes to. */
const taxesOf = (lines: readonly SaleLineRow[]): { name: string; cents: number }[] => {
  const sums = new Map<string, number>();
  for (const line of lines) {
    if (line.tax_name === null) continue;
    const how = line.tax_inclusive ? 'contained' : 'added';
    const name = `${line.tax_name} ${percentText(line.tax_milli_percent)}, ${how}`;
    sums.set(name, (sums.get(name) ?? 0) + line.tax_cents);
  }
  return [...sums].map(([name, cents]) => ({ name, cents }));
};

/** `2 × Wax` of a refund that was of a line; '' of any other. */
export const whatWentBack = (
  { sale_line_id, qty }: Pick<RefundRow, 'sale_line_id' | 'qty'>,
  lines: readonly SaleLineRow[],
): string => {
  const line = sale_line_id === null ? undefined : lines.find(({ id }) => id === sale_line_id);
  return line ? (line.qty > 1 ? `${qty} × ${line.name}` : line.name) : '';
};

/** The receipt as plain text, to be sent. */
export const receiptText = (detail: SaleDetail): string => {
  const { title, when, items, sums, payments } = receiptOf(detail);
  const line = ({ name, text }: TotalLine): string => `${name}: ${text}`;
  return [
    detail.business.name,
    `${title}, ${when}`,
    '',
    ...items.map(line),
    '',
    ...sums.map(line),
    '',
    ...payments.map(line),
  ].join('\n');
};
