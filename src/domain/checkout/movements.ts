import type { Instant, MoneyWay, PaymentRow, RefundRow, Uuid } from '#domain/rows.ts';
import { isTender } from './tenders.ts';

/** Money that came in, or went back (below zero): when on the device that noted it, and by which row. */
type Movement = {
  at: Instant;
  method: MoneyWay;
  cents: number;
  table: 'payments' | 'refunds';
  id: Uuid;
};

/** Of one sale, or of what was paid online before visits. */
export const movementsOf = (
  payments: readonly Pick<PaymentRow, 'id' | 'occurred_at' | 'method' | 'state' | 'amount_cents'>[],
  refunds: readonly Pick<RefundRow, 'id' | 'occurred_at' | 'kind' | 'method' | 'amount_cents'>[],
): Movement[] => {
  const taken = payments.flatMap(
    ({ id, occurred_at: at, method, state, amount_cents }): Movement[] =>
      // A gift card or a package that did not cover it has brought nothing.
      state === 'captured' && (isTender(method) || method === 'card_online')
        ? [{ at, method, cents: amount_cents, table: 'payments', id }]
        : [],
  );
  const back = refunds.flatMap(
    ({ id, occurred_at: at, kind, method, amount_cents }): Movement[] => {
      // Each payment goes back by the way it came.
      if (kind === 'void') {
        return taken.map((one) => ({ ...one, at, cents: -one.cents, table: 'refunds', id }));
      }
      // To what was paid online: no money of the sale.
      if (method === 'deposit') return [];
      return [{ at, method: method ?? 'other', cents: -amount_cents, table: 'refunds', id }];
    },
  );
  return [...taken, ...back];
};
