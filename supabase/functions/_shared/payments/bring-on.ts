import type {
  KeptCard,
  PaymentProvider,
  ProviderAccount,
  ProviderDispute,
  ProviderEvent,
  ProviderPayment,
} from './provider.ts';
import type { ProviderDay, SaidCharge } from './compare-days.ts';
import type { PayoutPlace, SaidPayout, SaidPayoutLine } from './compare-payouts.ts';
import { ProviderError } from './provider.ts';

/** How a payment stands and what a provider should do next, as the database says. */
export type PaymentFacts = {
  id: string;
  state: 'created' | 'open' | 'authorised' | 'captured' | 'cancelled';
  step: 'open' | 'charge' | 'cancel' | 'capture' | 'refund' | null;
  /**
   * `fee`: charged to a kept card, with nobody there. `asked`: for a visit that is booked already, paid on
   * its own page. `gift_card`: for no visit. A period of a membership is paid on a page (`membership`) or
   * charged to a kept card (`renewal`); `card`: another card for it. `sale`: what is to be collected of one.
   */
  purpose: 'booking' | 'fee' | 'asked' | 'gift_card' | 'membership' | 'renewal' | 'card' | 'sale';
  /** Of the membership, or the receipt. */
  title: string | null;
  keeps_card: boolean;
  /** Its client is led to a page of the provider's; else a card that is kept is charged. */
  has_page: boolean;
  /** With the step `charge`: to what. */
  card: Pick<KeptCard, 'customer' | 'method'> | null;
  provider_id: string | null;
  /** 0: a card is kept, and nothing paid. */
  amount_cents: number;
  currency: string;
  decline: string | null;
  refusal: string | null;
  /** What is paid for is there: the visit, the gift card, the period. */
  is_booked: boolean;
  begun_at: string;
  /** Nobody can pay on its page after that. */
  closes_at: string;
  returned_cents: number;
  refund_failed_cents: number;
  /** What goes back now. */
  refund_cents: number;
  slug: string;
  business: string;
  payee: string;
};

type PaymentNews = {
  provider_id: string | null;
  state: PaymentFacts['state'];
  amount_cents: number;
  currency: string;
  decline: string | null;
  returned_cents: number;
  refund_failed_cents: number;
  card: KeptCard | null;
  /** It is over for us, and whether the card was charged nobody can say. */
  is_unknown: boolean;
};

/** The SQL functions of payments. */
export type PaymentLedger = {
  ofOp(opId: string): Promise<PaymentFacts | null>;
  note(id: string, news: PaymentNews | null): Promise<PaymentFacts>;
  due(): Promise<PaymentFacts[]>;
  /** The payment that a message is about. */
  event(provider: string, event: ProviderEvent): Promise<string | null>;
  /** `key`: of the call that made it, when it is new. */
  account(provider: string, account: ProviderAccount, key?: string): Promise<void>;
  dispute(provider: string, dispute: ProviderDispute, payee: string): Promise<void>;
  /** Days that are to be compared with the provider. */
  daysDue(): Promise<ProviderDay[]>;
  /** The ids of payments that differ; `isFinal`: they were looked up, and what differs is kept. */
  noteDay(day: ProviderDay, said: SaidCharge[], isFinal: boolean): Promise<string[]>;
  /** Accounts that are to be asked for what they have paid out. */
  payoutsDue(): Promise<PayoutPlace[]>;
  /** The ids of payouts whose lines are to be told. */
  notePayouts(place: PayoutPlace, said: SaidPayout[]): Promise<string[]>;
  /** All lines of one; as `noteDay`. */
  notePayoutLines(
    place: PayoutPlace,
    id: string,
    said: SaidPayoutLine[],
    isFinal: boolean,
  ): Promise<string[]>;
};

