import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { at, makeSalon, soldCut, type Salon } from '#supabase/tests/database/salon.ts';
import { Device, newId, put } from '#supabase/tests/database/setup.ts';
import { BOOT_TIMEOUT_MS, startServedBackend, type TestBackend } from '#tests/harness/backend.ts';
import { startStripe, type StripeEmulator } from './emulator.ts';

/** A sale that its client pays by Stripe, by the link to its bill. */

type Answer = Record<string, unknown>;

const PAYS = '4242 4242 4242 4242';
const TOTAL = 5500;

let stripe: StripeEmulator;
let backend: TestBackend;
let salon: Salon;
let account: string;
let sale: string;
let ask: () => Promise<string>;
let charge: (opId: string) => Promise<unknown>;
let card: () => Promise<unknown>;
let desk: Device;
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
  salons += 1;
  salon = await makeSalon(backend.database, `bills-${salons}`);
  account = stripe.book.createAccount({ controller: { stripe_dashboard: { type: 'full' } } }).id;
  await backend.sql(
    `insert into private.payment_accounts (business_id, provider, account_id, state)
     values ($1, 'stripe', $2, 'ready')`,
    [salon.id, account],
  );
  stripe.tellTo(null);
  stripe.book.change(account, 'ready');
  for (const list of [stripe.events, stripe.faults, stripe.calls]) list.length = 0;
  desk = new Device(backend.database, salon.users.front_desk, salon.id);
  await desk.pull();
  sale = newId();
  const parts = soldCut(salon.ann, 1, desk.clientId);
  await desk.push([
    put('sales', sale, { ...parts.sale, client_id: salon.client }),
    put('sale_lines', newId(), { sale_id: sale, ...parts.line }),
    put('tips', newId(), { sale_id: sale, ...parts.tip }),
    put('payments', newId(), {
      sale_id: sale,
      ...parts.payment,
      method: 'owed',
      state: 'to_collect',
      tendered_cents: null,
    }),
  ]);
  const owner = await backend.signedIn(`bills-${salons}@test.example`);
  await backend.sql(
    `update public.memberships set user_id = $2 where business_id = $1 and role = 'owner'`,
    [salon.id, owner.id],
  );
  ask = async () => {
    const { data } = await owner.client.rpc('ask_sale_payment', {
      business_id: salon.id,
      sale_id: sale,
      op_id: newId(),
    });
    return String((data as Answer)['token']);
  };
  charge = async (op_id) => {
    const args = { business_id: salon.id, sale_id: sale, op_id, agreed_cents: TOTAL };
    return (await owner.client.rpc('charge_sale', args)).data as unknown;
  };
  card = async () => {
    const args = { business_id: salon.id, sale_id: sale };
    return (await owner.client.rpc('sale_card', args)).data as unknown;
  };
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
const begin = async (token: string) => {
  const opId = newId();
  expect(await post('/rest/v1/rpc/pay_bill', { token, op_id: opId })).toEqual({ ok: true });
  const { url } = await standing(opId);
  return { opId, url: String(url), session: String(url).split('/').at(-1)! };
};
const give = async (url: string, card = PAYS, answer?: string) => {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ card, ...(answer ? { answer } : {}) }),
    redirect: 'manual',
  });
  return response.headers.get('location');
};
const collect = (cents: number) =>
  desk.push([
    put('payments', newId(), {
      sale_id: sale,
      ...soldCut(null).payment,
      collects: true,
      amount_cents: cents,
      tendered_cents: cents,
    }),
  ]);
const ledger = async () => {
  const rows = await backend.sql<{ what: string; cents: number }>(
    `select method as what, amount_cents::int as cents from public.payments
       where business_id = $1 and method in ('card_online', 'deposit')
     union all
     select 'back ' || method, amount_cents::int from public.refunds
       where business_id = $1 and method in ('card_online', 'deposit')
     order by 1, 2`,
    [salon.id],
  );
  return rows.map(({ what, cents }) => `${what} ${cents}`);
};
const PAID = [`card_online ${TOTAL}`, `deposit ${TOTAL}`];
const statusOf = (session: string) => stripe.book.sessionById(session).payment_intent?.status;

test('declined, asked by the bank, then paid: held and charged once', async () => {
  const { opId, url, session } = await begin(await ask());
  expect(await give(url, '4000 0000 0000 0002')).toBeNull();
  expect(await standing(opId)).toMatchObject({ state: 'open', decline: 'generic_decline' });
  expect(await give(url, '4000 0000 0000 3220')).toBeNull();
  expect(await give(url, '4000 0000 0000 3220', 'yes')).toBe(
    `${backend.url}/book/${salon.slug}/bill?back`,
  );
  expect(statusOf(session)).toBe('requires_capture');
  const done = { ok: true, state: 'paid', url: null };
  const answers = await Promise.all([standing(opId), standing(opId)]);
  expect(answers).toMatchObject([done, done]);
  expect(statusOf(session)).toBe('succeeded');
  expect(await ledger()).toEqual(PAID);
});

test('messages late, five times over, in any order: one payment, and the sale is paid', async () => {
  const { url } = await begin(await ask());
  await give(url);
  const hook = `${backend.url}/functions/v1/payment-webhook`;
  for (let round = 0; round < 2; round += 1) {
    for (const event of [...stripe.events].reverse().flatMap((one) => [one, one, one, one, one])) {
      expect(await stripe.deliver(event, hook)).toBe(204);
    }
  }
  expect(await ledger()).toEqual(PAID);
});

