import { numberAt, textAt, textsAt, type Form } from './form.ts';
import { CARDS, newStripeId, Refusal } from './objects.ts';
import { createPayoutBook } from './payout-book.ts';
import type {
  Account,
  Charge,
  Dispute,
  Intent,
  Refund,
  Session,
  Setup,
  StripeObject,
} from './objects.ts';

/** An event's kind and the object that it is about. */
export type Tell = (account: string, type: string, object: StripeObject) => void;

/** Accounts and what is paid on them, by Stripe's rules as far as they concern us. */
export const createBook = (tell: Tell, now: () => number, urlOf: (path: string) => string) => {
  const accounts = new Map<string, Account>();
  const sessions = new Map<string, { account: string; session: Session }>();
  /** What was charged without a page. */
  const charged = new Map<string, { account: string; intent: Intent }>();
  const disputes = new Map<string, { account: string; dispute: Dispute }>();
  const payouts = createPayoutBook(now);

  const accountOf = (id: string): Account => {
    const account = accounts.get(id);
    if (!account) throw new Refusal(403, 'account_invalid');
    return account;
  };
  const sessionOf = (account: string, id: string): Session => {
    const found = sessions.get(id);
    if (found?.account !== account) throw new Refusal(404, 'resource_missing');
    const { session } = found;
    if (session.status === 'open' && session.expires_at <= now()) close(account, session);
    return session;
  };
  const sessionWith = (account: string, intent: string): Session | null =>
    [...sessions.values()].find(
      (one) => one.account === account && one.session.payment_intent?.id === intent,
    )?.session ?? null;
  const intentOf = (account: string, id: string): Intent => {
    const one = charged.get(id);
    const intent = one?.account === account ? one.intent : sessionWith(account, id)?.payment_intent;
    if (!intent) throw new Refusal(404, 'resource_missing');
    return intent;
  };
  const chargeFor = (intent: Intent): Charge => ({
    id: newStripeId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_refunded: 0,
    currency: intent.currency,
    disputed: false,
    payment_intent: intent.id,
    metadata: { ...intent.metadata },
    payment_method_details: {
      card: { brand: 'visa', last4: intent.payment_method?.slice(-4) ?? '' },
    },
    refunds: { object: 'list', has_more: false, data: [] },
  });
  const earn = (account: string, { amount, currency, latest_charge: source }: Intent): void => {
    payouts.move(account, { type: 'charge', amount, fee: feeOf(amount), currency, source });
  };
  const close = (account: string, session: Session): void => {
    session.status = 'expired';
    session.url = null;
    tell(account, 'checkout.session.expired', session);
  };
  /** Cards that were let go. */
  const detached = new Set<string>();
  const keep = (
    account: string,
    session: Session,
    setup: Setup,
    number: string,
    answer: 'yes' | 'no' | null,
  ): 'paid' | 'refused' | 'asks' => {
    const does = CARDS[number];
    if (does === 'asks' && answer === null) {
      setup.status = 'requires_action';
      return 'asks';
    }
    if (does === undefined || does === 'insufficient_funds' || answer === 'no') {
      setup.last_setup_error =
        does === 'asks'
          ? { type: 'card_error', code: 'setup_intent_authentication_failure' }
          : { type: 'card_error', code: 'card_declined', decline_code: does ?? 'generic_decline' };
      return 'refused';
    }
    setup.status = 'succeeded';
    setup.last_setup_error = null;
    setup.customer = newStripeId('cus');
    setup.payment_method = {
      id: `pm_${number}`,
      object: 'payment_method',
      card: { brand: 'visa', last4: number.slice(-4) },
    };
    session.status = 'complete';
    session.url = null;
    tell(account, 'checkout.session.completed', session);
    return 'paid';
  };
  const hold = (account: string, session: Session, intent: Intent): void => {
    intent.status = 'requires_capture';
    intent.last_payment_error = null;
    intent.latest_charge = chargeFor(intent);
    tell(account, 'payment_intent.amount_capturable_updated', intent);
    if (session.status === 'complete') return;
    session.status = 'complete';
    session.url = null;
    tell(account, 'checkout.session.completed', session);
  };

  return {
    accountOf,
    payouts,
    /** null: our own. */
    isThere: (account: string | null): boolean => account === null || accounts.has(account),
    sessionOf,
    sessionWith,
    intentOf,
    sessionById: (id: string): Session => sessionOf(sessions.get(id)?.account ?? '', id),
    /** The newest first, from behind one of them. */
    intentsBetween(account: string, from: number, until: number, after: string | null): Intent[] {
      accountOf(account);
      const all = [
        ...[...charged.values()].map((one) => ({ account: one.account, intent: one.intent })),
        ...[...sessions.values()].map((one) => ({
          account: one.account,
          intent: one.session.payment_intent,
        })),
      ].flatMap((one) => (one.account === account && one.intent ? [one.intent] : []));
      const found = all.filter(({ created }) => created >= from && created < until).toReversed();
      return found.slice(found.findIndex(({ id }) => id === after) + 1);
    },
    disputeOf(account: string, id: string): Dispute {
      const found = disputes.get(id);
      if (found?.account !== account) throw new Refusal(404, 'resource_missing');
      return found.dispute;
    },
    /** How many there are of each, for tests that count. */
    counts: () => ({ accounts: accounts.size, sessions: sessions.size }),

    createAccount(form: Form): Account {
      if (textAt(form, 'controller', 'stripe_dashboard', 'type') !== 'full') {
        throw new Refusal(400, 'parameter_missing');
      }
      const account: Account = {
        id: newStripeId('acct'),
        object: 'account',
        country: textAt(form, 'country') ?? 'US',
        email: textAt(form, 'email'),
        business_profile: { name: textAt(form, 'business_profile', 'name') ?? '' },
        charges_enabled: false,
        details_submitted: false,
        requirements: { currently_due: ['business_type'], past_due: [], disabled_reason: null },
      };
      accounts.set(account.id, account);
      return account;
    },
    /** What the business tells on Stripe's pages, and what Stripe thinks of it. */
    change(id: string, to: 'ready' | 'review' | 'more' | 'refused'): void {
      const account = accountOf(id);
      account.details_submitted = to !== 'more';
      account.charges_enabled = to === 'ready';
      account.requirements = {
        currently_due: to === 'more' ? ['individual.verification.document'] : [],
        past_due: [],
        disabled_reason: to === 'refused' ? 'rejected.other' : null,
      };
      tell(id, 'account.updated', account);
    },
    disconnect(id: string): void {
      const account = accountOf(id);
      accounts.delete(id);
      tell(id, 'account.application.deauthorized', account);
    },

    createSession(account: string, form: Form): Session {
      if (!accountOf(account).charges_enabled) throw new Refusal(400, 'account_not_ready');
      const isSetup = textAt(form, 'mode') === 'setup';
      const price = ['line_items', '0', 'price_data'];
      const cents = numberAt(form, ...price, 'unit_amount');
      const expiresAt = numberAt(form, 'expires_at');
      if (!isSetup && (!Number.isInteger(cents) || cents < 50)) {
        throw new Refusal(400, 'amount_too_small');
      }
      if (isSetup && 'line_items' in form) throw new Refusal(400, 'parameter_unknown');
      // As Stripe has it: from half an hour to a day.
      if (!(expiresAt >= now() + 1800 && expiresAt <= now() + 86_400)) {
        throw new Refusal(400, 'parameter_invalid_integer');
      }
      if ('payment_method_types' in form) {
        throw new Refusal(400, 'payment_method_types_no_longer_supported');
      }
      // What we must not forget to say: cards only, held first, or kept for somebody.
      if (
        textAt(form, 'allowed_payment_method_types', '0') !== 'card' ||
        (isSetup
          ? textAt(form, 'customer_creation') !== 'always' || textAt(form, 'currency') === null
          : textAt(form, 'payment_intent_data', 'capture_method') !== 'manual')
      ) {
        throw new Refusal(400, 'parameter_missing');
      }
      const id = newStripeId('cs_test');
      const session: Session = {
        id,
        object: 'checkout.session',
        mode: isSetup ? 'setup' : 'payment',
        status: 'open',
        url: urlOf(`/c/pay/${id}`),
        amount_total: isSetup ? null : cents,
        currency: textAt(form, 'currency') ?? textAt(form, ...price, 'currency') ?? '',
        expires_at: expiresAt,
        success_url: textAt(form, 'success_url') ?? '',
        cancel_url: textAt(form, 'cancel_url') ?? '',
        payment_intent: null,
        setup_intent: isSetup
          ? {
              id: newStripeId('seti'),
              object: 'setup_intent',
              status: 'requires_payment_method',
              customer: null,
              payment_method: null,
              last_setup_error: null,
            }
          : null,
        description:
          textAt(form, ...price, 'product_data', 'name') ??
          textAt(form, 'setup_intent_data', 'description') ??
          '',
        setup_future_usage:
          textAt(form, 'payment_intent_data', 'setup_future_usage') === 'off_session'
            ? 'off_session'
            : null,
        payment_metadata: textsAt(form, 'payment_intent_data', 'metadata'),
      };
      sessions.set(id, { account, session });
      return session;
    },
    expire(account: string, id: string): Session {
      const session = sessionOf(account, id);
      if (session.status !== 'open') throw new Refusal(400, 'session_not_open');
      close(account, session);
      return session;
    },
    /** What a client does on the page. `answer`: what they said to their bank. */
    pay(
      id: string,
      card: string,
      answer: 'yes' | 'no' | null,
    ): 'paid' | 'refused' | 'asks' | 'over' {
      const account = sessions.get(id)?.account ?? '';
      const session = sessionOf(account, id);
      if (session.status !== 'open') return 'over';
      const number = card.replace(/\D/g, '');
      if (session.setup_intent) {
        return keep(account, session, session.setup_intent, number, answer);
      }
      const intent = (session.payment_intent ??= {
        id: newStripeId('pi'),
        object: 'payment_intent',
        created: now(),
        amount: session.amount_total ?? 0,
        currency: session.currency,
        status: 'requires_payment_method',
        last_payment_error: null,
        latest_charge: null,
        customer: session.setup_future_usage && newStripeId('cus'),
        payment_method: null,
        setup_future_usage: session.setup_future_usage,
        metadata: session.payment_metadata,
      });
      intent.payment_method = `pm_${number}`;
      const does = CARDS[number];
      if (does === 'asks' && answer === null) {
        intent.status = 'requires_action';
        return 'asks';
      }
      if (does === 'pays' || does === 'later' || (does === 'asks' && answer === 'yes')) {
        hold(account, session, intent);
        return 'paid';
      }
      if (does === 'waits') {
        intent.status = 'processing';
        session.status = 'complete';
        session.url = null;
        tell(account, 'checkout.session.completed', session);
        return 'paid';
      }
      intent.status = 'requires_payment_method';
      intent.last_payment_error =
        does === 'asks'
          ? { type: 'card_error', code: 'payment_intent_authentication_failure' }
          : { type: 'card_error', code: 'card_declined', decline_code: does ?? 'generic_decline' };
      tell(account, 'payment_intent.payment_failed', intent);
      return 'refused';
    },
    /** The bank of a card that takes its time says yes. */
    settle(id: string): void {
      const { account, session } = sessions.get(id)!;
      if (session.payment_intent?.status === 'processing')
        hold(account, session, session.payment_intent);
    },

    /** Without its client: only a card that was kept for that. */
    charge(account: string, form: Form): Intent {
      const [customer, method] = [textAt(form, 'customer'), textAt(form, 'payment_method')];
      const isKept = [...sessions.values()].some(
        ({ account: at, session: { payment_intent: paid, setup_intent: kept } }) =>
          at === account &&
          ((paid?.customer === customer && paid?.payment_method === method) ||
            (kept?.customer === customer && kept?.payment_method?.id === method)),
      );
      if (customer === null || method === null || !isKept || detached.has(customer)) {
        throw new Refusal(400, 'resource_missing');
      }
      if (
        textAt(form, 'allowed_payment_method_types', '0') !== 'card' ||
        textAt(form, 'confirm') !== 'true' ||
        textAt(form, 'off_session') !== 'true'
      ) {
        throw new Refusal(400, 'parameter_missing');
      }
      const does = CARDS[method.slice('pm_'.length)];
      const intent: Intent = {
        id: newStripeId('pi'),
        object: 'payment_intent',
        created: now(),
        amount: numberAt(form, 'amount'),
        currency: textAt(form, 'currency') ?? '',
        status: 'succeeded',
        last_payment_error: null,
        latest_charge: null,
        customer,
        payment_method: method,
        setup_future_usage: null,
        metadata: textsAt(form, 'metadata'),
      };
      charged.set(intent.id, { account, intent });
      if (does === 'pays') {
        intent.latest_charge = chargeFor(intent);
        earn(account, intent);
        tell(account, 'payment_intent.succeeded', intent);
        return intent;
      }
      const code = does === 'asks' ? 'authentication_required' : 'card_declined';
      const error = {
        type: 'card_error' as const,
        code,
        decline_code: does === 'asks' ? code : 'generic_decline',
      };
      intent.status = 'requires_payment_method';
      intent.last_payment_error = error;
      tell(account, 'payment_intent.payment_failed', intent);
      throw new Refusal(402, code, 'card_error', {
        decline_code: error.decline_code,
        payment_intent: intent,
      });
    },
    capture(account: string, id: string): Intent {
      const intent = intentOf(account, id);
      if (intent.status !== 'requires_capture') {
        throw new Refusal(400, 'payment_intent_unexpected_state');
      }
      intent.status = 'succeeded';
      earn(account, intent);
      tell(account, 'charge.captured', intent.latest_charge!);
      tell(account, 'payment_intent.succeeded', intent);
      return intent;
    },
    cancel(account: string, id: string): Intent {
      const intent = intentOf(account, id);
      if (intent.status === 'succeeded' || intent.status === 'canceled') {
        throw new Refusal(400, 'payment_intent_unexpected_state');
      }
      intent.status = 'canceled';
      tell(account, 'payment_intent.canceled', intent);
      return intent;
    },
    /** A card that was let go is charged no more. */
    detach(account: string, method: string): object {
      const kept = [...sessions.values()].findLast(
        ({ account: at, session }) =>
          at === account && session.setup_intent?.payment_method?.id === method,
      )?.session.setup_intent;
      const customer = kept?.customer ?? null;
      if (customer === null || detached.has(customer)) throw new Refusal(404, 'resource_missing');
      detached.add(customer);
      return { id: method, object: 'payment_method', customer: null };
    },
    refund(account: string, form: Form): Refund {
      const intent = intentOf(account, textAt(form, 'payment_intent') ?? '');
      const charge = intent.latest_charge;
      const amount = numberAt(form, 'amount');
      if (intent.status !== 'succeeded' || !charge) {
        throw new Refusal(400, 'payment_intent_unexpected_state');
      }
      if (!(amount > 0)) throw new Refusal(400, 'parameter_invalid_integer');
      if (amount > charge.amount - charge.amount_refunded) {
        throw new Refusal(400, 'charge_already_refunded');
      }
      const refund: Refund = {
        id: newStripeId('re'),
        object: 'refund',
        amount,
        currency: charge.currency,
        status: 'succeeded',
        payment_intent: intent.id,
      };
      const { currency } = charge;
      payouts.move(account, { type: 'refund', amount: -amount, currency, source: refund });
      charge.refunds.data.unshift(refund);
      charge.amount_refunded += amount;
      tell(account, 'charge.refunded', charge);
      return refund;
    },
    /** Days later, the bank of the card does not take the last refund. */
    failRefund(account: string, intentId: string): void {
      const charge = intentOf(account, intentId).latest_charge!;
      const refund = charge.refunds.data.find(({ status }) => status === 'succeeded')!;
      refund.status = 'failed';
      const { amount, currency } = refund;
      payouts.move(account, { type: 'refund_failure', amount, currency, source: refund });
      charge.amount_refunded -= amount;
      tell(account, 'refund.failed', refund);
    },
    dispute(sessionId: string, status: Dispute['status'], id = newStripeId('dp')): string {
      const { account, session } = sessions.get(sessionId)!;
      const known = disputes.get(id)?.dispute;
      const dispute: Dispute = {
        id,
        object: 'dispute',
        amount: session.amount_total ?? 0,
        currency: session.currency,
        status,
        reason: 'fraudulent',
        payment_intent: session.payment_intent!.id,
        balance_transactions: known?.balance_transactions ?? [],
        evidence_details: { due_by: now() + 7 * 86_400 },
      };
      disputes.set(id, { account, dispute });
      if (session.payment_intent?.latest_charge)
        session.payment_intent.latest_charge.disputed = true;
      const moves = (amount: number, fee: number): void => {
        const { currency } = session;
        const line = payouts.move(account, {
          type: 'adjustment',
          amount,
          fee,
          currency,
          // As it is told there: not what it has moved.
          source: { ...dispute, balance_transactions: [] } as Dispute,
        });
        dispute.balance_transactions.push({ ...line, source: null });
      };
      if (!known) moves(-dispute.amount, DISPUTE_FEE);
      // The fee stays with Stripe.
      if (status === 'won') moves(dispute.amount, 0);
      const isOver = status === 'won' || status === 'lost';
      tell(account, `charge.dispute.${isOver ? 'closed' : known ? 'updated' : 'created'}`, dispute);
      return id;
    },
  };
};

const DISPUTE_FEE = 1500;

/** What a charge costs. */
const feeOf = (cents: number): number => Math.round(cents * 0.029) + 30;