/** What a page of a client is told. */
type PaymentAnswer = {
  ok: true;
  /**
   * `refused`: paid, and the visit could not be booked; the card was let go. `over`: never paid. `paid`:
   * for what there is nothing to book.
   */
  state: 'open' | 'checking' | 'booked' | 'refused' | 'over' | 'paid';
  url: string | null;
  decline: string | null;
};

/** More steps than any payment has: a database that asks for the same for ever is not obeyed. */
const MOST_STEPS = 5;

/** Takes a payment as far as it goes now. Whoever calls, however often, the outcome is the same. */
export const bringOn = async (
  known: PaymentFacts,
  { ledger, provider, siteUrl }: PaymentTools,
): Promise<PaymentAnswer> => {
  let facts = known;
  let seen: ProviderPayment | null = null;
  const look = async () => {
    seen = await provider.find(facts.provider_id!, facts.payee);
    facts = await ledger.note(facts.id, newsOf(seen));
  };
  if (facts.provider_id !== null && facts.state !== 'cancelled') await look();
  for (let steps = 0; facts.step !== null && steps < MOST_STEPS; steps++) {
    try {
      const done = await take(facts, provider, siteUrl);
      if (typeof done !== 'string') seen = done;
      facts = await ledger.note(
        facts.id,
        typeof done === 'string' ? cancelledUnseen(facts, done) : newsOf(done),
      );
    } catch (error) {
      if (!(error instanceof ProviderError) || error.retry || !facts.provider_id) throw error;
      // It stands otherwise than we thought: an authorisation that ran out, say.
      const { step } = facts;
      await look();
      if (facts.step === step) throw error;
    }
  }
  return answerOf(facts, seen);
};

export type PaymentTools = { ledger: PaymentLedger; provider: PaymentProvider; siteUrl: string };

/** `never`: nothing was made, and nothing will be. `unknown`: that is what nobody can say. */
type Unseen = 'never' | 'unknown';

const take = async (
  facts: PaymentFacts,
  provider: PaymentProvider,
  siteUrl: string,
): Promise<ProviderPayment | Unseen> => {
  const { id, provider_id: at, payee, step } = facts;
  const call = { key: `${id}:${step}`, payee };
  if (step === 'open') {
    return provider.open({
      ...call,
      ref: id,
      cents: facts.amount_cents,
      currency: facts.currency,
      description: descriptionOf(facts),
      returnUrl: siteUrl + backOf(facts),
      expiresAt: facts.closes_at,
      keepsCard: facts.keeps_card,
    });
  }
  if (step === 'charge') return charge(facts, provider);
  // Nobody was ever sent to its page; what is charged without one may have been, unheard.
  if (at === null) return facts.has_page ? 'never' : lostCharge(facts, provider);
  if (step === 'capture') return provider.capture(at, call);
  if (step === 'refund') {
    const key = `${call.key}:${facts.returned_cents + facts.refund_failed_cents}`;
    return provider.refund(at, facts.refund_cents, { key, payee });
  }
  return provider.cancel(at, call);
};

const descriptionOf = ({ purpose, business, title, amount_cents: cents }: PaymentFacts): string => {
  if (purpose === 'membership') return `${title ?? 'Membership'}, ${business}`;
  if (purpose === 'sale') return `${title ?? 'Receipt'}, ${business}`;
  if (cents === 0) return `Card for ${business}`;
  return `${purpose === 'gift_card' ? 'Gift card' : 'Deposit'} for ${business}`;
};

/** Where whoever has paid, or has not, comes back to. */
const backOf = ({ purpose, slug }: PaymentFacts): string => {
  if (purpose === 'asked') return '/cancel-appointment?paid';
  return `/book/${encodeURIComponent(slug)}/${PAGES[purpose] ?? 'payment'}?back`;
};

const PAGES: Partial<Record<PaymentFacts['purpose'], string>> = {
  gift_card: 'gift-card',
  membership: 'membership',
  card: 'membership',
  sale: 'bill',
};

