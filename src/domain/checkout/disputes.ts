import type { DisputeEntryRow, Instant, PaymentRow, RefundRow, Uuid } from '#domain/rows.ts';
import type { VisitDeposit } from './deposits.ts';

/** How a dispute stands, as its entries add up. Amounts in cents. */
export type DisputeStanding = {
  id: Uuid;
  paymentId: Uuid;
  state: DisputeEntryRow['state'];
  /** What the bank has taken and not given back. */
  taken: number;
  /** What the provider has charged for it. */
  fees: number;
  /** Until when the business can object; null = nobody can any more. */
  answerBy: Instant | null;
  openedAt: Instant;
};

/** The newest first. */
export const disputesOf = (entries: readonly DisputeEntryRow[]): DisputeStanding[] => {
  const found = new Map<Uuid, DisputeStanding>();
  for (const entry of entries.toSorted(inTime)) {
    const { dispute_id: id, payment_id: paymentId, state, occurred_at } = entry;
    const known = found.get(id);
    // What is decided stays decided.
    const standing = known && known.state !== 'open' ? known.state : state;
    found.set(id, {
      id,
      paymentId,
      state: standing,
      taken: (known?.taken ?? 0) + entry.amount_cents,
      fees: (known?.fees ?? 0) + entry.fee_cents,
      answerBy: standing === 'open' ? entry.answer_by : null,
      openedAt: known?.openedAt ?? occurred_at,
    });
  }
  return [...found.values()].toSorted((a, b) => (a.openedAt < b.openedAt ? 1 : -1));
};

/** Whether nobody has decided about one of them yet, whatever of the money is where. */
export const isDisputed = (disputes: readonly DisputeStanding[]): boolean =>
  disputes.some(({ state }) => state === 'open');

const inTime = (a: DisputeEntryRow, b: DisputeEntryRow): number =>
  a.occurred_at === b.occurred_at ? (a.id < b.id ? -1 : 1) : a.occurred_at < b.occurred_at ? -1 : 1;

/**
 * What a sale has counted as paid before its visit and banks have decided for the client: it is to be
 * collected. As far as something else of the deposit was left, nothing is missing. In cents.
 */
export const lostOfSale = (
  payments: readonly Pick<PaymentRow, 'method' | 'appointment_id' | 'amount_cents'>[],
  deposits: ReadonlyMap<Uuid, VisitDeposit>,
): number =>
  payments.reduce((sum, { method, appointment_id, amount_cents }) => {
    const deposit =
      method === 'deposit' && appointment_id ? deposits.get(appointment_id) : undefined;
    if (!deposit || deposit.lost === 0) return sum;
    return sum + Math.min(amount_cents, deposit.lost, Math.max(0, -deposit.left));
  }, 0);

/** Money that moved on the account with the provider, fees with it: below zero = it was taken. */
export const movedBy = ({
  amount_cents,
  fee_cents,
}: Pick<DisputeEntryRow, 'amount_cents' | 'fee_cents'>): number => -(amount_cents + fee_cents);

/** `Disputed`, or what came of it. */
export const DISPUTE_WORDS: Readonly<Record<DisputeEntryRow['state'], string>> = {
  open: 'Disputed',
  won: 'Dispute won',
  lost: 'Dispute lost',
};

/** The part of refunds that a sum of a day counts, of rows that are about no sale. */
type OnlineMoves = {
  payments: readonly Pick<PaymentRow, 'sale_id' | 'amount_cents'>[];
  refunds: readonly Pick<RefundRow, 'sale_id' | 'amount_cents'>[];
  disputes: readonly Pick<DisputeEntryRow, 'amount_cents' | 'fee_cents'>[];
};

/** What came in online less what went back and what disputes took, in cents. */
export const onlineSum = ({ payments, refunds, disputes }: OnlineMoves): number => {
  const sum = (rows: readonly { sale_id: Uuid | null; amount_cents: number }[]): number =>
    rows.reduce((all, { sale_id, amount_cents }) => all + (sale_id === null ? amount_cents : 0), 0);
  return sum(payments) - sum(refunds) + disputes.reduce((all, entry) => all + movedBy(entry), 0);
};
