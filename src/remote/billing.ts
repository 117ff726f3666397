import type { Result } from '#domain/errors/result.ts';
import type { Instant, Uuid } from '#domain/rows.ts';
import { callAsMember, callFunctionAsMember } from './rest.ts';

export type BillingPlan = 'solo' | 'team';

/** As the provider says it. */
export type BillingStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'canceled'
  | 'paused';

type Invoice = { id: Uuid; at: Instant; amount_cents: number; state: 'paid' | 'open' };

/**
 * How a business stands with what the product costs. `provider` null: nothing is charged here. `access`:
 * `warned` = a payment failed, `limited` = no bookings online and no messages; its data is always open.
 * What follows `may_manage` is there for who manages billing alone, where there is a provider.
 */
export type BillingState = {
  provider: 'test' | 'stripe' | null;
  access: 'full' | 'warned' | 'limited';
  may_manage: boolean;
  /** Who take appointments: those are paid for. */
  seats?: number;
  /** Of a month, in US cents. */
  plans?: { plan: BillingPlan; cents: number }[];
  subscription?: {
    plan: BillingPlan;
    status: BillingStatus;
    trial_ends_at: Instant | null;
    current_period_end: Instant | null;
    cancel_at_period_end: boolean;
  } | null;
  /** The newest first. */
  invoices?: Invoice[];
  /** The mails that left in this month (`2026-11`) and in the two before it, the newest first. */
  usage?: { month: string; mails: number }[];
};

/** `pay`: a payment that succeeds, or one that fails, where nobody really charges. */
export type BillingChange = { plan: BillingPlan } | { pay: boolean } | { cancel: boolean };

/** `portal`: cards, invoices and the end, on the provider's page; `look`: asks it how the subscription stands. */
export type BillingVisit = { plan: BillingPlan } | 'portal' | 'look';

/** None of it works offline (code `offline`). */
export type BillingServer = {
  state: (businessId: Uuid) => Promise<Result<BillingState>>;
  /** Codes: not_allowed, not_offered, invalid (`plan`: too many people for it), not_found. */
  change: (businessId: Uuid, change: BillingChange) => Promise<Result<BillingState>>;
  /**
   * Where somebody really charges: `url` is the provider's page to go to, for one visit; null = what was asked
   * for is done. Codes as those of `change`.
   */
  visit: (businessId: Uuid, visit: BillingVisit) => Promise<Result<{ url: string | null }>>;
};

export const billingServer: BillingServer = {
  state: (businessId) => callAsMember('billing_state', { business_id: businessId }),
  change: (businessId, change) =>
    callAsMember('change_billing', { business_id: businessId, change }),
  visit: (businessId, visit) =>
    callFunctionAsMember('billing', {
      business_id: businessId,
      ...(typeof visit === 'string' ? { action: visit } : { action: 'plan', plan: visit.plan }),
    }),
};
