import { percentText } from '#domain/money/percent.ts';
import type {
  Day,
  DisputeEntryRow,
  Instant,
  PaymentRow,
  RefundRow,
  SaleLineRow,
  SaleRow,
  TipRow,
} from '#domain/rows.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import { addedTips } from './added-tips.ts';
import { movedBy } from './disputes.ts';
import { isPrepaidLine } from './prepaid.ts';
import { refundTaxes } from './refund-tax.ts';
import { METHOD_WORDS } from './words.ts';

/** One sale with everything that accounts are made of. */
export type AccountedSale = {
  sale: Pick<SaleRow, 'occurred_at' | 'tax_cents' | 'tip_cents' | 'total_cents'>;
  lines: readonly Pick<
    SaleLineRow,
    'id' | 'kind' | 'tax_name' | 'tax_milli_percent' | 'tax_cents' | 'total_cents'
  >[];
  tips: readonly Pick<TipRow, 'id' | 'occurred_at' | 'amount_cents'>[];
  payments: readonly AccountedPayment[];
  refunds: readonly AccountedRefund[];
};

type AccountedPayment = Pick<
  PaymentRow,
  'id' | 'occurred_at' | 'method' | 'label' | 'state' | 'collects' | 'amount_cents'
>;
type AccountedRefund = Pick<
  RefundRow,
  'id' | 'occurred_at' | 'kind' | 'method' | 'amount_cents' | 'sale_line_id'
>;

/** What clients paid online before visits, what of it went back, and what disputes took of it. */
export type OnlineMoney = {
  payments: readonly Pick<PaymentRow, 'occurred_at' | 'amount_cents'>[];
  refunds: readonly Pick<RefundRow, 'occurred_at' | 'amount_cents'>[];
  disputes: readonly Pick<DisputeEntryRow, 'occurred_at' | 'amount_cents' | 'fee_cents'>[];
};

/** Days in order, each with the cents of every column. */
export type Accounts = { columns: string[]; days: { day: Day; cents: number[] }[] };

const TIPS = 'Tips';
const GIFT_CARDS = 'Gift cards sold';
const PACKAGES = 'Packages sold';
export const SOLD = 'Sold together';
export const PAID = 'Paid together';
const LATER = 'To be collected';
const DEPOSITS = 'Deposits paid online';
const DEPOSITS_BACK = 'Deposits given back';
const DISPUTES = 'Disputes with their fees';
const NO_TAX = 'without tax';
/** Nobody says which item it was of. */
const BY_AMOUNT = 'refunds of an amount';

/** What one moment adds to one column; `side` is the sum that the column is a part of. */
type Posting = {
  at: Instant;
  side: typeof SOLD | typeof PAID | null;
  column: string;
  cents: number;
};

/**
 * One line for each day with anything on it: net and tax by rate, tips, what was put on gift cards and
 * into packages; how that was paid; and deposits by themselves. On every day what was sold is what was
 * paid or is to be collected: a refund or a sale that was taken back stands below zero on its own day.
 * Moments are the devices', days those of the zone; what is outside of [from, to) is left out.
 */
export const accountsOf = (
  sales: readonly AccountedSale[],
  online: OnlineMoney,
  { timeZone, from, to }: { timeZone: string; from: Instant; to: Instant },
): Accounts => {
  const days = new Map<Day, Map<string, number>>();
  const found = { sold: new Set<string>(), paid: new Set<string>() };
  for (const { at, side, column, cents } of [...sales.flatMap(postingsOf), ...depositsOf(online)]) {
    if (at < from || at >= to) continue;
    const { day } = wallAt(timeZone, at);
    const sums = days.get(day) ?? new Map<string, number>();
    days.set(day, sums);
    for (const name of side === null ? [column] : [column, side]) {
      sums.set(name, (sums.get(name) ?? 0) + cents);
    }
    if (side === SOLD) found.sold.add(column);
    if (side === PAID) found.paid.add(column);
  }
  const sold = [TIPS, GIFT_CARDS, PACKAGES];
  const paid = [...STANDARD_WAYS, LATER];
  const columns = [
    ...others(found.sold, sold),
    ...sold,
    SOLD,
    ...STANDARD_WAYS,
    ...others(found.paid, paid),
    LATER,
    PAID,
    DEPOSITS,
    DEPOSITS_BACK,
    DISPUTES,
  ];
  return {
    columns,
    days: [...days]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([day, sums]) => ({ day, cents: columns.map((name) => sums.get(name) ?? 0) })),
  };
};

const others = (found: ReadonlySet<string>, known: readonly string[]): string[] =>
  [...found].filter((name) => !known.includes(name)).toSorted();

const paidBy = (words: string): string => `Paid: ${words}`;