test('collected in cash while the card was held: the card is let go', async () => {
  const token = await ask();
  const { opId, url, session } = await begin(token);
  await give(url);
  await collect(2000);
  expect(await standing(opId)).toMatchObject({ state: 'over' });
  expect(statusOf(session)).toBe('canceled');
  expect(await ledger()).toEqual([]);
  expect(await post('/rest/v1/rpc/bill_status', { token })).toMatchObject({ due: 3500 });
});

test('collected in cash while the card was charged: it goes back by itself, once', async () => {
  const { opId, url } = await begin(await ask());
  await give(url);
  // Stripe has charged it, and nobody has heard of it.
  stripe.faults.push({ path: /capture$/, does: 'lose' }, { path: /capture$/, does: 'lose' });
  await standing(opId);
  expect(await ledger()).toEqual([]);
  await collect(TOTAL);
  backend.logged.length = 0;
  await backend.runJobs();
  await backend.runJobs();
  expect(await ledger()).toEqual([`back card_online ${TOTAL}`, `card_online ${TOTAL}`]);
});

test('a sale that is taken back gives it back to the card; no message changes that', async () => {
  stripe.tellTo(backend.url);
  const { url } = await begin(await ask());
  await give(url);
  await vi.waitFor(async () => expect(await ledger()).toEqual(PAID));
  await stripe.quiet();
  await desk.push([
    put('refunds', newId(), {
      sale_id: sale,
      occurred_at: at(-1, 10),
      kind: 'void',
      method: null,
      amount_cents: TOTAL,
      reason: '',
    }),
  ]);
  await backend.runJobs();
  await stripe.quiet();
  expect(await ledger()).toEqual([`back card_online ${TOTAL}`, ...PAID]);
});

/** The client of the visit leaves a card at Stripe, and the visit is what was sold. */
const leaveCard = async (number: string): Promise<void> => {
  await backend.sql('set session_replication_role = replica');
  await backend.sql('update public.sale_lines set appointment_id = $2 where sale_id = $1', [
    sale,
    salon.visit,
  ]);
  await backend.sql('set session_replication_role = origin');
  const id = newId();
  const session = stripe.book.createSession(account, {
    mode: 'setup',
    currency: 'usd',
    customer_creation: 'always',
    allowed_payment_method_types: { 0: 'card' },
    expires_at: String(Math.floor(Date.now() / 1000) + 2700),
  });
  expect(stripe.book.pay(session.id, number, 'yes')).toBe('paid');
  const setup = stripe.book.sessionById(session.id).setup_intent!;
  await backend.sql(
    `insert into private.payment_intents (id, business_id, purpose, op_hash, amount_cents, currency,
       provider, payee, provider_id, state, appointment_id, keeps_card, card, expires_at)
     values ($1, $2, 'asked', gen_random_uuid(), 0, 'USD', 'stripe', $3, $4, 'captured', $5, true, $6,
       now())`,
    [
      id,
      salon.id,
      account,
      session.id,
      salon.visit,
      JSON.stringify({
        customer: setup.customer,
        method: setup.payment_method!.id,
        brand: 'visa',
        last4: number.slice(-4),
      }),
    ],
  );
};
const chargesAtStripe = () =>
  stripe.calls.filter(
    ({ method, path, replayed }) =>
      method === 'POST' && path.endsWith('/payment_intents') && !replayed,
  ).length;

test('the card that was left for the visit is charged without a page, once', async () => {
  await leaveCard('4242424242424242');
  expect(await card()).toMatchObject({ card: { last4: '4242' }, amount: TOTAL });
  const opId = newId();
  expect(await charge(opId)).toEqual({ ok: true });
  expect(await ledger()).toEqual([]);
  const done = { ok: true, state: 'paid', url: null };
  expect(await Promise.all([standing(opId), standing(opId)])).toMatchObject([done, done]);
  expect(await ledger()).toEqual(PAID);
  expect(chargesAtStripe()).toBe(1);
  expect(await charge(newId())).toMatchObject({ ok: false, code: 'nothing_due' });
});

test.each([
  ['its bank refuses', '4000000000000341', 'generic_decline'],
  ['its bank wants to ask the client', '4000002500003155', 'authentication_required'],
])('a card that was left, and %s, pays nothing; the link does', async (_why, number, decline) => {
  await leaveCard(number);
  const opId = newId();
  await charge(opId);
  expect(await standing(opId)).toMatchObject({ state: 'over', decline });
  expect(await ledger()).toEqual([]);
  expect(await card()).toMatchObject({ state: 'cancelled', decline, amount: TOTAL });
  const bill = await begin(await ask());
  await give(bill.url);
  expect(await standing(bill.opId)).toMatchObject({ state: 'paid' });
  expect(await ledger()).toEqual(PAID);
});

test('a charge whose answer is lost is neither paid nor asked for twice', async () => {
  await leaveCard('4242424242424242');
  const opId = newId();
  await charge(opId);
  const lost = { path: /POST .*payment_intents$/, does: 'lose' } as const;
  stripe.faults.push(lost, lost);
  expect(await standing(opId)).not.toMatchObject({ ok: true });
  expect(await ledger()).toEqual([]);
  expect(await card()).toMatchObject({ state: 'created', amount: 0 });
  expect(await charge(newId())).toMatchObject({ ok: false, code: 'in_use' });
  backend.logged.length = 0;
  expect(await standing(opId)).toMatchObject({ state: 'paid' });
  expect(await ledger()).toEqual(PAID);
  expect(chargesAtStripe()).toBe(1);
});

test('nothing went wrong on the way', () => {
  expect(backend.logged).toEqual([]);
});
