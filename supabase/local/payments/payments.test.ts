import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { BOOT_TIMEOUT_MS, startServedBackend, type TestBackend } from '#tests/harness/backend.ts';
import { at, FIRST_DAY, makeSalon, type Salon } from '#supabase/tests/database/salon.ts';
import { newId } from '#supabase/tests/database/setup.ts';

type Answer = Record<string, unknown>;

/** A card, from the page of a client through functions, bank, webhook and database. */
describe('a deposit', () => {
  let backend: TestBackend;
  let salon: Salon;
  let salons = 0;
  beforeAll(async () => {
    backend = await startServedBackend({ realtime: false });
  }, BOOT_TIMEOUT_MS);
  afterAll(() => backend.stop());
  beforeEach(async () => {
    salon = await makeSalon(backend.database, `pays-${(salons += 1)}`);
    await backend.sql(
      `update public.booking_rules set deposit_rule = '{"percent": 30}' where id = $1`,
      [salon.id],
    );
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
    ).toMatchObject({ ok: true, amount: 1500 });
    const { url } = await standing(opId);
    return { opId, url: String(url), hold: wanted.hold_key };
  };
  const submit = async (url: string, fields: Record<string, string>) => {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
    return { to: response.headers.get('location'), text: await response.text() };
  };
  const booked = (opId: string) =>
    rpc('book', { slug: salon.slug, request: {}, op_id: opId }) as Promise<
      Answer & {
        appointment: { id: string; deposit: number };
        manage_token: string;
      }
    >;
  const ledger = () =>
    backend.sql<{ method: string; cents: number }>(
      `select 'in' as method, amount_cents::int as cents from public.payments
         where business_id = $1 and sale_id is null
       union all select 'out', amount_cents::int from public.refunds
         where business_id = $1 and sale_id is null order by 1`,
      [salon.id],
    );

  test('declined, then paid: held, booked and charged once', async () => {
    const { opId, url } = await start();
    expect((await standing(opId))['url']).toBe(url);
    expect(await (await fetch(url)).text()).toContain('$15.00');
    expect((await submit(url, { card: '4000 0000 0000 0002' })).text).toContain('declined');
    expect(await standing(opId)).toMatchObject({ state: 'open', decline: 'card_declined', url });
    const { to } = await submit(url, { card: '4242 4242 4242 4242' });
    expect(to).toBe(`${backend.url}/book/${salon.slug}/payment?back`);
    // Twice at once, as with a webhook in between.
    const answers = await Promise.all([standing(opId), standing(opId)]);
    expect(answers).toEqual([
      { ok: true, state: 'booked', url: null, decline: null },
      { ok: true, state: 'booked', url: null, decline: null },
    ]);
    expect(await booked(opId)).toMatchObject({ ok: true, appointment: { deposit: 1500 } });
    await vi.waitFor(async () => expect(await ledger()).toEqual([{ method: 'in', cents: 1500 }]));
    expect((await submit(url, { card: '4242 4242 4242 4242' })).to).not.toBeNull();
    expect(await ledger()).toHaveLength(1);
  });

  test('the tab is closed after paying: the message of the bank books it', async () => {
    const { opId, url } = await start();
    await submit(url, { card: '4242424242424242' });
    await vi.waitFor(async () => expect(await ledger()).toEqual([{ method: 'in', cents: 1500 }]));
    expect(await booked(opId)).toMatchObject({ ok: true });
  });

  test('the bank asks: no is a decline, yes pays', async () => {
    const { opId, url } = await start();
    const card = '4000 0000 0000 3220';
    expect((await submit(url, { card })).text).toContain('Your bank asks');
    await submit(`${url}/bank`, { card, answer: 'no' });
    expect(await standing(opId)).toMatchObject({ state: 'open', decline: 'authentication_failed' });
    await submit(`${url}/bank`, { card, answer: 'yes' });
    expect(await standing(opId)).toMatchObject({ state: 'booked' });
  });

  test('messages late, twice and out of order change nothing', async () => {
    const { opId, url } = await start();
    await submit(url, { card: '4000 0000 0000 9979' });
    expect(await standing(opId)).toMatchObject({ state: 'booked' });
    const messages = () =>
      backend.sql<{ kind: string }>(
        `select e.kind from private.payment_events e
         join private.payment_intents i on i.provider = e.provider and i.provider_id = e.object_id
         where i.business_id = $1 order by e.kind`,
        [salon.id],
      );
    await vi.waitFor(
      async () =>
        expect((await messages()).map(({ kind }) => kind)).toEqual([
          'payment.authorised',
          'payment.captured',
        ]),
      { timeout: 10_000, interval: 250 },
    );
    expect(await ledger()).toEqual([{ method: 'in', cents: 1500 }]);
    expect(await booked(opId)).toMatchObject({ ok: true });
  });

  test('a card that takes its time is waited for', async () => {
    const { opId, url } = await start();
    await submit(url, { card: '4000 0000 0000 0077' });
    expect(await standing(opId)).toMatchObject({ state: 'checking', url: null });
    await vi.waitFor(async () => expect(await standing(opId)).toMatchObject({ state: 'booked' }), {
      timeout: 10_000,
      interval: 500,
    });
  });

  test('a time that was lost while paying: the card is let go', async () => {
    const { opId, url, hold } = await start();
    await rpc('release_hold', { slug: salon.slug, hold_key: hold });
    await backend.sql(`update public.booking_rules set deposit_rule = null where id = $1`, [
      salon.id,
    ]);
    const eve = { first_name: 'Eve', last_name: '', email: 'e@example.com', phone: '7185550111' };
    const other = {
      slug: salon.slug,
      request: request({ client: eve, hold_key: null }),
      op_id: newId(),
    };
    expect(await rpc('book', other)).toMatchObject({ ok: true });
    await submit(url, { card: '4242424242424242' });
    expect(await standing(opId)).toMatchObject({ state: 'refused' });
    expect(await booked(opId)).toMatchObject({ ok: false, code: 'slot_taken' });
    expect(await (await fetch(url)).text()).toContain('Nothing was charged');
    expect(await ledger()).toEqual([]);
  });

  test('cancelled in time: the timer gives it back, once', async () => {
    const { opId, url } = await start();
    await submit(url, { card: '4242424242424242' });
    await standing(opId);
    const { manage_token: token } = await booked(opId);
    await vi.waitFor(async () => expect(await ledger()).toHaveLength(1));
    expect(await rpc('booking_status', { token })).toMatchObject({
      deposit: { paid: 1500, back: 1500 },
    });
    expect(await rpc('cancel_booking', { token, op_id: newId() })).toMatchObject({ ok: true });
    await backend.runJobs();
    await backend.runJobs();
    expect(await ledger()).toEqual([
      { method: 'in', cents: 1500 },
      { method: 'out', cents: 1500 },
    ]);
    expect(await rpc('booking_status', { token })).toMatchObject({ deposit: null });
  });

  test('nobody but the bank tells the webhook anything, and nobody but us the bank', async () => {
    const { opId, url } = await start();
    const [{ provider_id: id }] = (await backend.sql<{ provider_id: string }>(
      'select provider_id from private.payment_intents where business_id = $1',
      [salon.id],
    )) as [{ provider_id: string }];
    const forged = await fetch(`${backend.url}/functions/v1/payment-webhook`, {
      method: 'POST',
      headers: { 'payment-signature': 't=1,v1=ab' },
      body: JSON.stringify({
        id: 'evt_1',
        kind: 'payment.authorised',
        objectId: id,
        payee: salon.id,
      }),
    });
    expect(forged.status).toBe(400);
    const capture = await fetch(`${backend.url}/_pay/v1/payments/${id}/capture`, {
      method: 'POST',
      headers: { 'idempotency-key': 'x' },
      body: '{}',
    });
    expect(capture.status).toBe(401);
    expect(await standing(opId)).toMatchObject({ state: 'open', url });
    expect(await standing(newId())).toEqual({ ok: false, code: 'not_found' });
    expect(await post('/functions/v1/payments', { op_id: "' or 1=1" })).toMatchObject({
      code: 'invalid',
    });
    expect(url).not.toContain(opId);
  });

  test('a day is compared with what the bank says of it', async () => {
    const { opId, url } = await start();
    await submit(url, { card: '4242424242424242' });
    await standing(opId);
    const list = async (headers: Record<string, string>) => {
      const [from, until] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000));
      const asked = new URLSearchParams({
        payee: salon.id,
        from: from!.toISOString(),
        until: until!.toISOString(),
      });
      return fetch(`${backend.url}/_pay/v1/payments?${asked}`, { headers });
    };
    expect((await list({})).status).toBe(401);
    const [row] = await backend.sql<{ id: string; provider_id: string }>(
      'select id, provider_id from private.payment_intents where business_id = $1',
      [salon.id],
    );
    const authorization = `Bearer ${backend.secretKey}`;
    expect(await (await list({ authorization })).json()).toMatchObject([
      { ref: row!.id, id: row!.provider_id, state: 'captured', cents: 1500, returnedCents: 0 },
    ]);
    // As if it had been two days ago: the bank knows it, and it is looked up by itself.
    await backend.sql('set session_replication_role = replica');
    await backend.sql(
      `update private.payment_intents set created_at = created_at - interval '36 hours',
         authorised_at = authorised_at - interval '36 hours' where id = $1`,
      [row!.id],
    );
    await backend.sql('set session_replication_role = origin');
    await backend.runJobs();
    const [found] = await backend.sql<{ days: number; findings: number }>(
      `select (select count(*) from private.provider_days
               where business_id = $1 and compared_at is not null)::int as days,
         (select count(*) from private.provider_findings where business_id = $1)::int as findings`,
      [salon.id],
    );
    expect(found!.days).toBeGreaterThan(0);
    expect(found!.findings).toBe(0);
  });

  test('what the bank has paid out is compared with what was noted', async () => {
    const { opId, url } = await start();
    await submit(url, { card: '4242424242424242' });
    await standing(opId);
    await vi.waitFor(async () => expect(await ledger()).toHaveLength(1));
    await backend.runJobs();
    const paidOut = () =>
      backend.sql<{ cents: number; lines: number; off: number }>(
        `select p.amount_cents::int as cents, s.lines::int, s.differing::int as off
         from private.payouts p
         cross join private.payout_sums(p.business_id, p.payee, array[p.payout_id]) s
         where p.business_id = $1`,
        [salon.id],
      );
    expect(await paidOut()).toEqual([]);
    const authorization = `Bearer ${backend.secretKey}`;
    const later = new Date(Date.now() + 86_400_000).toISOString();
    const asked = new URLSearchParams({ payee: salon.id, from: '2020-01-01', until: later });
    const ask = (path: string, headers: Record<string, string> = { authorization }) =>
      fetch(`${backend.url}/_pay/v1/payouts${path}`, { headers });
    expect((await ask(`?${asked}`, {})).status).toBe(401);
    // Nothing is paid out on the day on which it is charged.
    expect(await (await ask(`?${asked}`)).json()).toEqual([]);
    expect((await ask('/po_nobody_1')).status).toBe(404);
  });

  test('a bank that wants it back, and then decides, is heard of and booked at each turn', async () => {
    const { opId, url } = await start();
    await submit(url, { card: '4242424242424242' });
    await standing(opId);
    await vi.waitFor(async () => expect(await ledger()).toHaveLength(1));
    const entries = () =>
      backend.sql<{ state: string; cents: number; fee: number }>(
        `select state, amount_cents::int as cents, fee_cents::int as fee
         from public.dispute_entries where business_id = $1 and id <> $2 order by rev`,
        [salon.id, salon.rows.dispute_entries],
      );
    const open = { state: 'open', cents: 1500, fee: 1500 };
    // It has decided nothing that it was not asked for.
    await submit(`${url}/dispute`, { dispute: 'lost' });
    expect((await submit(`${url}/dispute`, { dispute: 'open' })).text).toContain(
      'Decide for the client',
    );
    await vi.waitFor(async () => expect(await entries()).toEqual([open]));
    await submit(`${url}/dispute`, { dispute: 'open' });
    expect((await submit(`${url}/dispute`, { dispute: 'won' })).text).toContain('is won');
    await submit(`${url}/dispute`, { dispute: 'lost' });
    await vi.waitFor(async () =>
      expect(await entries()).toEqual([open, { state: 'won', cents: -1500, fee: 0 }]),
    );
    expect(
      await backend.sql('select * from private.accounting_faults where business_id = $1', [
        salon.id,
      ]),
    ).toEqual([]);
  });

  test('nothing went wrong on the way', () => {
    expect(backend.logged).toEqual([]);
  });
});
