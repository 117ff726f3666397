import type { Result } from '#domain/errors/result.ts';
import type { Instant, Uuid } from '#domain/rows.ts';

/** What was paid online, as the server has it, for who may give it back. */
export type OnlinePayment = {
  id: Uuid;
  /** What was charged, what has gone back of it, and what may go back now; in minor units. */
  amount: number;
  returned: number;
  left: number;
  /** What goes back at `due_at`. */
  asked: { amount: number; due_at: Instant; may_take_back: boolean } | null;
  card: { brand: string; last4: string } | null;
};

/** What it was paid for. */
export type PaidFor = { appointment_id: Uuid } | { gift_card_id: Uuid } | { sale_id: Uuid };

/** Needs a connection. Codes: not_allowed. */
export type OnlineRefunds = {
  look: (paidFor: PaidFor) => Promise<Result<{ payments: OnlinePayment[] }>>;
  /** The same `opId` asks once. Codes: not_found, invalid (amount_cents, reason), in_use, nothing_due. */
  ask: (
    paymentId: Uuid,
    cents: number,
    reason: string,
    opId: Uuid,
  ) => Promise<Result<{ due_at: Instant }>>;
  /** Codes: not_found, undo_expired. */
  takeBack: (paymentId: Uuid) => Promise<Result<unknown>>;
};
