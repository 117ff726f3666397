import { beforeEach, describe, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import type { Caller } from '#supabase/local/database/caller.ts';
import { makeSalon, type Salon } from './salon.ts';
import { soldPackage } from './packs.ts';
import {
  anon,
  countOf,
  Device,
  newId,
  put,
  rowOf,
  rpc,
  signedIn,
  useDatabase,
  type Answer,
} from './setup.ts';

/** Packages that renew themselves: what the database does between the clock, the team and the provider. */
const server: Caller = { role: 'service_role', claims: { role: 'service_role' } };
const database = useDatabase();
let salon: Salon;
let salons = 0;
let offered: Uuid;

beforeEach(async () => {
  salon = await makeSalon(database.db, `memberships-${(salons += 1)}`);
  await database.db.sql(
    `insert into private.server_settings (name, value) values ('payment_provider', 'test')
     on conflict do nothing`,
  );
  offered = newId();
  await database.db.sql(
    `insert into public.packages
       (id, business_id, name, price_cents, credits, service_ids, renews_months)
     values ($1, $2, 'Two cuts a month', 8000, 2, array[$3::uuid], 1)`,
    [offered, salon.id, salon.service],
  );
});

const asOwner = (name: string, args: Answer): Promise<Answer> =>
  rpc(database.db, signedIn(salon.users.owner), name, { business_id: salon.id, ...args });
const offer = async (op = newId()): Promise<{ id: Uuid; token: string }> => {
  const answer = await asOwner('offer_membership', {
    client_id: salon.client,
    package_id: offered,
    op_id: op,
  });
  expect(answer).toMatchObject({ ok: true, slug: salon.slug });
  return { id: op, token: answer['token'] as string };
};
const page = (token: string, what: 'pay' | 'card', op = newId()): Promise<Answer> =>
  rpc(database.db, anon, 'start_membership_page', { token, what, op_id: op });
const status = (token: string) => rpc(database.db, anon, 'membership_status', { token });
const ofOp = (op: Uuid) => rpc(database.db, server, 'payment_of_op', { op_id: op });
const note = (intent: string, news: Answer, cents = 8000) =>
  rpc(database.db, server, 'note_payment', {
    intent,
    news: {
      provider_id: `pay_${intent}`,
      amount_cents: cents,
      currency: 'usd',
      decline: null,
      returned_cents: 0,
      card: null,
      ...news,
    },
  });
const CARD = { customer: 'cus_1', method: 'pm_4242', brand: 'visa', last4: '4242' };
/** Pays on the page, with a card that is kept. */
const pays = async (token: string, card = CARD): Promise<void> => {
  const op = newId();
  expect(await page(token, 'pay', op)).toEqual({ ok: true });
  const { id } = await ofOp(op);
  await note(id, { state: 'open' });
  expect(await note(id, { state: 'authorised', card })).toMatchObject({ step: 'capture' });
  expect(await note(id, { state: 'captured', card })).toMatchObject({ step: null });
};
const begun = async () => {
  const { id, token } = await offer();
  await pays(token);
  return { id, token };
};
const membership = (id: Uuid) => rowOf(database.db, 'client_memberships', id);
const change = (id: Uuid, to: string) =>
  asOwner('change_membership', { membership_id: id, change: to });
/** As if so many days had gone by since it was paid. */
const daysLater = (id: Uuid, days: number) =>
  database.db.transaction(async (sql) => {
    await sql('set local session_replication_role = replica');
    await sql(
      `update public.client_memberships set paid_until = paid_until - $2::int,
         anchor_on = anchor_on - $2::int, past_due_on = past_due_on - $2::int,
         next_try_at = next_try_at - $2::int * interval '1 day' where id = $1`,
      [id, days],
    );
  });
/** The clock, at nine in the morning or later. */
const tick = async () => {
  await database.db.transaction(async (sql) => {
    await sql('set local session_replication_role = replica');
    // Midday where the business is, whatever the time of the test is.
    await sql(
      `update public.businesses b set time_zone = (
         select n.name from pg_timezone_names n
         where n.name ~ '^Etc/GMT[+-][0-9]+$'
           and extract(hour from now() at time zone n.name) between 11 and 13
         order by n.name limit 1)
       where b.id = $1`,
      [salon.id],
    );
  });
  await database.db.sql('select private.run_memberships()');
};
const renewals = (id: Uuid) =>
  database.db.sql<{ id: Uuid; state: string; period: number }>(
    `select id, state, period_no as period from private.payment_intents
     where membership_id = $1 and purpose = 'renewal' order by created_at, id`,
    [id],
  );
const due = async (id: Uuid): Promise<Answer | undefined> => {
  const { payments } = await rpc(database.db, server, 'payments_due', { most: 1000 });
  const [mine] = (await renewals(id)).filter(({ state }) => state === 'created');
  return (payments as Answer[]).find((one) => one['id'] === mine?.id);
};
const credits = async (client = salon.client) => {
  const [row] = await database.db.sql<{ holdings: number; credits: number }>(
    `select count(distinct h.id)::int as holdings, coalesce(sum(a.credits), 0)::int as credits
     from public.package_holdings h
     join public.package_activities a on a.holding_id = h.id
     where h.business_id = $1 and h.client_id = $2`,
    [salon.id, client],
  );
  return row;
};
const mails = async () => {
  const rows = await database.db.sql<{ kind: string }>(
    `select kind from private.mail_outbox
     where business_id = $1 and kind like 'membership%' order by created_at, id`,
    [salon.id],
  );
  return rows.map(({ kind }) => kind);
};
const faults = () =>
  database.db.sql('select * from private.accounting_faults where business_id = $1', [salon.id]);

describe('beginning one', () => {
  test('the client pays the first period on a page, leaves the card, and gets the visits once', async () => {
    const op = newId();
    const { id, token } = await offer(op);
    expect(await offer(op)).toEqual({ id, token });
    expect(await membership(id)).toMatchObject({
      state: 'pending',
      period_no: 0,
      card_last4: null,
    });
    expect(await status(token)).toMatchObject({
      ok: true,
      due: 8000,
      takes_cards: false,
      is_test: true,
      membership: { name: 'Two cuts a month', state: 'pending', renews_months: 1 },
    });
    await pays(token);
    expect(await membership(id)).toMatchObject({
      state: 'active',
      period_no: 1,
      card_brand: 'visa',
      card_last4: '4242',
    });
    expect(await credits()).toEqual({ holdings: 1, credits: 2 });
    expect(await status(token)).toMatchObject({ due: 0, takes_cards: true });
    expect(await page(token, 'pay')).toMatchObject({ code: 'nothing_due' });
    expect(await faults()).toEqual([]);
    // The card is the provider's name for it, and no device has it.
    expect(
      await countOf(database.db, 'private.membership_cards where membership_id = $1', [id]),
    ).toBe(1);
    expect(
      await countOf(
        database.db,
        'private.payment_intents where membership_id = $1 and (card is not null or request is not null)',
        [id],
      ),
    ).toBe(0);
  });

  test('messages that come twice and in any order give nothing twice', async () => {
    const { token } = await offer();
    const op = newId();
    await page(token, 'pay', op);
    const { id } = await ofOp(op);
    for (const state of ['captured', 'open', 'authorised', 'captured', 'cancelled', 'captured']) {
      await note(id, { state, card: CARD });
    }
    expect(await credits()).toEqual({ holdings: 1, credits: 2 });
    expect(await faults()).toEqual([]);
  });

  test('two tabs are one page', async () => {
    const { token } = await offer();
    const [first, second] = [newId(), newId()];
    await page(token, 'pay', first);
    await page(token, 'pay', second);
    expect(await ofOp(first)).toMatchObject({ code: 'not_found' });
    const { id } = await ofOp(second);
    await note(id, { state: 'authorised', card: CARD });
    expect(await page(token, 'pay')).toMatchObject({ code: 'in_use' });
    await note(id, { state: 'captured', card: CARD });
    expect(await credits()).toEqual({ holdings: 1, credits: 2 });
  });

  test('is for packages that renew, clients who are there, and who may charge', async () => {
    const asked = { client_id: salon.client, package_id: offered, op_id: newId() };
    expect(
      await asOwner('offer_membership', { ...asked, package_id: salon.rows.packages }),
    ).toMatchObject({ code: 'not_found' });
    expect(await asOwner('offer_membership', { ...asked, client_id: newId() })).toMatchObject({
      code: 'not_found',
    });
    expect(
      await rpc(database.db, signedIn(salon.users.practitioner), 'offer_membership', {
        business_id: salon.id,
        ...asked,
      }),
    ).toMatchObject({ code: 'not_allowed' });
    expect(await status('guessed')).toMatchObject({ ok: false, code: 'not_found' });
    expect(await page('guessed', 'pay')).toMatchObject({ code: 'not_found' });
  });
});

describe('renewing it', () => {
  test('the payment is written down before anybody is asked, once, and its visits are given once', async () => {
    const { id } = await begun();
    await tick();
    expect(await renewals(id)).toEqual([]);
    await daysLater(id, 32);
    await tick();
    await tick();
    expect(await renewals(id)).toMatchObject([{ state: 'created', period: 2 }]);
    const facts = await due(id);
    expect(facts).toMatchObject({
      step: 'charge',
      purpose: 'renewal',
      amount_cents: 8000,
      card: { customer: 'cus_1', method: 'pm_4242' },
      title: 'Two cuts a month',
    });
    await note(facts!['id'] as string, { state: 'captured' });
    await note(facts!['id'] as string, { state: 'captured' });
    expect(await membership(id)).toMatchObject({ state: 'active', period_no: 2, tries: 0 });
    expect(await credits()).toEqual({ holdings: 2, credits: 4 });
    await tick();
    expect(await renewals(id)).toHaveLength(1);
    expect(await faults()).toEqual([]);
    expect(await mails()).toEqual([]);
  });

  test('a bank that holds a kept card before it charges it: charged, and its visits are given', async () => {
    const { id } = await begun();
    await daysLater(id, 32);
    await tick();
    const renewal = (await due(id))!['id'] as string;
    expect(await note(renewal, { state: 'authorised' })).toMatchObject({
      step: 'capture',
      refusal: null,
    });
    await note(renewal, { state: 'captured' });
    expect(await credits()).toEqual({ holdings: 2, credits: 4 });
    // The fee of a visit that was cancelled is what was agreed to, too.
    await database.db.sql(`update public.appointments set status = 'cancelled' where id = $1`, [
      salon.visit,
    ]);
    const [fee] = await database.db.sql<{ step: string | null }>(
      `select private.payment_step(jsonb_populate_record(null::private.payment_intents, $1)) as step`,
      [
        {
          business_id: salon.id,
          appointment_id: salon.visit,
          purpose: 'fee',
          state: 'authorised',
        },
      ],
    );
    expect(fee!.step).toBe('capture');
  });

  test('a period of the 31st is one of the 31st again after a short month', async () => {
    const [row] = await database.db.sql<{ starts: string[] }>(
      `select array(
         select private.period_start(x.m, n)::text from generate_series(1, 4) n) as starts
       from (select jsonb_populate_record(null::public.client_memberships,
         '{"anchor_on": "2027-01-31", "anchor_no": 1, "renews_months": 1}') as m) x`,
    );
    expect(row!.starts).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']);
  });

  test('a card that is refused is tried after one, three and seven days, and its client told each time', async () => {
    const { id } = await begun();
    await daysLater(id, 32);
    for (const wait of [1, 2, 4]) {
      await tick();
      const facts = await due(id);
      await note(facts!['id'] as string, { state: 'cancelled', decline: 'insufficient_funds' });
      expect(await membership(id)).toMatchObject({
        state: 'past_due',
        decline: 'insufficient_funds',
      });
      // Too early.
      await tick();
      expect(await due(id)).toBeUndefined();
      await daysLater(id, wait);
    }
    expect(await mails()).toEqual(['membership_failed', 'membership_failed', 'membership_failed']);
    await tick();
    const last = await due(id);
    await note(last!['id'] as string, { state: 'cancelled', decline: 'insufficient_funds' });
    expect(await membership(id)).toMatchObject({ state: 'past_due', next_try_at: null, tries: 4 });
    expect(
      await countOf(
        database.db,
        `public.attention_items where business_id = $1 and entity = 'client_memberships'`,
        [salon.id],
      ),
    ).toBe(1);
    expect(await credits()).toEqual({ holdings: 1, credits: 2 });
    // Two weeks after the first time it ends, and its client is told.
    await daysLater(id, 8);
    await tick();
    expect(await membership(id)).toMatchObject({ state: 'ended', card_last4: null });
    expect((await mails()).at(-1)).toBe('membership_ended');
  });

  test('where nobody knows whether it was charged it is charged again only when a person says so', async () => {
    const { id, token } = await begun();
    await daysLater(id, 32);
    await tick();
    const facts = await due(id);
    const unknown = { state: 'cancelled', provider_id: null, is_unknown: true };
    await note(facts!['id'] as string, unknown);
    expect(await membership(id)).toMatchObject({
      state: 'past_due',
      decline: 'no_answer',
      next_try_at: null,
    });
    expect(await mails()).toEqual([]);
    expect(await status(token)).toMatchObject({ due: 0 });
    expect(await page(token, 'pay')).toMatchObject({ code: 'nothing_due' });
    await daysLater(id, 3);
    await tick();
    expect(await due(id)).toBeUndefined();
    expect(await change(id, 'retry')).toEqual({ ok: true });
    await tick();
    expect(await due(id)).toMatchObject({ step: 'charge' });
  });

  test('of a refused card its client is told also while the business has not paid for the product', async () => {
    const { id } = await begun();
    await daysLater(id, 32);
    await tick();
    const facts = await due(id);
    await database.db.sql(
      `insert into private.server_settings (name, value) values ('billing_provider', 'test')
       on conflict do nothing`,
    );
    await database.db.sql(
      `insert into private.subscriptions (business_id, provider, plan, status)
       values ($1, 'test', 'solo', 'canceled')`,
      [salon.id],
    );
    await note(facts!['id'] as string, { state: 'cancelled', decline: 'card_declined' });
    expect(
      await countOf(
        database.db,
        `private.mail_outbox
         where business_id = $1 and kind = 'membership_failed' and state = 'queued'`,
        [salon.id],
      ),
    ).toBe(1);
  });

  test('what the bank wants its client for is not tried again: it is paid by the link', async () => {
    const { id, token } = await begun();
    await daysLater(id, 32);
    await tick();
    const facts = await due(id);
    await note(facts!['id'] as string, { state: 'cancelled', decline: 'authentication_required' });
    expect(await membership(id)).toMatchObject({ state: 'past_due', next_try_at: null });
    await daysLater(id, 3);
    await tick();
    expect(await due(id)).toBeUndefined();
    expect(await status(token)).toMatchObject({ due: 8000 });
    await pays(token, { ...CARD, last4: '3155' });
    expect(await membership(id)).toMatchObject({
      state: 'active',
      period_no: 2,
      card_last4: '3155',
      decline: null,
    });
    expect(await credits()).toEqual({ holdings: 2, credits: 4 });
    expect(await faults()).toEqual([]);
  });

  test('while its client pays on a page the clock charges nothing, and the other way round', async () => {
    const { id, token } = await begun();
    await daysLater(id, 32);
    await tick();
    expect(await page(token, 'pay')).toMatchObject({ code: 'nothing_due' });
    const facts = await due(id);
    await note(facts!['id'] as string, { state: 'cancelled', decline: 'card_declined' });
    const op = newId();
    expect(await page(token, 'pay', op)).toEqual({ ok: true });
    await daysLater(id, 2);
    await tick();
    expect(await due(id)).toBeUndefined();
    const { id: open } = await ofOp(op);
    await note(open, { state: 'cancelled' });
    await tick();
    expect(await due(id)).toMatchObject({ step: 'charge' });
    expect(await page(token, 'pay')).toMatchObject({ code: 'in_use' });
  });

  test('another card is charged at once for what the old one could not pay', async () => {
    const { id, token } = await begun();
    await daysLater(id, 32);
    await tick();
    const facts = await due(id);
    await note(facts!['id'] as string, { state: 'cancelled', decline: 'card_declined' });
    const op = newId();
    expect(await page(token, 'card', op)).toEqual({ ok: true });
    const { id: setup } = await ofOp(op);
    await note(setup, { state: 'open' }, 0);
    const card = { ...CARD, method: 'pm_5555', last4: '5555' };
    expect(await note(setup, { state: 'authorised', card }, 0)).toMatchObject({
      step: 'capture',
      amount_cents: 0,
    });
    await note(setup, { state: 'captured', card }, 0);
    expect(await membership(id)).toMatchObject({ card_last4: '5555', tries: 0 });
    // Nothing was paid by it.
    expect(await countOf(database.db, 'public.payments where id = $1', [setup])).toBe(0);
    await tick();
    expect(await due(id)).toMatchObject({ card: { method: 'pm_5555' } });
  });

  test('nobody pays for periods in which nobody could be charged', async () => {
    const { id } = await begun();
    await daysLater(id, 100);
    await tick();
    const facts = await due(id);
    await note(facts!['id'] as string, { state: 'captured' });
    await tick();
    expect(await renewals(id)).toHaveLength(1);
    expect(await credits()).toEqual({ holdings: 2, credits: 4 });
  });

  test('a business that was closed charges nobody until it is open again', async () => {
    const { id, token } = await begun();
    await daysLater(id, 32);
    await database.db.sql(
      `insert into private.closed_businesses (business_id, erase_at, members, booking_enabled)
       values ($1, now() + interval '14 days', '{}', true)`,
      [salon.id],
    );
    await tick();
    expect(await renewals(id)).toEqual([]);
    expect(await status(token)).toMatchObject({ due: 0, takes_cards: false });
    expect(await page(token, 'card')).toMatchObject({ code: 'nothing_due' });
    await database.db.sql('delete from private.closed_businesses where business_id = $1', [
      salon.id,
    ]);
    await tick();
    expect(await renewals(id)).toMatchObject([{ state: 'created' }]);
  });

  test('what the provider gives back of a period is put before a person, once', async () => {
    const { id } = await begun();
    const [paid] = await database.db.sql<{ id: Uuid }>(
      'select id from private.payment_intents where membership_id = $1',
      [id],
    );
    for (let times = 0; times < 2; times += 1) {
      await note(paid!.id, { state: 'captured', returned_cents: 8000 });
    }
    expect(
      await database.db.sql(
        `select entity, entity_id as id, mine from public.attention_items
         where business_id = $1 and entity = 'payments'`,
        [salon.id],
      ),
    ).toEqual([
      {
        entity: 'payments',
        id: paid!.id,
        mine: { returned_cents: 8000, purpose: 'membership' },
      },
    ]);
    expect(await credits()).toEqual({ holdings: 1, credits: 2 });
  });
});

describe('the team and the client', () => {
  test('pause it and go on: nothing is charged for the time between', async () => {
    const { id } = await begun();
    expect(await change(id, 'pause')).toEqual({ ok: true });
    expect(await change(id, 'pause')).toMatchObject({ code: 'illegal_transition' });
    await daysLater(id, 40);
    await tick();
    expect(await renewals(id)).toEqual([]);
    expect(await change(id, 'resume')).toEqual({ ok: true });
    await tick();
    const facts = await due(id);
    await note(facts!['id'] as string, { state: 'captured' });
    const { anchor_on, paid_until } = await membership(id);
    const days = (Date.parse(paid_until as string) - Date.parse(anchor_on as string)) / 86_400_000;
    expect(days).toBeGreaterThanOrEqual(27);
  });

  test('end it with what is paid, and may think again', async () => {
    const { id, token } = await begun();
    expect(await rpc(database.db, anon, 'cancel_membership', { token })).toEqual({ ok: true });
    expect(await membership(id)).toMatchObject({ state: 'active', cancel_at_end: true });
    expect(await change(id, 'keep')).toEqual({ ok: true });
    expect(await change(id, 'end')).toEqual({ ok: true });
    await daysLater(id, 32);
    await tick();
    expect(await membership(id)).toMatchObject({ state: 'ended' });
    expect(await renewals(id)).toEqual([]);
    expect(await status(token)).toMatchObject({ due: 0, takes_cards: false });
    expect(
      await countOf(database.db, 'private.membership_cards where membership_id = $1', [id]),
    ).toBe(0);
  });

  test('what was never paid ends at once, and what was charged meanwhile is given all the same', async () => {
    const { id, token } = await offer();
    const op = newId();
    await page(token, 'pay', op);
    expect(await change(id, 'end')).toEqual({ ok: true });
    expect(await membership(id)).toMatchObject({ state: 'ended' });
    const { id: open } = await ofOp(op);
    // A card that is given on the page all the same is let go.
    expect(await note(open, { state: 'authorised', card: CARD })).toMatchObject({ step: 'cancel' });

    const other = await begun();
    await daysLater(other.id, 32);
    await tick();
    const facts = await due(other.id);
    await change(other.id, 'end');
    await note(facts!['id'] as string, { state: 'captured' });
    expect(await membership(other.id)).toMatchObject({ state: 'ended', period_no: 2 });
    expect(await credits()).toEqual({ holdings: 2, credits: 4 });
  });

  test('of one that ends while its page is being paid no card is kept', async () => {
    const { id, token } = await offer();
    const op = newId();
    await page(token, 'pay', op);
    const { id: open } = await ofOp(op);
    await note(open, { state: 'open' });
    expect(await note(open, { state: 'authorised', card: CARD })).toMatchObject({
      step: 'capture',
    });
    expect(await change(id, 'end')).toEqual({ ok: true });
    expect(await note(open, { state: 'captured', card: CARD })).toMatchObject({ step: null });
    expect(await credits()).toEqual({ holdings: 1, credits: 2 });
    expect(await membership(id)).toMatchObject({ state: 'ended', card_last4: null });
    expect(
      await countOf(database.db, 'private.membership_cards where membership_id = $1', [id]),
    ).toBe(0);
  });

  test('an erased client is charged no more', async () => {
    const { id } = await begun();
    await database.db.sql(`update public.clients set status = 'anonymised' where id = $1`, [
      salon.client,
    ]);
    expect(await membership(id)).toMatchObject({ state: 'ended' });
    await daysLater(id, 32);
    await tick();
    expect(await renewals(id)).toEqual([]);
  });

  test('a link is made by the team, and is the same for the same asking', async () => {
    const { id, token } = await begun();
    const op = newId();
    const link = () => asOwner('membership_link', { membership_id: id, op_id: op });
    const made = await link();
    expect(await link()).toEqual(made);
    expect(made['token']).not.toBe(token);
    expect(await status(made['token'] as string)).toMatchObject({ ok: true });
  });
});

describe('sold at the desk', () => {
  const desk = () => new Device(database.db, salon.users.owner, salon.id);
  const faults = () =>
    database.db.sql('select * from private.accounting_faults where business_id = $1', [salon.id]);
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  /** A period that was paid in cash; `days` until its last day. */
  const sell = async (device: Device, receipt: number, days: number, status = 'applied') => {
    const sold = soldPackage(salon, device.clientId, receipt, {
      credits: 2,
      cents: 8000,
      package_id: offered,
      expires_on: day(days),
    });
    const { result } = await device.push(sold.ops);
    expect(result).toMatchObject({ status });
    return sold;
  };
  const giveBack = async (device: Device, sold: ReturnType<typeof soldPackage>) => {
    const { result } = await device.push([
      put('refunds', newId(), {
        sale_id: sold.sale_id,
        sale_line_id: sold.line_id,
        qty: 1,
        occurred_at: new Date().toISOString(),
        kind: 'refund',
        method: 'cash',
        amount_cents: 8000,
        reason: 'r',
      }),
      put('package_activities', newId(), {
        holding_id: sold.id,
        occurred_at: new Date().toISOString(),
        kind: 'cancel',
        credits: -2,
        amount_cents: -8000,
        sale_id: sold.sale_id,
        sale_line_id: sold.line_id,
      }),
    ]);
    expect(result).toMatchObject({ status: 'applied' });
  };
  const mine = () =>
    database.db.sql<Answer>(
      `select *, paid_until::text from public.client_memberships where client_id = $1 order by id`,
      [salon.client],
    );

  test('it runs for what was paid, goes on when it is paid again, and ends by itself', async () => {
    const device = desk();
    const first = await sell(device, 1, 20);
    expect(await mine()).toMatchObject([
      { id: first.id, state: 'active', cancel_at_end: true, period_no: 1, credits: 2 },
    ]);
    const until = async () => (await mine())[0]!['paid_until'];
    expect(await until()).toBe(day(20));
    // Nobody has said yes to be charged.
    expect(await change(first.id, 'keep')).toMatchObject({ code: 'illegal_transition' });
    await sell(device, 2, 51);
    expect(await mine()).toMatchObject([{ id: first.id, state: 'active', period_no: 2 }]);
    expect(await until()).toBe(day(51));
    await daysLater(first.id, 52);
    await tick();
    expect(await mine()).toMatchObject([{ id: first.id, state: 'ended' }]);
    expect(await renewals(first.id)).toEqual([]);
    // Another one afterwards is a new one.
    const again = await sell(device, 3, 80);
    expect((await mine()).map(({ id, state }) => [id, state])).toContainEqual([again.id, 'active']);
    expect(await faults()).toEqual([]);
  });

  test('its client leaves a card by the link: from then on it renews, after what was paid', async () => {
    const device = desk();
    const sold = await sell(device, 1, 20);
    const { token } = await asOwner('membership_link', { membership_id: sold.id, op_id: newId() });
    const shown = await status(String(token));
    expect(shown).toMatchObject({ due: 0, takes_cards: true });
    const op = newId();
    expect(await page(String(token), 'card', op)).toEqual({ ok: true });
    const { id } = await ofOp(op);
    await note(id, { state: 'open' }, 0);
    await note(id, { state: 'authorised', card: CARD }, 0);
    await note(id, { state: 'captured', card: CARD }, 0);
    expect(await mine()).toMatchObject([
      { cancel_at_end: false, card_last4: '4242', period_no: 1 },
    ]);
    await tick();
    expect(await renewals(sold.id)).toEqual([]);
    await daysLater(sold.id, 21);
    await tick();
    expect(await renewals(sold.id)).toMatchObject([{ period: 2 }]);
    // Paid at the desk as well, while the card is being charged: both are kept, and a person looks.
    await sell(device, 2, 30, 'conflict');
    expect(await mine()).toMatchObject([{ period_no: 1 }]);
    expect(
      await countOf(
        database.db,
        `public.attention_items where entity = 'client_memberships'
           and entity_id = $1 and mine ->> 'decline' = 'paid_twice'`,
        [sold.id],
      ),
    ).toBe(1);
    expect(await faults()).toEqual([]);
  });

  test('given back it ends, and of two periods the one before goes on', async () => {
    const device = desk();
    await sell(device, 1, 20);
    const second = await sell(device, 2, 50);
    await giveBack(device, second);
    expect(await mine()).toMatchObject([
      { state: 'active', cancel_at_end: true, paid_until: day(20) },
    ]);
    await sell(device, 3, 55);
    expect(await mine()).toMatchObject([{ state: 'active', paid_until: day(55) }]);
    expect(await faults()).toEqual([]);
  });

  test('given back as the only one it is over', async () => {
    const device = desk();
    const sold = await sell(device, 1, 20);
    await giveBack(device, sold);
    expect(await mine()).toMatchObject([{ id: sold.id, state: 'ended' }]);
    expect(await faults()).toEqual([]);
  });
});
