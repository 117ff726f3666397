import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import type { Caller } from '#supabase/local/database/caller.ts';
import { at, FIRST_DAY, makeSalon, soldCut, type Salon } from '../salon.ts';
import { anon, countOf, newId, put, signedIn } from '../setup.ts';
import { EACH_ROUND, mutation, outcomes, ROUNDS, statusOf, TROUBLES, useStage } from './stage.ts';

/** M2 and M3 of the test plan: what a provider does and tells, all at once. */
const ROUND_TIMEOUT_MS = 120_000;
/** Messages of the storm, and how many of them are on their way at a time. */
const STORM = ROUNDS > 1 ? 1000 : 100;
const AT_ONCE = 20;
const PAYMENTS = 20;
const server: Caller = { role: 'service_role', claims: { role: 'service_role' } };
const theatre = useStage();
let salons = 0;

const times = <T>(count: number, run: () => T): (() => T)[] =>
  Array.from({ length: count }, () => run);

describe.each(TROUBLES)('with %s', { timeout: ROUND_TIMEOUT_MS, ...EACH_ROUND }, (trouble) => {
  let salon: Salon;
  beforeEach(async () => {
    const { stage } = theatre;
    salons += 1;
    salon = await makeSalon(stage.db, `payment-races-${salons}`);
    await stage.db.sql(
      `insert into private.server_settings (name, value) values ('payment_provider', 'test')
       on conflict do nothing`,
    );
    await stage.db.sql(
      `update public.booking_rules set deposit_rule = '{"percent": 30}' where id = $1`,
      [salon.id],
    );
    stage.trouble = trouble;
  });
  const expectNoDeadlock = (): void => {
    theatre.stage.trouble = 'no trouble';
    expect(theatre.stage.server.logged('deadlock detected')).toEqual([]);
  };
  afterEach(expectNoDeadlock);

  const note = (intent: Uuid, news: object | null) =>
    theatre.stage.call(server, 'note_payment', {
      intent,
      news: news && {
        provider_id: `pi_${intent}`,
        amount_cents: 1500,
        currency: 'usd',
        decline: null,
        returned_cents: 0,
        ...news,
      },
    });
  const request = () => ({
    items: [{ variant_id: salon.cut, staff_id: salon.ann, add_on_ids: [] }],
    starts_at: at(FIRST_DAY, 14),
    client: { first_name: 'Nia', email: `${newId()}@example.com`, phone: '7185550199' },
    policy_version: 1,
    hold_key: newId(),
  });
  /** A payment whose client is at the provider's page. */
  const open = async (): Promise<Uuid> => {
    const op_id = newId();
    const started = await theatre.stage.call(anon, 'start_payment', {
      slug: salon.slug,
      request: request(),
      op_id,
    });
    expect(started).toMatchObject({ ok: true, amount: 1500 });
    const { id } = await theatre.stage.call(server, 'payment_of_op', { op_id });
    await note(id, { state: 'open' });
    return id;
  };
  /** Somebody else who wants the time that is being paid for. */
  const holdIt = () => {
    const { hold_key, ...wanted } = request();
    return theatre.stage.call(anon, 'hold_slot', {
      slug: salon.slug,
      request: wanted,
      hold_key,
    });
  };
  const bookedOnline = () =>
    countOf(
      theatre.stage.db,
      `public.appointments
       where business_id = $1 and source = 'online' and status in ('pending', 'booked')`,
      [salon.id],
    );
  const stateOf = async (id: Uuid) => {
    const [row] = await theatre.stage.db.sql<{ state: string }>(
      'select state from private.payment_intents where id = $1',
      [id],
    );
    return row!.state;
  };
  const ledger = () =>
    theatre.stage.db.sql<{ way: string; cents: number }>(
      `select 'in' as way, amount_cents::int as cents from public.payments
         where business_id = $1 and method = 'card_online'
       union all
       select 'out', amount_cents::int from public.refunds
         where business_id = $1 and method = 'card_online'
       order by 1`,
      [salon.id],
    );

  test('[M2] charged and let go at once: one end, and the ledger says which', async () => {
    const id = await open();
    await note(id, { state: 'authorised' });
    await theatre.stage.race([
      ...times(10, () => note(id, { state: 'captured' })),
      ...times(10, () => note(id, { state: 'cancelled' })),
      ...times(5, () => note(id, null)),
    ]);
    const state = await stateOf(id);
    expect(['captured', 'cancelled']).toContain(state);
    const charged = state === 'captured' ? [{ way: 'in', cents: 1500 }] : [];
    expect(await ledger()).toEqual(charged);
    for (const late of ['open', 'authorised', 'captured', 'cancelled']) {
      expect(await note(id, { state: late })).toMatchObject({ state });
    }
    expect(await ledger()).toEqual(charged);
  });

  test('[M2] a bill is paid by its link while devices collect it: once, and what is too much goes back', async () => {
    const { stage } = theatre;
    const [sale, device] = [newId(), newId()];
    const parts = soldCut(null, 1, device);
    const sums = { subtotal_cents: 1500, tip_cents: 0, total_cents: 1500 };
    const promise = { method: 'card', state: 'to_collect', tendered_cents: null };
    const rungUp = mutation(1, [
      put('sales', sale, { ...parts.sale, ...sums }),
      put('sale_lines', newId(), {
        ...parts.line,
        sale_id: sale,
        unit_price_cents: 1500,
        total_cents: 1500,
      }),
      put('payments', newId(), { ...parts.payment, ...promise, sale_id: sale, amount_cents: 1500 }),
    ]);
    expect(statusOf(await stage.push(salon, [rungUp], { device }))).toBe('applied');
    const { token } = await stage.call(signedIn(salon.users.owner), 'ask_sale_payment', {
      business_id: salon.id,
      sale_id: sale,
      op_id: newId(),
    });
    const op_id = newId();
    expect(await stage.call(anon, 'pay_bill', { token, op_id })).toEqual({ ok: true });
    const id = (await stage.call(server, 'payment_of_op', { op_id }))['id'] as Uuid;
    for (const state of ['open', 'authorised']) await note(id, { state });

    const answers = await stage.race([
      ...times(5, () => {
        const cash = { collects: true, amount_cents: 1500, tendered_cents: 1500 };
        const payment = put('payments', newId(), { ...parts.payment, ...cash, sale_id: sale });
        return stage.push(salon, [mutation(1, [payment])]);
      }),
      ...times(10, () => note(id, { state: 'captured' })),
    ]);
    const inCash = answers.slice(0, 5).filter((answer) => statusOf(answer) === 'applied').length;
    const counted = `public.payments where sale_id = $1 and method = 'deposit' and collects`;
    expect(inCash + (await countOf(stage.db, counted, [sale]))).toBe(1);
    expect(await note(id, { state: 'captured' })).toMatchObject(
      inCash === 1 ? { step: 'refund', refund_cents: 1500 } : { step: null, refund_cents: 0 },
    );
    const faults = 'private.accounting_faults where business_id = $1';
    expect(await countOf(stage.db, faults, [salon.id])).toBe(0);
  });

  test('[M2] a deposit is held while the clock gives its time away: one of both', async () => {
    const { stage } = theatre;
    const { token } = await stage.call(signedIn(salon.users.owner), 'ask_deposit', {
      business_id: salon.id,
      appointment_id: salon.visit,
      amount_cents: 1500,
      op_id: newId(),
      keep_until: at(1, 9),
    });
    const op_id = newId();
    expect(await stage.call(anon, 'pay_deposit', { token, op_id })).toEqual({ ok: true });
    const id = (await stage.call(server, 'payment_of_op', { op_id }))['id'] as Uuid;
    await note(id, { state: 'open' });
    await stage.db.sql(
      `update private.payment_intents set expires_at = now() - interval '1 second' where id = $1`,
      [id],
    );
    await stage.db.sql(
      `update public.appointments set deposit_due_at = now() - interval '1 second' where id = $1`,
      [salon.visit],
    );
    await stage.race([
      ...times(6, () => note(id, { state: 'authorised' })),
      ...times(6, () => stage.clock('cancel_unpaid')),
    ]);
    const [visit] = await stage.db.sql<{ status: string }>(
      'select status from public.appointments where id = $1',
      [salon.visit],
    );
    const { step } = await note(id, null);
    expect(['booked capture', 'cancelled cancel']).toContain(`${visit!.status} ${step}`);
    const told = `public.attention_items where business_id = $1 and mine ? 'unpaid'`;
    expect(await countOf(stage.db, told, [salon.id])).toBe(visit!.status === 'cancelled' ? 1 : 0);
  });

  test('[M2] held while its time runs out: let go, and at most one visit', async () => {
    const id = await open();
    await theatre.stage.race([
      ...times(10, () => note(id, { state: 'authorised' })),
      ...times(10, () => note(id, { state: 'cancelled' })),
    ]);
    expect(await stateOf(id)).toBe('cancelled');
    expect(await ledger()).toEqual([]);
    expect(await bookedOnline()).toBeLessThanOrEqual(1);
  });

  test('[B9] while somebody pays, nobody else gets their time', async () => {
    const id = await open();
    const [others] = await Promise.all([
      theatre.stage.race(times(40, holdIt)),
      note(id, { state: 'authorised' }),
    ]);
    expect(outcomes(others)).toEqual({ slot_taken: 40 });
    await note(id, { state: 'captured' });
    expect(await bookedOnline()).toBe(1);
    expect(await ledger()).toEqual([{ way: 'in', cents: 1500 }]);
  });

  test('[B9] the hold runs out while the card is charged: one has the time, nobody pays for none', async () => {
    const id = await open();
    await theatre.stage.db.sql(
      `update private.slot_holds set expires_at = now() - interval '1 second'
       where business_id = $1`,
      [salon.id],
    );
    const [others] = await Promise.all([
      theatre.stage.race(times(40, holdIt)),
      note(id, { state: 'authorised' }),
    ]);
    const { step, is_booked, refusal } = await note(id, null);
    const holds = others.filter(({ ok }) => ok).length;
    if (is_booked) {
      expect({ step, holds }).toEqual({ step: 'capture', holds: 0 });
      await note(id, { state: 'captured' });
      expect(await ledger()).toEqual([{ way: 'in', cents: 1500 }]);
    } else {
      expect({ step, refusal, holds }).toEqual({ step: 'cancel', refusal: 'slot_taken', holds: 1 });
      await note(id, { state: 'cancelled' });
      expect(await ledger()).toEqual([]);
    }
    expect(await bookedOnline()).toBe(is_booked ? 1 : 0);
  });

  test('[M3] a storm of messages, five times each and out of order: each counts once', async () => {
    const id = await open();
    await note(id, { state: 'authorised' });
    // What a look at the provider says by now.
    const truth = { state: 'captured', returned_cents: 500 };
    const hear = (n: number) => async () => {
      const event = await theatre.stage.call(server, 'take_payment_event', {
        provider: 'test',
        event_id: `${id}-${n}`,
        kind: 'payment.changed',
        object_id: `pi_${id}`,
        payee: salon.id,
      });
      if (event['id']) await note(id, truth);
    };
    await theatre.stage.race(Array.from({ length: 200 }, (_, place) => hear((place * 7) % 40)));
    expect(
      await countOf(theatre.stage.db, 'private.payment_events where object_id = $1', [`pi_${id}`]),
    ).toBe(40);
    // An answer may have been lost with its message: the timer looks as well.
    await note(id, truth);
    expect(await stateOf(id)).toBe('captured');
    expect(await ledger()).toEqual([
      { way: 'in', cents: 1500 },
      { way: 'out', cents: 500 },
    ]);
  });

  test('[M3] a storm about many payments, each message one to five times: each has one effect', async () => {
    const { stage } = theatre;
    const first = await open();
    await note(first, { state: 'authorised' });
    const [visit] = await stage.db.sql<{ id: string }>(
      `select id from public.appointments where business_id = $1 and source = 'online'`,
      [salon.id],
    );
    const more = await stage.db.sql<{ id: string }>(
      `insert into private.payment_intents (
         business_id, purpose, op_hash, amount_cents, currency, provider, payee, appointment_id,
         expires_at)
       select i.business_id, 'asked', gen_random_uuid(), i.amount_cents, i.currency, i.provider,
         i.payee, i.appointment_id, now() + interval '45 minutes'
       from private.payment_intents i, generate_series(2, $2) where i.id = $1 returning id`,
      [first, PAYMENTS],
    );
    const payments = [first, ...more.map(({ id }) => id)];
    for (const id of payments.slice(1)) await note(id, { state: 'open' });
    // What a look at the provider says by now: charged, every second one given back in part, and every
    // fifth one was disputed and lost.
    const truthOf = (place: number) => ({
      state: 'captured',
      returned_cents: place % 2 === 0 ? 500 : 0,
    });
    const hear = (n: number) => async () => {
      const place = n % PAYMENTS;
      const id = payments[place]!;
      const event = await stage.call(server, 'take_payment_event', {
        provider: 'test',
        event_id: `${salon.id}-${n}`,
        kind: 'payment.changed',
        object_id: `pi_${id}`,
        payee: salon.id,
      });
      if (!event['id']) return;
      await note(id, truthOf(place));
      if (place % 5 > 0) return;
      await stage.call(server, 'note_payment_dispute', {
        provider: 'test',
        dispute: {
          id: `dp_${id}`,
          payment_id: `pi_${id}`,
          // An older message may be looked up before the newer one, and told after it.
          state: n % 3 === 0 ? 'open' : 'lost',
          amount_cents: 1000,
          taken_cents: n % 3 === 0 ? 0 : 1000,
          fee_cents: 0,
          reason: 'general',
          answer_by: null,
        },
        payee: salon.id,
      });
    };
    const deliveries = shuffled(
      Array.from({ length: STORM }, (_, n) => Array.from({ length: 1 + (n % 5) }, () => n)).flat(),
    );
    const queue = deliveries.map(hear);
    await stage.race(
      times(AT_ONCE, async () => {
        for (let next = queue.pop(); next; next = queue.pop()) await next();
      }),
    );
    // An answer may have been lost with its message: the timer looks as well.
    for (const [place, id] of payments.entries()) await note(id, truthOf(place));

    const heard = 'private.payment_events where event_id like $1';
    expect(await countOf(stage.db, heard, [`${salon.id}-%`])).toBe(STORM);
    const sums = await stage.db.sql<{ id: string; charged: number; back: number }>(
      `select i.id, i.returned_cents::int as back,
         (select sum(p.amount_cents)::int from public.payments p where p.id = i.id) as charged
       from private.payment_intents i where i.business_id = $1`,
      [salon.id],
    );
    expect(new Map(sums.map(({ id, ...one }) => [id, one]))).toEqual(
      new Map(
        payments.map((id, place) => [id, { charged: 1500, back: truthOf(place).returned_cents }]),
      ),
    );
    const inAndOut = await ledger();
    expect(inAndOut.filter(({ way }) => way === 'in')).toHaveLength(PAYMENTS);
    expect(inAndOut.filter(({ way }) => way === 'out').map(({ cents }) => cents)).toEqual(
      Array.from({ length: PAYMENTS / 2 }, () => 500),
    );
    const disputes = await stage.db.sql<{ state: string; disputes: number }>(
      `select state, count(*)::int as disputes from private.payment_disputes
       where business_id = $1 group by 1`,
      [salon.id],
    );
    expect(disputes).toEqual([{ state: 'lost', disputes: PAYMENTS / 5 }]);
    // A person is told of each turn at most once, and of the last one.
    const told = `public.attention_items where business_id = $1 and entity_id = $2
      and mine ->> 'dispute' = $3`;
    expect(await countOf(stage.db, told, [salon.id, visit!.id, 'lost'])).toBe(PAYMENTS / 5);
    expect(await countOf(stage.db, told, [salon.id, visit!.id, 'open'])).toBeLessThanOrEqual(
      PAYMENTS / 5,
    );
    const faults = 'private.accounting_faults where business_id = $1';
    expect(await countOf(stage.db, faults, [salon.id])).toBe(0);
  });

  test('[P10] everything that is told of a dispute at once: it is booked once', async () => {
    const id = await open();
    await note(id, { state: 'authorised' });
    await note(id, { state: 'captured' });
    const hear = (dispute: object) => () =>
      theatre.stage.call(server, 'note_payment_dispute', {
        provider: 'test',
        dispute: {
          id: `dp_${id}`,
          payment_id: `pi_${id}`,
          amount_cents: 1500,
          taken_cents: 1500,
          fee_cents: 1500,
          reason: 'fraudulent',
          answer_by: null,
          ...dispute,
        },
        payee: salon.id,
      });
    await theatre.stage.race([
      ...times(10, hear({ state: 'open', taken_cents: 0, fee_cents: 0 })),
      ...times(10, hear({ state: 'open' })),
      ...times(10, hear({ state: 'won' })),
      ...times(10, hear({ state: 'won', taken_cents: 0 })),
    ]);
    // An answer may have been lost with its message: the last one comes again.
    await hear({ state: 'won', taken_cents: 0 })();
    const [booked] = await theatre.stage.db.sql<{ taken: number; won: number }>(
      `select sum(amount_cents)::int as taken,
         count(distinct dispute_id) filter (where state = 'won')::int as won
       from public.dispute_entries where business_id = $1 and id <> $2`,
      [salon.id, salon.rows.dispute_entries],
    );
    expect(booked).toEqual({ taken: 0, won: 1 });
    expect(
      await theatre.stage.db.sql('select * from private.dispute_faults where business_id = $1', [
        salon.id,
      ]),
    ).toEqual([]);
  });

  test('a period of a membership, asked for by the clock and its client at once: charged and given once', async () => {
    const { stage } = theatre;
    const membership = newId();
    await stage.db.sql(
      `insert into public.client_memberships (id, business_id, client_id, name, price_cents, credits,
         service_ids, renews_months, state, period_no, paid_until, anchor_on, past_due_on, next_try_at)
       values ($1, $2, $3, 'Cuts', 8000, 2, array[$4::uuid], 1, 'past_due', 1,
         current_date - 1, current_date - 31, current_date - 1, now())`,
      [membership, salon.id, salon.client, salon.service],
    );
    await stage.db.sql(
      `insert into private.membership_cards (business_id, membership_id, payee, card)
       values ($1, $2, $3, '{"customer": "cus_1", "method": "pm_1"}')`,
      [salon.id, membership, salon.id],
    );
    const { token } = await stage.call(signedIn(salon.users.owner), 'membership_link', {
      business_id: salon.id,
      membership_id: membership,
      op_id: newId(),
    });
    const paying = () =>
      stage.call(anon, 'start_membership_page', { token, what: 'pay', op_id: newId() });
    const clock = () => stage.clock('run_memberships');
    await stage.race([...times(10, paying), ...times(10, clock)]);
    const begun = await stage.db.sql<{ id: Uuid }>(
      `select id from private.payment_intents where membership_id = $1 and state <> 'cancelled'`,
      [membership],
    );
    expect(begun).toHaveLength(1);
    const { id } = begun[0]!;
    const truth = { state: 'captured', amount_cents: 8000 };
    await stage.race([
      ...times(20, () => note(id, truth)),
      ...times(10, () => note(id, { state: 'authorised', amount_cents: 8000 })),
      ...times(10, paying),
      ...times(5, clock),
    ]);
    await note(id, truth);
    const [given] = await stage.db.sql<{ holdings: number; paid: number }>(
      `select (select count(*) from public.package_holdings
               where business_id = $1 and name = 'Cuts')::int as holdings,
         (select count(*) from private.payment_intents
          where membership_id = $2 and state = 'captured')::int as paid`,
      [salon.id, membership],
    );
    expect(given).toEqual({ holdings: 1, paid: 1 });
    expect(await ledger()).toEqual([{ way: 'in', cents: 8000 }]);
    expect(
      await stage.db.sql('select * from private.accounting_faults where business_id = $1', [
        salon.id,
      ]),
    ).toEqual([]);
  });
});

/** In another order each time; what must hold does not depend on it. */
const shuffled = <T>(list: readonly T[]): T[] => {
  const left = [...list];
  return Array.from({ length: left.length }, () => {
    const place = Math.floor(Math.random() * left.length);
    return left.splice(place, 1)[0]!;
  });
};
