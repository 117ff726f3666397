import { beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '#supabase/local/database/caller.ts';
import { makeSalon, type Salon } from './salon.ts';
import { newId, rpc, signedIn, useDatabase, type Answer } from './setup.ts';

/** Billing by a provider that really charges: what the database says of it, and what is open. */
const server: Caller = { role: 'service_role', claims: { role: 'service_role' } };
const database = useDatabase();
let salon: Salon;
let salons = 0;

beforeEach(async () => {
  salon = await makeSalon(database.db, `billing-${(salons += 1)}`);
  await database.db.sql(
    `insert into private.server_settings (name, value) values ('billing_provider', 'stripe')
     on conflict do nothing`,
  );
});

const asOwner = (name: string, args: Answer = {}): Promise<Answer> =>
  rpc(database.db, signedIn(salon.users.owner), name, { business_id: salon.id, ...args });
const begin = (plan: string | null = 'team') => asOwner('begin_billing', { plan });
const state = () => asOwner('billing_state');
const note = (more: Answer = {}, invoices: object[] = []): Promise<Answer> =>
  rpc(database.db, server, 'note_billing', {
    provider: 'stripe',
    subscription: {
      id: `sub_${salon.id}`,
      customer_id: `cus_${salon.id}`,
      business_id: salon.id,
      plan: 'team',
      seats: 2,
      status: 'active',
      trial_ends_at: null,
      current_period_end: new Date(Date.now() + 20 * 86_400_000).toISOString(),
      cancel_at_period_end: false,
      ...more,
    },
    invoices,
  });
const due = async () => {
  const { subscriptions } = await rpc(database.db, server, 'billing_due', { most: 1000 });
  return (subscriptions as Answer[]).find(
    ({ subscription_id }) => subscription_id === `sub_${salon.id}`,
  );
};
const change = (what: string) =>
  database.db.sql(`update private.subscriptions set ${what} where business_id = $1`, [salon.id]);

describe('beginning', () => {
  test('has one key until something else is wanted, or its page is closed', async () => {
    const first = await begin();
    expect(first).toMatchObject({ ok: true, trial_days: 30, customer_id: null, checkout_id: null });
    expect((await begin())['key']).toBe(first['key']);
    expect(
      await rpc(database.db, server, 'note_billing_checkout', {
        key: first['key'],
        checkout_id: 'cs_1',
      }),
    ).toEqual({ ok: true });
    expect(await begin()).toMatchObject({ key: first['key'], checkout_id: 'cs_1' });
    await database.db.sql(
      `update private.billing_checkouts set begun_at = now() - interval '21 hours'
       where business_id = $1`,
      [salon.id],
    );
    const second = await begin();
    expect(second['key']).not.toBe(first['key']);
    expect(second['checkout_id']).toBeNull();
    // An answer about the first page comes late.
    expect(
      await rpc(database.db, server, 'note_billing_checkout', {
        key: first['key'],
        checkout_id: 'cs_1',
      }),
    ).toMatchObject({ code: 'not_found' });
  });

  test('again after one that is over gets a page of its own', async () => {
    const first = await begin();
    await rpc(database.db, server, 'note_billing_checkout', {
      key: first['key'],
      checkout_id: 'cs_1',
    });
    await note();
    await note({ status: 'canceled' });
    const second = await begin();
    expect(second).toMatchObject({ subscription_id: null, checkout_id: null, trial_days: 0 });
    expect(second['key']).not.toBe(first['key']);
  });

  test('is for who manages billing, and for plans that are for so many people', async () => {
    for (const plan of ['solo', 'nonsense']) {
      expect(await begin(plan)).toMatchObject({ code: 'invalid', field: 'plan' });
    }
    expect(
      await rpc(database.db, signedIn(salon.users.manager), 'begin_billing', {
        business_id: salon.id,
        plan: 'team',
      }),
    ).toMatchObject({ code: 'not_allowed' });
    expect(await asOwner('change_billing', { change: { pay: true } })).toMatchObject({
      code: 'not_offered',
    });
  });
});

describe('how it stands', () => {
  test.each([
    ['trialing', { trial_ends_at: new Date(Date.now() + 86_400_000).toISOString() }, 'full'],
    // The provider tells a little later what became of it.
    ['trialing', { trial_ends_at: new Date(Date.now() - 3_600_000).toISOString() }, 'full'],
    ['trialing', { trial_ends_at: new Date(Date.now() - 2 * 86_400_000).toISOString() }, 'limited'],
    ['active', {}, 'full'],
    ['past_due', {}, 'warned'],
    ['incomplete', {}, 'warned'],
    ['unpaid', {}, 'limited'],
    ['canceled', {}, 'limited'],
    ['paused', {}, 'limited'],
  ] as const)('%s %o opens: %s', async (status, more, access) => {
    expect(await note({ status, ...more })).toEqual({ ok: true });
    expect(await state()).toMatchObject({ provider: 'stripe', access, subscription: { status } });
  });

  test('since when a payment is open stays, whatever is told again, until it is paid', async () => {
    await note({ status: 'past_due' });
    await change(`past_due_since = now() - interval '15 days'`);
    await note({ status: 'past_due' });
    expect(await state()).toMatchObject({ access: 'limited' });
    await note({ status: 'active' });
    await note({ status: 'past_due' });
    expect(await state()).toMatchObject({ access: 'warned' });
  });

  test('invoices are those of the provider, the newest first', async () => {
    const invoice = (id: string, at: string, paid: string) => ({
      id,
      at,
      amount_cents: 3000,
      state: paid,
    });
    await note({}, [invoice('in_1', '2027-01-01T00:00:00Z', 'open')]);
    await note({}, [
      invoice('in_2', '2027-02-01T00:00:00Z', 'open'),
      invoice('in_1', '2027-01-01T00:00:00Z', 'paid'),
    ]);
    const { invoices } = await state();
    expect(invoices).toMatchObject([{ state: 'open' }, { state: 'paid' }]);
  });

  test('one that is over says nothing about another one that goes on', async () => {
    await note();
    expect(await note({ id: 'sub_old', status: 'canceled' })).toEqual({ ok: true });
    expect(await state()).toMatchObject({ access: 'full', subscription: { status: 'active' } });
    await note({ status: 'canceled' });
    await note({ id: `sub_new_${salon.id}` });
    expect(await state()).toMatchObject({ access: 'full' });
    expect(await begin(null)).toMatchObject({ trial_days: 0, plan: null });
  });

  test('of a business that is not there is not noted', async () => {
    expect(await note({ business_id: newId() })).toMatchObject({ code: 'not_found' });
    expect(await note({ business_id: null })).toMatchObject({ code: 'not_found' });
  });
});

test('is looked up once a day, and soon when others take appointments than are paid for', async () => {
  await note();
  expect(await due()).toBeUndefined();
  await change(`looked_at = now() - interval '21 hours'`);
  expect(await due()).toMatchObject({ seats: 2, known_seats: 2 });
  expect(await due()).toBeUndefined();
  await database.db.sql(`update public.staff set bookable = false where id = $1`, [salon.ben]);
  expect(await due()).toBeUndefined();
  await change(`looked_at = now() - interval '11 minutes'`);
  expect(await due()).toMatchObject({ seats: 1, known_seats: 2 });
  await note({ status: 'canceled' });
  await change(`looked_at = now() - interval '21 hours'`);
  expect(await due()).toBeUndefined();
});

test('one of a business that is gone is to end, until the provider says that it is over', async () => {
  const laterOn = () =>
    database.db.sql(
      `update private.billing_ends set tried_at = now() - interval '11 minutes'
       where subscription_id = $1`,
      [`sub_${salon.id}`],
    );
  await note();
  await database.db.sql('select private.erase_business($1)', [salon.id]);
  expect(await due()).toMatchObject({ plan: null });
  expect(await due()).toBeUndefined();
  await laterOn();
  expect(await note({ status: 'active' })).toMatchObject({ code: 'not_found' });
  expect(await due()).toMatchObject({ plan: null });
  await laterOn();
  expect(await note({ status: 'canceled' })).toMatchObject({ code: 'not_found' });
  expect(await due()).toBeUndefined();
});

describe('usage', () => {
  test('is the mails that left, month by month by the clock of the business', async () => {
    await begin();
    await note();
    const sent = (when: string, state = 'sent', business = salon.id) =>
      database.db.sql(
        `insert into private.mail_outbox (business_id, to_email, text_body, kind, state, sent_at)
         select $1, 'nia@example.com', 'Hello', 'reminder', $2,
           case when $2 = 'sent'
             then (date_trunc('month', now() at time zone b.time_zone) + $3::interval)
               at time zone b.time_zone end
         from public.businesses b where b.id = $4`,
        [business, state, when, salon.id],
      );
    const other = await makeSalon(database.db, `billing-${(salons += 1)}`);
    await sent('0');
    await sent('-1 minute');
    await sent('-1 month');
    await sent('-2 months');
    await sent('-2 months -1 minute');
    await sent('0', 'queued');
    await sent('0', 'sent', other.id);
    const { usage } = await state();
    const months = (usage as { month: string; mails: number }[]).map(({ month }) => month);
    expect((usage as { mails: number }[]).map(({ mails }) => mails)).toEqual([1, 2, 1]);
    expect(months).toEqual(months.toSorted().toReversed());
    expect(months[0]).toMatch(/^\d{4}-\d{2}$/);
  });
});
