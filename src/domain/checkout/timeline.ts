import type {
  Instant,
  PaymentRow,
  ReceiptMailRow,
  RefundRow,
  SaleRow,
  TipRow,
  Uuid,
} from '#domain/rows.ts';

type Written = { created_at: Instant; created_by: Uuid | null; rev: number };

/** One thing that happened to a sale. `at` is the clock of the device, `reachedAt` that of the server. */
export type SaleEvent = {
  at: Instant;
  /** null = the server does not know it yet. */
  reachedAt: Instant | null;
  /** It reached the server so much later that there was no connection. */
  isLate: boolean;
  /** The account of whoever did it; null = nobody of the team, or nobody knows any more. */
  by: Uuid | null;
} & (
  | { kind: 'rung_up'; sale: SaleRow }
  | { kind: 'tip'; tip: TipRow }
  | { kind: 'paid' | 'promised' | 'collected'; payment: PaymentRow }
  | { kind: 'refund' | 'void'; refund: RefundRow }
  | { kind: 'mail' }
);

/** Sooner than that a change is on its way. */
const LATE_MS = 2 * 60_000;

/** What happened to a sale, in order: what was done at once stands as it is done at the counter. */
export const timelineOf = ({
  sale,
  tips,
  payments,
  refunds,
  mails,
}: {
  sale: SaleRow;
  tips: readonly TipRow[];
  payments: readonly PaymentRow[];
  refunds: readonly RefundRow[];
  mails: readonly ReceiptMailRow[];
}): SaleEvent[] =>
  [
    { ...written(sale, sale.occurred_at), kind: 'rung_up' as const, sale },
    ...tips.map((tip) => ({ ...written(tip, tip.occurred_at), kind: 'tip' as const, tip })),
    ...payments.map((payment) => ({
      ...written(payment, payment.occurred_at),
      kind: paymentKind(payment),
      payment,
    })),
    ...refunds.map((refund) => ({
      ...written(refund, refund.occurred_at),
      kind: refund.kind,
      refund,
    })),
    ...mails.map((mail) => ({ ...written(mail, mail.asked_at), kind: 'mail' as const })),
    // Sorting keeps the order of what has one time.
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));

const written = ({ created_at, created_by, rev }: Written, at: Instant) => ({
  at,
  reachedAt: rev === 0 ? null : created_at,
  isLate: rev > 0 && Date.parse(created_at) - Date.parse(at) > LATE_MS,
  by: created_by,
});

const paymentKind = ({ collects, state }: PaymentRow): 'paid' | 'promised' | 'collected' =>
  collects ? 'collected' : state === 'captured' ? 'paid' : 'promised';
