import type { PaymentRow, RefundRow } from '#domain/rows.ts';
import type { Discount } from './cart.ts';
import { isPrepaid } from './prepaid.ts';
import type { SaleState } from './standing.ts';

export const METHOD_WORDS: Readonly<Record<PaymentRow['method'], string>> = {
  cash: 'Cash',
  card_terminal: 'Card terminal',
  bank_transfer: 'Bank transfer',
  other: 'Other',
  card_online: 'Paid online',
  deposit: 'Deposit, paid online',
  gift_card: 'Gift card',
  package: 'Package',
  card: 'Card, to be collected',
  owed: 'Pays later',
};

export const STATE_WORDS: Readonly<Record<SaleState, string>> = {
  paid: 'Paid',
  to_collect: 'To be collected',
  part_refunded: 'Partly refunded',
  refunded: 'Refunded',
  void: 'Taken back',
};

/** `Gift card 7KQ2`, `Package: Ten massages`, or what it was called. `state`: of a payment that is stored. */
export const paymentWords = ({
  method,
  label,
  state,
  collects,
}: Pick<PaymentRow, 'method' | 'label'> &
  Partial<Pick<PaymentRow, 'state' | 'collects'>>): string => {
  // Not before the visit: by the link of the bill.
  if (method === 'deposit' && collects) return METHOD_WORDS.card_online;
  if (!isPrepaid(method)) return label ?? METHOD_WORDS[method];
  const between = method === 'package' ? ': ' : ' ';
  const words = label === null ? METHOD_WORDS[method] : METHOD_WORDS[method] + between + label;
  return state === 'to_collect' ? `${words}, to be collected` : words;
};

/** By which way something went back: to what was paid online is to its card. */
export const backWords = (method: RefundRow['method']): string =>
  METHOD_WORDS[method === 'deposit' ? 'card_online' : (method ?? 'other')];

/** `10 %`, or the amount. */
export const discountWords = (discount: Discount, money: (cents: number) => string): string =>
  'bp' in discount ? `${discount.bp / 100} %` : money(discount.cents);
