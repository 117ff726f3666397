import { randomBytes } from 'node:crypto';

/** As much of Stripe's objects as is used, named and shaped as Stripe's are. */
export type Account = {
  id: string;
  object: 'account';
  country: string;
  email: string | null;
  business_profile: { name: string };
  charges_enabled: boolean;
  details_submitted: boolean;
  requirements: { currently_due: string[]; past_due: string[]; disabled_reason: string | null };
};

export type Charge = {
  id: string;
  object: 'charge';
  amount: number;
  amount_refunded: number;
  currency: string;
  disputed: boolean;
  payment_intent: string;
  /** As its payment had it. */
  metadata: Record<string, string>;
  payment_method_details: { card: { brand: string; last4: string } };
  refunds: { object: 'list'; has_more: false; data: Refund[] };
};

export type Refund = {
  id: string;
  object: 'refund';
  amount: number;
  currency: string;
  status: 'succeeded' | 'failed';
  payment_intent: string;
};

export type Intent = {
  id: string;
  object: 'payment_intent';
  created: number;
  amount: number;
  currency: string;
  status:
    | 'requires_payment_method'
    | 'requires_action'
    | 'processing'
    | 'requires_capture'
    | 'succeeded'
    | 'canceled';
  last_payment_error: { type: 'card_error'; code: string; decline_code?: string } | null;
  latest_charge: Charge | null;
  customer: string | null;
  payment_method: string | null;
  setup_future_usage: 'off_session' | null;
  metadata: Record<string, string>;
};

/** A card that is kept and not charged. */
export type Setup = {
  id: string;
  object: 'setup_intent';
  status: 'requires_payment_method' | 'requires_action' | 'succeeded';
  customer: string | null;
  payment_method: {
    id: string;
    object: 'payment_method';
    card: { brand: string; last4: string };
  } | null;
  last_setup_error: { type: 'card_error'; code: string; decline_code?: string } | null;
};

export type Session = {
  id: string;
  object: 'checkout.session';
  mode: 'payment' | 'setup';
  status: 'open' | 'complete' | 'expired';
  url: string | null;
  amount_total: number | null;
  currency: string;
  expires_at: number;
  success_url: string;
  cancel_url: string;
  payment_intent: Intent | null;
  setup_intent: Setup | null;
  description: string;
  setup_future_usage: 'off_session' | null;
  /** Of the payment that is made of it. */
  payment_metadata: Record<string, string>;
};

/** What moves on an account, and what it costs. `source`: what it is about. */
export type BalanceTransaction = {
  id: string;
  object: 'balance_transaction';
  type: string;
  amount: number;
  fee: number;
  currency: string;
  created: number;
  source: { id: string; object: string } | null;
};

export type Payout = {
  id: string;
  object: 'payout';
  amount: number;
  currency: string;
  created: number;
  arrival_date: number;
  automatic: boolean;
  reconciliation_status: 'completed' | 'in_progress' | 'not_applicable';
  status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';
};

export type Dispute = {
  id: string;
  object: 'dispute';
  amount: number;
  currency: string;
  status: 'needs_response' | 'under_review' | 'won' | 'lost';
  reason: string;
  payment_intent: string;
  balance_transactions: BalanceTransaction[];
  evidence_details: { due_by: number | null };
};

export type StripeObject = Account | Charge | Refund | Intent | Session | Dispute;

export const newStripeId = (prefix: string): string =>
  `${prefix}_${randomBytes(12).toString('hex')}`;

/** Refused by Stripe: the status, and the code of its error. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly type: string;
  /** Further facts of the error. */
  readonly facts: object;
  constructor(status: number, code: string, type = 'invalid_request_error', facts: object = {}) {
    super(code);
    this.status = status;
    this.code = code;
    this.type = type;
    this.facts = facts;
  }
}

/** What a card does, by the numbers that Stripe has for it; 3184 is of our own making. `later`: refused without its client. */
export const CARDS: Readonly<
  Record<string, 'pays' | 'asks' | 'waits' | 'later' | 'insufficient_funds'>
> = {
  '4242424242424242': 'pays',
  '4000002500003155': 'asks',
  '4000000000003220': 'asks',
  '4000000000009995': 'insufficient_funds',
  '4000000000003184': 'waits',
  '4000000000000341': 'later',
};
