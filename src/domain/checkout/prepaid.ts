import type { PaymentRow, SaleLineKind } from '#domain/rows.ts';

/** Whether a line is money for later: without tax until it is used, nothing off, and nothing sold yet. */
export const isPrepaidLine = (kind: SaleLineKind): boolean =>
  kind === 'gift_card' || kind === 'package';

/** Whether it was paid before: the money came in when the card or the package was sold. */
export const isPrepaid = (method: PaymentRow['method']): method is 'gift_card' | 'package' =>
  method === 'gift_card' || method === 'package';
