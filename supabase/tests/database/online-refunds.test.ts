import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import type { Caller } from '#supabase/local/database/caller.ts';
import { at, FIRST_DAY, makeSalon, type Salon } from './salon.ts';
import { anon, countOf, newId, rpc, signedIn, useDatabase, type Answer } from './setup.ts';

const database = useDatabase();
const server: Caller = { role: 'service_role', claims: { role: 'service_role' } };

let salon: Salon;
let owner: Caller;
let salons = 0;

beforeEach(async () => {
  salon = await makeSalon(database.db, `gives-back-${(salons += 1)}`);
  owner = signedIn(salon.users.owner);
  await database.db.sql(
    `insert into private.server_settings (name, value) values ('payment_provider', 'test')
     on conflict do nothing`,
  );
  await database.db.sql(
    `update public.booking_rules set deposit_rule = '{"percent": 30}' where id = $1`,
    [salon.id],
  );
});
afterAll(() =>
  database.db.sql(`delete from private.server_settings where name = 'payment_provider'`),
);

const note = (intent: Uuid, amount_cents: number, state: string, returned_cents = 0) =>
  rpc(database.db, server, 'note_payment', {
    intent,
    news: {
      provider_id: `pi_${intent}`,
      state,
      amount_cents,
      currency: 'usd',
      decline: null,
      returned_cents,
    },
  });
const charged = async (opId: Uuid, cents: number): Promise<Uuid> => {
  const { id } = await rpc(database.db, server, 'payment_of_op', { op_id: opId });
  for (const state of ['open', 'authorised', 'captured']) await note(id as Uuid, cents, state);
  return id as Uuid;
};
/** A visit of 50.00 with a deposit of 15.00. */
const deposit = async (): Promise<{ payment: Uuid; visit: Uuid }> => {
  const opId = newId();
  const started = await rpc(database.db, anon, 'start_payment', {
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
    op_id: opId,
  });
  expect(started).toMatchObject({ ok: true, amount: 1500 });
  const payment = await charged(opId, 1500);
  const [row] = await database.db.sql<{ appointment_id: Uuid }>(
    'select appointment_id from private.payment_intents where id = $1',
    [payment],
  );
  return { payment, visit: row!.appointment_id };
};
const gift = async (recipient: object | null = null): Promise<{ payment: Uuid; card: Uuid }> => {
  const opId = newId();
  const request = {
    amount_cents: 5000,
    buyer: { name: 'Ann', email: 'ann@example.com' },
    recipient,
    message: null,
  };
  expect(
    await rpc(database.db, anon, 'start_gift_card', { slug: salon.slug, request, op_id: opId }),
  ).toMatchObject({ ok: true });
  const payment = await charged(opId, 5000);
  const [row] = await database.db.sql<{ gift_card_id: Uuid }>(
    'select gift_card_id from private.payment_intents where id = $1',
    [payment],
  );
  return { payment, card: row!.gift_card_id };
};
const ask = (payment: Uuid, cents: number | null, more: object = {}, caller = owner) =>
  rpc(database.db, caller, 'ask_refund', {
    business_id: salon.id,
    payment_id: payment,
    amount_cents: cents,
    reason: 'A mistake',
    op_id: newId(),
    ...more,
  });
const takeBack = (payment: Uuid, caller = owner) =>
  rpc(database.db, caller, 'take_refund_back', { business_id: salon.id, payment_id: payment });
const look = async (paidFor: object): Promise<Answer[]> =>
  (await rpc(database.db, owner, 'online_payments', { business_id: salon.id, ...paidFor }))[
    'payments'
  ] as Answer[];
const tenMinutesOn = () =>
  database.db.sql(
    `update private.asked_refunds set due_at = now() - interval '1 second' where business_id = $1`,
    [salon.id],
  );
/** What the timer would do now. */
const due = async (): Promise<Answer[]> =>
  ((await rpc(database.db, server, 'payments_due', {}))['payments'] as Answer[]).filter(
    ({ payee }) => payee === salon.id,
  );
const back = () =>
  database.db.sql<{ method: string; cents: number; reason: string; of_sale: boolean }>(
    `select method, amount_cents::int as cents, reason, sale_id is not null as of_sale
     from public.refunds where business_id = $1 and id <> $2 order by occurred_at, method`,
    [salon.id, salon.rows.refunds],
  );
