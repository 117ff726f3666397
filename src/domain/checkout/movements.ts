import type { Instant, MoneyWay, PaymentRow, RefundRow } from '#domain/rows.ts';
import { isTender } from './tenders.ts';

/** Money that came in, or went back (below zero): when on the device that noted it, and how. */
type Movement = { at: Instant; method: MoneyWay; cents: number };

/** Of one sale, or of what was paid online before visits. */
export const movementsOf = (
  payments: readonly Pick<PaymentRow, 'occurred_at' | 'method' | 'state' | 'amount_cents'>[],
  refunds: readonly Pick<RefundRow, 'occurred_at' | 'kind' | 'method' | 'amount_cents'>[],
): Movement[] => {
  const taken = payments.flatMap(({ occurred_at, method, state, amount_cents }): Movement[] =>
    // A gift card that did not cover it has brought nothing.
    state === 'captured' && (isTender(method) || method === 'card_online')
      ? [{ at: occurred_at, method, cents: amount_cents }]
      : [],
  );
  const back = refunds.flatMap(({ occurred_at, kind, method, amount_cents }): Movement[] =>
    kind === 'void'
      ? // Each payment goes back by the way it came.
        taken.map((one) => ({ ...one, at: occurred_at, cents: -one.cents }))
      : [{ at: occurred_at, method: method ?? 'other', cents: -amount_cents }],
  );
  return [...taken, ...back];
};
