import type { BillingInvoice, BillingSubscription } from './provider.ts';

/** A subscription that is to be looked up; `seats`: who takes appointments by now. */
type DueSubscription = {
  subscription_id: string;
  /** null = its business is gone: it is to end. */
  plan: 'solo' | 'team' | null;
  seats: number;
  known_seats: number;
};

/** The SQL functions of billing. */
export type BillingLedger = {
  /** The page that a business was led to. */
  begun(key: string, checkoutId: string): Promise<void>;
  note(
    provider: string,
    subscription: BillingSubscription,
    invoices: BillingInvoice[],
  ): Promise<void>;
  due(): Promise<DueSubscription[]>;
};

/** The billing of a Supabase project, with its secret key. */
export const billingLedger = (url: string, secretKey: string): BillingLedger => {
  const call = async <T>(name: string, args: Record<string, unknown>): Promise<T> => {
    const response = await fetch(`${url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: {
        apikey: secretKey,
        authorization: `Bearer ${secretKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(args),
    });
    if (!response.ok) throw new Error(`${name} answered ${response.status}`);
    return (await response.json()) as T;
  };
  return {
    async begun(key, checkoutId) {
      await call('note_billing_checkout', { key, checkout_id: checkoutId });
    },
    async note(provider, one, invoices) {
      // One of a business that is gone is nothing of ours any more.
      await call('note_billing', {
        provider,
        subscription: {
          id: one.id,
          customer_id: one.customerId,
          business_id: one.businessId,
          plan: one.plan,
          seats: one.seats,
          status: one.status,
          trial_ends_at: one.trialEndsAt,
          current_period_end: one.currentPeriodEnd,
          cancel_at_period_end: one.cancelAtPeriodEnd,
        },
        invoices: invoices.map(({ id, at, cents, state }) => ({
          id,
          at,
          amount_cents: cents,
          state,
        })),
      });
    },
    async due() {
      return (await call<{ subscriptions: DueSubscription[] }>('billing_due', {})).subscriptions;
    },
  };
};
