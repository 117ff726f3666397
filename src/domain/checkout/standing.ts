import type { PaymentRow, RefundRow } from '#domain/rows.ts';

export type SaleState = 'paid' | 'to_collect' | 'part_refunded' | 'refunded' | 'void';

/** How a sale stands, as its rows add up. Amounts in cents. */
export type Standing = {
  state: SaleState;
  captured_cents: number;
  /** Promised, and not there yet. */
  due_cents: number;
  refunded_cents: number;
  /** What may still go back. */
  refundable_cents: number;
};

export const standingOf = (
  payments: readonly Pick<PaymentRow, 'state' | 'collects' | 'amount_cents'>[],
  refunds: readonly Pick<RefundRow, 'kind' | 'amount_cents'>[],
): Standing => {
  const captured = sum(payments.filter(({ state }) => state === 'captured'));
  const promised = sum(payments.filter(({ state }) => state === 'to_collect'));
  const collected = sum(payments.filter(({ collects }) => collects));
  const refunded = sum(refunds.filter(({ kind }) => kind === 'refund'));
  const isVoid = refunds.some(({ kind }) => kind === 'void');
  const due = isVoid ? 0 : promised - collected;
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
    refundable_cents: isVoid ? 0 : captured - refunded,
  };
};

const sum = (rows: readonly { amount_cents: number }[]): number =>
  rows.reduce((all, { amount_cents }) => all + amount_cents, 0);
