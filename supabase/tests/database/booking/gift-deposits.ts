import { expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import type { Caller } from '#supabase/local/database/caller.ts';
import { codeHash } from '../gifts.ts';
import { at, FIRST_DAY } from '../salon.ts';
import { anon, fromAddress, newId, rpc, type Answer } from '../setup.ts';
import { refusal, type Shop } from './shop.ts';

const server: Caller = { role: 'service_role', claims: { role: 'service_role' } };
const CODE = '7KQ2MX09B1TA';

/** A gift card toward what is paid before a visit. */
export const giftDeposits = (shop: Shop): void => {
  const takesPayments = async () => {
    await shop.db.sql(
      `insert into private.server_settings (name, value) values ('payment_provider', 'test')
       on conflict do nothing`,
    );
    await shop.rules({ deposit_rule: { percent: 30 } });
  };
  const card = async (cents: number): Promise<Uuid> => {
    const id = newId();
    await shop.db.transaction(async (sql) => {
      // How it was sold is not asked here.
      await sql(`set local session_replication_role = 'replica'`);
      await sql(
        `insert into public.gift_cards (id, business_id, code_hash, code_last4, kind, initial_cents)
         values ($1, $2, $3, 'B1TA', 'digital', $4)`,
        [id, shop.salon.id, codeHash(shop.salon, CODE), cents],
      );
      await sql(
        `insert into public.gift_activities
           (id, business_id, card_id, occurred_at, kind, amount_cents, sale_id)
         values ($1, $2, $3, now(), 'activate', $4, $5)`,
        [newId(), shop.salon.id, id, cents, shop.salon.rows.sales],
      );
    });
    return id;
  };
  const request = (hold: Uuid, more: object = {}) =>
    shop.request({ items: [shop.item({ staff_id: shop.salon.ann })], hold_key: hold, ...more });
  const start = (body: object, opId = newId()): Promise<Answer> =>
    rpc(shop.db, anon, 'start_payment', { slug: shop.salon.slug, request: body, op_id: opId });
  const keep = (body: object, code = CODE): Promise<Answer> =>
    rpc(shop.db, anon, 'keep_gift_card', { slug: shop.salon.slug, request: body, code });
  const book = (body: object, opId = newId()): Promise<Answer> =>
    rpc(shop.db, anon, 'book', { slug: shop.salon.slug, request: body, op_id: opId });
  const standing = async (id: Uuid) => {
    const [row] = await shop.db.sql<{ balance: number; held: number }>(
      `select private.gift_balance($1, $2)::int as balance, private.gift_held($1, $2)::int as held`,
      [shop.salon.id, id],
    );
    return row;
  };
  /** At the payment, with the time held. */
  const paying = async () => {
    await takesPayments();
    const hold = newId();
    expect(await start(request(hold))).toMatchObject({ ok: true, amount: 1500 });
    return hold;
  };
  const leasesOf = (visit: string) =>
    shop.db.sql<{ held: number }>(
      `select held_cents::int as held from public.gift_activities
       where business_id = $1 and kind = 'lease' and appointment_id = $2`,
      [shop.salon.id, visit],
    );

  test('a card that covers the visit is kept for it, once, and no other is charged', async () => {
    const id = await card(8000);
    const hold = await paying();
    const kept = await keep(request(hold));
    expect(kept).toMatchObject({ ok: true, kept: 5000, due: 0 });
    expect(await standing(id)).toEqual({ balance: 8000, held: 5000 });
    const body = request(hold, { gift: kept['gift'] });
    expect(refusal(await start(body))).toBe('nothing_due');
    const opId = newId();
    const answer = await book(body, opId);
    expect(answer).toMatchObject({ ok: true, status: 'booked' });
    expect(await book(body, opId)).toEqual(answer);
    expect(await leasesOf(answer['appointment'].id)).toEqual([{ held: 5000 }]);
    expect(await standing(id)).toEqual({ balance: 8000, held: 5000 });
    // Kept once: another booking cannot name it.
    const again = request(hold, { gift: kept['gift'], starts_at: at(FIRST_DAY, 16) });
    expect(refusal(await book(again))).toBe('payment_required 1500');
  });

  test('what it does not cover is paid by card', async () => {
    const id = await card(1000);
    const hold = await paying();
    const kept = await keep(request(hold));
    expect(kept).toMatchObject({ ok: true, kept: 1000, due: 500 });
    const body = request(hold, { gift: kept['gift'] });
    const opId = newId();
    expect(await start(body, opId)).toMatchObject({ ok: true, amount: 500 });
    const { id: intent } = await rpc(shop.db, server, 'payment_of_op', { op_id: opId });
    const note = (state: string) =>
      rpc(shop.db, server, 'note_payment', {
        intent,
        news: {
          provider_id: `pi_${intent}`,
          state,
          amount_cents: 500,
          currency: 'usd',
          decline: null,
          returned_cents: 0,
        },
      });
    await note('open');
    expect(await note('authorised')).toMatchObject({ is_booked: true });
    const answer = await book({}, opId);
    expect(await leasesOf(answer['appointment'].id)).toEqual([{ held: 1000 }]);
    expect(await standing(id)).toEqual({ balance: 1000, held: 1000 });
  });

  test('what it leaves, and no card can be charged, is paid with the visit', async () => {
    const id = await card(1460);
    const hold = await paying();
    const kept = await keep(request(hold));
    expect(kept).toMatchObject({ ok: true, kept: 1460, due: 0 });
    const body = request(hold, { gift: kept['gift'] });
    expect(refusal(await start(body))).toBe('nothing_due');
    const answer = await book(body);
    expect(answer).toMatchObject({ ok: true, status: 'booked' });
    expect(await leasesOf(answer['appointment'].id)).toEqual([{ held: 1460 }]);
    expect(await standing(id)).toEqual({ balance: 1460, held: 1460 });
  });

  test('a time that is given back frees the card', async () => {
    const id = await card(8000);
    const hold = await paying();
    const kept = await keep(request(hold));
    await rpc(shop.db, anon, 'release_hold', { slug: shop.salon.slug, hold_key: hold });
    expect(await standing(id)).toEqual({ balance: 8000, held: 0 });
    expect(refusal(await book(request(hold, { gift: kept['gift'] })))).toBe(
      'payment_required 1500',
    );
  });

  test('a page that is closed frees it when its time is over', async () => {
    const id = await card(8000);
    const hold = await paying();
    const kept = await keep(request(hold));
    await shop.db.sql(
      `update public.gift_activities set held_until = now() - interval '1 second'
       where business_id = $1 and id = $2`,
      [shop.salon.id, kept['gift']],
    );
    expect(await standing(id)).toEqual({ balance: 8000, held: 0 });
    // Whoever comes back then has to pay, and another one may use the card.
    expect(refusal(await book(request(hold, { gift: kept['gift'] })))).toBe(
      'payment_required 1500',
    );
    expect(await keep(request(hold))).toMatchObject({ ok: true, kept: 5000 });
  });

  test('a visit that is cancelled frees it', async () => {
    const id = await card(8000);
    const hold = await paying();
    const kept = await keep(request(hold));
    const answer = await book(request(hold, { gift: kept['gift'] }));
    const cancelled = await rpc(shop.db, anon, 'cancel_booking', {
      token: answer['manage_token'],
      op_id: newId(),
    });
    expect(refusal(cancelled)).toBe('ok');
    expect(await standing(id)).toEqual({ balance: 8000, held: 0 });
  });

  test('a visit that is deleted frees it', async () => {
    const id = await card(8000);
    const hold = await paying();
    const kept = await keep(request(hold));
    const answer = await book(request(hold, { gift: kept['gift'] }));
    await shop.db.sql('delete from public.appointments where id = $1', [answer['appointment'].id]);
    expect(await standing(id)).toEqual({ balance: 8000, held: 0 });
  });

  test('a visit that moves keeps it as long as it would have there', async () => {
    await card(8000);
    const hold = await paying();
    const kept = await keep(request(hold));
    const answer = await book(request(hold, { gift: kept['gift'] }));
    const moved = await rpc(shop.db, anon, 'reschedule_booking', {
      token: answer['manage_token'],
      starts_at: at(FIRST_DAY, 16),
      op_id: newId(),
    });
    expect(refusal(moved)).toBe('ok');
    const [lease] = await shop.db.sql<{ days: string }>(
      `select (l.held_until - a.ends_at)::text as days from public.gift_activities l
       join public.appointments a on a.business_id = l.business_id and a.id = l.appointment_id
       where l.business_id = $1 and l.kind = 'lease' and a.id = $2`,
      [shop.salon.id, answer['appointment'].id],
    );
    expect(lease).toEqual({ days: '14 days' });
  });

  test('keeps anew what the same page asks for, and nothing that another one keeps', async () => {
    const id = await card(6000);
    const hold = await paying();
    const first = await keep(request(hold));
    const second = await keep(request(hold));
    expect(second).toMatchObject({ ok: true, kept: 5000 });
    expect(second['gift']).not.toBe(first['gift']);
    expect(await standing(id)).toEqual({ balance: 6000, held: 5000 });
    const elsewhere = { hold_key: newId(), starts_at: at(FIRST_DAY, 16) };
    expect(await start(request(hold, elsewhere))).toMatchObject({ ok: true });
    expect(await keep(request(hold, elsewhere))).toMatchObject({ ok: true, kept: 1000, due: 500 });
    expect(await standing(id)).toEqual({ balance: 6000, held: 6000 });
  });

  test('refuses a wrong code, a card that is closed, and a time that is not held', async () => {
    const id = await card(8000);
    const hold = await paying();
    expect(await keep(request(hold), '0000-0000-0000')).toEqual({ ok: false, code: 'not_found' });
    expect(refusal(await keep(request(newId())))).toBe('hold_expired starts_at');
    await shop.db.sql(
      `insert into public.gift_activities (id, business_id, card_id, occurred_at, kind, amount_cents)
       values ($1, $2, $3, now(), 'block', 0)`,
      [newId(), shop.salon.id, id],
    );
    expect(refusal(await keep(request(hold)))).toBe('gift_card_closed');
    expect(await standing(id)).toEqual({ balance: 8000, held: 0 });
  });

  test('whom it refuses for who they are it tells as seldom as a booking does', async () => {
    await card(8000);
    const hold = await paying();
    await shop.rules({ audience: 'existing' });
    const keepFrom = (network: string): Promise<Answer> =>
      rpc(shop.db, fromAddress(network), 'keep_gift_card', {
        slug: shop.salon.slug,
        request: request(hold),
        code: CODE,
      });
    await shop.db.sql(`update private.rate_rules set most = 1 where bucket = 'told:network'`);
    const first = refusal(await keepFrom('192.0.2.9'));
    const second = refusal(await keepFrom('192.0.2.9'));
    await shop.db.sql(`update private.rate_rules set most = 20 where bucket = 'told:network'`);
    expect([first, second]).toEqual(['blocked', 'rate_limited']);
  });
};
