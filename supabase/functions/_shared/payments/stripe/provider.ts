import Stripe from 'stripe';
import { ProviderError } from '../provider.ts';
import type { KeptCard, PaymentProvider, ProviderDispute, ProviderPayment } from '../provider.ts';
import { stripeAccounts } from './accounts.ts';
import { asking, stripeClient, type StripeKeys } from './client.ts';
import { idOf, pageOf, readStripeEvent } from './events.ts';

/**
 * Stripe Connect, with pages of Stripe's own (Checkout): the card never passes through our code, and no
 * script of Stripe's through our pages. Charged is on the account of the business (direct charges).
 */
export const stripeProvider = (keys: StripeKeys): PaymentProvider => {
  const stripe = stripeClient(keys);

  const page = (id: string, payee: string): Promise<Stripe.Checkout.Session> =>
    asking(
      stripe.checkout.sessions.retrieve(
        id,
        { expand: ['payment_intent.latest_charge.refunds'] },
        { stripeAccount: payee },
      ),
    );
  const find = async (id: string, payee: string): Promise<ProviderPayment> =>
    isIntent(id)
      ? paymentOfIntent(
          await asking(
            stripe.paymentIntents.retrieve(
              id,
              { expand: ['latest_charge.refunds'] },
              { stripeAccount: payee },
            ),
          ),
        )
      : paymentOf(await page(id, payee));
  /** What was paid with on a page. */
  const intentOf = async (id: string, payee: string): Promise<string> => {
    if (isIntent(id)) return id;
    const intent = idOf((await page(id, payee)).payment_intent);
    if (intent === null) throw new ProviderError('Stripe: nothing was paid here', false);
    return intent;
  };

  return {
    name: 'stripe',
    accounts: stripeAccounts(stripe),
    find,

    async open({ key, payee, cents, currency, description, keepsCard, returnUrl, expiresAt }) {
      const session = await asking(
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            allowed_payment_method_types: ['card'],
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: currency.toLowerCase(),
                  unit_amount: cents,
                  product_data: { name: description },
                },
              },
            ],
            payment_intent_data: {
              capture_method: 'manual',
              description,
              ...(keepsCard ? { setup_future_usage: 'off_session' as const } : {}),
            },
            ...(keepsCard ? { customer_creation: 'always' as const } : {}),
            client_reference_id: key,
            success_url: returnUrl,
            cancel_url: returnUrl,
            expires_at: Math.floor(Date.parse(expiresAt) / 1000),
          },
          { stripeAccount: payee, idempotencyKey: key },
        ),
      );
      return paymentOf(session);
    },

    async charge({ key, payee, payment, cents, currency, description, card }) {
      const charged = stripe.paymentIntents.create(
        {
          amount: cents,
          currency: currency.toLowerCase(),
          customer: card.customer,
          payment_method: card.method,
          description,
          metadata: { payment },
          // Nothing that would lead a client away who is not there.
          allowed_payment_method_types: ['card'],
          confirm: true,
          off_session: true,
          expand: ['latest_charge'],
        },
        { stripeAccount: payee, idempotencyKey: key },
      );
      try {
        return paymentOfIntent(await charged);
      } catch (error) {
        // The first try may have charged it: nobody knows, so nobody may think that it did not.
        if (error instanceof Stripe.errors.StripeIdempotencyError) {
          throw new ProviderError('Stripe: charged before in other words', true);
        }
        const refused = refusedIntent(error);
        return refused ? paymentOfIntent(refused) : await asking(Promise.reject(error));
      }
    },

    // Not by Stripe's search, which learns of a charge later than it is made.
    async findCharge({ payee, payment, card }) {
      const { data } = await asking(
        stripe.paymentIntents.list(
          { customer: card.customer, limit: 100, expand: ['data.latest_charge.refunds'] },
          { stripeAccount: payee },
        ),
      );
      const intent = data.find(({ metadata }) => metadata['payment'] === payment);
      return intent ? paymentOfIntent(intent) : null;
    },

    async capture(id, { key, payee }) {
      const intent = await intentOf(id, payee);
      await asking(
        stripe.paymentIntents.capture(intent, {}, { stripeAccount: payee, idempotencyKey: key }),
      );
      return find(id, payee);
    },

    async cancel(id, { key, payee }) {
      const session = isIntent(id) ? null : await page(id, payee);
      const intent = session ? idOf(session.payment_intent) : id;
      // A key is for one call: the page may be paid between the two.
      const call = (what: string) => ({ stripeAccount: payee, idempotencyKey: `${key}:${what}` });
      if (session?.status === 'open') {
        await asking(stripe.checkout.sessions.expire(id, {}, call('page')));
      } else if (session?.status !== 'expired' && intent !== null) {
        await asking(stripe.paymentIntents.cancel(intent, {}, call('card')));
      }
      return find(id, payee);
    },

    async refund(id, cents, { key, payee }) {
      const intent = await intentOf(id, payee);
      await asking(
        stripe.refunds.create(
          { payment_intent: intent, amount: cents },
          { stripeAccount: payee, idempotencyKey: key },
        ),
      );
      return find(id, payee);
    },

    async findDispute(id, payee) {
      const dispute = await asking(stripe.disputes.retrieve(id, {}, { stripeAccount: payee }));
      const intent = idOf(dispute.payment_intent);
      if (intent === null) throw new ProviderError('Stripe: a dispute about no payment', false);
      return disputeOf(dispute, await pageOf(stripe, intent, payee));
    },

    readEvent: (body, headers) =>
      readStripeEvent(stripe, keys, body, headers.get('stripe-signature')),
  };
};

