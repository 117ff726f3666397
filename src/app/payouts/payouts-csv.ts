import { payoutDifference, payoutStanding } from '#domain/checkout/payouts.ts';
import type { Payout, PayoutLine, PayoutStanding } from '#domain/checkout/payouts.ts';
import { BYTE_ORDER_MARK, csvLine } from '#domain/text/csv.ts';
import { KIND_WORDS, STATE_WORDS, lineTitle } from './payout-words.ts';

const STANDINGS: Readonly<Record<PayoutStanding, string>> = {
  matches: 'Matches',
  differs: 'Differs',
  later: 'Not compared yet',
  by_hand: 'Taken out by hand',
};

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
        payout.begun_at.slice(0, 10),
        payout.arrives_on,
        STATE_WORDS[payout.state],
        plain(payout.amount_cents),
        plain(payout.charges_cents),
        plain(payout.refunds_cents),
        plain(payout.disputes_cents),
        plain(payout.fees_cents),
        plain(payout.other_cents),
        payout.currency,
        STANDINGS[payoutStanding(payout)],
        plain(payoutDifference(payout)),
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
        line.at,
        KIND_WORDS[line.kind] ?? KIND_WORDS.other,
        lineTitle(line),
        plain(line.amount_cents),
        plain(line.fee_cents),
        plain(line.amount_cents - line.fee_cents),
        payout.currency,
        plain(line.paid_cents),
        line.paid_currency,
        line.noted_cents === null ? '' : plain(line.noted_cents),
        line.off_cents === null ? '' : plain(line.off_cents),
      ]),
    )
    .join('');

const plain = (cents: number): string => (cents / 100).toFixed(2);
