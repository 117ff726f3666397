import type { DisputeEntryRow, PaymentRow, RefundRow, Uuid } from '#domain/rows.ts';

/** What a client paid online before a visit, in cents. */
export type VisitDeposit = {
  paid: number;
  returned: number;
  /** What banks have taken back by now, and how much of that for good. */
  disputed: number;
  lost: number;
  /** What no sale has taken up yet; below zero where a bank took what a sale had taken up. */
  left: number;
};

const NONE: VisitDeposit = { paid: 0, returned: 0, disputed: 0, lost: 0, left: 0 };

/**
 * By visit, from the payments, refunds and disputes that name one. `voided`: sales that were taken back,
 * and with them what they took up. `private.deposit_left` is the same in SQL.
 */
export const depositsByVisit = (
  payments: readonly Pick<PaymentRow, 'appointment_id' | 'method' | 'sale_id' | 'amount_cents'>[],
  refunds: readonly Pick<RefundRow, 'appointment_id' | 'amount_cents'>[],
  voided: ReadonlySet<Uuid | null>,
  disputes: readonly Pick<
    DisputeEntryRow,
    'appointment_id' | 'dispute_id' | 'state' | 'amount_cents'
  >[],
): ReadonlyMap<Uuid, VisitDeposit> => {
  const found = new Map<Uuid, VisitDeposit>();
  const add = (id: Uuid | null | undefined, part: Partial<VisitDeposit>): void => {
    if (!id) return;
    const sum = { ...(found.get(id) ?? NONE) };
    for (const name of Object.keys(part) as (keyof VisitDeposit)[]) sum[name] += part[name] ?? 0;
    found.set(id, sum);
  };
  for (const { appointment_id, method, sale_id, amount_cents } of payments) {
    if (method === 'card_online') add(appointment_id, { paid: amount_cents, left: amount_cents });
    else if (!voided.has(sale_id)) add(appointment_id, { left: -amount_cents });
  }
  for (const { appointment_id, amount_cents } of refunds) {
    add(appointment_id, { returned: amount_cents, left: -amount_cents });
  }
  const lost = new Set(
    disputes.flatMap(({ dispute_id, state }) => (state === 'lost' ? dispute_id : [])),
  );
  for (const { appointment_id, dispute_id, amount_cents } of disputes) {
    add(appointment_id, {
      disputed: amount_cents,
      lost: lost.has(dispute_id) ? amount_cents : 0,
      left: -amount_cents,
    });
  }
  return found;
};

/** The sales among these refunds that were taken back as a whole. */
export const voidedSales = (
  refunds: readonly Pick<RefundRow, 'kind' | 'sale_id'>[],
): ReadonlySet<Uuid | null> =>
  new Set(refunds.flatMap(({ kind, sale_id }) => (kind === 'void' ? [sale_id] : [])));
