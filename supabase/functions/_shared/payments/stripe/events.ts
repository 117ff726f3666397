import Stripe from 'stripe';
import type { ProviderEvent } from '../provider.ts';
import { asking } from './client.ts';

/** Messages from a later time than this are nobody's: Stripe's own check looks for old ones only. */
const TOLERANCE_SECONDS = 300;

/** A message of Stripe's about one of the accounts; null when its signature is somebody else's. */
export const readStripeEvent = async (
  stripe: Stripe,
  { secretKey, webhookSecret }: { secretKey: string; webhookSecret: string },
  body: string,
  signature: string | null,
): Promise<ProviderEvent | null> => {
  if (signature === null || isFromTomorrow(signature)) return null;
  let event: Stripe.Event;
  try {
    event = await stripe.webhooks.constructEventAsync(body, signature, webhookSecret);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;
    throw error;
  }
  const { id, type: kind } = event;
  const payee = event.account ?? '';
  // Both kinds of messages come to the place for real ones.
  const isOurs = payee !== '' && event.livemode === secretKey.includes('_live_');
  const subject = isOurs ? await subjectOf(stripe, event, payee) : NOTHING;
  return { id, kind, payee, ...subject };
};

type Subject = Pick<ProviderEvent, 'about' | 'objectId'>;

const NOTHING: Subject = { about: 'other', objectId: '' };

const subjectOf = async (stripe: Stripe, event: Stripe.Event, payee: string): Promise<Subject> => {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
      return { about: 'payment', objectId: event.data.object.id };
    case 'payment_intent.amount_capturable_updated':
    case 'payment_intent.succeeded':
    case 'payment_intent.canceled':
      return paymentOf(stripe, event.data.object.id, payee);
    case 'charge.captured':
    case 'charge.refunded':
    case 'refund.failed':
    case 'refund.updated':
      return paymentOf(stripe, idOf(event.data.object.payment_intent), payee);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return { about: 'dispute', objectId: event.data.object.id };
    case 'account.updated':
    case 'account.application.deauthorized':
      return { about: 'account', objectId: payee };
    default:
      return NOTHING;
  }
};

/** A payment is known by its page. */
const paymentOf = async (
  stripe: Stripe,
  intentId: string | null,
  payee: string,
): Promise<Subject> => {
  if (intentId === null) return NOTHING;
  return { about: 'payment', objectId: await pageOf(stripe, intentId, payee) };
};

/** The page on which a card was given; a payment without one is known by itself. */
export const pageOf = async (stripe: Stripe, intentId: string, payee: string): Promise<string> => {
  const { data } = await asking(
    stripe.checkout.sessions.list({ payment_intent: intentId, limit: 1 }, { stripeAccount: payee }),
  );
  return data[0]?.id ?? intentId;
};

export const idOf = (object: string | { id: string } | null): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null);

const isFromTomorrow = (signature: string): boolean => {
  const at = Number(/(?:^|,)\s*t=(\d+)/.exec(signature)?.[1] ?? Number.NaN);
  return at > Date.now() / 1000 + TOLERANCE_SECONDS;
};