const told = () =>
  database.db.sql<{ to_email: string; cents: number }>(
    `select to_email, (data ->> 'cents')::int as cents from private.mail_outbox
     where business_id = $1 and kind = 'refund' order by created_at`,
    [salon.id],
  );
const attention = () =>
  countOf(database.db, 'public.attention_items where business_id = $1 and id <> $2', [
    salon.id,
    salon.rows.attention_items,
  ]);
const noFaults = async () => {
  for (const view of ['sale_faults', 'gift_faults']) {
    const found = await countOf(database.db, `private.${view} where business_id = $1`, [salon.id]);
    expect(found).toBe(0);
  }
};

describe('a deposit that a person gives back', () => {
  test('waits, goes once, stands in the ledger with its reason, and its client is told', async () => {
    const { payment, visit } = await deposit();
    expect(await look({ appointment_id: visit })).toMatchObject([
      { id: payment, amount: 1500, returned: 0, left: 1500, asked: null },
    ]);
    const op_id = newId();
    const { due_at } = await ask(payment, 500, { op_id });
    expect(await ask(payment, 500, { op_id })).toEqual({ ok: true, due_at });
    expect(await ask(payment, 500)).toMatchObject({ code: 'in_use' });
    expect(await look({ appointment_id: visit })).toMatchObject([
      { left: 0, asked: { amount: 500, may_take_back: true } },
    ]);
    expect(await due()).toEqual([]);

    await tenMinutesOn();
    expect(await due()).toMatchObject([{ id: payment, step: 'refund', refund_cents: 500 }]);
    expect(await takeBack(payment)).toMatchObject({ code: 'undo_expired' });
    expect(await note(payment, 1500, 'captured', 500)).toMatchObject({ step: null });
    await note(payment, 1500, 'captured', 500);
    expect(await due()).toEqual([]);
    expect(await back()).toEqual([
      { method: 'card_online', cents: 500, reason: 'A mistake', of_sale: false },
    ]);
    expect(await told()).toEqual([{ to_email: 'nia@example.com', cents: 500 }]);

    // The rest, and no more than that.
    expect(await ask(payment, 1001)).toMatchObject({ code: 'invalid', field: 'amount_cents' });
    expect(await ask(payment, 1000)).toMatchObject({ ok: true });
    await tenMinutesOn();
    expect(await due()).toMatchObject([{ refund_cents: 1000 }]);
    await note(payment, 1500, 'captured', 1500);
    expect(await ask(payment, 1)).toMatchObject({ code: 'nothing_due' });
    await noFaults();
  });

  test('is taken back in time, and nothing goes', async () => {
    const { payment } = await deposit();
    await ask(payment, 1500);
    expect(await takeBack(payment)).toEqual({ ok: true });
    expect(await takeBack(payment)).toMatchObject({ code: 'not_found' });
    await tenMinutesOn();
    expect(await due()).toEqual([]);
    expect(await ask(payment, 1500)).toMatchObject({ ok: true });
  });

  test('does not go twice when somebody gives it back at the provider meanwhile', async () => {
    const { payment } = await deposit();
    await ask(payment, 500);
    await note(payment, 1500, 'captured', 500);
    await tenMinutesOn();
    expect(await due()).toEqual([]);
    expect((await back()).map(({ cents }) => cents)).toEqual([500]);
  });

  test('of two payments for one visit no more is asked back than sales have left', async () => {
    const { payment, visit } = await deposit();
    const second = newId();
    await database.db.transaction(async (sql) => {
      await sql(`set local session_replication_role = 'replica'`);
      await sql(
        `insert into private.payment_intents
           (id, business_id, purpose, op_hash, amount_cents, currency, provider, provider_id, payee,
            state, appointment_id, expires_at)
         values ($1, $2, 'asked', $3, 1000, 'USD', 'test', $4, $5, 'captured', $6, now())`,
        [second, salon.id, newId(), `pi_${second}`, salon.id, visit],
      );
      await sql(
        `insert into public.payments
           (id, business_id, sale_id, appointment_id, occurred_at, method, state, amount_cents)
         values ($1, $3, null, $4, now(), 'card_online', 'captured', 1000),
           ($2, $3, $5, $4, now(), 'deposit', 'captured', 1000)`,
        [second, newId(), salon.id, visit, newId()],
      );
    });
    expect(await ask(payment, 1500)).toMatchObject({ ok: true });
    expect(await ask(second, 500)).toMatchObject({ code: 'nothing_due' });
    await tenMinutesOn();
    expect(await due()).toMatchObject([{ id: payment, refund_cents: 1500 }]);
    await database.db.sql(
      `update private.asked_refunds set due_at = now() + interval '1 minute' where business_id = $1`,
      [salon.id],
    );
    expect(await takeBack(payment)).toEqual({ ok: true });
    expect(await ask(second, 1000)).toMatchObject({ ok: true });
    expect(await ask(payment, 501)).toMatchObject({ code: 'invalid', field: 'amount_cents' });
    expect(await ask(payment, 500)).toMatchObject({ ok: true });
  });

  test('goes without words once its client is erased', async () => {
    const { payment, visit } = await deposit();
    await ask(payment, 500);
    await tenMinutesOn();
    await note(payment, 1500, 'captured', 500);
    await ask(payment, 100);
    await database.db.sql(
      `update public.clients c set status = 'anonymised' from public.appointments a
       where a.id = $1 and c.business_id = a.business_id and c.id = a.client_id`,
      [visit],
    );
    expect(await back()).toEqual([
      { method: 'card_online', cents: 500, reason: '', of_sale: false },
    ]);
    expect(
      await countOf(database.db, `private.asked_refunds where business_id = $1 and reason <> ''`, [
        salon.id,
      ]),
    ).toBe(0);
  });

  test('goes by nobody who may not give money back, and not without a reason', async () => {
    const { payment, visit } = await deposit();
    const desk = signedIn(salon.users.front_desk);
    expect(await ask(payment, 500, {}, desk)).toMatchObject({ code: 'not_allowed' });
    expect(await takeBack(payment, desk)).toMatchObject({ code: 'not_allowed' });
    expect(
      await rpc(database.db, desk, 'online_payments', {
        business_id: salon.id,
        appointment_id: visit,
      }),
    ).toMatchObject({ code: 'not_allowed' });
    expect(await ask(payment, 500, { reason: ' ' })).toMatchObject({
      code: 'invalid',
      field: 'reason',
    });
    for (const cents of [0, -1, null]) {
      expect(await ask(payment, cents)).toMatchObject({ code: 'invalid' });
    }
    const other = await makeSalon(database.db, `gives-back-other-${salons}`);
    expect(
      await ask(payment, 500, { business_id: other.id }, signedIn(other.users.owner)),
    ).toMatchObject({ code: 'not_found' });
  });
});

