import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeSalon, type Salon } from '#supabase/tests/database/salon.ts';
import { BOOT_TIMEOUT_MS, startServedBackend, type TestBackend } from '#tests/harness/backend.ts';
import { startStripe, type StripeEmulator } from './emulator.ts';

type Answer = Record<string, unknown>;

/** What businesses pay for the product, by the real package: pages, messages, and the daily look. */
describe('billing by Stripe', () => {
  let stripe: StripeEmulator;
  let backend: TestBackend;
  let salon: Salon;
  let owner: Awaited<ReturnType<TestBackend['signedIn']>>;
  let salons = 0;
  beforeAll(async () => {
    stripe = await startStripe();
    backend = await startServedBackend({ realtime: false, env: stripe.billingEnv });
  }, BOOT_TIMEOUT_MS);
  afterAll(async () => {
    await backend.stop();
    await stripe.stop();
  });
  beforeEach(async () => {
    salon = await makeSalon(backend.database, `billing-${(salons += 1)}`);
    owner = await backend.signedIn(`billing-${salons}@test.example`);
    await backend.sql(
      `update public.memberships set user_id = $2 where business_id = $1 and role = 'owner'`,
      [salon.id, owner.id],
    );
    stripe.tellTo(backend.url);
    stripe.calls.length = 0;
    stripe.faults.length = 0;
    stripe.events.length = 0;
  });

  const visit = async (action: string, plan?: string): Promise<Answer> => {
    const body = { business_id: salon.id, action, ...(plan === undefined ? {} : { plan }) };
    const { data } = await owner.client.functions.invoke<Answer>('billing', { body });
    return data ?? {};
  };
  const state = async () =>
    (await owner.client.rpc('billing_state', { business_id: salon.id })).data as Answer & {
      subscription: Answer | null;
      invoices: Answer[];
    };
  /** Pays on the page that it was led to; answers the subscription. */
  const subscribe = async (plan = 'team'): Promise<string> => {
    const { url } = await visit('plan', plan);
    const page = await fetch(String(url), {
      method: 'POST',
      body: new URLSearchParams({}),
      redirect: 'manual',
    });
    expect(page.headers.get('location')).toBe(`${backend.url}/settings/billing?back`);
    await stripe.quiet();
    const [row] = await backend.sql<{ subscription_id: string }>(
      'select subscription_id from private.subscriptions where business_id = $1',
      [salon.id],
    );
    return row!.subscription_id;
  };

  test('begins with a trial on Stripe’s page, the same page however often it is asked for', async () => {
    expect(await state()).toMatchObject({ provider: 'stripe', access: 'full', subscription: null });
    stripe.faults.push(
      { path: /POST .*sessions$/, does: 'lose' },
      { path: /POST .*sessions$/, does: 'lose' },
    );
    expect(await visit('plan', 'team')).toEqual({});
    backend.logged.splice(0);
    const { url } = await visit('plan', 'team');
    expect((await visit('plan', 'team'))['url']).toBe(url);
    const id = await subscribe();
    expect(stripe.billing.subscriptionOf(id).metadata).toEqual({ daybook_business: salon.id });
    expect(await state()).toMatchObject({
      access: 'full',
      subscription: { plan: 'team', status: 'trialing', cancel_at_period_end: false },
      invoices: [],
    });
    // Once more it would be paid at once, and not begun beside the first.
    expect(await visit('plan', 'team')).toEqual({ ok: true, url: null });
  });

  test('a payment that fails warns for two weeks, and then only what is done for others is off', async () => {
    const id = await subscribe();
    stripe.billing.change(id, 'active');
    stripe.billing.change(id, 'past_due');
    await stripe.quiet();
    expect(await state()).toMatchObject({
      access: 'warned',
      subscription: { status: 'past_due' },
      invoices: [{ state: 'open' }, { state: 'paid' }],
    });
    await backend.sql(
      `update private.subscriptions set past_due_since = now() - interval '15 days'
       where business_id = $1`,
      [salon.id],
    );
    expect(await state()).toMatchObject({ access: 'limited' });
    // The first message comes again, last of all: it is looked up, and since when stays.
    const first = stripe.events.find(({ type }) => type === 'customer.subscription.created')!;
    expect(await stripe.deliver(first, `${backend.url}/functions/v1/billing-webhook`)).toBe(204);
    expect(await state()).toMatchObject({ access: 'limited' });
    stripe.billing.change(id, 'active');
    await stripe.quiet();
    expect(await state()).toMatchObject({ access: 'full', subscription: { status: 'active' } });
  });

  test('cards, invoices and the end are on Stripe’s page, and what is ended may begin again', async () => {
    expect(await visit('portal')).toEqual({ ok: true, url: null });
    const id = await subscribe();
    expect(String((await visit('portal'))['url'])).toContain(`${stripe.url}/portal/cus_`);
    stripe.billing.change(id, 'ends');
    await stripe.quiet();
    expect(await state()).toMatchObject({ subscription: { cancel_at_period_end: true } });
    stripe.billing.change(id, 'canceled');
    await stripe.quiet();
    expect(await state()).toMatchObject({
      access: 'limited',
      subscription: { status: 'canceled' },
    });
    // As the same customer, and without another trial.
    await backend.sql(
      `update private.billing_checkouts set begun_at = begun_at - interval '21 hours'
       where business_id = $1`,
      [salon.id],
    );
    const again = await subscribe();
    expect(again).not.toBe(id);
    expect(stripe.billing.subscriptionOf(again).customer).toBe(
      stripe.billing.subscriptionOf(id).customer,
    );
    expect(await state()).toMatchObject({ access: 'full', subscription: { status: 'active' } });
  });

  test('the tab is closed at the page and the message is lost: looking finds it', async () => {
    stripe.tellTo(null);
    const { url } = await visit('plan', 'team');
    stripe.billing.complete(String(url).split('/').at(-1)!);
    expect(await state()).toMatchObject({ subscription: null });
    expect(await visit('look')).toEqual({ ok: true, url: null });
    expect(await state()).toMatchObject({ subscription: { status: 'trialing' } });
  });

  test('once a day everything is looked up, and who takes appointments is paid for', async () => {
    const id = await subscribe();
    const seats = () => stripe.billing.subscriptionOf(id).items.data[0]!.quantity;
    const before = seats();
    await backend.sql(
      `update public.staff set bookable = false where business_id = $1 and id = $2`,
      [salon.id, salon.ben],
    );
    stripe.tellTo(null);
    stripe.billing.change(id, 'ends');
    await backend.runJobs();
    expect(seats()).toBe(before);
    await backend.sql(
      `update private.subscriptions set looked_at = now() - interval '21 hours'
       where business_id = $1`,
      [salon.id],
    );
    await backend.runJobs();
    expect(seats()).toBe(before - 1);
    expect(await state()).toMatchObject({ subscription: { cancel_at_period_end: true } });
  });

  test('another plan is gone over to without a page, if it is for so many', async () => {
    await subscribe();
    expect(await visit('plan', 'solo')).toMatchObject({
      ok: false,
      code: 'invalid',
      field: 'plan',
    });
    await backend.sql(
      `update public.staff set bookable = false where business_id = $1 and id <> $2`,
      [salon.id, salon.ann],
    );
    expect(await visit('plan', 'solo')).toEqual({ ok: true, url: null });
    expect(await state()).toMatchObject({ subscription: { plan: 'solo' } });
  });

  test('of a business that is erased it ends, because nobody else could end it', async () => {
    const id = await subscribe();
    await backend.sql('select private.erase_business($1)', [salon.id]);
    await backend.runJobs();
    await stripe.quiet();
    expect(stripe.billing.subscriptionOf(id).status).toBe('canceled');
    expect(await backend.sql('select subscription_id from private.billing_ends')).toEqual([]);
  });

  test('messages that are not signed for this place, and strangers, have no effect', async () => {
    await subscribe();
    const hook = `${backend.url}/functions/v1/billing-webhook`;
    const event = stripe.events.at(-1)!;
    expect(await stripe.deliver(event, hook, 't=1,v1=ab')).toBe(400);
    const stranger = await backend.signedIn();
    const body = { business_id: salon.id, action: 'portal' };
    const { data } = await stranger.client.functions.invoke<Answer>('billing', { body });
    expect(data).toMatchObject({ ok: false, code: 'not_allowed' });
  });

  test('nothing went wrong on the way', () => {
    expect(backend.logged).toEqual([]);
  });
});
