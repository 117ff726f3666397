import Stripe from 'stripe';
import { ProviderError } from '../provider.ts';
import type {
  KeptCard,
  PaymentProvider,
  ProviderCharge,
  ProviderDispute,
  ProviderPayment,
} from '../provider.ts';
import { stripeAccounts } from './accounts.ts';
import { asking, stripeClient, type StripeKeys } from './client.ts';
import { idOf, pageOf, readStripeEvent } from './events.ts';
import { REF } from './ref.ts';
import { stripePayouts } from './payouts.ts';

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
        { expand: ['payment_intent.latest_charge.refunds', 'setup_intent.payment_method'] },
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
  const intentOf = async (id: string, payee: string): Promise<string> =>
    isIntent(id) ? id : paidOn(await page(id, payee));
  const paidOn = (session: Stripe.Checkout.Session): string => {
    const intent = idOf(session.payment_intent);
    if (intent === null) {
      throw new ProviderError('Stripe: nothing was paid here', false);
    }
    return intent;
  };

  return {
    name: 'stripe',
    accounts: stripeAccounts(stripe),
    ...stripePayouts(stripe),
    find,

    // A list, not Stripe's search: that learns of a charge later than it is made.
    async charges(payee, from, until) {
      const seconds = (at: string): number => Math.floor(Date.parse(at) / 1000);
      const found: ProviderCharge[] = [];
      let after: string | undefined;
      do {
        const { data, has_more } = await asking(
          stripe.paymentIntents.list(
            {
              created: { gte: seconds(from), lt: seconds(until) },
              limit: 100,
              expand: ['data.latest_charge.refunds'],
              ...(after === undefined ? {} : { starting_after: after }),
            },
            { stripeAccount: payee },
          ),
        );
        found.push(...data.flatMap(chargeOf));
        after = has_more ? data.at(-1)?.id : undefined;
      } while (after !== undefined);
      return found;
    },

    async open({ key, ref, payee, cents, currency, description, keepsCard, returnUrl, expiresAt }) {
      const shared = {
        allowed_payment_method_types: ['card' as const],
        client_reference_id: key,
        success_url: returnUrl,
        cancel_url: returnUrl,
        expires_at: Math.floor(Date.parse(expiresAt) / 1000),
      };
      const setup: Stripe.Checkout.SessionCreateParams = {
        ...shared,
        mode: 'setup',
        currency: currency.toLowerCase(),
        customer_creation: 'always',
        setup_intent_data: { description, metadata: { [REF]: ref } },
      };
      const payment: Stripe.Checkout.SessionCreateParams = {
        ...shared,
        mode: 'payment',
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
          metadata: { [REF]: ref },
          ...(keepsCard ? { setup_future_usage: 'off_session' as const } : {}),
        },
        ...(keepsCard ? { customer_creation: 'always' as const } : {}),
      };
      const session = await asking(
        stripe.checkout.sessions.create(cents === 0 ? setup : payment, {
          stripeAccount: payee,
          idempotencyKey: key,
        }),
      );
      return paymentOf(session);
    },

    async charge({ key, ref, payee, cents, currency, description, card }) {
      const charged = stripe.paymentIntents.create(
        {
          amount: cents,
          currency: currency.toLowerCase(),
          customer: card.customer,
          payment_method: card.method,
          description,
          metadata: { [REF]: ref },
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

    async capture(id, { key, payee }) {
      const session = isIntent(id) ? null : await page(id, payee);
      const setup = session && asSetup(session);
      if (setup?.state === 'authorised') return { ...setup, state: 'captured' };
      const intent = session ? paidOn(session) : id;
      await asking(
        stripe.paymentIntents.capture(intent, {}, { stripeAccount: payee, idempotencyKey: key }),
      );
      return find(id, payee);
    },

    async cancel(id, { key, payee }) {
      const session = isIntent(id) ? null : await page(id, payee);
      const intent = session ? idOf(session.payment_intent) : id;
      const setup = session && asSetup(session);
      // A key is for one call: the page may be paid between the two.
      const call = (what: string) => ({ stripeAccount: payee, idempotencyKey: `${key}:${what}` });
      if (setup?.card) {
        await forget(stripe.paymentMethods.detach(setup.card.method, {}, call('method')));
        return { ...setup, state: 'cancelled', card: null };
      }
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

const chargeOf = (intent: Stripe.PaymentIntent): ProviderCharge[] => {
  const ref = intent.metadata[REF];
  if (ref === undefined) return [];
  const { id, cents, currency, returnedCents, isDisputed } = paymentOfIntent(intent);
  const state = stateOfIntent(intent);
  // A page that waits for its client is nothing that was let go.
  const isOpen = state === 'processing' || (state === 'cancelled' && intent.status !== 'canceled');
  return [{ ref, id, cents, currency, returnedCents, isDisputed, state: isOpen ? 'open' : state }];
};

/** A payment is known by its page, or by itself when there is none. */
const isIntent = (id: string): boolean => id.startsWith('pi_');

/** A card that is forgotten already is no trouble. */
const forget = async (call: Promise<unknown>): Promise<void> => {
  try {
    await asking(call);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.retry) throw error;
  }
};

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
    isDisputed: Boolean(charge && typeof charge === 'object' && charge.disputed),
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
const declineOf = (
  error: { code?: string | undefined; decline_code?: string | undefined } | null,
): string | null =>
  error?.code && UNCONFIRMED.includes(error.code)
    ? 'authentication_failed'
    : (error?.decline_code ?? error?.code ?? null);

const UNCONFIRMED = [
  'payment_intent_authentication_failure',
  'setup_intent_authentication_failure',
];

const cardOf = (intent: Stripe.PaymentIntent): KeptCard | null => {
  const charge = intent.latest_charge;
  const [customer, method] = [idOf(intent.customer), idOf(intent.payment_method)];
  const card = charge && typeof charge === 'object' ? charge.payment_method_details?.card : null;
  if (intent.setup_future_usage !== 'off_session' || !card || !customer || !method) return null;
  return { customer, method, brand: card.brand ?? '', last4: card.last4 ?? '' };
};

/** A page on which a card is kept and nothing paid; null for any other. */
const asSetup = (session: Stripe.Checkout.Session): ProviderPayment | null => {
  if (session.mode !== 'setup') return null;
  const { setup_intent: setup, status } = session;
  if (status === 'complete' && typeof setup === 'string') {
    throw new ProviderError('Stripe: the card of a page was not told', true);
  }
  const given = setup && typeof setup === 'object' ? setup : null;
  return {
    id: session.id,
    state: status === 'open' ? 'open' : status === 'complete' ? 'authorised' : 'cancelled',
    cents: 0,
    currency: (session.currency ?? '').toUpperCase(),
    url: status === 'open' ? session.url : null,
    decline: declineOf(given?.last_setup_error ?? null),
    returnedCents: 0,
    refundFailedCents: 0,
    isDisputed: false,
    card: given && status === 'complete' ? cardOfSetup(given) : null,
  };
};

const cardOfSetup = (setup: Stripe.SetupIntent): KeptCard | null => {
  const [customer, method] = [idOf(setup.customer), setup.payment_method];
  if (!customer || !method || typeof method === 'string') return null;
  return {
    customer,
    method: method.id,
    brand: method.card?.brand ?? '',
    last4: method.card?.last4 ?? '',
  };
};

const paymentOf = (session: Stripe.Checkout.Session): ProviderPayment => {
  const setup = asSetup(session);
  if (setup) return setup;
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
    isDisputed: paid?.isDisputed ?? false,
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
  const moved = dispute.balance_transactions.reduce((sum, { amount }) => sum + amount, 0);
  return {
    id: dispute.id,
    paymentId,
    state: dispute.status === 'lost' ? 'lost' : isOver ? 'won' : 'open',
    cents: dispute.amount,
    // What moves on the account may be in another currency than what was charged.
    takenCents: moved < 0 ? dispute.amount : 0,
    feeCents: dispute.balance_transactions.reduce(
      (sum, { fee, currency }) => (currency === dispute.currency ? sum + fee : sum),
      0,
    ),
    reason: dispute.reason,
    answerBy: isOver || dueBy === null ? null : new Date(dueBy * 1000).toISOString(),
  };
};
