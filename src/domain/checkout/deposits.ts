import type { PaymentRow, RefundRow, Uuid } from '#domain/rows.ts';

/** What a client paid online before a visit, in cents. */
export type VisitDeposit = {
  paid: number;
  returned: number;
  /** What no sale has taken up yet. */
  left: number;
};

const NONE: VisitDeposit = { paid: 0, returned: 0, left: 0 };

/**
 * By visit, from the payments and refunds that name one. `voided`: sales that were taken back, and with
 * them what they took up. `private.deposit_left` is the same in SQL.
 */
export const depositsByVisit = (
  payments: readonly Pick<PaymentRow, 'appointment_id' | 'method' | 'sale_id' | 'amount_cents'>[],
  refunds: readonly Pick<RefundRow, 'appointment_id' | 'amount_cents'>[],
  voided: ReadonlySet<Uuid | null>,
): ReadonlyMap<Uuid, VisitDeposit> => {
  const found = new Map<Uuid, VisitDeposit>();
  const add = (id: Uuid | null | undefined, part: VisitDeposit): void => {
    if (!id) return;
    const { paid, returned, left } = found.get(id) ?? NONE;
    found.set(id, {
      paid: paid + part.paid,
      returned: returned + part.returned,
      left: left + part.left,
    });
  };
  for (const { appointment_id, method, sale_id, amount_cents } of payments) {
    if (method === 'card_online') {
      add(appointment_id, { paid: amount_cents, returned: 0, left: amount_cents });
    } else if (!voided.has(sale_id)) {
      add(appointment_id, { paid: 0, returned: 0, left: -amount_cents });
    }
  }
  for (const { appointment_id, amount_cents } of refunds) {
    add(appointment_id, { paid: 0, returned: amount_cents, left: -amount_cents });
  }
  return found;
};

/** The sales among these refunds that were taken back as a whole. */
export const voidedSales = (
  refunds: readonly Pick<RefundRow, 'kind' | 'sale_id'>[],
): ReadonlySet<Uuid | null> =>
  new Set(refunds.flatMap(({ kind, sale_id }) => (kind === 'void' ? [sale_id] : [])));
