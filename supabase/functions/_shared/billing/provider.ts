/**
 * Who charges businesses for the product. The provider has pages of its own for cards, invoices and the end
 * of a subscription; here is only the way there and what came of it. Throws ProviderError.
 */
export type BillingProvider = {
  readonly name: string;
  /** A page on which a business begins a subscription. The same key leads to the same page. */
  checkout(order: BillingOrder): Promise<{ id: string; url: string }>;
  /** The subscription that came of such a page; null = none yet. */
  begunBy(checkoutId: string): Promise<string | null>;
  /** The page of its cards and invoices, for one visit. */
  portal(customerId: string, returnUrl: string): Promise<string>;
  find(subscriptionId: string): Promise<BillingSubscription>;
  /** The newest first. */
  invoices(customerId: string): Promise<BillingInvoice[]>;
  /** Goes over to another plan, or to another number of people. */
  change(subscriptionId: string, to: { plan: BillingPlan; seats: number }): Promise<void>;
  /** Ends at once. One that is over already is no trouble. */
  end(subscriptionId: string): Promise<void>;
  /** A message, if its signature over the raw body is the provider's; else null. */
  readEvent(body: string, headers: Headers): Promise<BillingEvent | null>;
};

type BillingPlan = 'solo' | 'team';

type BillingOrder = {
  key: string;
  businessId: string;
  plan: BillingPlan;
  seats: number;
  email: string | null;
  /** Whom the provider knows already; null = nobody. */
  customerId: string | null;
  /** 0 = it is paid at once. */
  trialDays: number;
  returnUrl: string;
};

export type BillingSubscription = {
  id: string;
  customerId: string;
  /** As it was told when it began; null = it is nothing of ours. */
  businessId: string | null;
  plan: BillingPlan;
  seats: number;
  status:
    | 'incomplete'
    | 'incomplete_expired'
    | 'trialing'
    | 'active'
    | 'past_due'
    | 'unpaid'
    | 'canceled'
    | 'paused';
  trialEndsAt: string | null;
  currentPeriodEnd: string | null;
  cancelAtPeriodEnd: boolean;
};

export type BillingInvoice = { id: string; at: string; cents: number; state: 'paid' | 'open' };

/** Says only what it is about: how that stands is looked up. null = nothing of ours. */
type BillingEvent = { id: string; kind: string; subscriptionId: string | null };
