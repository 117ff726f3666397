import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { at, FIRST_DAY, makeSalon, type Salon } from '#supabase/tests/database/salon.ts';
import { newId } from '#supabase/tests/database/setup.ts';
import { BOOT_TIMEOUT_MS, startServedBackend, type TestBackend } from '#tests/harness/backend.ts';
import { startStripe, type StripeEmulator } from './emulator.ts';

type Answer = Record<string, unknown>;

const PAYS = '4242 4242 4242 4242';

/** A deposit by Stripe, from the page of a client to the ledger and back. */
describe('a deposit by Stripe', () => {
  let stripe: StripeEmulator;
  let backend: TestBackend;
  let salon: Salon;
  let account: string;
  let salons = 0;
  beforeAll(async () => {
    stripe = await startStripe();
    backend = await startServedBackend({ realtime: false, env: stripe.env });
  }, BOOT_TIMEOUT_MS);
  afterAll(async () => {
    await backend.stop();
    await stripe.stop();
  });
  beforeEach(async () => {
    salon = await makeSalon(backend.database, `stripe-${(salons += 1)}`);
    await backend.sql(
      `update public.booking_rules set deposit_rule = '{"percent": 30}' where id = $1`,
      [salon.id],
    );
    account = stripe.book.createAccount({ controller: { stripe_dashboard: { type: 'full' } } }).id;
    await backend.sql(
      `insert into private.payment_accounts (business_id, provider, account_id, state)
       values ($1, 'stripe', $2, 'ready')`,
      [salon.id, account],
    );
    stripe.tellTo(null);
    stripe.book.change(account, 'ready');
    stripe.events.length = 0;
    stripe.faults.length = 0;
    stripe.calls.length = 0;
  });

  const post = async (path: string, body: unknown): Promise<Answer> => {
    const response = await fetch(`${backend.url}${path}`, {
      method: 'POST',
      headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Answer;
  };
  const rpc = (name: string, args: Answer) => post(`/rest/v1/rpc/${name}`, args);
  const request = (more: Answer = {}) => ({
    items: [{ variant_id: salon.cut, staff_id: salon.ann, add_on_ids: [] }],
    starts_at: at(FIRST_DAY, 14),
    time_zone: 'UTC',
    client: { first_name: 'Nia', last_name: '', email: 'nia@example.com', phone: '7185550199' },
    note: '',
    policy_version: 1,
    expected_total: 5000,
    hold_key: newId(),
    answers: null,
    guests: [],
    ...more,
  });
  const standing = (opId: string) => post('/functions/v1/payments', { op_id: opId });
  const start = async (wanted = request()) => {
    const opId = newId();
    expect(
      await rpc('start_payment', { slug: salon.slug, request: wanted, op_id: opId }),
    ).toMatchObject({ ok: true, amount: 1500, is_test: false });
    const { url } = await standing(opId);
    return {
      opId,
      url: String(url),
      session: String(url).split('/').at(-1)!,
      hold: wanted.hold_key,
    };
  };
  const pay = async (url: string, card = PAYS, answer?: string) => {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ card, ...(answer ? { answer } : {}) }),
      redirect: 'manual',
    });
    return response.headers.get('location');
  };
  const booked = (opId: string) =>
    rpc('book', { slug: salon.slug, request: {}, op_id: opId }) as Promise<
      Answer & { appointment: { id: string }; manage_token: string }
    >;
  const ledger = () =>
    backend.sql<{ way: string; cents: number }>(
      `select 'in' as way, amount_cents::int as cents from public.payments
         where business_id = $1 and sale_id is null
       union all select 'out', amount_cents::int from public.refunds
         where business_id = $1 and sale_id is null order by 1, 2`,
      [salon.id],
    );
  const charged = [{ way: 'in', cents: 1500 }];
  const statusOf = (session: string) => stripe.book.sessionById(session).payment_intent?.status;
  const attention = () =>
    backend.sql<{ mine: Answer }>(
      `select mine from public.attention_items where business_id = $1 and mine ? 'dispute'
       order by created_at, id`,
      [salon.id],
    );

  test('declined, asked by the bank, then paid: held, booked and charged once', async () => {
    const { opId, url, session } = await start();
    expect(await standing(opId)).toMatchObject({ state: 'open', url });
    expect(await pay(url, '4000 0000 0000 0002')).toBeNull();
    expect(await standing(opId)).toMatchObject({ state: 'open', decline: 'generic_decline' });
    expect(await pay(url, '4000 0000 0000 3220')).toBeNull();
    expect(await pay(url, '4000 0000 0000 3220', 'yes')).toBe(
      `${backend.url}/book/${salon.slug}/payment?back`,
    );
    expect(statusOf(session)).toBe('requires_capture');
    const done = { ok: true, state: 'booked', url: null, decline: null };
    expect(await Promise.all([standing(opId), standing(opId)])).toEqual([done, done]);
    expect(await booked(opId)).toMatchObject({ ok: true, appointment: { deposit: 1500 } });
    expect(statusOf(session)).toBe('succeeded');
    expect(await ledger()).toEqual(charged);
    const money = stripe.calls.filter(({ method }) => method === 'POST');
    expect(money.every(({ account: on, key }) => on === account && key !== null)).toBe(true);
  });

  test('the tab is closed at the redirect: the message books it', async () => {
    stripe.tellTo(backend.url);
    const { opId, url } = await start();
    await pay(url);
    await vi.waitFor(async () => expect(await ledger()).toEqual(charged));
    await stripe.quiet();
    expect(await booked(opId)).toMatchObject({ ok: true });
  });

  test('the message comes before the answer of the page, which is lost', async () => {
    stripe.tellTo(backend.url);
    const { opId, url } = await start();
    await pay(url);
    stripe.faults.push({ path: /capture$/, does: 'lose' });
    expect(await standing(opId)).toMatchObject({ state: 'booked' });
    await stripe.quiet();
    expect(await ledger()).toEqual(charged);
  });

  test('no answer about the charge: the visit stands, and the timer charges it once', async () => {
    const { opId, url, session } = await start();
    await pay(url);
    stripe.faults.push({ path: /capture$/, does: 'lose' }, { path: /capture$/, does: 'lose' });
    await standing(opId);
    expect(await booked(opId)).toMatchObject({ ok: true });
    expect(await ledger()).toEqual([]);
    backend.logged.length = 0;
    await backend.runJobs();
    expect(statusOf(session)).toBe('succeeded');
    expect(await ledger()).toEqual(charged);
  });

  test('messages late, five times over, in any order, change nothing more', async () => {
    const { opId, url, session } = await start();
    await pay(url);
    await standing(opId);
    const { manage_token: token } = await booked(opId);
    expect(await rpc('cancel_booking', { token, op_id: newId() })).toMatchObject({ ok: true });
    await backend.runJobs();
    const back = [...charged, { way: 'out', cents: 1500 }];
    expect(await ledger()).toEqual(back);
    const told = [...stripe.events].reverse();
    expect(told.map(({ type }) => type)).toContain('charge.refunded');
    for (const event of told.flatMap((one) => [one, one, one, one, one])) {
      expect(await stripe.deliver(event, `${backend.url}/functions/v1/payment-webhook`)).toBe(204);
    }
    expect(await ledger()).toEqual(back);
    expect(statusOf(session)).toBe('succeeded');
  });

  test('a refund in the dashboard counts, also when its first message could not be taken', async () => {
    const { opId, url, session } = await start();
    await pay(url);
    await standing(opId);
    const { id } = stripe.book.sessionById(session).payment_intent!;
    stripe.book.refund(account, { payment_intent: id, amount: '500' });
    const event = stripe.events.find(({ type }) => type === 'charge.refunded')!;
    const hook = `${backend.url}/functions/v1/payment-webhook`;
    // Asked once more by itself.
    stripe.faults.push(
      { path: /GET .*sessions\/cs_/, does: 'fail' },
      { path: /GET .*sessions\/cs_/, does: 'fail' },
    );
    expect(await stripe.deliver(event, hook)).toBe(500);
    expect(await ledger()).toEqual(charged);
    backend.logged.splice(0);
    expect(await stripe.deliver(event, hook)).toBe(204);
    expect(await ledger()).toEqual([...charged, { way: 'out', cents: 500 }]);
  });

  test('a refund that its bank does not take is back in the books, and a person is told', async () => {
    stripe.tellTo(backend.url);
    const { opId, url, session } = await start();
    await pay(url);
    await standing(opId);
    const { manage_token: token } = await booked(opId);
    expect(await rpc('cancel_booking', { token, op_id: newId() })).toMatchObject({ ok: true });
    await backend.runJobs();
    await stripe.quiet();
    const { id } = stripe.book.sessionById(session).payment_intent!;
    stripe.book.failRefund(account, id);
    await stripe.quiet();
    const books = [...charged, ...charged, { way: 'out', cents: 1500 }];
    expect(await ledger()).toEqual(books);
    await backend.runJobs();
    await stripe.quiet();
    expect(await ledger()).toEqual(books);
    const made = stripe.calls.filter(
      ({ path, replayed }) => path.endsWith('/refunds') && !replayed,
    );
    expect(made).toHaveLength(1);
    const told = await backend.sql<{ mine: Answer }>(
      `select mine from public.attention_items where business_id = $1 and mine ? 'refund'`,
      [salon.id],
    );
    expect(told).toEqual([{ mine: { refund: 'failed', amount_cents: 1500 } }]);
  });

  test('messages that are not signed, and such that name another account, have no effect', async () => {
    const { opId, url } = await start();
    await pay(url);
    const event = stripe.events.find(({ type }) => type === 'checkout.session.completed')!;
    const hook = `${backend.url}/functions/v1/payment-webhook`;
    expect(await stripe.deliver(event, hook, 't=1,v1=ab')).toBe(400);
    const other = stripe.book.createAccount({ controller: { stripe_dashboard: { type: 'full' } } });
    const moved = {
      ...event,
      body: JSON.stringify({ ...(JSON.parse(event.body) as object), account: other.id }),
    };
    expect(await stripe.deliver(moved, hook)).toBe(204);
    expect(await ledger()).toEqual([]);
    expect(await stripe.deliver(event, hook)).toBe(204);
    expect(await ledger()).toEqual(charged);
    expect(await booked(opId)).toMatchObject({ ok: true });
    backend.logged.splice(0);
  });

  test('a time that was lost while paying: the card is let go', async () => {
    const { opId, url, session, hold } = await start();
    await rpc('release_hold', { slug: salon.slug, hold_key: hold });
    await backend.sql(`update public.booking_rules set deposit_rule = null where id = $1`, [
      salon.id,
    ]);
    const eve = { first_name: 'Eve', last_name: '', email: 'e@example.com', phone: '7185550111' };
    const other = request({ client: eve, hold_key: null });
    expect(await rpc('book', { slug: salon.slug, request: other, op_id: newId() })).toMatchObject({
      ok: true,
    });
    await pay(url);
    expect(await standing(opId)).toMatchObject({ state: 'refused' });
    expect(statusOf(session)).toBe('canceled');
    expect(await ledger()).toEqual([]);
  });

  test('Stripe cannot be reached when the page begins: the same payment is begun later', async () => {
    const opId = newId();
    await rpc('start_payment', { slug: salon.slug, request: request(), op_id: opId });
    const before = stripe.book.counts().sessions;
    stripe.faults.push(
      { path: /POST .*sessions$/, does: 'lose' },
      { path: /POST .*sessions$/, does: 'lose' },
    );
    await standing(opId);
    backend.logged.splice(0);
    expect(await standing(opId)).toMatchObject({ state: 'open' });
    expect(stripe.book.counts().sessions).toBe(before + 1);
  });

  test('a dispute is put before a person at each turn, and booked, once', async () => {
    stripe.tellTo(backend.url);
    const { opId, url, session } = await start();
    await pay(url);
    await standing(opId);
    const dispute = stripe.book.dispute(session, 'needs_response');
    stripe.book.dispute(session, 'under_review', dispute);
    await stripe.quiet();
    expect(await attention()).toMatchObject([{ mine: { dispute: 'open', amount_cents: 1500 } }]);
    stripe.book.dispute(session, 'lost', dispute);
    await stripe.quiet();
    expect(await attention()).toMatchObject([
      { mine: { dispute: 'open' } },
      { mine: { dispute: 'lost', answer_by: null } },
    ]);
    // The first message comes last.
    const first = stripe.events.find(({ type }) => type === 'charge.dispute.created')!;
    await stripe.deliver(first, `${backend.url}/functions/v1/payment-webhook`);
    expect(await attention()).toHaveLength(2);
    expect(
      await backend.sql(
        `select state, amount_cents::int as cents, fee_cents::int as fee
         from public.dispute_entries where business_id = $1 and id <> $2 order by rev`,
        [salon.id, salon.rows.dispute_entries],
      ),
    ).toEqual([
      { state: 'open', cents: 1500, fee: 1500 },
      { state: 'lost', cents: 0, fee: 0 },
    ]);
  });

  test('a card is left without paying, and kept for the visit', async () => {
    await backend.sql(
      `update public.booking_rules set deposit_rule = null, asks_card = true where id = $1`,
      [salon.id],
    );
    const opId = newId();
    expect(
      await rpc('start_payment', { slug: salon.slug, request: request(), op_id: opId }),
    ).toMatchObject({ ok: true, amount: 0 });
    const { url } = await standing(opId);
    const session = String(url).split('/').at(-1)!;
    expect(stripe.book.sessionById(session)).toMatchObject({ mode: 'setup', amount_total: null });
    expect(await pay(String(url), '4000 0000 0000 0002')).toBeNull();
    expect(await standing(opId)).toMatchObject({ state: 'open', decline: 'generic_decline' });
    expect(await pay(String(url))).toBe(`${backend.url}/book/${salon.slug}/payment?back`);
    expect(await standing(opId)).toMatchObject({ state: 'booked' });
    expect(await booked(opId)).toMatchObject({ ok: true });
    expect(await ledger()).toEqual([]);
    const [kept] = await backend.sql<{ card: Answer }>(
      'select card from private.payment_intents where business_id = $1',
      [salon.id],
    );
    expect(kept!.card).toMatchObject({ brand: 'visa', last4: '4242' });
  });

  test('an account that may not charge asks nobody for a deposit', async () => {
    stripe.tellTo(backend.url);
    stripe.book.change(account, 'more');
    await stripe.quiet();
    const profile = () => rpc('public_profile', { slug: salon.slug });
    expect(await profile()).toMatchObject({ rules: { deposit_rule: null } });
    expect(
      await rpc('start_payment', { slug: salon.slug, request: request(), op_id: newId() }),
    ).toMatchObject({ ok: false, code: 'nothing_due' });
    stripe.book.change(account, 'ready');
    await stripe.quiet();
    expect(await profile()).toMatchObject({ rules: { deposit_rule: { percent: 30 } } });
    stripe.book.disconnect(account);
    await stripe.quiet();
    expect(await profile()).toMatchObject({ rules: { deposit_rule: null } });
  });

  test('an owner connects an account, goes on with it, and connects another when it was ended', async () => {
    stripe.tellTo(backend.url);
    await backend.sql('delete from private.payment_accounts where business_id = $1', [salon.id]);
    const owner = await backend.signedIn(`owner-${salons}@test.example`);
    await backend.sql(
      `update public.memberships set user_id = $2 where business_id = $1 and role = 'owner'`,
      [salon.id, owner.id],
    );
    const ask = async (open: boolean) => {
      const body = { business_id: salon.id, ...(open ? { open } : {}) };
      const { data } = await owner.client.functions.invoke<Answer>('payment-account', { body });
      return data ?? {};
    };
    const mode = async () =>
      (await owner.client.rpc('payment_mode', { business_id: salon.id })).data as Answer;
    expect(await mode()).toMatchObject({ mode: 'stripe', account: null, may_connect: true });
    const before = stripe.book.counts().accounts;
    // Stripe has made it, and nobody hears of it.
    stripe.faults.push({ path: /accounts$/, does: 'lose' }, { path: /accounts$/, does: 'lose' });
    expect(await ask(true)).toEqual({});
    backend.logged.splice(0);
    const { url, state } = await ask(true);
    expect(state).toBe('incomplete');
    expect(stripe.book.counts().accounts).toBe(before + 1);
    expect(String(url)).toContain(`${stripe.url}/setup/`);
    const leave = async (to: string) => {
      const response = await fetch(String(url), {
        method: 'POST',
        body: new URLSearchParams({ to }),
        redirect: 'manual',
      });
      expect(response.headers.get('location')).toBe(`${backend.url}/settings/stripe/return`);
      await stripe.quiet();
    };
    await leave('more');
    expect(await ask(false)).toEqual({ ok: true, state: 'incomplete', url: null });
    await leave('review');
    expect(await mode()).toMatchObject({ account: 'review' });
    await leave('ready');
    expect(await mode()).toMatchObject({ account: 'ready' });
    expect(await ask(true)).toEqual({ ok: true, state: 'ready', url: null });

    const id = new URL(String(url)).pathname.split('/').at(-1)!;
    stripe.book.disconnect(id);
    await stripe.quiet();
    expect(await mode()).toMatchObject({ account: 'ended' });
    expect(await ask(true)).toMatchObject({ state: 'incomplete' });
    expect(stripe.book.counts().accounts).toBe(before + 1);

    const stranger = await backend.signedIn();
    const body = { business_id: salon.id, open: true };
    const { data } = await stranger.client.functions.invoke<Answer>('payment-account', { body });
    expect(data).toMatchObject({ ok: false, code: 'not_allowed' });
    expect(await post('/functions/v1/payment-account', body)).not.toHaveProperty('url');
    backend.logged.splice(0);
  });

  describe('a fee', () => {
    /** As time has left it: no rule looks at it, and no trigger. */
    const untouched = async (statement: string, params: unknown[]) => {
      await backend.sql('set session_replication_role = replica');
      await backend.sql(statement, params);
      await backend.sql('set session_replication_role = origin');
    };
    /** Paid 15 before, and did not come: that costs 25. */
    const missed = async (card: string) => {
      await backend.sql(
        `update public.booking_rules
           set fee_terms = '{"late_cancel": null, "no_show": {"percent": 50}, "grace_min": 0}'
         where id = $1`,
        [salon.id],
      );
      const owner = await backend.signedIn(`fees-${salons}@test.example`);
      await backend.sql(
        `update public.memberships set user_id = $2 where business_id = $1 and role = 'owner'`,
        [salon.id, owner.id],
      );
      const terms = {
        late_cancel: null,
        no_show: { percent: 50 },
        grace_min: 0,
        notice_min: 1440,
      };
      const { opId, url } = await start(request({ fee_terms: terms }));
      await pay(url, card, 'yes');
      await standing(opId);
      const { id } = (await booked(opId)).appointment;
      await untouched(
        `update public.appointments
           set status = 'no_show', fee_kind = 'no_show', fee_cents = 2500, fee_state = 'proposed'
         where id = $1`,
        [id],
      );
      const asking = { business_id: salon.id, appointment_id: id };
      const call = async (name: string, args: Answer = {}) =>
        (await owner.client.rpc(name, { ...asking, ...args })).data as Answer;
      return { id, call };
    };

    const unknown = () =>
      backend.sql<{ mine: Answer }>(
        `select mine from public.attention_items where business_id = $1 and mine ? 'charge'`,
        [salon.id],
      );

    test('is charged to the card of the deposit when a person says so, and goes back when waived', async () => {
      const { id, call } = await missed(PAYS);
      expect(await call('fee_payment')).toEqual({
        ok: true,
        card: { brand: 'visa', last4: '4242' },
        amount: 1000,
        state: null,
        decline: null,
      });
      const opId = newId();
      expect(await call('charge_fee', { op_id: opId })).toEqual({ ok: true });
      expect(await call('charge_fee', { op_id: newId() })).toMatchObject({ code: 'in_use' });
      stripe.faults.push(
        { path: /POST .*payment_intents$/, does: 'lose' },
        { path: /POST .*payment_intents$/, does: 'lose' },
      );
      await standing(opId);
      backend.logged.splice(0);
      expect(await standing(opId)).toEqual({ ok: true, state: 'paid', url: null, decline: null });
      expect(await standing(opId)).toMatchObject({ state: 'paid' });
      expect(await ledger()).toEqual([{ way: 'in', cents: 1000 }, ...charged]);
      expect(await call('fee_payment')).toMatchObject({ amount: 0, state: 'captured' });
      expect(await call('charge_fee', { op_id: opId })).toEqual({ ok: true });
      expect(await call('charge_fee', { op_id: newId() })).toMatchObject({ code: 'nothing_due' });

      await backend.sql(`update public.appointments set fee_state = 'waived' where id = $1`, [id]);
      // What somebody has done by mistake is waited for.
      await backend.runJobs();
      expect(await ledger()).toHaveLength(2);
      await untouched(
        `update public.appointments set updated_at = now() - interval '1 hour' where id = $1`,
        [id],
      );
      await backend.runJobs();
      expect(await ledger()).toEqual([
        { way: 'in', cents: 1000 },
        { way: 'in', cents: 1500 },
        { way: 'out', cents: 1000 },
        { way: 'out', cents: 1500 },
      ]);
    });

    test('is charged once, also when the business has another name by the second try', async () => {
      const { call } = await missed(PAYS);
      const opId = newId();
      await call('charge_fee', { op_id: opId });
      stripe.faults.push(
        { path: /POST .*payment_intents$/, does: 'lose' },
        { path: /POST .*payment_intents$/, does: 'lose' },
      );
      await standing(opId);
      backend.logged.splice(0);
      await backend.sql(`update public.businesses set name = 'Another name' where id = $1`, [
        salon.id,
      ]);
      expect(await standing(opId)).toMatchObject({ state: 'paid' });
      expect(await ledger()).toEqual([{ way: 'in', cents: 1000 }, ...charged]);
    });

    /** Twenty hours later: its key may not be used any more. */
    const tooLate = () =>
      backend.sql(
        `update private.payment_intents set expires_at = now()
         where business_id = $1 and purpose = 'fee'`,
        [salon.id],
      );
    test.each([
      ['lose', 'captured', [{ way: 'in', cents: 1000 }, ...charged]],
      ['cut', 'cancelled', charged],
    ] as const)('whose answers are lost (%s) is looked up later', async (does, state, books) => {
      const { call } = await missed(PAYS);
      const opId = newId();
      await call('charge_fee', { op_id: opId });
      stripe.faults.push(
        { path: /POST .*payment_intents$/, does },
        { path: /POST .*payment_intents$/, does },
      );
      await standing(opId);
      backend.logged.splice(0);
      await tooLate();
      await backend.runJobs();
      expect(await call('fee_payment')).toMatchObject({ state });
      expect(await ledger()).toEqual(books);
      expect(await unknown()).toEqual([]);
    });

    test('that Stripe tells nothing about any more is put before a person', async () => {
      const { call } = await missed(PAYS);
      const opId = newId();
      await call('charge_fee', { op_id: opId });
      stripe.faults.push(
        { path: /POST .*payment_intents$/, does: 'lose' },
        { path: /POST .*payment_intents$/, does: 'lose' },
      );
      await standing(opId);
      backend.logged.splice(0);
      stripe.book.disconnect(account);
      expect(await standing(opId)).toMatchObject({ state: 'over' });
      expect(await standing(opId)).toMatchObject({ state: 'over' });
      expect(await unknown()).toMatchObject([{ mine: { charge: 'unknown', amount_cents: 1000 } }]);
      expect(await ledger()).toEqual(charged);
    });

    test('that its bank refuses is not paid, and may be tried again', async () => {
      const { call } = await missed('4000 0000 0000 3220');
      const opId = newId();
      await call('charge_fee', { op_id: opId });
      const refused = { state: 'over', decline: 'authentication_required' };
      expect(await standing(opId)).toMatchObject(refused);
      expect(await standing(opId)).toMatchObject(refused);
      expect(await call('fee_payment')).toMatchObject({
        amount: 1000,
        state: 'cancelled',
        decline: 'authentication_required',
      });
      expect(await ledger()).toEqual(charged);
      expect(await call('charge_fee', { op_id: newId() })).toEqual({ ok: true });
    });

    test('nobody has said yes to is not charged by the timer', async () => {
      await missed(PAYS);
      await backend.runJobs();
      expect(await ledger()).toEqual(charged);
    });
  });

  describe('a deposit that a person asks for', () => {
    const asked = async () => {
      await backend.sql(`update public.booking_rules set deposit_rule = null where id = $1`, [
        salon.id,
      ]);
      const owner = await backend.signedIn(`asks-${salons}@test.example`);
      await backend.sql(
        `update public.memberships set user_id = $2 where business_id = $1 and role = 'owner'`,
        [salon.id, owner.id],
      );
      const made = (await rpc('book', {
        slug: salon.slug,
        request: request({ hold_key: null }),
        op_id: newId(),
      })) as Answer & { appointment: { id: string }; manage_token: string };
      const ask = async (cents: number, opId = newId()) =>
        (
          await owner.client.rpc('ask_deposit', {
            business_id: salon.id,
            appointment_id: made.appointment.id,
            amount_cents: cents,
            op_id: opId,
          })
        ).data as Answer;
      const cancel = () => rpc('cancel_booking', { token: made.manage_token, op_id: newId() });
      return { ask, cancel };
    };
    const begin = async (token: unknown, opId = newId()) => {
      expect(await rpc('pay_deposit', { token: String(token), op_id: opId })).toEqual({ ok: true });
      const { url } = await standing(opId);
      return { opId, url: String(url), session: String(url).split('/').at(-1)! };
    };

    test('is paid by the link, once, and counts for the visit', async () => {
      const { ask, cancel } = await asked();
      const opId = newId();
      const { token, amount } = await ask(2000, opId);
      expect(amount).toBe(2000);
      expect(await ask(2000, opId)).toEqual({ ok: true, token, mailed: true, amount: 2000 });
      const status = () => rpc('booking_status', { token: String(token) });
      expect(await status()).toMatchObject({ asked: 2000, deposit: null });

      const left = await begin(token);
      const gone = await begin(token);
      expect(await pay(gone.url)).toBe(`${backend.url}/cancel-appointment?paid`);
      expect(await standing(gone.opId)).toMatchObject({ state: 'paid', url: null });
      expect(await status()).toMatchObject({ asked: null, deposit: { paid: 2000 } });
      expect(await ledger()).toEqual([{ way: 'in', cents: 2000 }]);
      expect(await rpc('pay_deposit', { token: String(token), op_id: newId() })).toMatchObject({
        code: 'nothing_due',
      });
      // A card that is given on the page that was left is let go.
      await pay(left.url);
      await standing(left.opId);
      expect(statusOf(left.session)).toBe('canceled');
      expect(await ledger()).toEqual([{ way: 'in', cents: 2000 }]);

      expect(await ask(3000)).toMatchObject({ ok: true, amount: 1000 });
      expect(await cancel()).toMatchObject({ ok: true });
      expect(await status()).toMatchObject({ asked: null });
    });

    test('is no business of strangers, and nothing for a visit that is over', async () => {
      const { ask, cancel } = await asked();
      expect(await rpc('pay_deposit', { token: 'guessed', op_id: newId() })).toMatchObject({
        code: 'not_found',
      });
      expect(await ask(49)).toMatchObject({ code: 'invalid', field: 'amount_cents' });
      expect(await cancel()).toMatchObject({ ok: true });
      expect(await ask(2000)).toMatchObject({ code: 'illegal_transition' });
    });
  });

  test('nothing went wrong on the way', () => {
    expect(backend.logged).toEqual([]);
  });
});
