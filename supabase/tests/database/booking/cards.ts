import { expect, test } from 'vitest';
import type { Caller } from '#supabase/local/database/caller.ts';
import { at, FIRST_DAY } from '../salon.ts';
import { anon, countOf, newId, rpc, signedIn, type Answer } from '../setup.ts';
import { refusal, type Shop } from './shop.ts';

const server: Caller = { role: 'service_role', claims: { role: 'service_role' } };
const CARD = { customer: 'cus_1', method: 'pm_4242', brand: 'visa', last4: '4242' };

/** Leaving a card to book, where nothing is paid before. */
export const cards = (shop: Shop): void => {
  const asksCards = async (change: object = {}) => {
    await shop.db.sql(
      `insert into private.server_settings (name, value) values ('payment_provider', 'test')
       on conflict do nothing`,
    );
    await shop.rules({ asks_card: true, ...change });
  };
  const withAnn = () => ({ items: [shop.item({ staff_id: shop.salon.ann })] });
  const start = (opId = newId(), more: object = {}): Promise<Answer> =>
    rpc(shop.db, anon, 'start_payment', {
      slug: shop.salon.slug,
      request: shop.request({ hold_key: newId(), ...withAnn(), ...more }),
      op_id: opId,
    });
  const ofOp = (opId: string) => rpc(shop.db, server, 'payment_of_op', { op_id: opId });
  const note = (intent: string, news: object) =>
    rpc(shop.db, server, 'note_payment', {
      intent,
      news: {
        provider_id: `cs_${intent}`,
        amount_cents: 0,
        currency: 'usd',
        decline: null,
        returned_cents: 0,
        card: null,
        ...news,
      },
    });
  const booked = (opId: string) =>
    rpc(shop.db, anon, 'book', { slug: shop.salon.slug, request: {}, op_id: opId });
  const moved = () =>
    countOf(shop.db, 'public.payments where business_id = $1 and sale_id is null', [shop.salon.id]);

  test('nobody books without one, and it is left without paying', async () => {
    await asksCards();
    expect(refusal(await shop.book(withAnn()))).toBe('payment_required 0');
    const opId = newId();
    expect(await start(opId)).toMatchObject({ ok: true, amount: 0 });
    const { id } = await ofOp(opId);
    expect(await ofOp(opId)).toMatchObject({ step: 'open', amount_cents: 0, keeps_card: true });
    await note(id, { state: 'open' });
    // Kept, then booked, and then there is nothing to charge.
    expect(await note(id, { state: 'authorised', card: CARD })).toMatchObject({
      step: 'capture',
      is_booked: true,
    });
    expect(await note(id, { state: 'captured', card: CARD })).toMatchObject({ step: null });
    const answer = await booked(opId);
    expect(answer).toMatchObject({ ok: true, status: 'booked' });
    expect(await moved()).toBe(0);
    const fee = await rpc(shop.db, signedIn(shop.salon.users.owner), 'fee_payment', {
      business_id: shop.salon.id,
      appointment_id: answer['appointment'].id,
    });
    expect(fee).toMatchObject({ card: { brand: 'visa', last4: '4242' }, amount: 0 });
  });

  test('where a deposit is due that is paid, and the card is kept with it', async () => {
    await asksCards({ deposit_rule: { percent: 30 } });
    const opId = newId();
    expect(await start(opId)).toMatchObject({ ok: true, amount: 1500 });
    expect(await ofOp(opId)).toMatchObject({ keeps_card: true });
  });

  test('a time that is lost meanwhile lets the card go', async () => {
    await asksCards();
    const opId = newId();
    const hold = newId();
    await start(opId, { hold_key: hold });
    const { id } = await ofOp(opId);
    await rpc(shop.db, anon, 'release_hold', { slug: shop.salon.slug, hold_key: hold });
    await shop.rules({ asks_card: false });
    expect(
      refusal(
        await shop.book({
          ...withAnn(),
          client: { first_name: 'Eve', email: 'eve@example.com', phone: '(718) 555-0111' },
        }),
      ),
    ).toBe('ok');
    expect(await note(id, { state: 'authorised', card: CARD })).toMatchObject({
      step: 'cancel',
      is_booked: false,
    });
  });

  test('the rule of a client goes before: one leaves a card, another nothing', async () => {
    await asksCards({ asks_card: false });
    const rule = (payment_rule: string) =>
      shop.set('clients', shop.salon.client, {
        payment_rule,
        email: 'nia@example.com',
        phone: '+17185550199',
        first_name: 'Nia',
        last_name: 'Doe',
      });
    await rule('card');
    expect(refusal(await shop.book(withAnn()))).toBe('payment_required 0');
    await shop.rules({ asks_card: true });
    await rule('none');
    expect(refusal(await start())).toBe('nothing_due');
    expect(refusal(await shop.book(withAnn()))).toBe('ok');
  });

  test('where nobody pays online nobody is asked for one', async () => {
    await shop.db.sql(`delete from private.server_settings where name = 'payment_provider'`);
    await shop.rules({ asks_card: true });
    expect(refusal(await shop.book(withAnn()))).toBe('ok');
    const profile = await rpc(shop.db, anon, 'public_profile', { slug: shop.salon.slug });
    expect(profile['rules']).toMatchObject({ asks_card: false });
  });

  test('the team asks for one by the link of a visit, once', async () => {
    await asksCards({ asks_card: false });
    const { appointment, manage_token: token } = await shop.book({
      ...withAnn(),
      starts_at: at(FIRST_DAY, 15),
    });
    const ask = await rpc(shop.db, signedIn(shop.salon.users.owner), 'ask_deposit', {
      business_id: shop.salon.id,
      appointment_id: appointment.id,
      amount_cents: 0,
      op_id: newId(),
    });
    expect(ask).toMatchObject({ ok: true, amount: 0 });
    const status = () => rpc(shop.db, anon, 'booking_status', { token });
    expect(await status()).toMatchObject({ asked: null, asks_card: true });
    const opId = newId();
    expect(await rpc(shop.db, anon, 'pay_deposit', { token, op_id: opId })).toEqual({ ok: true });
    const { id } = await ofOp(opId);
    expect(await note(id, { state: 'authorised', card: CARD })).toMatchObject({ step: 'capture' });
    await note(id, { state: 'captured', card: CARD });
    expect(await status()).toMatchObject({ asked: null, asks_card: false });
    expect(refusal(await rpc(shop.db, anon, 'pay_deposit', { token, op_id: newId() }))).toBe(
      'nothing_due',
    );
    expect(await moved()).toBe(0);
  });
};