const wayOf = ({ method, label }: Pick<AccountedPayment, 'method' | 'label'>): string =>
  // The end of a card's code, or the name of a package, is no account of its own.
  paidBy(method === 'other' && label !== null ? `Other, ${label}` : METHOD_WORDS[method]);

const STANDARD_WAYS = (
  ['cash', 'card_terminal', 'bank_transfer', 'other', 'gift_card', 'package', 'deposit'] as const
).map((method) => wayOf({ method, label: null }));

const postingsOf = ({ sale, lines, tips, payments, refunds }: AccountedSale): Posting[] => {
  const tipped = (at: Instant, cents: number): Posting => ({ at, side: SOLD, column: TIPS, cents });
  const added = addedTips(tips, payments);
  const sold = soldOf({ sale, lines }, sale.occurred_at, 1);
  const paid = payments.flatMap((payment) => paidOf(payment, payment.occurred_at, 1));
  const known = new Map(
    lines.map((line) => [line.id, { line, tax: line.tax_cents, total: line.total_cents }]),
  );
  const back = refundTaxes(
    { tax: sale.tax_cents, total: itemsOf({ sale, lines }) },
    refunds,
    ({ sale_line_id }) => known.get(sale_line_id ?? '') ?? null,
  ).flatMap(({ refund, line, tax }): Posting[] => {
    const { occurred_at: at, method, amount_cents } = refund;
    const way = wayOf({ method: method ?? 'other', label: null });
    return [
      ...itemOf(line?.line ?? null, at, -(amount_cents - tax), -tax),
      { at, side: PAID, column: way, cents: -amount_cents },
    ];
  });
  // As if nothing had been sold, on the day on which it was taken back.
  const voided = refunds
    .filter(({ kind }) => kind === 'void')
    .flatMap(({ occurred_at: at }) => [
      ...soldOf({ sale, lines }, at, -1),
      ...added.map(({ amount_cents }) => tipped(at, -amount_cents)),
      ...payments.flatMap((payment) => paidOf(payment, at, -1)),
    ]);
  const later = added.map(({ occurred_at, amount_cents }) => tipped(occurred_at, amount_cents));
  return [...sold, ...later, ...paid, ...back, ...voided];
};

/** What was charged for items: without tips, and without money for later. */
const itemsOf = ({ sale, lines }: Pick<AccountedSale, 'sale' | 'lines'>): number =>
  lines.reduce(
    (rest, { kind, total_cents }) => (isPrepaidLine(kind) ? rest - total_cents : rest),
    sale.total_cents - sale.tip_cents,
  );

const soldOf = (
  { sale, lines }: Pick<AccountedSale, 'sale' | 'lines'>,
  at: Instant,
  sign: 1 | -1,
): Posting[] => [
  ...lines.flatMap((line) =>
    itemOf(line, at, sign * (line.total_cents - line.tax_cents), sign * line.tax_cents),
  ),
  { at, side: SOLD, column: TIPS, cents: sign * sale.tip_cents },
];

/** `line` null = an amount of the sale as a whole. */
const itemOf = (
  line: AccountedSale['lines'][number] | null,
  at: Instant,
  net: number,
  tax: number,
): Posting[] => {
  const one = (column: string, cents: number): Posting => ({ at, side: SOLD, column, cents });
  if (line && isPrepaidLine(line.kind)) {
    return [one(line.kind === 'package' ? PACKAGES : GIFT_CARDS, net + tax)];
  }
  const rate =
    line === null
      ? BY_AMOUNT
      : line.tax_name === null
        ? NO_TAX
        : `${line.tax_name} ${percentText(line.tax_milli_percent)}`;
  return [
    one(`Net, ${rate}`, net),
    ...(rate === NO_TAX || (line === null && tax === 0) ? [] : [one(`Tax, ${rate}`, tax)]),
  ];
};

const paidOf = (payment: AccountedPayment, at: Instant, sign: 1 | -1): Posting[] => {
  const one = (column: string, cents: number): Posting => ({ at, side: PAID, column, cents });
  const amount = sign * payment.amount_cents;
  if (payment.state === 'to_collect') return [one(LATER, amount)];
  // What was to be collected is there now.
  return [one(wayOf(payment), amount), ...(payment.collects ? [one(LATER, -amount)] : [])];
};

const depositsOf = ({ payments, refunds, disputes }: OnlineMoney): Posting[] => {
  const one = (at: Instant, column: string, cents: number): Posting => ({
    at,
    side: null,
    column,
    cents,
  });
  return [
    ...payments.map(({ occurred_at, amount_cents }) => one(occurred_at, DEPOSITS, amount_cents)),
    ...refunds.map(({ occurred_at, amount_cents }) =>
      one(occurred_at, DEPOSITS_BACK, -amount_cents),
    ),
    ...disputes.map((entry) => one(entry.occurred_at, DISPUTES, movedBy(entry))),
  ];
};
