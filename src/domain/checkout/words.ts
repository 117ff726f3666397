import type { PaymentRow } from '#domain/rows.ts';
import type { Discount } from './cart.ts';
import type { SaleState } from './standing.ts';

export const METHOD_WORDS: Readonly<Record<PaymentRow['method'], string>> = {
  cash: 'Cash',
  card_terminal: 'Card terminal',
  bank_transfer: 'Bank transfer',
  other: 'Other',
  card_online: 'Paid online',
  deposit: 'Deposit, paid online',
  gift_card: 'Gift card',
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

/** `Gift card 7KQ2`, or what it was called. */
export const paymentWords = ({ method, label }: Pick<PaymentRow, 'method' | 'label'>): string =>
  method === 'gift_card' ? `Gift card ${label ?? ''}`.trim() : (label ?? METHOD_WORDS[method]);

/** `10 %`, or the amount. */
export const discountWords = (discount: Discount, money: (cents: number) => string): string =>
  'bp' in discount ? `${discount.bp / 100} %` : money(discount.cents);