const charge = async (
  facts: PaymentFacts,
  provider: PaymentProvider,
): Promise<ProviderPayment | Unseen> => {
  const { id, payee, amount_cents: cents, currency, card, title } = facts;
  if (!card) return lostCharge(facts, provider);
  // The same words for the same key, whatever the business is called by the second try.
  const description = title ?? 'Fee for a late cancellation or a missed visit';
  try {
    return await provider.charge({
      key: `${id}:charge`,
      ref: id,
      payee,
      cents,
      currency,
      description,
      card,
    });
  } catch (error) {
    if (!(error instanceof ProviderError) || error.retry) throw error;
    // It cannot be charged any more; what was asked for before may have been.
    return lostCharge(facts, provider);
  }
};

/**
 * What came of a charge whose answer was lost, or was never asked for: it is looked for by our name for it,
 * because its key may be too old by now, and its card gone.
 */
const lostCharge = async (
  { id, payee, begun_at: begun }: PaymentFacts,
  provider: PaymentProvider,
): Promise<ProviderPayment | Unseen> => {
  // Clocks differ.
  const [from, until] = [Date.parse(begun) - 600_000, Date.now() + 600_000];
  try {
    const listed = await provider.charges(
      payee,
      new Date(from).toISOString(),
      new Date(until).toISOString(),
    );
    const same = listed.filter(({ ref }) => ref === id);
    const charged = same.find(({ state }) => state === 'captured') ?? same[0];
    return charged ? await provider.find(charged.id, payee) : 'never';
  } catch (error) {
    if (!(error instanceof ProviderError) || error.retry) throw error;
    return 'unknown';
  }
};

const newsOf = (payment: ProviderPayment): PaymentNews => ({
  provider_id: payment.id,
  state: payment.state === 'processing' ? 'open' : payment.state,
  amount_cents: payment.cents,
  currency: payment.currency,
  decline: payment.decline,
  returned_cents: payment.returnedCents,
  refund_failed_cents: payment.refundFailedCents,
  card: payment.card,
  is_unknown: false,
});

const cancelledUnseen = (
  { amount_cents, currency }: PaymentFacts,
  unseen: Unseen,
): PaymentNews => ({
  provider_id: null,
  state: 'cancelled',
  amount_cents,
  currency,
  decline: null,
  returned_cents: 0,
  refund_failed_cents: 0,
  card: null,
  is_unknown: unseen === 'unknown',
});

const answerOf = (facts: PaymentFacts, seen: ProviderPayment | null): PaymentAnswer => {
  if (facts.purpose !== 'booking' && facts.purpose !== 'gift_card') {
    return answerOfBooked(facts, seen);
  }
  const state = facts.is_booked
    ? 'booked'
    : facts.refusal !== null
      ? 'refused'
      : facts.state === 'cancelled'
        ? 'over'
        : facts.state === 'open' && seen?.state === 'open'
          ? 'open'
          : 'checking';
  return {
    ok: true,
    state,
    url: state === 'open' ? (seen?.url ?? null) : null,
    decline: state === 'open' ? facts.decline : null,
  };
};

/** Of what is paid for a visit that is there. */
const answerOfBooked = (facts: PaymentFacts, seen: ProviderPayment | null): PaymentAnswer => {
  const state =
    facts.state === 'captured'
      ? 'paid'
      : facts.state === 'cancelled'
        ? 'over'
        : facts.state === 'open' && seen?.state === 'open'
          ? 'open'
          : 'checking';
  const url = state === 'open' ? (seen?.url ?? null) : null;
  return { ok: true, state, url, decline: facts.decline };
};

/** Everything that is due, each by itself: one that fails keeps no other waiting. */
export const bringOnDue = async (
  tools: PaymentTools,
): Promise<{ done: number; failed: number }> => {
  const due = await tools.ledger.due();
  const outcomes = await Promise.allSettled(due.map((facts) => bringOn(facts, tools)));
  const failed = outcomes.filter(({ status }) => status === 'rejected').length;
  return { done: due.length - failed, failed };
};
