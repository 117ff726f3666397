import Stripe from 'stripe';
import { ProviderError } from '../payments/provider.ts';
import { asking, stripeClient } from '../payments/stripe/client.ts';
import { idOf } from '../payments/stripe/events.ts';
import type { BillingInvoice, BillingProvider, BillingSubscription } from './provider.ts';

/** `prices`: of a month, by plan; the team's is for each person. */
type BillingKeys = {
  secretKey: string;
  webhookSecret: string;
  apiUrl: string | null;
  prices: { solo: string; team: string };
};

/** As many invoices as a page shows; the rest is in the portal. */
const INVOICES = 24;
/** Messages from a later time than this are nobody's. */
const TOLERANCE_SECONDS = 300;

/** Stripe Billing, on the platform's own account and on Stripe's own pages. */
export const stripeBilling = (keys: BillingKeys): BillingProvider => {
  const stripe = stripeClient(keys);
  const lineOf = (plan: 'solo' | 'team', seats: number) => ({
    price: keys.prices[plan],
    quantity: plan === 'solo' ? 1 : seats,
  });
  return {
    name: 'stripe',

    async checkout({ key, businessId, plan, seats, email, customerId, trialDays, returnUrl }) {
      const { id, url } = await asking(
        stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            line_items: [lineOf(plan, seats)],
            ...(customerId !== null
              ? { customer: customerId }
              : email === null
                ? {}
                : { customer_email: email }),
            client_reference_id: businessId,
            subscription_data: {
              metadata: { [BUSINESS]: businessId },
              ...(trialDays > 0 ? { trial_period_days: trialDays } : {}),
            },
            success_url: returnUrl,
            cancel_url: returnUrl,
          },
          { idempotencyKey: key },
        ),
      );
      if (url === null) throw new ProviderError('Stripe: a page without an address', true);
      return { id, url };
    },

    async begunBy(checkoutId) {
      return idOf((await asking(stripe.checkout.sessions.retrieve(checkoutId))).subscription);
    },

    async portal(customerId, returnUrl) {
      const { url } = await asking(
        stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }),
      );
      return url;
    },

    async find(subscriptionId) {
      return subscriptionOf(await asking(stripe.subscriptions.retrieve(subscriptionId)), keys);
    },

    async invoices(customerId) {
      const { data } = await asking(
        stripe.invoices.list({ customer: customerId, limit: INVOICES }),
      );
      return data.flatMap(({ id, created, total, status }): BillingInvoice[] =>
        id && (status === 'paid' || status === 'open' || status === 'uncollectible')
          ? [{ id, at: atOf(created), cents: total, state: status === 'paid' ? 'paid' : 'open' }]
          : [],
      );
    },

    async change(subscriptionId, { plan, seats }) {
      const known = await asking(stripe.subscriptions.retrieve(subscriptionId));
      const item = known.items.data[0];
      if (!item) throw new ProviderError('Stripe: a subscription of nothing', false);
      const line = lineOf(plan, seats);
      if (item.price.id === line.price && item.quantity === line.quantity) return;
      // Said twice it is the same: no key is needed.
      await asking(
        stripe.subscriptions.update(subscriptionId, { items: [{ id: item.id, ...line }] }),
      );
    },

    async end(subscriptionId) {
      const known = await asking(stripe.subscriptions.retrieve(subscriptionId));
      if (known.status === 'canceled' || known.status === 'incomplete_expired') return;
      await asking(stripe.subscriptions.cancel(subscriptionId));
    },

    async readEvent(body, headers) {
      const signature = headers.get('stripe-signature');
      if (signature === null || isFromTomorrow(signature)) return null;
      let event: Stripe.Event;
      try {
        event = await stripe.webhooks.constructEventAsync(body, signature, keys.webhookSecret);
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;
        throw error;
      }
      // What happens on accounts of businesses is another place's, and so is what is not real there.
      const isOurs = !event.account && event.livemode === keys.secretKey.includes('_live_');
      return {
        id: event.id,
        kind: event.type,
        subscriptionId: isOurs ? subscriptionOfEvent(event) : null,
      };
    },
  };
};

/** Where Stripe keeps whose subscription it is. */
const BUSINESS = 'daybook_business';

const subscriptionOfEvent = (event: Stripe.Event): string | null => {
  switch (event.type) {
    case 'checkout.session.completed':
      return idOf(event.data.object.subscription);
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return event.data.object.id;
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'invoice.finalized':
      return idOf(event.data.object.parent?.subscription_details?.subscription ?? null);
    default:
      return null;
  }
};

const STATUSES = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'canceled',
  'paused',
] as const;

const subscriptionOf = (
  subscription: Stripe.Subscription,
  { prices }: BillingKeys,
): BillingSubscription => {
  const item = subscription.items.data[0];
  const status = STATUSES.find((one) => one === subscription.status);
  const customerId = idOf(subscription.customer);
  if (!item || !status || customerId === null) {
    throw new ProviderError('Stripe: a subscription that makes no sense', false);
  }
  return {
    id: subscription.id,
    customerId,
    businessId: subscription.metadata[BUSINESS] ?? null,
    plan: item.price.id === prices.solo ? 'solo' : 'team',
    seats: item.quantity ?? 1,
    status,
    trialEndsAt: subscription.trial_end === null ? null : atOf(subscription.trial_end),
    currentPeriodEnd: atOf(item.current_period_end),
    cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
  };
};

const atOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

const isFromTomorrow = (signature: string): boolean => {
  const at = Number(/(?:^|,)\s*t=(\d+)/.exec(signature)?.[1] ?? Number.NaN);
  return at > Date.now() / 1000 + TOLERANCE_SECONDS;
};
