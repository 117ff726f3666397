import { expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import type { Caller } from '#supabase/local/database/caller.ts';
import { at, FIRST_DAY } from '../salon.ts';
import { anon, newId, rowOf, rpc, signedIn, type Answer } from '../setup.ts';
import { refusal, type Shop } from './shop.ts';

const server: Caller = { role: 'service_role', claims: { role: 'service_role' } };
const CENTS = 2000;

/** A deposit that the team asks for, with a moment until which the time is kept. */
export const askedDeposits = (shop: Shop): void => {
  const soon = () => new Date(Date.now() + 3_600_000).toISOString();
  const withAnn = () => ({ items: [shop.item({ staff_id: shop.salon.ann })] });
  const booked = async (): Promise<{ visit: Uuid; token: string }> => {
    await shop.db.sql(
      `insert into private.server_settings (name, value) values ('payment_provider', 'test')
       on conflict do nothing`,
    );
    const { appointment, manage_token: token } = await shop.book({
      ...withAnn(),
      starts_at: at(FIRST_DAY, 15),
    });
    return { visit: appointment.id, token };
  };
  const ask = (visit: Uuid, keep_until: string | null, more: object = {}): Promise<Answer> =>
    rpc(shop.db, signedIn(shop.salon.users.owner), 'ask_deposit', {
      business_id: shop.salon.id,
      appointment_id: visit,
      amount_cents: CENTS,
      op_id: newId(),
      keep_until,
      ...more,
    });
  const keptVisit = async () => {
    const made = await booked();
    expect(await ask(made.visit, soon())).toMatchObject({ ok: true, amount: CENTS });
    return made;
  };
  const stands = async (visit: Uuid) => {
    const { status, deposit_due, deposit_due_at } = await rowOf(shop.db, 'appointments', visit);
    return { status, isDue: deposit_due as boolean, until: deposit_due_at as string | null };
  };
  const run = () => shop.db.sql('select private.run_jobs()');
  /** The moment has come. */
  const late = () =>
    shop.db.sql(
      `update public.appointments set deposit_due_at = now() - interval '1 second'
       where business_id = $1 and deposit_due_at is not null`,
      [shop.salon.id],
    );
  const pay = (token: string, op_id = newId()) =>
    rpc(shop.db, anon, 'pay_deposit', { token, op_id });
  const begun = async (token: string): Promise<Uuid> => {
    const opId = newId();
    expect(await pay(token, opId)).toEqual({ ok: true });
    const { id } = await rpc(shop.db, server, 'payment_of_op', { op_id: opId });
    await note(id, 'open');
    return id;
  };
  const note = (intent: Uuid, state: string) =>
    rpc(shop.db, server, 'note_payment', {
      intent,
      news: {
        provider_id: `pi_${intent}`,
        state,
        amount_cents: CENTS,
        currency: 'usd',
        decline: null,
        returned_cents: 0,
      },
    });
  const told = async () => {
    const rows = await shop.db.sql<{ kind: string; reason: string | null }>(
      `select kind, data #>> '{appointment,cancel_reason}' as reason from private.mail_outbox
       where business_id = $1 and kind = 'cancelled_by_business'`,
      [shop.salon.id],
    );
    const asked = await shop.db.sql<{ mine: Answer }>(
      `select mine from public.attention_items where business_id = $1 and mine ? 'unpaid'`,
      [shop.salon.id],
    );
    return { mails: rows.map(({ reason }) => reason), items: asked.length };
  };

  test('a visit whose deposit is not paid in time is cancelled once, and both sides are told', async () => {
    const { visit, token } = await keptVisit();
    const { until } = await stands(visit);
    expect(await stands(visit)).toMatchObject({ status: 'booked', isDue: true });
    expect(until).not.toBeNull();
    expect(await rpc(shop.db, anon, 'booking_status', { token })).toMatchObject({
      asked: CENTS,
      asked_until: until,
    });
    const [mail] = await shop.db.sql<{ until: string }>(
      `select data ->> 'keep_until' as until from private.mail_outbox
       where business_id = $1 and kind = 'deposit_request'`,
      [shop.salon.id],
    );
    expect(Date.parse(mail!.until)).toBe(Date.parse(until ?? ''));
    await run();
    expect(await stands(visit)).toMatchObject({ status: 'booked' });

    await late();
    expect(await pay(token)).toMatchObject({ code: 'too_late' });
    await run();
    await run();
    expect(await stands(visit)).toMatchObject({ status: 'cancelled', until: null });
    const reason = 'The deposit was not paid in time';
    expect(await told()).toEqual({ mails: [reason], items: 1 });
    // Its time is free again; and who takes it back has the visit without a last moment.
    await shop.db.sql(`update public.appointments set status = 'booked' where id = $1`, [visit]);
    await run();
    expect(await stands(visit)).toEqual({ status: 'booked', isDue: true, until: null });
    expect((await told()).items).toBe(1);
  });

  test('a card that is held in time comes first, whoever looks when', async () => {
    const { visit, token } = await keptVisit();
    const id = await begun(token);
    await late();
    // At the page of the provider: may finish.
    await run();
    expect(await stands(visit)).toMatchObject({ status: 'booked' });
    expect(await note(id, 'authorised')).toMatchObject({ step: 'capture' });
    await run();
    await note(id, 'captured');
    await run();
    expect(await stands(visit)).toEqual({ status: 'booked', isDue: false, until: null });
    expect(await told()).toEqual({ mails: [], items: 0 });
  });

  test('a card that is held after the visit was given up is let go', async () => {
    const { visit, token } = await keptVisit();
    const id = await begun(token);
    await late();
    await shop.db.sql(
      `update private.payment_intents set expires_at = now() - interval '1 second' where id = $1`,
      [id],
    );
    await run();
    expect(await stands(visit)).toMatchObject({ status: 'cancelled' });
    expect(await note(id, 'authorised')).toMatchObject({ step: 'cancel' });
  });

  test('a deposit that is paid is due no more, and asking without a moment takes it away', async () => {
    const { visit, token } = await keptVisit();
    expect(await ask(visit, null)).toMatchObject({ ok: true, amount: CENTS });
    expect(await stands(visit)).toEqual({ status: 'booked', isDue: true, until: null });
    const id = await begun(token);
    for (const state of ['authorised', 'captured', 'captured']) await note(id, state);
    expect(await stands(visit)).toEqual({ status: 'booked', isDue: false, until: null });
    // Of what is paid already there is nothing to wait for.
    expect(await ask(visit, soon())).toMatchObject({ ok: true, amount: 0 });
    expect(await stands(visit)).toEqual({ status: 'booked', isDue: false, until: null });
  });

  test('the moment lies before the visit, and is none of a card alone', async () => {
    const { visit } = await booked();
    const ago = new Date(Date.now() - 1000).toISOString();
    expect(refusal(await ask(visit, ago))).toBe('invalid keep_until');
    expect(refusal(await ask(visit, at(FIRST_DAY, 16)))).toBe('invalid keep_until');
    expect(refusal(await ask(visit, soon(), { amount_cents: 0 }))).toBe('invalid keep_until');
    expect(await stands(visit)).toEqual({ status: 'booked', isDue: false, until: null });
  });
};
