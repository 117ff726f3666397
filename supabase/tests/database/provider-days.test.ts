import { beforeEach, describe, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import type { Caller } from '#supabase/local/database/caller.ts';
import { makeSalon, type Salon } from './salon.ts';
import { newId, rpc, signedIn, useDatabase, type Answer } from './setup.ts';

/** P11 of the test plan: what the provider says of a day, and every way in which it can differ. */
const server: Caller = { role: 'service_role', claims: { role: 'service_role' } };
const database = useDatabase();
let salon: Salon;
let payee: string;
let salons = 0;

beforeEach(async () => {
  salon = await makeSalon(database.db, `days-${(salons += 1)}`);
  payee = `acct_${salon.id}`;
  await database.db.sql(
    `insert into private.server_settings (name, value) values ('payment_provider', 'stripe')
     on conflict do nothing`,
  );
});

/** 15.00 that were charged the day before yesterday or yesterday, as everybody says. */
const charged = async (visit: Uuid | null = salon.visit, state = 'captured'): Promise<Uuid> => {
  const id = newId();
  await database.db.sql(
    `insert into private.payment_intents (id, business_id, purpose, op_hash, amount_cents, currency,
       provider, payee, provider_id, state, appointment_id, created_at, authorised_at, expires_at)
     values ($1, $2, 'asked', gen_random_uuid(), 1500, 'USD', 'stripe', $3, $4, $5, $6,
       now() - interval '36 hours', now() - interval '36 hours', now())`,
    [id, salon.id, payee, `cs_${id}`, state, visit],
  );
  if (state === 'captured') {
    await database.db.sql(
      `insert into public.payments
         (id, business_id, appointment_id, occurred_at, method, state, amount_cents)
       values ($1, $2, $3, now() - interval '36 hours', 'card_online', 'captured', 1500)`,
      [id, salon.id, visit],
    );
  }
  return id;
};
const says = (ref: string | null, more: object = {}) => ({
  ref,
  id: `pi_${ref}`,
  state: 'captured',
  cents: 1500,
  currency: 'usd',
  returned_cents: 0,
  is_disputed: false,
  ...more,
});
type Day = { business_id: Uuid; payee: string; on_day: string; payments: { id: Uuid }[] };
const due = async (): Promise<Day[]> => {
  const { days } = await rpc(database.db, server, 'provider_days_due', { most: 1000 });
  return (days as Day[]).filter(({ business_id }) => business_id === salon.id);
};
/** The day on which they were charged. */
const dayOf = async (payment: Uuid): Promise<Day> =>
  (await due()).find(({ payments }) => payments.some(({ id }) => id === payment))!;
const noteDay = ({ on_day }: Day, said: object[], is_final = true): Promise<Answer> =>
  rpc(database.db, server, 'note_provider_day', {
    business_id: salon.id,
    payee,
    on_day,
    said,
    is_final,
  });
const findings = async () => {
  const answer = await rpc(database.db, signedIn(salon.users.owner), 'payment_findings', {
    business_id: salon.id,
  });
  return (answer['findings'] as { kind: string; is_resolved: boolean }[]).map(
    ({ kind, is_resolved }) => `${kind}${is_resolved ? ' settled' : ''}`,
  );
};
const told = async () => {
  const rows = await database.db.sql<{ mine: Answer }>(
    `select mine from public.attention_items where business_id = $1 and mine ? 'compared'`,
    [salon.id],
  );
  return rows.map(({ mine }) => mine['findings']);
};
const change = (statement: string, ...params: unknown[]) =>
  database.db.transaction(async (sql) => {
    // What no function of the server does.
    await sql('set local session_replication_role = replica');
    await sql(statement, params);
  });

test('a day that is the same on both sides is compared once, and nobody is told anything', async () => {
  const payment = await charged();
  const held = await charged(null, 'authorised');
  const day = await dayOf(payment);
  expect(day.payments.map(({ id }) => id).toSorted()).toEqual([payment, held].toSorted());
  const said = [
    says(payment),
    says(held, { state: 'authorised' }),
    // A page that its client has left, and what somebody else put on the account without our name.
    says(newId(), { state: 'open' }),
    says(newId(), { state: 'cancelled' }),
  ];
  expect(await noteDay(day, said, false)).toEqual({ ok: true, look: [] });
  expect(await noteDay(day, said)).toEqual({ ok: true, look: [] });
  expect(await findings()).toEqual([]);
  expect(await told()).toEqual([]);
  expect((await due()).map(({ on_day }) => on_day)).not.toContain(day.on_day);
});

describe('a drift is found', () => {
  type Drift = [
    name: string,
    kind: string,
    said: (payment: Uuid) => object[],
    before?: (payment: Uuid) => Promise<unknown>,
  ];
  const set = (what: string) => (payment: Uuid) =>
    change(`update private.payment_intents set ${what} where id = $1`, payment);
  const same = (payment: Uuid) => [says(payment)];
  const DRIFTS: Drift[] = [
    ['a charge that nobody asked for', 'unknown', (one) => [says(one), says(newId())]],
    [
      'a card that is held for nobody',
      'unknown',
      (one) => [says(one), says(newId(), { state: 'authorised' })],
    ],
    ['a charge with a name that is none', 'unknown', (one) => [says(one), says('nonsense')]],
    ['a charge without a name', 'unknown', (one) => [says(one), says(null)]],
    ['a charge on the account of before', 'other_account', same, set(`payee = 'acct_before'`)],
    ['one payment charged twice', 'twice', (one) => [says(one), says(one, { id: 'pi_again' })]],
    ['a payment that is not there', 'missing', () => []],
    ['a held card that is not there', 'missing', () => [], set(`state = 'authorised'`)],
    ['more was charged', 'amount', (one) => [says(one, { cents: 1501 })]],
    ['less was charged', 'amount', (one) => [says(one, { cents: 1 })]],
    ['it was charged in other money', 'amount', (one) => [says(one, { currency: 'eur' })]],
    ['it is held, not charged', 'state', (one) => [says(one, { state: 'authorised' })]],
    ['it was let go', 'state', (one) => [says(one, { state: 'cancelled' })]],
    ['nobody has paid', 'state', (one) => [says(one, { state: 'open' })]],
    ['charged, and held here', 'state', same, set(`state = 'authorised'`)],
    ['charged, and its page is open here', 'state', same, set(`state = 'open'`)],
    ['charged, and let go here', 'state', same, set(`state = 'cancelled'`)],
    ['charged, and never begun here', 'state', same, set(`state = 'created', provider_id = null`)],
    ['more went back there', 'returned', (one) => [says(one, { returned_cents: 500 })]],
    ['less went back there', 'returned', same, set('returned_cents = 500')],
    ['a dispute that is not known here', 'dispute', (one) => [says(one, { is_disputed: true })]],
    [
      'a dispute that is not known there',
      'dispute',
      same,
      (one) =>
        change(
          `insert into private.payment_disputes
             (provider, dispute_id, business_id, payment_id, state, amount_cents, reason)
           values ('stripe', $1::text, $2, $1::uuid, 'open', 1500, '')`,
          one,
          salon.id,
        ),
    ],
    [
      'a charge that is not in the ledger',
      'ledger',
      same,
      (one) => change('delete from public.payments where id = $1', one),
    ],
    [
      'another amount in the ledger',
      'ledger',
      same,
      (one) => change('update public.payments set amount_cents = 1400 where id = $1', one),
    ],
    [
      'a refund that is in the ledger alone',
      'ledger',
      same,
      () =>
        change(
          `insert into public.refunds
             (id, business_id, appointment_id, occurred_at, kind, method, amount_cents)
           values (gen_random_uuid(), $1, $2, now(), 'refund', 'card_online', 500)`,
          salon.id,
          salon.visit,
        ),
    ],
  ];

  test.each(DRIFTS)('%s', async (_name, kind, said, before) => {
    const payment = await charged();
    const day = await dayOf(payment);
    await before?.(payment);
    const list = said(payment);
    expect(await noteDay(day, list, false)).toMatchObject({ ok: true });
    expect(await findings()).toEqual([]);
    await noteDay(day, list);
    expect(await findings()).toContain(kind);
    expect(await told()).toHaveLength(1);
  });
});

test('what differs is looked up first; a person is told once, and it stands there until it is settled', async () => {
  const payment = await charged();
  const day = await dayOf(payment);
  const said = [says(payment, { returned_cents: 500 })];
  expect(await noteDay(day, said, false)).toEqual({ ok: true, look: [payment] });
  await noteDay(day, said);
  await noteDay(day, said);
  expect(await findings()).toEqual(['returned']);
  expect(await told()).toEqual([1]);
  // The next day it is compared again, and then again the day after, as long as it differs.
  const later = () =>
    change(
      `update private.provider_days set compared_at = compared_at - interval '21 hours'
       where business_id = $1`,
      salon.id,
    );
  await later();
  expect((await due()).map(({ on_day }) => on_day)).toContain(day.on_day);
  await noteDay(day, [says(payment)]);
  expect(await findings()).toEqual(['returned settled']);
  await later();
  expect((await due()).map(({ on_day }) => on_day)).not.toContain(day.on_day);
  expect(await told()).toEqual([1]);
});

test('a day that nobody has answered for is asked again after an hour', async () => {
  const payment = await charged();
  const { on_day } = await dayOf(payment);
  const days = async () => (await due()).map((day) => day.on_day);
  expect(await days()).not.toContain(on_day);
  await change(
    `update private.provider_days set tried_at = tried_at - interval '2 hours'
     where business_id = $1`,
    salon.id,
  );
  expect(await days()).toContain(on_day);
});

test('is read by who manages billing alone', async () => {
  for (const role of ['manager', 'front_desk', 'practitioner'] as const) {
    expect(
      await rpc(database.db, signedIn(salon.users[role]), 'payment_findings', {
        business_id: salon.id,
      }),
    ).toMatchObject({ ok: false, code: 'not_allowed' });
  }
});
