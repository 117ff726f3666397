import { expect, test } from 'vitest';
import {
  DEPOSIT_CASES,
  DEPOSIT_RULE_CASES,
  USUAL_DEPOSIT,
} from '#domain/services/deposit-cases.ts';
import type { Caller } from '#supabase/local/database/caller.ts';
import { at, FIRST_DAY } from '../salon.ts';
import { anon, newId, rowOf, rpc, type Answer } from '../setup.ts';
import { addVisit } from '../visits.ts';
import { refusal, type Shop } from './shop.ts';

const server: Caller = { role: 'service_role', claims: { role: 'service_role' } };

/** Paying before a visit: what the database does between the page and the provider. */
export const deposits = (shop: Shop): void => {
  const takesPayments = async (change: object = {}) => {
    await shop.db.sql(
      `insert into private.server_settings (name, value) values ('payment_provider', 'test')
       on conflict do nothing`,
    );
    await shop.rules({ deposit_rule: { percent: 30 }, ...change });
  };
  const start = (more: object = {}, opId = newId()): Promise<Answer> =>
    rpc(shop.db, anon, 'start_payment', {
      slug: shop.salon.slug,
      request: shop.request({ hold_key: newId(), ...withAnn(), ...more }),
      op_id: opId,
    });
  const withAnn = () => ({ items: [shop.item({ staff_id: shop.salon.ann })] });
  const eve = () => ({
    ...withAnn(),
    client: { first_name: 'Eve', last_name: '', email: 'eve@example.com', phone: '(718) 555-0111' },
  });
  const ofOp = (opId: string) => rpc(shop.db, server, 'payment_of_op', { op_id: opId });
  const note = (intent: string, news: object | null = null) =>
    rpc(shop.db, server, 'note_payment', {
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
  /** A payment whose card is held, and thus a visit. */
  const paid = async (more: object = {}) => {
    const opId = newId();
    expect(refusal(await start(more, opId))).toBe('ok');
    const { id } = await ofOp(opId);
    await note(id, { state: 'open' });
    return { id: id as string, opId, facts: await note(id, { state: 'authorised' }) };
  };
  const booked = async (opId: string) =>
    rpc(shop.db, anon, 'book', { slug: shop.salon.slug, request: {}, op_id: opId });
  const ledger = () =>
    shop.db.sql<{ kind: string; appointment_id: string; cents: number }>(
      `select 'in' as kind, appointment_id, amount_cents::int as cents from public.payments
         where business_id = $1 and sale_id is null
       union all
       select 'out', appointment_id, amount_cents::int from public.refunds
         where business_id = $1 and sale_id is null
       order by 1`,
      [shop.salon.id],
    );

  test('a deposit costs the same here and on devices', async () => {
    const answers = await shop.db.sql<{ cents: number }>(
      `select private.deposit_cents(c -> 'rule', c -> 'items', c ->> 'client')::int as cents
       from jsonb_array_elements($1) with ordinality c (c, place) order by c.place`,
      [
        JSON.stringify(
          DEPOSIT_CASES.map(([, rule, items, client]) => ({
            rule,
            client,
            items: items.map((item) => ({ rule: item.rule, ...item.price })),
          })),
        ),
      ],
    );
    expect(answers.map(({ cents }) => cents)).toEqual(DEPOSIT_CASES.map((one) => one.at(-1)));
  });

  test('the first rule that fits is the same here and on devices', async () => {
    const answers = await shop.db.sql<{ rule: object }>(
      `select private.deposit_rule_for(c -> 'rules', c -> 'usual', c -> 'facts') as rule
       from jsonb_array_elements($1) with ordinality c (c, place) order by c.place`,
      [
        JSON.stringify(
          DEPOSIT_RULE_CASES.map(([, rules, { totalCents, noShows, ...facts }]) => ({
            rules,
            usual: USUAL_DEPOSIT,
            facts: { ...facts, total: totalCents, no_shows: noShows },
          })),
        ),
      ],
    );
    expect(answers.map(({ rule }) => rule)).toEqual(DEPOSIT_RULE_CASES.map((one) => one.at(-1)));
  });

  test('who is new, who stayed away and what is booked decide by the first rule that fits', async () => {
    const any = { client: 'any', min_total_cents: null, no_shows: null, source: 'any' };
    const list = [
      { ...any, no_shows: 1, rule: { percent: 100 } },
      { ...any, client: 'new', rule: { percent: 50 } },
      { ...any, client: 'returning', rule: { percent: 0 } },
    ];
    await takesPayments({ deposit_rules: list });
    expect(refusal(await shop.book(eve()))).toBe('payment_required 2500');
    await shop.set('service_variants', shop.salon.cut, { deposit_rule: { cents: 700 } });
    expect(refusal(await shop.book(eve()))).toBe('payment_required 700');
    await shop.set('service_variants', shop.salon.cut, { deposit_rule: null });
    // Nia is known, and stayed away once.
    await shop.set('clients', shop.salon.client, {
      email: 'nia@example.com',
      phone: '+17185550199',
      first_name: 'Nia',
      last_name: 'Doe',
    });
    await addVisit(shop.db, shop.salon, shop.salon.ben, at(-2, 9), {
      appointment: { client_id: shop.salon.client, status: 'no_show' },
    });
    expect(refusal(await shop.book(withAnn()))).toBe('payment_required 5000');
    await shop.rules({ deposit_rules: list.slice(1) });
    expect(refusal(await shop.book(withAnn()))).toBe('ok');
    const page = await rpc(shop.db, anon, 'public_profile', { slug: shop.salon.slug });
    expect(page['rules'].deposit_rules).toHaveLength(2);
  });

  test.each([
    [
      [
        {
          client: 'any',
          min_total_cents: null,
          no_shows: null,
          source: 'any',
          rule: { percent: 0 },
        },
      ],
      true,
    ],
    [
      [
        {
          client: 'all',
          min_total_cents: null,
          no_shows: null,
          source: 'any',
          rule: { percent: 9 },
        },
      ],
      false,
    ],
    [
      [{ client: 'any', min_total_cents: 0, no_shows: null, source: 'any', rule: { percent: 9 } }],
      false,
    ],
    [
      [{ client: 'any', min_total_cents: null, no_shows: 51, source: 'any', rule: { percent: 9 } }],
      false,
    ],
    [[{ client: 'any', min_total_cents: null, no_shows: null, source: 'any', rule: null }], false],
    [[{ client: 'any', source: 'any', rule: { percent: 9 } }], false],
    [{}, false],
  ])('a list of rules is %j: %s', async (rules, isOne) => {
    const [row] = await shop.db.sql<{ is: boolean }>('select private.is_deposit_rules($1) as is', [
      JSON.stringify(rules),
    ]);
    expect(row!.is).toBe(isOne);
  });

  test('nobody books without it, and nothing is asked where nobody can pay online', async () => {
    await shop.rules({ deposit_rule: { percent: 30 } });
    await shop.db.sql(`delete from private.server_settings where name = 'payment_provider'`);
    expect(refusal(await start())).toBe('nothing_due');
    await takesPayments();
    expect(refusal(await shop.book())).toBe('payment_required 1500');
    await shop.set(
      'services',
      (await rowOf(shop.db, 'service_variants', shop.salon.cut))['service_id'] as string,
      { deposit_rule: { percent: 0 } },
    );
    expect(refusal(await shop.book())).toBe('ok');
  });

  test('the time is kept, the card held, the visit booked, the card charged', async () => {
    await takesPayments();
    const hold = newId();
    const opId = newId();
    expect(await start({ hold_key: hold }, opId)).toMatchObject({
      ok: true,
      amount: 1500,
      currency: 'USD',
      is_test: true,
    });
    expect(await ofOp(opId)).toMatchObject({ state: 'created', step: 'open', is_booked: false });
    expect(refusal(await shop.book(eve()))).toBe('slot_taken starts_at');
    const { id } = await ofOp(opId);
    expect(await note(id, { state: 'open', decline: 'card_declined' })).toMatchObject({
      state: 'open',
      step: null,
      decline: 'card_declined',
    });
    expect(await note(id, { state: 'authorised' })).toMatchObject({
      state: 'authorised',
      step: 'capture',
      decline: null,
      is_booked: true,
    });
    expect(await ledger()).toEqual([]);
    expect(await note(id, { state: 'captured' })).toMatchObject({ state: 'captured', step: null });

    const answer = await booked(opId);
    expect(answer).toMatchObject({ ok: true, status: 'booked', appointment: { deposit: 1500 } });
    expect(answer['manage_token']).toBeTruthy();
    expect(await ledger()).toEqual([
      { kind: 'in', appointment_id: answer['appointment'].id, cents: 1500 },
    ]);
    const [kept] = await shop.db.sql(
      'select op_id, request from private.payment_intents where id = $1',
      [id],
    );
    expect(kept).toEqual({ op_id: null, request: null });
  });

  test('messages that come twice and in any order change nothing', async () => {
    await takesPayments();
    const { id } = await paid();
    for (const state of ['captured', 'open', 'authorised', 'captured', 'cancelled', 'open']) {
      expect(await note(id, { state })).toMatchObject({ state: 'captured' });
    }
    expect(await ledger()).toHaveLength(1);
    const [{ count }] = (await shop.db.sql<{ count: number }>(
      `select count(*)::int as count from public.appointments
       where business_id = $1 and source = $2`,
      [shop.salon.id, 'online'],
    )) as [{ count: number }];
    expect(count).toBe(1);
    const event = (eventId: string, payee = shop.salon.id) =>
      rpc(shop.db, server, 'take_payment_event', {
        provider: 'test',
        event_id: eventId,
        kind: 'payment.updated',
        object_id: `pi_${id}`,
        payee,
      });
    expect(await event(`evt_${id}`)).toEqual({ ok: true, id });
    expect(await event(`evt_${id}`)).toEqual({ ok: true, id });
    expect(await event(`evt_other_${id}`, newId())).toEqual({ ok: true, id: null });
  });

  test('a time that is lost while paying costs nothing: the card is let go', async () => {
    await takesPayments();
    const opId = newId();
    const hold = newId();
    await start({ hold_key: hold }, opId);
    const { id } = await ofOp(opId);
    await note(id, { state: 'open' });
    await rpc(shop.db, anon, 'release_hold', { slug: shop.salon.slug, hold_key: hold });
    await shop.rules({ deposit_rule: null });
    expect(refusal(await shop.book(eve()))).toBe('ok');
    expect(await note(id, { state: 'authorised' })).toMatchObject({
      step: 'cancel',
      refusal: 'slot_taken',
      is_booked: false,
    });
    expect(await note(id, { state: 'cancelled' })).toMatchObject({
      state: 'cancelled',
      step: null,
    });
    expect(refusal(await booked(opId))).toBe('slot_taken starts_at');
    expect(await ledger()).toEqual([]);
  });

  test('a hold that ran out while paying is no reason when the time is still free', async () => {
    await takesPayments();
    const opId = newId();
    const hold = newId();
    await start({ hold_key: hold }, opId);
    await shop.db.sql(
      `update private.slot_holds set expires_at = now() - interval '1 second' where hold_key = $1`,
      [hold],
    );
    const { id } = await ofOp(opId);
    expect(await note(id, { state: 'authorised' })).toMatchObject({ step: 'capture' });
  });

  test('who never pays is not waited for', async () => {
    await takesPayments();
    const opId = newId();
    await start({}, opId);
    const { id } = await ofOp(opId);
    await note(id, { state: 'open' });
    await shop.db.sql(
      `update private.payment_intents
       set expires_at = now() - interval '1 second', created_at = now() - interval '1 hour'
       where id = $1`,
      [id],
    );
    const due = await rpc(shop.db, server, 'payments_due', { most: 1000 });
    expect(due['payments']).toContainEqual(expect.objectContaining({ id, step: 'cancel' }));
    await note(id, { state: 'cancelled' });
    await shop.rules({ deposit_rule: null });
    expect(refusal(await shop.book())).toBe('ok');
  });

  test('the amount is the server’s, and a provider that says another one is not believed', async () => {
    await takesPayments();
    const opId = newId();
    await start({ expected_total: 99_999_999, deposit: 1 }, opId);
    const { id, amount_cents } = await ofOp(opId);
    expect(amount_cents).toBe(1500);
    expect(refusal(await note(id, { state: 'authorised', amount_cents: 1 }))).toBe(
      'invalid amount_cents',
    );
    expect(refusal(await note(id, { state: 'authorised', currency: 'eur' }))).toBe(
      'invalid amount_cents',
    );
    expect(await ofOp(opId)).toMatchObject({ state: 'created' });
  });

  test('a request is charged when somebody says yes', async () => {
    await takesPayments({ approval_mode: 'all' });
    const { id, facts, opId } = await paid();
    expect(facts).toMatchObject({ is_booked: true, step: null });
    const { appointment } = await booked(opId);
    await shop.set('appointments', appointment.id, { status: 'booked' });
    expect(await note(id)).toMatchObject({ step: 'capture' });
  });

  test('… and spoken of once, before its bank lets the card go', async () => {
    await takesPayments({ approval_mode: 'all' });
    const { id, opId } = await paid();
    const { appointment } = await booked(opId);
    const said = () =>
      shop.db.sql(
        `select id from public.attention_items where entity_id = $1 and mine ? 'held_until'`,
        [appointment.id],
      );
    await shop.db.sql('select private.warn_of_held_cards()');
    expect(await said()).toEqual([]);
    await shop.db.sql(
      `update private.payment_intents set authorised_at = now() - interval '121 hours'
       where id = $1`,
      [id],
    );
    await shop.db.sql('select private.warn_of_held_cards()');
    await shop.db.sql('select private.warn_of_held_cards()');
    expect(await said()).toHaveLength(1);
    expect(await note(id)).toMatchObject({ state: 'authorised', step: null });
  });

  test('… and let go when somebody says no', async () => {
    await takesPayments({ approval_mode: 'all' });
    const { id, opId } = await paid();
    const { appointment } = await booked(opId);
    await shop.set('appointments', appointment.id, { status: 'declined' });
    expect(await note(id)).toMatchObject({ step: 'cancel' });
  });

  test('… or takes the question back, however late', async () => {
    await takesPayments({ approval_mode: 'all' });
    const { id, opId } = await paid();
    const { appointment, manage_token: token } = await booked(opId);
    await shop.db.sql(
      `update public.appointments set fee_terms = jsonb_set(fee_terms, '{notice_min}', '40000')
       where id = $1`,
      [appointment.id],
    );
    const status = await rpc(shop.db, anon, 'booking_status', { token });
    expect(status['deposit']).toEqual({ paid: 1500, back: 1500 });
    const withdrawn = await rpc(shop.db, anon, 'cancel_booking', { token, op_id: newId() });
    expect(refusal(withdrawn)).toBe('ok');
    expect(await note(id)).toMatchObject({ step: 'cancel' });
  });

  const HALF = { late_cancel: { percent: 10 }, no_show: null, grace_min: 0 };
  const agreed = { ...HALF, notice_min: 1440 };
  test.each([
    ['in time: all of it goes back', at(FIRST_DAY, 14), {}, {}, 1500],
    ['late: less the fee', null, { fee_terms: HALF }, { fee_terms: agreed }, 1000],
  ])('cancelled %s', async (_what, startsAt, rules, request, back) => {
    await takesPayments({ min_notice_min: 0, ...rules });
    // The first time that is open and less than a day away, or one that lies far enough.
    const { id, opId } = await paid(request);
    await note(id, { state: 'captured' });
    const answer = await booked(opId);
    if (startsAt === null) {
      await shop.db.sql(
        `update public.appointments set fee_terms = jsonb_set(fee_terms, '{notice_min}', '40000') where id = $1`,
        [answer['appointment'].id],
      );
    }
    const status = await rpc(shop.db, anon, 'booking_status', { token: answer['manage_token'] });
    expect(status['deposit']).toEqual({ paid: 1500, back });
    const cancelled = await rpc(shop.db, anon, 'cancel_booking', {
      token: answer['manage_token'],
      op_id: newId(),
      fee: status['cancel_fee'],
    });
    expect(refusal(cancelled)).toBe('ok');
    expect(await note(id)).toMatchObject({ step: 'refund', refund_cents: back });
    expect(await note(id, { state: 'captured', returned_cents: back })).toMatchObject({
      step: null,
    });
    await note(id, { state: 'captured', returned_cents: back });
    expect(await ledger()).toEqual([
      { kind: 'in', appointment_id: answer['appointment'].id, cents: 1500 },
      { kind: 'out', appointment_id: answer['appointment'].id, cents: back },
    ]);
    const after = await rpc(shop.db, anon, 'booking_status', { token: answer['manage_token'] });
    expect(after['deposit']).toEqual(back === 1500 ? null : { paid: 500, back: 0 });
  });

  test('a refund that fails later is booked back, once, told, and not tried again', async () => {
    await takesPayments();
    const { id, opId } = await paid();
    await note(id, { state: 'captured' });
    const { appointment, manage_token: token } = await booked(opId);
    const cancelled = await rpc(shop.db, anon, 'cancel_booking', { token, op_id: newId() });
    expect(refusal(cancelled)).toBe('ok');
    const back = { state: 'captured', returned_cents: 1500 };
    await note(id, back);
    const failed = { state: 'captured', refund_failed_cents: 1500 };
    expect(await note(id, failed)).toMatchObject({ step: null, returned_cents: 0 });
    // What was true before comes later.
    expect(await note(id, back)).toMatchObject({ step: null, returned_cents: 0 });
    await note(id, failed);
    const entry = { appointment_id: appointment.id, cents: 1500 };
    const books = [
      { kind: 'in', ...entry },
      { kind: 'in', ...entry },
      { kind: 'out', ...entry },
    ];
    expect(await ledger()).toEqual(books);
    const told = await shop.db.sql(
      `select mine from public.attention_items
       where business_id = $1 and entity_id = $2 and kind = 'balance'`,
      [shop.salon.id, appointment.id],
    );
    expect(told).toEqual([{ mine: { refund: 'failed', amount_cents: 1500 } }]);
    // Given back once more by hand, in the dashboard.
    await note(id, { ...failed, returned_cents: 1500 });
    expect(await ledger()).toEqual([...books, { kind: 'out', ...entry }]);
  });

  test('cancelled late and paid for in two parts: the fee is kept once', async () => {
    await takesPayments({ min_notice_min: 0, fee_terms: HALF });
    const { id, opId } = await paid({ fee_terms: agreed });
    await note(id, { state: 'captured' });
    const { appointment, manage_token: token } = await booked(opId);
    const [more] = await shop.db.sql<{ id: string }>(
      `insert into private.payment_intents (
         business_id, purpose, op_hash, amount_cents, currency, provider, payee, appointment_id,
         expires_at)
       select i.business_id, 'asked', gen_random_uuid(), i.amount_cents, i.currency, i.provider,
         i.payee, i.appointment_id, now() + interval '45 minutes'
       from private.payment_intents i where i.id = $1 returning id`,
      [id],
    );
    for (const state of ['open', 'authorised', 'captured']) await note(more!.id, { state });
    await shop.db.sql(
      `update public.appointments set fee_terms = jsonb_set(fee_terms, '{notice_min}', '40000')
       where id = $1`,
      [appointment.id],
    );
    const status = await rpc(shop.db, anon, 'booking_status', { token });
    expect(status['deposit']).toEqual({ paid: 3000, back: 2500 });
    const cancelled = await rpc(shop.db, anon, 'cancel_booking', {
      token,
      op_id: newId(),
      fee: status['cancel_fee'],
    });
    expect(refusal(cancelled)).toBe('ok');
    // Whichever is looked at first.
    expect(await note(more!.id)).toMatchObject({ step: 'refund', refund_cents: 1500 });
    expect(await note(id)).toMatchObject({ step: 'refund', refund_cents: 1000 });
    await note(id, { state: 'captured', returned_cents: 1000 });
    expect(await note(more!.id)).toMatchObject({ step: 'refund', refund_cents: 1500 });
    await note(more!.id, { state: 'captured', returned_cents: 1500 });
    for (const one of [id, more!.id]) expect(await note(one)).toMatchObject({ step: null });
    const after = await rpc(shop.db, anon, 'booking_status', { token });
    expect(after['deposit']).toEqual({ paid: 500, back: 0 });
  });

  test.each([
    ['nobody came', { status: 'no_show' }, 1500],
    ['it was cancelled by the business', { status: 'cancelled', cancel_by: 'staff' }, 0],
    ['it was cancelled in time', { status: 'cancelled', cancel_by: 'client' }, 0],
    [
      'it was cancelled late',
      { status: 'cancelled', cancel_by: 'client', cancel_late: true },
      1500,
    ],
    ['nobody answered', { status: 'expired' }, 0],
    ['it is over', { status: 'completed' }, 1500],
  ])('what stays when %s', async (_what, change, kept) => {
    await takesPayments();
    const { opId } = await paid();
    const { appointment } = await booked(opId);
    const [row] = await shop.db.sql<{ kept: number }>(
      `select private.deposit_kept(jsonb_populate_record(a, $2::jsonb), 1500)::int as kept
       from public.appointments a where a.id = $1`,
      [appointment.id, JSON.stringify(change)],
    );
    expect(row!.kept).toBe(kept);
  });

  test('what the business cancels goes back after a while in which it may be taken back', async () => {
    await takesPayments();
    const { id, opId } = await paid();
    await note(id, { state: 'captured' });
    const { appointment } = await booked(opId);
    await shop.set('appointments', appointment.id, { status: 'cancelled', cancel_by: 'staff' });
    expect(await note(id)).toMatchObject({ step: null });
    await shop.db.sql(
      `update public.appointments set cancelled_at = now() - interval '11 minutes' where id = $1`,
      [appointment.id],
    );
    expect(await note(id)).toMatchObject({ step: 'refund', refund_cents: 1500 });
  });

  test('who goes back and chooses another time pays for that one alone', async () => {
    await takesPayments();
    const hold = newId();
    const [first, second] = [newId(), newId()];
    expect(refusal(await start({ hold_key: hold }, first))).toBe('ok');
    const old = await ofOp(first);
    await note(old.id, { state: 'open' });
    const later = { hold_key: hold, starts_at: at(FIRST_DAY, 16) };
    expect(refusal(await start(later, second))).toBe('ok');
    // Paid on the old page all the same.
    expect(await note(old.id, { state: 'authorised' })).toMatchObject({
      step: 'cancel',
      is_booked: false,
    });
    expect(refusal(await start({ hold_key: hold }, first))).toBe('invalid op_id');
    await note(old.id, { state: 'cancelled' });
    const { starts_at } = later;
    expect(refusal(await shop.book({ ...eve(), starts_at }))).toBe('slot_taken starts_at');
    const { id } = await ofOp(second);
    expect(await note(id, { state: 'authorised' })).toMatchObject({ step: 'capture' });
    expect(await booked(second)).toMatchObject({
      appointment: { starts_at: expect.stringContaining(at(FIRST_DAY, 16).slice(0, 16)) },
    });
  });

  test('who goes back and books something without a deposit pays for nothing else', async () => {
    await takesPayments();
    const [hold, opId] = [newId(), newId()];
    await start({ hold_key: hold }, opId);
    const { id } = await ofOp(opId);
    await note(id, { state: 'open' });
    await shop.rules({ deposit_rule: null });
    const other = { ...withAnn(), hold_key: hold, starts_at: at(FIRST_DAY, 16) };
    expect(refusal(await shop.book(other))).toBe('ok');
    expect(await note(id, { state: 'authorised' })).toMatchObject({
      step: 'cancel',
      is_booked: false,
    });
  });

  test('what was paid for one request pays for no other', async () => {
    await takesPayments();
    const opId = newId();
    const more = { hold_key: newId() };
    await start(more, opId);
    expect(refusal(await start({ ...more, starts_at: at(FIRST_DAY, 16) }, opId))).toBe(
      'invalid op_id',
    );
    await shop.db.sql(
      `update private.payment_intents set state = 'authorised', provider_id = 'pi_' || id
       where business_id = $1`,
      [shop.salon.id],
    );
    expect(refusal(await shop.book({ ...withAnn(), starts_at: at(FIRST_DAY, 16) }, opId))).toBe(
      'payment_required 1500',
    );
  });

  test('the page that books first leaves nothing of the request behind', async () => {
    await takesPayments();
    const opId = newId();
    const more = { hold_key: newId(), ...withAnn() };
    await start(more, opId);
    await shop.db.sql(
      `update private.payment_intents set state = 'authorised', provider_id = 'pi_' || id
       where business_id = $1`,
      [shop.salon.id],
    );
    expect(refusal(await shop.book(more, opId))).toBe('ok');
    const [kept] = await shop.db.sql<{ id: string; op_id: string | null; request: object | null }>(
      'select id, op_id, request from private.payment_intents where business_id = $1',
      [shop.salon.id],
    );
    expect(kept).toMatchObject({ op_id: null, request: null });
    expect(await note(kept!.id)).toMatchObject({ step: 'capture', is_booked: true });
  });

  test('one that fails again and again keeps no other waiting', async () => {
    await takesPayments();
    await paid();
    await paid({ starts_at: at(FIRST_DAY, 16) });
    const next = async () =>
      (await rpc(shop.db, server, 'payments_due', { most: 1 }))['payments'] as { id: string }[];
    const [one] = await next();
    const [other] = await next();
    expect(one!.id).not.toBe(other!.id);
  });

  test('who did not come by mistake has their deposit waiting a while', async () => {
    await takesPayments({ fee_terms: HALF });
    const { id, opId } = await paid({ fee_terms: agreed });
    await note(id, { state: 'captured' });
    const { appointment } = await booked(opId);
    const stays = (minutes: number) =>
      shop.db.transaction(async (within) => {
        await within('set local session_replication_role = replica');
        await within(
          `update public.appointments set status = 'no_show', fee_terms = $3,
             updated_at = now() - $2 * interval '1 minute' where id = $1`,
          [appointment.id, minutes, JSON.stringify({ ...agreed, no_show: { percent: 10 } })],
        );
      });
    await stays(0);
    expect(await note(id)).toMatchObject({ step: null });
    await stays(11);
    expect(await note(id)).toMatchObject({ step: 'refund', refund_cents: 1500 });
  });

  test('a hold that ends before it is charged is told, once, and the visit stays', async () => {
    await takesPayments();
    const { id, opId } = await paid();
    const { appointment } = await booked(opId);
    for (const _ of [1, 2]) {
      expect(await note(id, { state: 'cancelled' })).toMatchObject({ step: null });
    }
    expect(
      await shop.db.sql(
        'select entity, kind from public.attention_items where business_id = $1 and entity_id = $2',
        [shop.salon.id, appointment.id],
      ),
    ).toEqual([{ entity: 'appointments', kind: 'balance' }]);
    expect(await ledger()).toEqual([]);
    expect(await rowOf(shop.db, 'appointments', appointment.id)).toMatchObject({
      status: 'booked',
    });
  });

  test('who may not ask is not told anything', async () => {
    await takesPayments();
    for (const name of ['note_payment', 'payment_of_op', 'payments_due', 'take_payment_event']) {
      await expect(rpc(shop.db, anon, name, {})).rejects.toThrow(
        /permission denied|does not exist/,
      );
    }
  });

  test('cards are not tried out on one held time', async () => {
    await takesPayments();
    const hold = newId();
    const answers = [];
    for (let n = 0; n < 7; n++) answers.push(refusal(await start({ hold_key: hold })));
    expect(answers).toEqual([...Array<string>(5).fill('ok'), 'rate_limited', 'rate_limited']);
  });
};
