import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, FIRST_DAY, makeSalon, type Salon } from '#supabase/tests/database/salon.ts';
import { newId } from '#supabase/tests/database/setup.ts';
import { BOOT_TIMEOUT_MS, startServedBackend, type TestBackend } from '#tests/harness/backend.ts';
import { startStripe, type StripeEmulator } from './emulator.ts';

type Answer = Record<string, unknown>;

let stripe: StripeEmulator;
let backend: TestBackend;
let salon: Salon;

beforeAll(async () => {
  stripe = await startStripe();
  backend = await startServedBackend({ realtime: false, env: stripe.env });
  salon = await makeSalon(backend.database, 'gives-back');
  const { id } = stripe.book.createAccount({ controller: { stripe_dashboard: { type: 'full' } } });
  stripe.book.change(id, 'ready');
  await backend.sql(
    `update public.booking_rules set deposit_rule = '{"percent": 30}' where id = $1`,
    [salon.id],
  );
  await backend.sql(
    `insert into private.payment_accounts (business_id, provider, account_id, state)
     values ($1, 'stripe', $2, 'ready')`,
    [salon.id, id],
  );
}, BOOT_TIMEOUT_MS);
afterAll(async () => {
  await backend.stop();
  await stripe.stop();
});

const post = async (path: string, body: unknown): Promise<Answer> => {
  const response = await fetch(`${backend.url}${path}`, {
    method: 'POST',
    headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Answer;
};

test('a deposit goes back in part by Stripe, once, though its answer is lost, and the client gets a mail', async () => {
  const op_id = newId();
  await post('/rest/v1/rpc/start_payment', {
    slug: salon.slug,
    request: {
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
    },
    op_id,
  });
  const { url } = await post('/functions/v1/payments', { op_id });
  await fetch(String(url), {
    method: 'POST',
    body: new URLSearchParams({ card: '4242 4242 4242 4242' }),
    redirect: 'manual',
  });
  expect(await post('/functions/v1/payments', { op_id })).toMatchObject({ state: 'booked' });

  const owner = await backend.signedIn('owner@gives-back.example');
  await backend.sql(
    `update public.memberships set user_id = $2 where business_id = $1 and role = 'owner'`,
    [salon.id, owner.id],
  );
  const [payment] = await backend.sql<{ id: string }>(
    'select id from private.payment_intents where business_id = $1',
    [salon.id],
  );
  const { data } = await owner.client.rpc('ask_refund', {
    business_id: salon.id,
    payment_id: payment!.id,
    amount_cents: 600,
    reason: 'Shorter than planned',
    op_id: newId(),
  });
  expect(data).toMatchObject({ ok: true });
  const asked = () =>
    stripe.calls.filter(({ method, path }) => method === 'POST' && path === '/v1/refunds');
  await backend.runJobs();
  expect(asked()).toEqual([]);

  await backend.sql(`update private.asked_refunds set due_at = now() - interval '1 second'`);
  // Stripe does it, and nobody hears of it: looked up, and not asked for again.
  stripe.faults.push({ path: /refunds$/, does: 'lose' }, { path: /refunds$/, does: 'lose' });
  await backend.runJobs();
  backend.logged.splice(0);
  await backend.runJobs();
  await backend.runJobs();
  expect(new Set(asked().map(({ key }) => key)).size).toBe(1);
  expect(
    await backend.sql(
      `select amount_cents::int as cents, reason from public.refunds
       where business_id = $1 and id <> $2`,
      [salon.id, salon.rows.refunds],
    ),
  ).toEqual([{ cents: 600, reason: 'Shorter than planned' }]);
  expect(
    await backend.sql(
      `select to_email, (data ->> 'cents')::int as cents from private.mail_outbox
       where business_id = $1 and kind = 'refund'`,
      [salon.id],
    ),
  ).toEqual([{ to_email: 'nia@example.com', cents: 600 }]);
  expect(backend.logged).toEqual([]);
});

test('[P5] a message about another account has no effect, and is found by the daily look', async () => {
  const completed = stripe.events.find(({ type }) => type === 'checkout.session.completed')!;
  const other = stripe.book.createAccount({ controller: { stripe_dashboard: { type: 'full' } } });
  const moved = {
    ...completed,
    body: JSON.stringify({ ...(JSON.parse(completed.body) as object), account: other.id }),
  };
  const state = () => backend.sql('select state, returned_cents from private.payment_intents');
  const before = await state();
  expect(await stripe.deliver(moved, `${backend.url}/functions/v1/payment-webhook`)).toBe(204);
  expect(await state()).toEqual(before);
  expect(
    await backend.sql(`select fault from private.accounting_faults where about = 'payment'`),
  ).toEqual([{ fault: 'other_account' }]);
});
