import { payoutDifference, payoutStanding } from '#domain/checkout/payouts.ts';
import type { Payout, PayoutLine } from '#domain/checkout/payouts.ts';
import { amountCell, utcCell } from '#domain/export/plain-cells.ts';
import { BYTE_ORDER_MARK, csvLine } from '#domain/text/csv.ts';
import { KIND_WORDS, STANDING_WORDS, STATE_WORDS, lineTitle } from './payout-words.ts';

const PAYOUT_HEAD = [
  'Payout',
  'Begun',
  'Arrives',
  'State',
  'Amount',
  'Charges',
  'Refunds',
  'Disputes',
  'Fees',
  'Other',
  'Currency',
  'Comparison',
  'Difference',
];

const LINE_HEAD = [
  'Payout',
  'Line',
  'Moment',
  'Kind',
  'What',
  'Amount',
  'Fee',
  'Net',
  'Currency',
  'Paid',
  'Paid currency',
  'In the books',
  'Difference',
];

/** One line for each payout. */
export const payoutsCsv = (payouts: readonly Payout[]): string =>
  BYTE_ORDER_MARK +
  csvLine(PAYOUT_HEAD) +
  payouts
    .map((payout) =>
      csvLine([
        payout.id,
        utcCell(payout.begun_at),
        payout.arrives_on,
        STATE_WORDS[payout.state],
        amountCell(payout.amount_cents),
        amountCell(payout.charges_cents),
        amountCell(payout.refunds_cents),
        amountCell(payout.disputes_cents),
        amountCell(payout.fees_cents),
        amountCell(payout.other_cents),
        payout.currency,
        STANDING_WORDS[payoutStanding(payout)],
        amountCell(payoutDifference(payout)),
      ]),
    )
    .join('');

/** What one of them is made of, line by line. */
export const payoutLinesCsv = (payout: Payout, lines: readonly PayoutLine[]): string =>
  BYTE_ORDER_MARK +
  csvLine(LINE_HEAD) +
  lines
    .map((line) =>
      csvLine([
        payout.id,
        line.id,
        utcCell(line.at),
        KIND_WORDS[line.kind] ?? KIND_WORDS.other,
        lineTitle(line),
        amountCell(line.amount_cents),
        amountCell(line.fee_cents),
        amountCell(line.amount_cents - line.fee_cents),
        payout.currency,
        amountCell(line.paid_cents),
        line.paid_currency,
        line.noted_cents === null ? '' : amountCell(line.noted_cents),
        line.off_cents === null ? '' : amountCell(line.off_cents),
      ]),
    )
    .join('');
