import { createHash } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import type { Caller } from '#supabase/local/database/caller.ts';
import { at, FIRST_DAY, makeSalon, type Salon } from './salon.ts';
import { anon, fromAddress, newId, rpc, useDatabase, type Answer } from './setup.ts';

const database = useDatabase();
const server: Caller = { role: 'service_role', claims: { role: 'service_role' } };

let salon: Salon;
let salons = 0;

beforeEach(async () => {
  salon = await makeSalon(database.db, `card-testing-${(salons += 1)}`);
  await database.db.sql(
    `insert into private.server_settings (name, value) values ('payment_provider', 'test')
     on conflict do nothing`,
  );
  await database.db.sql(
    `update public.booking_rules set deposit_rule = '{"percent": 30}' where id = $1`,
    [salon.id],
  );
  await database.db.sql('delete from private.rate_limits');
});
afterAll(() =>
  database.db.sql(`delete from private.server_settings where name = 'payment_provider'`),
);

const buy = (email: string, caller: Caller = anon, more: object = {}) =>
  rpc(database.db, caller, 'start_gift_card', {
    slug: salon.slug,
    request: {
      amount_cents: 5000,
      buyer: { name: 'Ann', email },
      recipient: null,
      message: null,
    },
    op_id: newId(),
    ...more,
  });
const note = async (opId: Uuid, news: object) => {
  const { id } = await rpc(database.db, server, 'payment_of_op', { op_id: opId });
  await rpc(database.db, server, 'note_payment', {
    intent: id,
    news: {
      provider_id: `pi_${id}`,
      amount_cents: 5000,
      currency: 'usd',
      decline: null,
      returned_cents: 0,
      ...news,
    },
  });
};
const workFor = (opId: Uuid, bits: number): string => {
  for (let number = 0; ; number += 1) {
    const hash = createHash('sha256').update(`${opId}:${number}`).digest();
    if (hash.readUInt32BE(0) < 2 ** (32 - bits)) return String(number);
  }
};
const begun = async (): Promise<number> => {
  const [row] = await database.db.sql<{ count: number }>(
    'select count(*)::int as count from private.payment_intents where business_id = $1',
    [salon.id],
  );
  return row!.count;
};

describe('cards that are tried out', () => {
  test('[P12] three hundred from fifty networks begin fifteen payments, and a client still pays', async () => {
    const codes = new Map<string, number>();
    for (let n = 0; n < 300; n += 1) {
      const { ok, code } = await buy(`bot-${n}@example.com`, fromAddress(`203.0.${n % 50}.7`));
      codes.set(ok ? 'ok' : code, (codes.get(ok ? 'ok' : code) ?? 0) + 1);
    }
    expect(Object.fromEntries(codes)).toEqual({ ok: 15, captcha_failed: 285 });
    expect(await begun()).toBe(15);

    const opId = newId();
    const asked: Answer = await buy('ann@example.com', anon, { op_id: opId });
    expect(asked).toEqual({ ok: false, code: 'captcha_failed', field: '16' });
    const work = workFor(opId, 16);
    // Of another payment, made up, or far too long.
    for (const wrong of [workFor(newId(), 16), 'x', '9'.repeat(1000)]) {
      expect(await buy('ann@example.com', anon, { op_id: newId(), work: wrong })).toMatchObject({
        code: 'captcha_failed',
      });
    }
    expect(await buy('ann@example.com', anon, { op_id: opId, work })).toMatchObject({ ok: true });
    expect(await buy('ann@example.com', anon, { op_id: opId })).toMatchObject({ ok: true });
    expect(await begun()).toBe(16);
  });

  test('those who pay cost nobody any work, those who are declined do', async () => {
    const paid: Uuid[] = [];
    for (let n = 0; n < 14; n += 1) {
      const op_id = newId();
      await buy(`ann-${n}@example.com`, anon, { op_id });
      paid.push(op_id);
    }
    for (const opId of paid) await note(opId, { state: 'authorised' });
    for (let n = 0; n < 15; n += 1) {
      const op_id = newId();
      expect(await buy(`eve-${n}@example.com`, anon, { op_id })).toMatchObject({ ok: true });
      await note(op_id, { state: 'open', decline: 'card_declined' });
    }
    expect(await buy('bea@example.com')).toMatchObject({ code: 'captcha_failed' });
    // Ten minutes later it is forgotten.
    await database.db.sql(
      `update private.payment_intents set created_at = created_at - interval '11 minutes'
       where business_id = $1`,
      [salon.id],
    );
    expect(await buy('bea@example.com')).toMatchObject({ ok: true });
  });

  test('of another business are its own matter', async () => {
    for (let n = 0; n < 15; n += 1) await buy(`bot-${n}@example.com`);
    expect(await buy('ann@example.com')).toMatchObject({ code: 'captcha_failed' });
    const other = await makeSalon(database.db, `card-testing-other-${salons}`);
    expect(await buy('ann@example.com', anon, { slug: other.slug })).toMatchObject({ ok: true });
  });

  test('one mail address begins ten payments an hour, whatever it books', async () => {
    const codes: string[] = [];
    for (let n = 0; n < 11; n += 1) {
      const { ok, code } = await rpc(database.db, anon, 'start_payment', {
        slug: salon.slug,
        request: {
          items: [{ variant_id: salon.cut, staff_id: salon.ann, add_on_ids: [] }],
          starts_at: at(FIRST_DAY + n, 14),
          time_zone: 'UTC',
          client: {
            first_name: 'Nia',
            last_name: '',
            email: n % 2 === 0 ? 'nia@example.com' : 'Nia@Example.com',
            phone: '7185550199',
          },
          note: '',
          policy_version: 1,
          expected_total: 5000,
          hold_key: newId(),
          answers: null,
          guests: [],
        },
        op_id: newId(),
      });
      codes.push(ok ? 'ok' : code);
    }
    expect(codes).toEqual([...Array<string>(10).fill('ok'), 'rate_limited']);
  });
});
