import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startStripe, type StripeEmulator } from '#tests/harness/stripe/emulator.ts';
import { ProviderError, type PaymentProvider } from '../provider.ts';
import { sign } from '../signature.ts';
import { stripeProvider } from './provider.ts';

/** The real package against what stands in for Stripe (tests/harness/stripe). */
describe('Stripe', () => {
  let stripe: StripeEmulator;
  let provider: PaymentProvider;
  let payee: string;
  let orders = 0;
  beforeAll(async () => {
    stripe = await startStripe();
    provider = stripeProvider({
      secretKey: stripe.env.STRIPE_SECRET_KEY,
      webhookSecret: stripe.env.STRIPE_WEBHOOK_SECRET,
      apiUrl: stripe.url,
    });
  });
  afterAll(() => stripe.stop());
  beforeEach(async () => {
    payee = (await newAccount(`salon-${(orders += 1)}`)).id;
    stripe.book.change(payee, 'ready');
    stripe.events.length = 0;
    stripe.calls.length = 0;
  });

  const newAccount = (key: string) =>
    provider.accounts!.create({ key, name: 'Salon', email: null, country: 'US' });
  const order = () => ({
    key: `order-${(orders += 1)}:open`,
    ref: `ref-${orders}`,
    payee,
    cents: 1500,
    currency: 'USD',
    description: 'Deposit for Salon',
    returnUrl: 'https://app.example/book/salon/payment?back',
    expiresAt: new Date(Date.now() + 45 * 60_000).toISOString(),
    keepsCard: false,
  });
  const held = async () => {
    const { id } = await provider.open(order());
    expect(stripe.book.pay(id, '4242 4242 4242 4242', null)).toBe('paid');
    return id;
  };
  const call = (what: string) => ({ key: `${what}-${(orders += 1)}`, payee });
  const charges = () => stripe.calls.filter(({ path }) => path.endsWith('/capture'));

  describe('a payment', () => {
    test('is open, held, charged, and goes back in parts', async () => {
      const opened = await provider.open(order());
      expect(opened).toMatchObject({ state: 'open', cents: 1500, currency: 'USD', decline: null });
      expect(opened.url).toContain(opened.id);
      stripe.book.pay(opened.id, '4242424242424242', null);
      expect(await provider.find(opened.id, payee)).toMatchObject({
        state: 'authorised',
        url: null,
      });
      expect(await provider.capture(opened.id, call('capture'))).toMatchObject({
        state: 'captured',
        returnedCents: 0,
      });
      expect(await provider.refund(opened.id, 500, call('a'))).toMatchObject({
        returnedCents: 500,
      });
      expect(await provider.refund(opened.id, 1000, call('b'))).toMatchObject({
        state: 'captured',
        returnedCents: 1500,
      });
      await expect(provider.refund(opened.id, 1, call('c'))).rejects.toMatchObject({
        retry: false,
      });
    });

    test('of which a refund fails later says so', async () => {
      const id = await held();
      await provider.capture(id, call('capture'));
      await provider.refund(id, 500, call('refund'));
      stripe.book.failRefund(payee, stripe.book.sessionById(id).payment_intent!.id);
      expect(await provider.find(id, payee)).toMatchObject({
        returnedCents: 0,
        refundFailedCents: 500,
      });
      expect(await provider.refund(id, 700, call('refund'))).toMatchObject({
        returnedCents: 700,
        refundFailedCents: 500,
      });
    });

    test('is made once, however often it is asked for', async () => {
      const wanted = order();
      const first = await provider.open(wanted);
      expect(await provider.open(wanted)).toEqual(first);
      await expect(provider.open({ ...wanted, cents: 2000 })).rejects.toMatchObject({
        retry: false,
      });
    });

    test.each([
      ['4000 0000 0000 0002', null, 'generic_decline'],
      ['4000 0000 0000 9995', null, 'insufficient_funds'],
      ['4000 0000 0000 3220', 'no', 'authentication_failed'],
    ] as const)('waits for another card after %s', async (card, answer, decline) => {
      const { id } = await provider.open(order());
      expect(stripe.book.pay(id, card, answer)).toBe('refused');
      expect(await provider.find(id, payee)).toMatchObject({ state: 'open', decline });
      expect(stripe.book.pay(id, '4242424242424242', null)).toBe('paid');
      expect(await provider.find(id, payee)).toMatchObject({ state: 'authorised', decline: null });
    });

    test('waits for the bank of the card', async () => {
      const { id } = await provider.open(order());
      expect(stripe.book.pay(id, '4000000000003220', null)).toBe('asks');
      expect(await provider.find(id, payee)).toMatchObject({ state: 'open' });
      stripe.book.pay(id, '4000000000003220', 'yes');
      expect(await provider.find(id, payee)).toMatchObject({ state: 'authorised' });
      const slow = await provider.open(order());
      stripe.book.pay(slow.id, '4000000000003184', null);
      expect(await provider.find(slow.id, payee)).toMatchObject({ state: 'processing', url: null });
      stripe.book.settle(slow.id);
      expect(await provider.find(slow.id, payee)).toMatchObject({ state: 'authorised' });
    });

    test('is let go while it is open and when it is held, and not when it is charged', async () => {
      const { id } = await provider.open(order());
      expect(await provider.cancel(id, call('cancel'))).toMatchObject({
        state: 'cancelled',
        url: null,
      });
      expect(stripe.book.pay(id, '4242424242424242', null)).toBe('over');
      const kept = await held();
      expect(await provider.cancel(kept, call('cancel'))).toMatchObject({ state: 'cancelled' });
      await expect(provider.capture(kept, call('capture'))).rejects.toMatchObject({ retry: false });
      const charged = await held();
      await provider.capture(charged, call('capture'));
      await expect(provider.cancel(charged, call('cancel'))).rejects.toMatchObject({
        retry: false,
      });
    });

    test('that was paid between two tries of letting it go is let go by the second', async () => {
      const { id } = await provider.open(order());
      const again = call('cancel');
      stripe.faults.push({ path: /expire$/, does: 'fail' }, { path: /expire$/, does: 'fail' });
      await expect(provider.cancel(id, again)).rejects.toMatchObject({ retry: true });
      stripe.book.pay(id, '4242424242424242', null);
      expect(await provider.cancel(id, again)).toMatchObject({ state: 'cancelled' });
    });

    test('of another account is not found', async () => {
      const id = await held();
      const other = (await newAccount('other')).id;
      await expect(provider.find(id, other)).rejects.toMatchObject({ retry: false });
      await expect(provider.find(id, 'acct_nobody')).rejects.toThrow(ProviderError);
    });
  });

  describe('what was paid out', () => {
    const ever = () =>
      ['2020-01-01T00:00:00Z', new Date(Date.now() + 60_000).toISOString()] as const;
    const charged = async () => {
      const id = await held();
      await provider.capture(id, call('capture'));
      return { id, ref: stripe.book.sessionById(id).payment_metadata['daybook_payment']! };
    };

    test('is a charge, a refund, a dispute and their fees, each by our name for its payment', async () => {
      const [one, two] = [await charged(), await charged()];
      await provider.refund(one.id, 500, call('refund'));
      stripe.book.dispute(two.id, 'needs_response');
      stripe.book.payouts.move(payee, {
        type: 'stripe_fee',
        amount: -200,
        currency: 'usd',
        source: null,
      });
      const payout = stripe.book.payouts.payOut(payee);
      expect(await provider.payouts(payee, ...ever())).toEqual([
        {
          id: payout.id,
          state: 'pending',
          cents: 3000 - 2 * 74 - 500 - 1500 - 1500 - 200,
          currency: 'USD',
          begunAt: expect.stringMatching(/Z$/),
          arrivesOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          parts: 'told',
        },
      ]);
      const lines = await provider.payoutLines(payout.id, payee);
      expect(lines.map(({ kind, ref, cents, feeCents }) => [kind, ref, cents, feeCents])).toEqual([
        ['fee', null, -200, 0],
        ['dispute', two.ref, -1500, 1500],
        ['refund', one.ref, -500, 0],
        ['charge', two.ref, 1500, 74],
        ['charge', one.ref, 1500, 74],
      ]);
    });

    test('later than its charge is still known by our name, and what is not ours by none', async () => {
      const { id, ref } = await charged();
      stripe.book.payouts.payOut(payee);
      await provider.refund(id, 500, call('refund'));
      stripe.book.failRefund(payee, stripe.book.sessionById(id).payment_intent!.id);
      const source = {
        ...stripe.book.sessionById(id).payment_intent!.latest_charge!,
        metadata: {},
      };
      stripe.book.payouts.move(payee, {
        type: 'charge',
        amount: 900,
        currency: 'usd',
        source: { ...source, payment_intent: 'pi_theirs' } as never,
      });
      const payout = stripe.book.payouts.payOut(payee);
      const lines = await provider.payoutLines(payout.id, payee);
      expect(lines.map(({ kind, ref: name, cents }) => [kind, name, cents])).toEqual([
        ['charge', null, 900],
        ['refund_failed', ref, 500],
        ['refund', ref, -500],
      ]);
    });

    test('in another currency says what its client paid', async () => {
      const { id } = await charged();
      const source = stripe.book.sessionById(id).payment_intent!.latest_charge;
      stripe.book.payouts.move(payee, { type: 'charge', amount: 1380, currency: 'eur', source });
      const payout = stripe.book.payouts.payOut(payee);
      const [line] = await provider.payoutLines(payout.id, payee);
      expect(line).toMatchObject({ cents: 1380, paid: { cents: 1500, currency: 'USD' } });
    });

    test('comes with all of its lines, page by page, or not at all', async () => {
      for (let n = 0; n < 230; n += 1) {
        stripe.book.payouts.move(payee, {
          type: 'adjustment',
          amount: n,
          currency: 'usd',
          source: null,
        });
      }
      const payout = stripe.book.payouts.payOut(payee);
      stripe.calls.length = 0;
      const lines = await provider.payoutLines(payout.id, payee);
      expect(new Set(lines.map(({ id }) => id)).size).toBe(230);
      expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(payout.amount);
      expect(stripe.calls).toHaveLength(3);
      stripe.faults.push(
        { path: /GET .*balance_transactions/, does: 'fail' },
        { path: /GET .*balance_transactions/, does: 'fail' },
      );
      await expect(provider.payoutLines(payout.id, payee)).rejects.toMatchObject({ retry: true });
      stripe.faults.length = 0;
    });

    test('by hand is of no payments, and one that failed says so', async () => {
      await charged();
      const byHand = stripe.book.payouts.payOut(payee, 700);
      const usual = stripe.book.payouts.payOut(payee);
      usual.status = 'failed';
      expect(await provider.payouts(payee, ...ever())).toMatchObject([
        { id: usual.id, state: 'failed', parts: 'told' },
        { id: byHand.id, state: 'pending', parts: 'never', cents: 700 },
      ]);
    });
  });

  describe('a card that was kept', () => {
    const kept = async (number: string) => {
      const { id } = await provider.open({ ...order(), keepsCard: true });
      stripe.book.pay(id, number, 'yes');
      const { card } = await provider.capture(id, call('capture'));
      return card!;
    };
    const fee = (card: { customer: string; method: string }) => ({
      ...call('charge'),
      ref: `fee-${orders}`,
      cents: 2500,
      currency: 'USD',
      description: 'Fee of Salon',
      card,
    });

    test('is charged without its client, once, and what was charged goes back', async () => {
      const card = await kept('4242424242424242');
      expect(card).toMatchObject({ brand: 'visa', last4: '4242' });
      const wanted = fee(card);
      stripe.faults.push(
        { path: /POST .*payment_intents$/, does: 'lose' },
        { path: /POST .*payment_intents$/, does: 'lose' },
      );
      await expect(provider.charge(wanted)).rejects.toMatchObject({ retry: true });
      const charged = await provider.charge(wanted);
      expect(charged).toMatchObject({ state: 'captured', cents: 2500, currency: 'USD', url: null });
      expect(await provider.find(charged.id, payee)).toEqual(charged);
      // Charged or not is not for a call in other words to say.
      await expect(provider.charge({ ...wanted, description: 'Fee' })).rejects.toMatchObject({
        retry: true,
      });
      expect(stripe.events.filter(({ type }) => type === 'payment_intent.succeeded')).toHaveLength(
        2,
      );
      expect(await provider.refund(charged.id, 500, call('refund'))).toMatchObject({
        returnedCents: 500,
      });
    });

    test.each([
      ['4000000000003220', 'authentication_required'],
      ['4000000000000341', 'generic_decline'],
    ])('%s is refused by its bank, the second time as the first', async (number, decline) => {
      const wanted = fee(await kept(number));
      const refused = await provider.charge(wanted);
      expect(refused).toMatchObject({ state: 'cancelled', decline });
      expect(await provider.charge(wanted)).toEqual(refused);
      expect(await provider.find(refused.id, payee)).toEqual(refused);
    });

    test('a charge whose answer was lost is found by our own name for it', async () => {
      const wanted = fee(await kept('4242424242424242'));
      const [from, until] = [-1, 1].map((hours) => Date.now() + hours * 3_600_000);
      const found = async () => {
        const listed = await provider.charges(
          payee,
          new Date(from!).toISOString(),
          new Date(until!).toISOString(),
        );
        return listed.filter(({ ref }) => ref === wanted.ref);
      };
      expect(await found()).toEqual([]);
      stripe.faults.push(
        { path: /POST .*payment_intents$/, does: 'lose' },
        { path: /POST .*payment_intents$/, does: 'lose' },
      );
      await expect(provider.charge(wanted)).rejects.toMatchObject({ retry: true });
      const [lost] = await found();
      expect(lost).toMatchObject({ state: 'captured', cents: 2500 });
      expect((await provider.charge(wanted)).id).toBe(lost!.id);
      stripe.book.disconnect(payee);
      await expect(found()).rejects.toMatchObject({ retry: false });
    });

    test('is none that was not agreed to', async () => {
      const id = await held();
      expect(await provider.capture(id, call('capture'))).toMatchObject({ card: null });
      const nobodys = fee({ customer: 'cus_1', method: 'pm_1' });
      await expect(provider.charge(nobodys)).rejects.toMatchObject({ retry: false });
    });
  });

  describe('a card that is left without paying', () => {
    const setup = () => ({ ...order(), cents: 0, keepsCard: true });

    test('is kept, charged for nothing, and charged later', async () => {
      const opened = await provider.open(setup());
      expect(opened).toMatchObject({ state: 'open', cents: 0, currency: 'USD', card: null });
      expect(stripe.book.pay(opened.id, '4000 0000 0000 0002', null)).toBe('refused');
      expect(await provider.find(opened.id, payee)).toMatchObject({
        state: 'open',
        decline: 'generic_decline',
      });
      expect(stripe.book.pay(opened.id, '4000 0000 0000 3220', null)).toBe('asks');
      expect(stripe.book.pay(opened.id, '4000 0000 0000 3220', 'no')).toBe('refused');
      expect(await provider.find(opened.id, payee)).toMatchObject({
        decline: 'authentication_failed',
      });
      expect(stripe.book.pay(opened.id, '4242 4242 4242 4242', null)).toBe('paid');
      const given = { cents: 0, url: null, card: { brand: 'visa', last4: '4242' } };
      expect(await provider.find(opened.id, payee)).toMatchObject({
        ...given,
        state: 'authorised',
      });
      const { card } = await provider.capture(opened.id, call('capture'));
      expect(
        await provider.charge({
          ...call('charge'),
          ref: 'later',
          cents: 2500,
          currency: 'USD',
          description: 'Fee of Salon',
          card: card!,
        }),
      ).toMatchObject({ state: 'captured', cents: 2500 });
    });

    test('is taken off when it is let go, and letting go twice does no harm', async () => {
      const { id } = await provider.open(setup());
      stripe.book.pay(id, '4242 4242 4242 4242', null);
      const { card } = await provider.find(id, payee);
      expect(await provider.cancel(id, call('cancel'))).toMatchObject({
        state: 'cancelled',
        card: null,
      });
      expect(await provider.cancel(id, call('cancel'))).toMatchObject({ state: 'cancelled' });
      await expect(
        provider.charge({
          ...call('charge'),
          ref: 'gone',
          cents: 2500,
          currency: 'USD',
          description: 'Fee of Salon',
          card: card!,
        }),
      ).rejects.toMatchObject({ retry: false });
    });

    test('on a page that is closed is nobody’s', async () => {
      const { id } = await provider.open(setup());
      expect(await provider.cancel(id, call('cancel'))).toMatchObject({ state: 'cancelled' });
      expect(stripe.book.pay(id, '4242 4242 4242 4242', null)).toBe('over');
    });
  });

  describe('the list of a day', () => {
    const list = (from = -1, until = 1) =>
      provider.charges(
        payee,
        new Date(Date.now() + from * 3_600_000).toISOString(),
        new Date(Date.now() + until * 3_600_000).toISOString(),
      );

    test('has everything that was begun, by our name for it, and nothing of others', async () => {
      const wanted = order();
      const { id } = await provider.open(wanted);
      expect(await list()).toEqual([]);
      stripe.book.pay(id, '4242424242424242', null);
      const known = { ref: wanted.ref, cents: 1500, currency: 'USD', isDisputed: false };
      expect(await list()).toMatchObject([{ ...known, state: 'authorised', returnedCents: 0 }]);
      await provider.capture(id, call('capture'));
      await provider.refund(id, 500, call('refund'));
      stripe.book.dispute(id, 'needs_response');
      expect(await list()).toMatchObject([
        { ...known, state: 'captured', returnedCents: 500, isDisputed: true },
      ]);
      expect(await list(-3, -1)).toEqual([]);
      // What the owner of the account has charged besides.
      stripe.book.sessionById(id).payment_intent!.metadata = {};
      expect(await list()).toEqual([]);
    });

    test('comes in pages', async () => {
      for (let n = 0; n < 103; n++) await held();
      const found = await list();
      expect(new Set(found.map(({ ref }) => ref)).size).toBe(103);
      expect(found).toHaveLength(103);
    });
  });

  describe('an answer that was lost', () => {
    test.each(['lose', 'cut'] as const)('once (%s) is asked for again by itself', async (does) => {
      const id = await held();
      stripe.faults.push({ path: /capture$/, does });
      expect(await provider.capture(id, call('capture'))).toMatchObject({ state: 'captured' });
      expect(charges().map(({ replayed }) => replayed)).toEqual([false, does === 'lose']);
      expect(new Set(charges().map(({ key }) => key)).size).toBe(1);
    });

    test('after it was done leaves nothing done twice', async () => {
      const wanted = order();
      stripe.faults.push(
        { path: /POST .*sessions$/, does: 'lose' },
        { path: /POST .*sessions$/, does: 'lose' },
      );
      const before = stripe.book.counts().sessions;
      await expect(provider.open(wanted)).rejects.toMatchObject({ retry: true });
      const { id } = await provider.open(wanted);
      expect(stripe.book.counts().sessions).toBe(before + 1);
      stripe.book.pay(id, '4242424242424242', null);
      await provider.capture(id, call('capture'));
      const refund = call('refund');
      stripe.faults.push({ path: /refunds$/, does: 'lose' }, { path: /refunds$/, does: 'lose' });
      await expect(provider.refund(id, 600, refund)).rejects.toMatchObject({ retry: true });
      expect(await provider.refund(id, 600, refund)).toMatchObject({ returnedCents: 600 });
    });
  });

  describe('a message', () => {
    const read = async (body: string, header?: string | null) =>
      provider.readEvent(
        body,
        new Headers(
          header === null ? {} : { 'stripe-signature': header ?? (await signed(body, 0)) },
        ),
      );
    const signed = (
      body: string,
      secondsFromNow: number,
      secret = stripe.env.STRIPE_WEBHOOK_SECRET,
    ) => sign(body, secret, Math.floor(Date.now() / 1000) + secondsFromNow);
    const last = (type: string) => stripe.events.findLast((event) => event.type === type)!.body;

    test('is about a page, whatever it names', async () => {
      const id = await held();
      await provider.capture(id, call('capture'));
      await provider.refund(id, 100, call('refund'));
      stripe.book.failRefund(payee, stripe.book.sessionById(id).payment_intent!.id);
      for (const kind of [
        'checkout.session.completed',
        'payment_intent.amount_capturable_updated',
        'payment_intent.succeeded',
        'charge.captured',
        'charge.refunded',
        'refund.failed',
      ]) {
        expect(await read(last(kind))).toMatchObject({
          kind,
          about: 'payment',
          objectId: id,
          payee,
        });
      }
      const dispute = stripe.book.dispute(id, 'needs_response');
      expect(await read(last('charge.dispute.created'))).toMatchObject({
        about: 'dispute',
        objectId: dispute,
      });
      expect(await provider.findDispute(dispute, payee)).toMatchObject({
        paymentId: id,
        state: 'open',
        cents: 1500,
        takenCents: 1500,
        feeCents: 1500,
        reason: 'fraudulent',
      });
      stripe.book.dispute(id, 'lost', dispute);
      expect(await provider.findDispute(dispute, payee)).toMatchObject({
        state: 'lost',
        takenCents: 1500,
        answerBy: null,
      });
      const won = stripe.book.dispute(id, 'needs_response');
      stripe.book.dispute(id, 'won', won);
      expect(await provider.findDispute(won, payee)).toMatchObject({
        state: 'won',
        takenCents: 0,
        feeCents: 1500,
      });
    });

    test('needs its signature over just this body, made now', async () => {
      await held();
      const body = last('checkout.session.completed');
      const rewritten = JSON.stringify({ ...(JSON.parse(body) as object), more: 1 });
      expect(await read(body, null)).toBeNull();
      expect(await read(body, 't=1,v1=ab')).toBeNull();
      expect(await read(rewritten, await signed(body, 0))).toBeNull();
      expect(await read(body, await signed(body, 0, 'whsec_other'))).toBeNull();
      expect(await read(body, await signed(body, -302))).toBeNull();
      expect(await read(body, await signed(body, 302))).toBeNull();
      expect(await read(body, await signed(body, -290))).not.toBeNull();
      // Two while the secret is being changed.
      const own = (await signed(body, 0)).split(',')[1]!;
      expect(await read(body, `${await signed(body, 0, 'whsec_old')},${own}`)).not.toBeNull();
    });

    test('about real money, about us, or of a kind that is not ours is about nothing', async () => {
      await held();
      const event = JSON.parse(last('checkout.session.completed')) as Record<string, unknown>;
      for (const change of [
        { livemode: true },
        { account: undefined },
        { type: 'customer.created' },
      ]) {
        const body = JSON.stringify({ ...event, ...change });
        expect(await read(body)).toMatchObject({ about: 'other' });
      }
    });
  });

  describe('an account', () => {
    test('is made once, and stands as Stripe says', async () => {
      const { id, state } = await newAccount('once');
      expect(state).toBe('incomplete');
      expect((await newAccount('once')).id).toBe(id);
      const states = async (to: 'ready' | 'review' | 'more' | 'refused') => {
        stripe.book.change(id, to);
        return (await provider.accounts!.find(id)).state;
      };
      expect(await states('more')).toBe('incomplete');
      expect(await states('review')).toBe('review');
      expect(await states('ready')).toBe('ready');
      expect(await states('refused')).toBe('refused');
      const url = await provider.accounts!.pageFor(id, {
        returnUrl: 'https://app.example/settings/stripe/return',
        againUrl: 'https://app.example/settings/stripe/return?again',
      });
      expect(url).toContain(id);
      stripe.book.disconnect(id);
      expect(await provider.accounts!.find(id)).toEqual({ id, state: 'ended' });
    });
  });
});
