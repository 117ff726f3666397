import type { Day, Instant, Uuid } from '../rows.ts';

/** `failed`: the bank did not take it, or it was called back; the money is on the account again. */
export type PayoutState = 'pending' | 'paid' | 'failed';
/** Whether it is told what it is made of. `later`: the provider is still adding up; `never`: it was taken out by hand. */
export type PayoutParts = 'told' | 'later' | 'never';
/** `dispute` takes, `dispute_back` gives back. `payout_back`: an earlier payout that failed. */
export type PayoutLineKind =
  | 'charge'
  | 'refund'
  | 'refund_failed'
  | 'dispute'
  | 'dispute_back'
  | 'fee'
  | 'payout_back'
  | 'other';

/** What the provider has paid out to the bank of the business, and what it is made of. */
export type Payout = {
  payee: string;
  id: string;
  state: PayoutState;
  parts: PayoutParts;
  arrives_on: Day;
  begun_at: Instant;
  amount_cents: number;
  currency: string;
  /** Its lines are here and were compared. */
  is_listed: boolean;
  lines: number;
  charges_cents: number;
  refunds_cents: number;
  disputes_cents: number;
  other_cents: number;
  fees_cents: number;
  /** Lines that are not what was noted, and by how much in all. */
  differing: number;
  off_cents: number;
  /** What the payout is more than its lines. */
  gap_cents: number;
};

export type PayoutLine = {
  id: string;
  kind: PayoutLineKind;
  at: Instant;
  amount_cents: number;
  fee_cents: number;
  /** The amount in the money that was paid in. */
  paid_cents: number;
  paid_currency: string;
  /** null: there is nothing here that it could be compared with. */
  noted_cents: number | null;
  off_cents: number | null;
  purpose: string | null;
  appointment_id: Uuid | null;
  sale_id: Uuid | null;
  /** The receipt or the membership. */
  title: string | null;
};

/** Payouts as the server told them, the newest first. */
export type PaidOut = {
  currency: string;
  locale: string;
  /** When the provider was asked the last time; null = not yet. */
  looked_at: Instant | null;
  is_more: boolean;
  /** Payments that are in no payout yet, and what is left of them. */
  waiting: number;
  waiting_cents: number;
  payouts: Payout[];
};

export type PayoutStanding = 'matches' | 'differs' | 'later' | 'by_hand';

/** How a payout compares with what was noted. */
export const payoutStanding = (payout: Payout): PayoutStanding => {
  if (payout.parts === 'never') return 'by_hand';
  if (!payout.is_listed) return 'later';
  return payout.differing > 0 || payout.gap_cents !== 0 ? 'differs' : 'matches';
};

/** By how much a payout is more than was noted. */
export const payoutDifference = ({ off_cents, gap_cents }: Payout): number => off_cents + gap_cents;
