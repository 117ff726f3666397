import { formatMoney } from '#domain/money/format.ts';
import { percentText } from '#domain/money/percent.ts';
import type { BusinessRow, PaymentRow, RefundRow, SaleLineRow, SaleRow } from '#domain/rows.ts';
import { businessFormats } from '#domain/time/business-formats.ts';
import { receiptNumber } from './receipt.ts';
import { standingOf } from './standing.ts';
import { changeOf } from './tenders.ts';
import { backWords, paymentWords } from './words.ts';

/** What a receipt is made from: the rows of a sale, as far as they are told. */
export type ReceiptFacts = {
  sale: Pick<
    SaleRow,
    | 'receipt_prefix'
    | 'receipt_no'
    | 'occurred_at'
    | 'currency'
    | 'discount_cents'
    | 'tip_cents'
    | 'total_cents'
  >;
  lines: readonly Pick<
    SaleLineRow,
    | 'name'
    | 'qty'
    | 'unit_price_cents'
    | 'tax_name'
    | 'tax_milli_percent'
    | 'tax_inclusive'
    | 'tax_cents'
  >[];
  payments: readonly (Pick<
    PaymentRow,
    'method' | 'label' | 'state' | 'collects' | 'amount_cents' | 'tendered_cents'
  > & {
    /** It brought a tip, after the sale. */
    is_tip?: boolean;
  })[];
  refunds: readonly Pick<RefundRow, 'kind' | 'method' | 'amount_cents'>[];
  business: Pick<
    BusinessRow,
    'name' | 'locale' | 'time_zone' | 'time_format' | 'receipt_text' | 'tax_number'
  >;
  /** Who pays for the client, when somebody else does. */
  paid_by?: string | null;
};

type ReceiptLine = { name: string; text: string; isStrong?: boolean };

/** What a receipt says, on paper, on the screen, in a mail and as text. */
type Receipt = {
  title: string;
  when: string;
  /** Under which the business pays taxes; null = it says no number. */
  taxNumber: string | null;
  items: ReceiptLine[];
  sums: ReceiptLine[];
  payments: ReceiptLine[];
  /** Its last words. */
  closing: string | null;
  /** `Paid by Grace Hopper`; null = by the client. */
  paidBy: string | null;
};

export const receiptOf = ({
  sale,
  lines,
  payments,
  refunds,
  business,
  paid_by: payer,
}: ReceiptFacts): Receipt => {
  const standing = standingOf(payments, refunds);
  const money = (cents: number): string => formatMoney(cents, sale.currency, business.locale);
  const change = payments.reduce((sum, payment) => sum + changeOf(payment), 0);
  return {
    title: `Receipt ${receiptNumber(sale)}`,
    when: businessFormats(business).dateTime(sale.occurred_at),
    taxNumber: business.tax_number ? `Tax number ${business.tax_number}` : null,
    paidBy: payer ? `Paid by ${payer}` : null,
    items: lines.map((line) => ({
      name: line.qty > 1 ? `${line.qty} × ${line.name}` : line.name,
      text: money(line.qty * line.unit_price_cents),
    })),
    sums: [
      ...(sale.discount_cents > 0
        ? [{ name: 'Discounts', text: money(-sale.discount_cents) }]
        : []),
      ...taxesOf(lines).map(({ name, cents }) => ({ name, text: money(cents) })),
      ...(sale.tip_cents > 0 ? [{ name: 'Tip', text: money(sale.tip_cents) }] : []),
      { name: 'Total', text: money(sale.total_cents), isStrong: true },
    ],
    payments: [
      ...payments.map((payment) => ({
        name: payment.is_tip ? `Tip, ${paymentWords(payment)}` : paymentWords(payment),
        text: money(payment.tendered_cents ?? payment.amount_cents),
      })),
      ...(change > 0 ? [{ name: 'Change', text: money(-change) }] : []),
      ...refunds.map(({ kind, method, amount_cents }) => ({
        name: kind === 'void' ? 'Taken back' : `Refund, ${backWords(method)}`,
        text: money(-amount_cents),
      })),
      ...(standing.due_cents > 0
        ? [{ name: 'Not paid yet', text: money(standing.due_cents), isStrong: true }]
        : []),
    ],
    closing: business.receipt_text ?? null,
  };
};

/** Each tax once, with what it comes to. */
const taxesOf = (lines: ReceiptFacts['lines']): { name: string; cents: number }[] => {
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
  lines: readonly Pick<SaleLineRow, 'id' | 'name' | 'qty'>[],
): string => {
  const line = sale_line_id === null ? undefined : lines.find(({ id }) => id === sale_line_id);
  return line ? (line.qty > 1 ? `${qty} × ${line.name}` : line.name) : '';
};

/** The receipt as plain text, to be sent. */
export const receiptText = (facts: ReceiptFacts): string =>
  [wholeText(facts), receiptOf(facts).closing].filter(Boolean).join('\n\n');

const wholeText = (facts: ReceiptFacts): string =>
  textOf(facts, receiptOf(facts).items.map(asText));

/** More than that is a code so fine that cameras do not find it. */
const QR_MOST_BYTES = 600;

/**
 * The same for a QR code, without the last words: where it would be too long, how many items there were
 * instead of each.
 */
export const receiptQrText = (facts: ReceiptFacts): string => {
  const whole = wholeText(facts);
  if (bytesOf(whole) <= QR_MOST_BYTES) return whole;
  return textOf(facts, [`${facts.lines.length} items`]);
};

/** In UTF-8. */
const bytesOf = (text: string): number =>
  [...text].reduce((bytes, sign) => {
    const point = sign.codePointAt(0)!;
    return bytes + (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4);
  }, 0);

const asText = ({ name, text }: ReceiptLine): string => `${name}: ${text}`;

const textOf = (facts: ReceiptFacts, items: readonly string[]): string => {
  const { title, when, taxNumber, sums, payments, paidBy } = receiptOf(facts);
  return [
    facts.business.name,
    ...(taxNumber ? [taxNumber] : []),
    `${title}, ${when}`,
    ...(paidBy ? [paidBy] : []),
    '',
    ...items,
    '',
    ...sums.map(asText),
    '',
    ...payments.map(asText),
  ].join('\n');
};
