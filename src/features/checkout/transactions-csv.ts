import { amountCell } from '#domain/export/plain-cells.ts';
import type { SaleView } from '#db/queries/sales.ts';
import { DISPUTE_WORDS, movedBy } from '#domain/checkout/disputes.ts';
import { receiptNumber } from '#domain/checkout/receipt.ts';
import { STATE_WORDS, METHOD_WORDS, backWords, paymentWords } from '#domain/checkout/words.ts';
import { percentInput } from '#domain/money/percent.ts';
import type {
  BusinessRow,
  DisputeEntryRow,
  Instant,
  PaymentRow,
  RefundRow,
  SaleLineKind,
  Uuid,
} from '#domain/rows.ts';
import { clockText, wallAt } from '#domain/time/clock-text.ts';
import { BYTE_ORDER_MARK, csvLine } from '#domain/text/csv.ts';
import { whatWentBack } from '#domain/checkout/receipt-lines.ts';

const HEAD = [
  'Receipt',
  'Date',
  'Time',
  'Reached the server',
  'Client',
  'State',
  'What',
  'Name',
  'Staff',
  'Number',
  'Price of one',
  'Discount',
  'Discount reason',
  'Tax',
  'Tax percent',
  'Tax amount',
  'Amount',
  'Currency',
];

const LINE_WORDS: Partial<Record<SaleLineKind, string>> = {
  gift_card: 'Gift card',
  package: 'Package',
};

type Period = { from: Instant; to: Instant };

/** What clients paid online before visits, what of it went back or was disputed, and their names by visit. */
type Deposits = {
  payments: readonly PaymentRow[];
  refunds: readonly RefundRow[];
  disputes: readonly DisputeEntryRow[];
  clientNames: ReadonlyMap<Uuid, string>;
};

/**
 * One line for each thing sold, tip, payment and refund of [from, to), and then for each deposit of it;
 * what went back is below zero.
 */
export const transactionsCsv = (
  views: readonly SaleView[],
  business: BusinessRow,
  staffNames: ReadonlyMap<Uuid, string>,
  period: Period,
  deposits: Deposits,
): string =>
  BYTE_ORDER_MARK +
  csvLine(HEAD) +
  views.flatMap((view) => linesOf(view, business, staffNames, period)).join('') +
  depositLines(deposits, business).join('');

type Cells = Partial<Record<(typeof HEAD)[number], string>>;

const lineOf = (
  { time_zone }: BusinessRow,
  row: { occurred_at: Instant; created_at: Instant; rev: number },
  cells: Cells,
): string => {
  const { day, minute } = wallAt(time_zone, row.occurred_at);
  const known: Cells = {
    Date: day,
    Time: clockText(minute),
    'Reached the server': row.rev === 0 ? '' : row.created_at,
    ...cells,
  };
  return csvLine(HEAD.map((column) => known[column] ?? ''));
};

const depositLines = (
  { payments, refunds, disputes, clientNames }: Deposits,
  business: BusinessRow,
): string[] => {
  const one = (
    row: PaymentRow | RefundRow | DisputeEntryRow,
    what: string,
    cents: number,
  ): string =>
    lineOf(business, row, {
      Client: clientNames.get(row.appointment_id ?? '') ?? '',
      What: what,
      Name: METHOD_WORDS.card_online,
      Amount: amountCell(cents),
      Currency: business.currency,
    });
  return [
    ...payments.map((row) =>
      one(row, row.appointment_id ? 'Deposit' : 'Paid online', row.amount_cents),
    ),
    ...refunds.map((row) =>
      one(row, row.appointment_id ? 'Deposit given back' : 'Given back online', -row.amount_cents),
    ),
    ...disputes.map((row) => one(row, DISPUTE_WORDS[row.state], movedBy(row))),
  ];
};

const linesOf = (
  { sale, lines, tips, payments, refunds, standing, clientName }: SaleView,
  business: BusinessRow,
  staffNames: ReadonlyMap<Uuid, string>,
  { from, to }: Period,
): string[] => {
  // The rest of the sale stands in the file of its own days.
  const within = <T extends { occurred_at: Instant }>(rows: readonly T[]): T[] =>
    rows.filter(({ occurred_at }) => occurred_at >= from && occurred_at < to);
  const nameOf = (id: Uuid | null): string => (id === null ? '' : (staffNames.get(id) ?? ''));
  const line = (
    row: { occurred_at: Instant; created_at: Instant; rev: number },
    what: string,
    cells: Cells,
  ): string =>
    lineOf(business, row, {
      Receipt: receiptNumber(sale),
      Client: clientName ?? '',
      State: STATE_WORDS[standing.state],
      What: what,
      Currency: sale.currency,
      ...cells,
    });
  return [
    ...within(lines).map((one) =>
      // Money for later is no revenue yet.
      line(one, LINE_WORDS[one.kind] ?? 'Item', {
        Name: one.name,
        Staff: nameOf(one.staff_id),
        Number: String(one.qty),
        'Price of one': amountCell(one.unit_price_cents),
        Discount: amountCell(one.discount_cents + one.order_discount_cents),
        'Discount reason': [
          one.discount_reason,
          one.order_discount_cents > 0 && sale.discount_reason,
        ]
          .filter(Boolean)
          .join(', '),
        Tax: one.tax_name ?? '',
        'Tax percent': one.tax_name === null ? '' : percentInput(one.tax_milli_percent),
        'Tax amount': amountCell(one.tax_cents),
        Amount: amountCell(one.total_cents),
      }),
    ),
    ...within(tips).map((tip) =>
      line(tip, 'Tip', { Staff: nameOf(tip.staff_id), Amount: amountCell(tip.amount_cents) }),
    ),
    ...within(payments).map((payment) =>
      line(payment, payment.state === 'captured' ? 'Payment' : 'To be collected', {
        Name: paymentWords(payment),
        Amount: amountCell(payment.amount_cents),
      }),
    ),
    ...within(refunds).map((refund) =>
      line(refund, refund.kind === 'void' ? 'Taken back' : 'Refund', {
        Name: [
          refund.method && backWords(refund.method),
          whatWentBack(refund, lines),
          refund.reason,
        ]
          .filter(Boolean)
          .join(': '),
        Staff: nameOf(lines.find(({ id }) => id === refund.sale_line_id)?.staff_id ?? null),
        Number: refund.qty === null ? '' : String(refund.qty),
        Amount: amountCell(-refund.amount_cents),
      }),
    ),
  ];
};
