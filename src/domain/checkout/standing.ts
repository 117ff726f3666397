import type { PaymentRow, RefundRow } from '#domain/rows.ts';

export type SaleState = 'paid' | 'to_collect' | 'part_refunded' | 'refunded' | 'void';

/** How a sale stands, as its rows add up. Amounts in cents. */
export type Standing = {
  state: SaleState;
  captured_cents: number;
  /** Promised, or gone again in a dispute, and not there yet. */
  due_cents: number;
  refunded_cents: number;
  /** What may still go back. */
  refundable_cents: number;
};

/** `lostCents`: what banks have given back to the client of the deposit that the sale counts (disputes.ts). */
export const standingOf = (
  payments: readonly Pick<PaymentRow, 'state' | 'collects' | 'amount_cents'>[],
  refunds: readonly Pick<RefundRow, 'kind' | 'amount_cents'>[],
  lostCents = 0,
): Standing => {
  const captured = sum(payments.filter(({ state }) => state === 'captured'));
  const promised = sum(payments.filter(({ state }) => state === 'to_collect'));
  const collected = sum(payments.filter(({ collects }) => collects));
  const refunded = sum(refunds.filter(({ kind }) => kind === 'refund'));
  const isVoid = refunds.some(({ kind }) => kind === 'void');
  const due = isVoid ? 0 : Math.max(0, promised + lostCents - collected);
  return {
    state: isVoid
      ? 'void'
      : refunded > 0
        ? refunded < captured || due > 0
          ? 'part_refunded'
          : 'refunded'
        : due > 0
          ? 'to_collect'
          : 'paid',
    captured_cents: captured,
    due_cents: due,
    refunded_cents: refunded,
    refundable_cents: isVoid ? 0 : Math.max(0, captured - refunded - lostCents),
  };
};

const sum = (rows: readonly { amount_cents: number }[]): number =>
  rows.reduce((all, { amount_cents }) => all + amount_cents, 0);
