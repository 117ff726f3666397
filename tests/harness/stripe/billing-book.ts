import { numberAt, textAt, textsAt, type Form } from './form.ts';
import { newStripeId, Refusal } from './objects.ts';

/** Prices of the platform, by plan. */
export const PRICES = { solo: 'price_solo', team: 'price_team' } as const;

type Subscription = {
  id: string;
  object: 'subscription';
  customer: string;
  status: string;
  metadata: Record<string, string>;
  trial_end: number | null;
  cancel_at_period_end: boolean;
  cancel_at: number | null;
  items: {
    object: 'list';
    data: { id: string; price: { id: string }; quantity: number; current_period_end: number }[];
  };
};

type BillingSession = {
  id: string;
  object: 'checkout.session';
  mode: 'subscription';
  status: 'open' | 'complete';
  url: string | null;
  success_url: string;
  customer: string | null;
  subscription: string | null;
  /** What it will be made of. */
  order: { price: string; quantity: number; trialDays: number; metadata: Record<string, string> };
};

type Invoice = {
  id: string;
  object: 'invoice';
  customer: string;
  created: number;
  total: number;
  status: 'open' | 'paid';
  parent: { subscription_details: { subscription: string } };
};

const MONTH = 30 * 86_400;

/** Subscriptions of businesses on the platform's own account, as far as they concern us. */
export const createBillingBook = (
  tell: (type: string, object: object) => void,
  now: () => number,
  urlOf: (path: string) => string,
) => {
  const sessions = new Map<string, BillingSession>();
  const subscriptions = new Map<string, Subscription>();
  const invoices: Invoice[] = [];
  const subscriptionOf = (id: string): Subscription => {
    const found = subscriptions.get(id);
    if (!found) throw new Refusal(404, 'resource_missing');
    return found;
  };
  const knows = (customer: string | null): boolean =>
    [...subscriptions.values()].some((one) => one.customer === customer);
  const sessionOf = (id: string): BillingSession => {
    const found = sessions.get(id);
    if (!found) throw new Refusal(404, 'resource_missing');
    return found;
  };
  const bill = (subscription: Subscription, status: Invoice['status']): void => {
    const { price, quantity } = subscription.items.data[0]!;
    const invoice: Invoice = {
      id: newStripeId('in'),
      object: 'invoice',
      customer: subscription.customer,
      created: now(),
      total: (price.id === PRICES.solo ? 1900 : 1500) * quantity,
      status,
      parent: { subscription_details: { subscription: subscription.id } },
    };
    invoices.unshift(invoice);
    tell(status === 'paid' ? 'invoice.paid' : 'invoice.payment_failed', invoice);
  };
  return {
    has: (sessionId: string): boolean => sessions.has(sessionId),
    sessionOf,
    subscriptionOf,
    count: () => subscriptions.size,
    createSession(form: Form): BillingSession {
      const line = ['line_items', '0'];
      const price = textAt(form, ...line, 'price') ?? '';
      const customer = textAt(form, 'customer');
      if (price !== PRICES.solo && price !== PRICES.team) {
        throw new Refusal(400, 'resource_missing');
      }
      if (customer !== null && !knows(customer)) throw new Refusal(400, 'resource_missing');
      const id = newStripeId('cs_test');
      const session: BillingSession = {
        id,
        object: 'checkout.session',
        mode: 'subscription',
        status: 'open',
        url: urlOf(`/c/pay/${id}`),
        success_url: textAt(form, 'success_url') ?? '',
        customer,
        subscription: null,
        order: {
          price,
          quantity: numberAt(form, ...line, 'quantity'),
          trialDays: Number(textAt(form, 'subscription_data', 'trial_period_days') ?? 0),
          metadata: textsAt(form, 'subscription_data', 'metadata'),
        },
      };
      sessions.set(id, session);
      return session;
    },
    /** A business has given its card on the page. */
    complete(sessionId: string): string {
      const session = sessionOf(sessionId);
      if (session.status === 'complete') return session.success_url;
      const { price, quantity, trialDays, metadata } = session.order;
      const trialEnd = trialDays > 0 ? now() + trialDays * 86_400 : null;
      const subscription: Subscription = {
        id: newStripeId('sub'),
        object: 'subscription',
        customer: session.customer ?? newStripeId('cus'),
        status: trialEnd === null ? 'active' : 'trialing',
        metadata,
        trial_end: trialEnd,
        cancel_at_period_end: false,
        cancel_at: null,
        items: {
          object: 'list',
          data: [
            {
              id: newStripeId('si'),
              price: { id: price },
              quantity,
              current_period_end: trialEnd ?? now() + MONTH,
            },
          ],
        },
      };
      subscriptions.set(subscription.id, subscription);
      Object.assign(session, { status: 'complete', url: null, subscription: subscription.id });
      session.customer = subscription.customer;
      tell('customer.subscription.created', subscription);
      tell('checkout.session.completed', session);
      if (trialEnd === null) bill(subscription, 'paid');
      return session.success_url;
    },
    update(id: string, form: Form): Subscription {
      const subscription = subscriptionOf(id);
      const item = subscription.items.data[0]!;
      if (textAt(form, 'items', '0', 'id') !== item.id) throw new Refusal(400, 'resource_missing');
      item.price = { id: textAt(form, 'items', '0', 'price') ?? item.price.id };
      item.quantity = numberAt(form, 'items', '0', 'quantity');
      tell('customer.subscription.updated', subscription);
      return subscription;
    },
    /** What time, its card and the portal make of one. */
    change(
      id: string,
      to: 'active' | 'past_due' | 'unpaid' | 'canceled' | 'ends' | 'goes_on',
    ): void {
      const subscription = subscriptionOf(id);
      const item = subscription.items.data[0]!;
      if (to === 'ends' || to === 'goes_on') {
        subscription.cancel_at_period_end = to === 'ends';
      } else {
        subscription.status = to;
        subscription.trial_end = null;
        if (to === 'active') item.current_period_end = now() + MONTH;
        if (to === 'active' || to === 'past_due') {
          bill(subscription, to === 'active' ? 'paid' : 'open');
        }
      }
      const isOver = to === 'canceled';
      tell(`customer.subscription.${isOver ? 'deleted' : 'updated'}`, subscription);
    },
    portal(form: Form): object {
      const customer = textAt(form, 'customer');
      if (!knows(customer)) throw new Refusal(400, 'resource_missing');
      return {
        id: newStripeId('bps'),
        object: 'billing_portal.session',
        url: urlOf(`/portal/${customer}`),
        return_url: textAt(form, 'return_url'),
      };
    },
    invoicesOf: (customer: string | null): object => ({
      object: 'list',
      has_more: false,
      data: invoices.filter((one) => one.customer === customer),
    }),
  };
};