test('no device says that money went back to what was paid online', async () => {
  const forged = database.db.as(owner, (sql) =>
    sql(
      `insert into public.refunds (
         id, business_id, sale_id, occurred_at, kind, method, amount_cents, reason)
       values ($1, $2, $3, now(), 'refund', 'deposit', 100, 'x')`,
      [newId(), salon.id, newId()],
    ),
  );
  await expect(forged).rejects.toThrow(/row-level security/);
});

describe('a gift card that was bought online', () => {
  const balanceOf = async (card: Uuid): Promise<number> => {
    const [row] = await database.db.sql<{ cents: number }>(
      'select private.gift_balance($1, $2)::int as cents',
      [salon.id, card],
    );
    return row!.cents;
  };

  test('goes back in parts: its value with it, its sale adds up, and nobody has to be asked', async () => {
    const { payment, card } = await gift();
    await ask(payment, 2000);
    // Kept apart while it waits.
    const [held] = await database.db.sql<{ cents: number }>(
      'select private.gift_held($1, $2)::int as cents',
      [salon.id, card],
    );
    expect(held!.cents).toBe(2000);
    await tenMinutesOn();
    expect(await due()).toMatchObject([{ step: 'refund', refund_cents: 2000 }]);
    await note(payment, 5000, 'captured', 2000);
    expect(await balanceOf(card)).toBe(3000);
    expect(await back()).toEqual([
      { method: 'card_online', cents: 2000, reason: 'A mistake', of_sale: false },
      { method: 'deposit', cents: 2000, reason: 'A mistake', of_sale: true },
    ]);
    expect(await told()).toEqual([{ to_email: 'ann@example.com', cents: 2000 }]);
    // The mail with the code says what is left.
    const [mail] = await database.db.sql<{ cents: number; state: string }>(
      `select (data ->> 'cents')::int as cents, state from private.mail_outbox
       where business_id = $1 and kind = 'gift_card'`,
      [salon.id],
    );
    expect(mail).toEqual({ cents: 3000, state: 'queued' });

    await ask(payment, 3000);
    await tenMinutesOn();
    await due();
    await note(payment, 5000, 'captured', 5000);
    expect(await balanceOf(card)).toBe(0);
    expect(await attention()).toBe(0);
    await noFaults();
  });

  test('never gives back more than was paid for it, also when more was put on it', async () => {
    const { payment, card } = await gift();
    await database.db.sql(
      `insert into public.gift_activities
         (id, business_id, card_id, occurred_at, kind, amount_cents, reason)
       values ($1, $2, $3, now(), 'adjust_up', 2000, 'A present')`,
      [newId(), salon.id, card],
    );
    // A part of it went back in cash.
    await database.db.transaction(async (sql) => {
      await sql(`set local session_replication_role = 'replica'`);
      await sql(
        `insert into public.refunds
           (id, business_id, sale_id, occurred_at, kind, method, amount_cents, sale_line_id, qty)
         select $1::uuid, business_id, sale_id, now(), 'refund', 'cash', 2000, id, 1
         from public.gift_activities where business_id = $2 and card_id = $3 and kind = 'activate'`,
        [newId(), salon.id, card],
      );
      await sql(
        `insert into public.gift_activities
           (id, business_id, card_id, occurred_at, kind, amount_cents, sale_id)
         select $1::uuid, business_id, card_id, now(), 'deactivate', -2000, sale_id
         from public.gift_activities where business_id = $2 and card_id = $3 and kind = 'activate'`,
        [newId(), salon.id, card],
      );
    });
    expect(await look({ gift_card_id: card })).toMatchObject([{ left: 3000 }]);
    expect(await ask(payment, 3001)).toMatchObject({ code: 'invalid', field: 'amount_cents' });
    expect(await ask(payment, 3000)).toMatchObject({ ok: true });
    await tenMinutesOn();
    await due();
    await note(payment, 5000, 'captured', 3000);
    expect(await balanceOf(card)).toBe(2000);
    expect(await attention()).toBe(0);
    await noFaults();
  });

  test('that does not arrive is not tried again, and its value stays', async () => {
    const { payment, card } = await gift();
    await ask(payment, 5000);
    await tenMinutesOn();
    await rpc(database.db, server, 'note_payment', {
      intent: payment,
      news: {
        provider_id: `pi_${payment}`,
        state: 'captured',
        amount_cents: 5000,
        currency: 'usd',
        decline: null,
        returned_cents: 0,
        refund_failed_cents: 5000,
      },
    });
    expect(await due()).toEqual([]);
    expect(await balanceOf(card)).toBe(5000);
    expect(await told()).toEqual([]);
    expect(await attention()).toBeGreaterThan(0);
    expect(await look({ gift_card_id: card })).toMatchObject([{ left: 5000, asked: null }]);
    await noFaults();
  });

  test('that is taken back in time has all of its value again', async () => {
    const { payment, card } = await gift();
    await ask(payment, 5000);
    expect(await look({ gift_card_id: card })).toMatchObject([{ left: 0 }]);
    await takeBack(payment);
    expect(await balanceOf(card)).toBe(5000);
    expect(await look({ gift_card_id: card })).toMatchObject([{ left: 5000, asked: null }]);
    await noFaults();
  });

  test('that went back at the provider is still put before a person', async () => {
    const { payment, card } = await gift({ name: 'Bea', email: 'bea@example.com' });
    await note(payment, 5000, 'captured', 5000);
    expect(await attention()).toBe(1);
    expect(await balanceOf(card)).toBe(5000);
    expect(await told()).toEqual([]);
  });
});
