import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import type { Caller } from '#supabase/local/database/caller.ts';
import { makeSalon, type Salon } from './salon.ts';
import { anon, newId, rpc, useDatabase } from './setup.ts';

const database = useDatabase();
const server: Caller = { role: 'service_role', claims: { role: 'service_role' } };

let salon: Salon;
let payment: Uuid;
let salons = 0;

beforeEach(async () => {
  salon = await makeSalon(database.db, `alarms-${(salons += 1)}`);
  await database.db.sql(
    `insert into private.server_settings (name, value) values ('payment_provider', 'test')
     on conflict do nothing`,
  );
  const opId = newId();
  await rpc(database.db, anon, 'start_gift_card', {
    slug: salon.slug,
    request: {
      amount_cents: 5000,
      buyer: { name: 'Ann', email: 'ann@example.com' },
      recipient: null,
      message: null,
    },
    op_id: opId,
  });
  payment = (await rpc(database.db, server, 'payment_of_op', { op_id: opId }))['id'] as Uuid;
  await note({ state: 'open' });
});
afterAll(() =>
  database.db.sql(`delete from private.server_settings where name = 'payment_provider'`),
);

const note = (news: object) =>
  rpc(database.db, server, 'note_payment', {
    intent: payment,
    news: {
      provider_id: `pi_${payment}`,
      amount_cents: 5000,
      currency: 'usd',
      decline: null,
      returned_cents: 0,
      ...news,
    },
  });
const hear = (payee: string) =>
  rpc(database.db, server, 'take_payment_event', {
    provider: 'test',
    event_id: newId(),
    kind: 'payment.captured',
    object_id: `pi_${payment}`,
    payee,
  });
const faults = () =>
  database.db.sql<{ about: string; subject: string; fault: string }>(
    'select about, subject, fault from private.accounting_faults where business_id = $1',
    [salon.id],
  );
const dailyLook = async () => {
  await database.db.sql(`select private.check_accounting(now() - interval '1 day')`);
  return database.db.sql<{ fault: string }>(
    'select fault from private.accounting_findings where business_id = $1',
    [salon.id],
  );
};

test('[P5] a message that names another account is ignored, and the daily look finds it', async () => {
  expect(await hear(salon.id)).toEqual({ ok: true, id: payment });
  expect(await faults()).toEqual([]);
  expect(await dailyLook()).toEqual([]);
  for (let n = 0; n < 3; n += 1) expect(await hear(newId())).toEqual({ ok: true, id: null });
  expect(await faults()).toEqual([{ about: 'payment', subject: payment, fault: 'other_account' }]);
  expect(await dailyLook()).toEqual([{ fault: 'other_account' }]);
});

test('[P8] a provider that says another amount is not believed, and it is kept', async () => {
  expect(await note({ state: 'captured', amount_cents: 1 })).toMatchObject({
    ok: false,
    code: 'invalid',
  });
  expect(await faults()).toEqual([{ about: 'payment', subject: payment, fault: 'other_amount' }]);
  await database.db.sql(
    `update private.payment_alarms set last_at = now() - interval '31 days'
     where business_id = $1`,
    [salon.id],
  );
  expect(await faults()).toEqual([]);
});
