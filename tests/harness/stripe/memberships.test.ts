import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeSalon, type Salon } from '#supabase/tests/database/salon.ts';
import { newId } from '#supabase/tests/database/setup.ts';
import { BOOT_TIMEOUT_MS, startServedBackend, type TestBackend } from '#tests/harness/backend.ts';
import { startStripe, type StripeEmulator } from './emulator.ts';

type Answer = Record<string, unknown>;

/** Memberships by the real package: the first page, the renewals, and everything that gets lost on the way. */
describe('a membership by Stripe', () => {
  let stripe: StripeEmulator;
  let backend: TestBackend;
  let salon: Salon;
  let account: string;
  let owner: Awaited<ReturnType<TestBackend['signedIn']>>;
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
    salon = await makeSalon(backend.database, `members-${(salons += 1)}`);
    account = stripe.book.createAccount({ controller: { stripe_dashboard: { type: 'full' } } }).id;
    stripe.book.change(account, 'ready');
    await backend.sql(
      `insert into private.payment_accounts (business_id, provider, account_id, state)
       values ($1, 'stripe', $2, 'ready')`,
      [salon.id, account],
    );
    owner = await backend.signedIn(`members-${salons}@test.example`);
    await backend.sql(
      `update public.memberships set user_id = $2 where business_id = $1 and role = 'owner'`,
      [salon.id, owner.id],
    );
    await backend.sql(
      `insert into public.packages
         (id, business_id, name, price_cents, credits, service_ids, renews_months)
       values ($1, $2, 'Two cuts', 8000, 2, array[$3::uuid], 1)`,
      [newId(), salon.id, salon.service],
    );
    stripe.tellTo(null);
    stripe.calls.length = 0;
    stripe.faults.length = 0;
  });

  const post = async (path: string, body: unknown): Promise<Answer> => {
    const response = await fetch(`${backend.url}${path}`, {
      method: 'POST',
      headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Answer;
  };
  const standing = (opId: string) => post('/functions/v1/payments', { op_id: opId });
  /** The way to Stripe's page. */
  const begin = async (token: string, what: 'pay' | 'card') => {
    const opId = newId();
    expect(await post('/rest/v1/rpc/start_membership_page', { token, what, op_id: opId })).toEqual({
      ok: true,
    });
    const { url } = await standing(opId);
    return { opId, session: String(url).split('/').at(-1)! };
  };
  const member = async (card: string) => {
    const [{ id: packageId }] = (await backend.sql<{ id: string }>(
      `select id from public.packages where business_id = $1 and renews_months = 1`,
      [salon.id],
    )) as [{ id: string }];
    const id = newId();
    const { data } = await owner.client.rpc('offer_membership', {
      business_id: salon.id,
      client_id: salon.client,
      package_id: packageId,
      op_id: id,
    });
    const { token } = data as { token: string };
    const { opId, session } = await begin(token, 'pay');
    expect(stripe.book.pay(session, card, 'yes')).toBe('paid');
    expect(await standing(opId)).toMatchObject({ state: 'paid' });
    return { id, token };
  };
  /** As if its period had ended, and it were noon there. */
  const monthLater = async (id: string) => {
    await backend.sql('set session_replication_role = replica');
    await backend.sql(
      `update public.client_memberships set paid_until = paid_until - 40, anchor_on = anchor_on - 40,
         next_try_at = next_try_at - interval '40 days' where id = $1`,
      [id],
    );
    await backend.sql(
      `update public.businesses b set time_zone = (
         select n.name from pg_timezone_names n
         where n.name ~ '^Etc/GMT[+-][0-9]+$'
           and extract(hour from now() at time zone n.name) between 11 and 13
         order by n.name limit 1)
       where b.id = $1`,
      [salon.id],
    );
    await backend.sql('set session_replication_role = origin');
  };
  const stands = async (id: string) => {
    const [row] = await backend.sql<Answer>(
      `select state, period_no, decline, card_last4 from public.client_memberships where id = $1`,
      [id],
    );
    return row;
  };
  const charges = () =>
    stripe.events.filter(
      ({ type, body }) => type === 'payment_intent.succeeded' && body.includes(account),
    ).length;
  const paidOnline = async () => {
    const rows = await backend.sql<{ cents: number }>(
      `select amount_cents::int as cents from public.payments
       where business_id = $1 and sale_id is null`,
      [salon.id],
    );
    return rows.map(({ cents }) => cents);
  };

  test('begins on a page and renews by itself, once, whatever is lost', async () => {
    const { id } = await member('4242 4242 4242 4242');
    expect(await stands(id)).toMatchObject({ state: 'active', period_no: 1, card_last4: '4242' });
    await monthLater(id);
    // The charge is made, and nobody hears of it.
    stripe.faults.push(
      { path: /POST .*payment_intents$/, does: 'lose' },
      { path: /POST .*payment_intents$/, does: 'lose' },
    );
    await backend.runJobs();
    expect(await stands(id)).toMatchObject({ period_no: 1 });
    await backend.runJobs();
    expect(await stands(id)).toMatchObject({ state: 'active', period_no: 2 });
    await backend.runJobs();
    expect(charges()).toBe(2);
    expect(await paidOnline()).toEqual([8000, 8000]);
  });

  test('a charge that nobody has heard of until its key is too old is found, not made again', async () => {
    const { id } = await member('4242 4242 4242 4242');
    await monthLater(id);
    stripe.faults.push(
      { path: /POST .*payment_intents$/, does: 'lose' },
      { path: /POST .*payment_intents$/, does: 'lose' },
    );
    await backend.runJobs();
    await backend.sql(
      `update private.payment_intents set expires_at = now() - interval '1 minute'
       where membership_id = $1 and purpose = 'renewal'`,
      [id],
    );
    await backend.runJobs();
    expect(await stands(id)).toMatchObject({ state: 'active', period_no: 2 });
    expect(charges()).toBe(2);
    expect(await paidOnline()).toEqual([8000, 8000]);
  });

  test('a bank that wants its client gets them by the link', async () => {
    const { id, token } = await member('4000 0025 0000 3155');
    await monthLater(id);
    await backend.runJobs();
    expect(await stands(id)).toMatchObject({
      state: 'past_due',
      period_no: 1,
      decline: 'authentication_required',
    });
    const { opId, session } = await begin(token, 'pay');
    expect(stripe.book.pay(session, '4000 0025 0000 3155', null)).toBe('asks');
    expect(stripe.book.pay(session, '4000 0025 0000 3155', 'yes')).toBe('paid');
    expect(await standing(opId)).toMatchObject({ state: 'paid' });
    expect(await stands(id)).toMatchObject({ state: 'active', period_no: 2, decline: null });
    expect(await paidOnline()).toEqual([8000, 8000]);
  });

  test('another card is left without paying, and is charged at once for what is open', async () => {
    const { id, token } = await member('4000 0000 0000 0341');
    await monthLater(id);
    await backend.runJobs();
    expect(await stands(id)).toMatchObject({ state: 'past_due', decline: 'generic_decline' });
    const { opId, session } = await begin(token, 'card');
    expect(stripe.book.pay(session, '4000 0000 0000 0002', null)).toBe('refused');
    expect(await standing(opId)).toMatchObject({ state: 'open', decline: 'generic_decline' });
    expect(stripe.book.pay(session, '4242 4242 4242 4242', null)).toBe('paid');
    expect(await standing(opId)).toMatchObject({ state: 'paid' });
    expect(await paidOnline()).toEqual([8000]);
    expect(await stands(id)).toMatchObject({ state: 'past_due', card_last4: '4242' });
    await backend.runJobs();
    expect(await stands(id)).toMatchObject({ state: 'active', period_no: 2 });
    expect(await paidOnline()).toEqual([8000, 8000]);
  });

  test('nothing went wrong on the way', () => {
    expect(backend.logged).toEqual([]);
  });
});