/** A payment is known by its page, or by itself when there is none. */
const isIntent = (id: string): boolean => id.startsWith('pi_');

/** What a bank has refused is in the error. */
const refusedIntent = (error: unknown): Stripe.PaymentIntent | null =>
  error instanceof Stripe.errors.StripeCardError ? (error.payment_intent ?? null) : null;

const paymentOfIntent = (intent: Stripe.PaymentIntent): ProviderPayment => {
  const { latest_charge: charge, last_payment_error: error } = intent;
  return {
    id: intent.id,
    state: stateOfIntent(intent),
    cents: intent.amount,
    currency: intent.currency.toUpperCase(),
    url: null,
    decline: declineOf(error),
    ...backOf(charge && typeof charge === 'object' ? (charge.refunds?.data ?? []) : []),
    card: cardOf(intent),
  };
};

/** By the refunds themselves: the sum of a charge does not say whether one that failed is in it. */
const backOf = (
  refunds: Stripe.Refund[],
): Pick<ProviderPayment, 'returnedCents' | 'refundFailedCents'> => {
  const hasFailed = ({ status }: Stripe.Refund) => status === 'failed' || status === 'canceled';
  const refundFailedCents = sumOf(refunds.filter(hasFailed));
  return { returnedCents: sumOf(refunds) - refundFailedCents, refundFailedCents };
};

const sumOf = (refunds: Stripe.Refund[]): number =>
  refunds.reduce((sum, { amount }) => sum + amount, 0);

/** In the words that our pages know. */
const declineOf = (error: Stripe.PaymentIntent['last_payment_error']): string | null =>
  error?.code === 'payment_intent_authentication_failure'
    ? 'authentication_failed'
    : (error?.decline_code ?? error?.code ?? null);

const cardOf = (intent: Stripe.PaymentIntent): KeptCard | null => {
  const charge = intent.latest_charge;
  const [customer, method] = [idOf(intent.customer), idOf(intent.payment_method)];
  const card = charge && typeof charge === 'object' ? charge.payment_method_details?.card : null;
  if (intent.setup_future_usage !== 'off_session' || !card || !customer || !method) return null;
  return { customer, method, brand: card.brand ?? '', last4: card.last4 ?? '' };
};

const paymentOf = (session: Stripe.Checkout.Session): ProviderPayment => {
  const { payment_intent: intent } = session;
  if (typeof intent === 'string') {
    throw new ProviderError('Stripe: the payment of a page was not told', true);
  }
  const paid = intent && paymentOfIntent(intent);
  const isOpen = session.status === 'open';
  return {
    id: session.id,
    // A page that is closed without a payment: nobody can pay any more.
    state: isOpen ? 'open' : session.status === 'expired' || !paid ? 'cancelled' : paid.state,
    cents: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    url: isOpen ? session.url : null,
    decline: paid?.decline ?? null,
    returnedCents: paid?.returnedCents ?? 0,
    refundFailedCents: paid?.refundFailedCents ?? 0,
    card: paid?.card ?? null,
  };
};

const stateOfIntent = ({ status }: Stripe.PaymentIntent): ProviderPayment['state'] => {
  switch (status) {
    case 'requires_capture':
      return 'authorised';
    case 'succeeded':
      return 'captured';
    case 'processing':
      return 'processing';
    default:
      return 'cancelled';
  }
};

const disputeOf = (dispute: Stripe.Dispute, paymentId: string): ProviderDispute => {
  const dueBy = dispute.evidence_details.due_by;
  const isOver = ['won', 'lost', 'warning_closed', 'prevented'].includes(dispute.status);
  return {
    id: dispute.id,
    paymentId,
    state: dispute.status === 'lost' ? 'lost' : isOver ? 'won' : 'open',
    cents: dispute.amount,
    reason: dispute.reason,
    answerBy: isOver || dueBy === null ? null : new Date(dueBy * 1000).toISOString(),
  };
};
