import { beforeEach, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import type { Caller } from '#supabase/local/database/caller.ts';
import { at, makeSalon, soldCut, type Salon } from './salon.ts';
import { countOf, Device, newId, put, rpc, signedIn, useDatabase } from './setup.ts';

const server: Caller = { role: 'service_role', claims: { role: 'service_role' } };
const database = useDatabase();
let salon: Salon;
let desk: Device;
let salons = 0;

beforeEach(async () => {
  salon = await makeSalon(database.db, `disputes-${(salons += 1)}`);
  desk = new Device(database.db, salon.users.front_desk, salon.id);
  await desk.pull();
});

/** 15.00 that were charged online for a visit, or for nothing that is there. */
const charged = async (appointment: Uuid | null = salon.visit): Promise<Uuid> => {
  const id = newId();
  await database.db.sql(
    `insert into private.payment_intents (id, business_id, purpose, op_hash, amount_cents, currency,
       provider, payee, provider_id, state, appointment_id, expires_at)
     values ($1, $2, $3, gen_random_uuid(), 1500, 'USD', 'stripe', $4, $5, 'captured', $6, now())`,
    [
      id,
      salon.id,
      appointment ? 'asked' : 'gift_card',
      `acct_${salon.id}`,
      `cs_${id}`,
      appointment,
    ],
  );
  return id;
};
const note = (payment: Uuid, dispute: object, payee = `acct_${salon.id}`) =>
  rpc(database.db, server, 'note_payment_dispute', {
    provider: 'stripe',
    dispute: {
      id: `dp_${payment}`,
      payment_id: `cs_${payment}`,
      amount_cents: 1500,
      taken_cents: 1500,
      fee_cents: 1500,
      reason: 'fraudulent',
      answer_by: null,
      ...dispute,
    },
    payee,
  });
const entries = () =>
  database.db.sql(
    `select state, amount_cents::int as cents, fee_cents::int as fee from public.dispute_entries
     where business_id = $1 and id <> $2 order by rev`,
    [salon.id, salon.rows.dispute_entries],
  );
const numberOf = async (query: string): Promise<number> => {
  const [row] = await database.db.sql<{ cents: number }>(query, [salon.id, salon.visit]);
  return row!.cents;
};
const left = () => numberOf('select private.deposit_left($1, $2)::int as cents');
const paidBefore = () => numberOf('select private.paid_before($1, $2)::int as cents');
const faults = () =>
  database.db.sql('select * from private.accounting_faults where business_id = $1', [salon.id]);
const told = () =>
  database.db.sql(
    `select entity, mine ->> 'dispute' as state from public.attention_items
     where business_id = $1 and mine ? 'dispute' order by created_at, id`,
    [salon.id],
  );
/** A sale of 55.00 for the visit, of which the deposit has paid 15.00. */
const settled = async (): Promise<Uuid> => {
  const id = newId();
  const { sale, line, tip, payment } = soldCut(salon.ann, 1, desk.clientId);
  const part = (table: 'sale_lines' | 'tips' | 'payments', value: object) =>
    put(table, newId(), { sale_id: id, ...value });
  const { result } = await desk.push([
    put('sales', id, { ...sale, client_id: salon.client }),
    part('sale_lines', { ...line, appointment_id: salon.visit }),
    part('tips', tip),
    part('payments', { ...payment, amount_cents: 4000, tendered_cents: 6000 }),
    part('payments', {
      appointment_id: salon.visit,
      occurred_at: at(-1, 9),
      method: 'deposit',
      state: 'captured',
      collects: false,
      amount_cents: 1500,
    }),
  ]);
  expect(result['status']).toBe('applied');
  return id;
};
const collect = async (sale_id: Uuid, amount_cents: number) => {
  const { result } = await desk.push([
    put('payments', newId(), {
      sale_id,
      occurred_at: at(-1, 10),
      method: 'cash',
      state: 'captured',
      collects: true,
      amount_cents,
      tendered_cents: amount_cents,
    }),
  ]);
  return [result['status'], result['code']].filter(Boolean).join(' ');
};

test('[P10] what the bank takes is not left, and counts for nothing any more', async () => {
  const payment = await charged();
  expect(await note(payment, { state: 'open' })).toEqual({ ok: true });
  // Only what was charged can be disputed: the payment is written down with it.
  expect(await countOf(database.db, 'public.payments where id = $1', [payment])).toBe(1);
  expect([await left(), await paidBefore()]).toEqual([0, 0]);
  expect(await entries()).toEqual([{ state: 'open', cents: 1500, fee: 1500 }]);
  expect(await told()).toEqual([{ entity: 'appointments', state: 'open' }]);
  await note(payment, { state: 'lost' });
  expect(await entries()).toEqual([
    { state: 'open', cents: 1500, fee: 1500 },
    { state: 'lost', cents: 0, fee: 0 },
  ]);
  expect([await left(), await paidBefore()]).toEqual([0, 0]);
  expect(await told()).toHaveLength(2);
  expect(await faults()).toEqual([]);
});

test('[P10] a dispute that is won gives the money back, and the fee stays with the provider', async () => {
  const payment = await charged();
  await note(payment, { state: 'open' });
  // Decided before the money is back, and then again with it.
  await note(payment, { state: 'won' });
  await note(payment, { state: 'won', taken_cents: 0 });
  expect(await entries()).toEqual([
    { state: 'open', cents: 1500, fee: 1500 },
    { state: 'won', cents: 0, fee: 0 },
    { state: 'won', cents: -1500, fee: 0 },
  ]);
  expect([await left(), await paidBefore()]).toEqual([1500, 1500]);
  expect(await told()).toHaveLength(2);
  expect(await faults()).toEqual([]);
});

test('[P10] answers that come late, twice and in any order book nothing more', async () => {
  const payment = await charged();
  for (const late of [
    { state: 'open', taken_cents: 0, fee_cents: 0 },
    { state: 'open' },
    { state: 'open', taken_cents: 0, fee_cents: 0 },
    { state: 'won', taken_cents: 0 },
    { state: 'open' },
    { state: 'lost' },
    { state: 'won' },
    { state: 'won', taken_cents: 0 },
  ]) {
    await note(payment, late);
  }
  expect(await entries()).toEqual([
    { state: 'open', cents: 0, fee: 0 },
    { state: 'open', cents: 1500, fee: 1500 },
    { state: 'won', cents: -1500, fee: 0 },
  ]);
  expect(await left()).toBe(1500);
  expect(await faults()).toEqual([]);
});

test('what a sale had taken up and is lost may be collected again, once', async () => {
  const payment = await charged();
  await note(payment, { state: 'open', taken_cents: 0, fee_cents: 0 });
  const sale = await settled();
  await note(payment, { state: 'lost' });
  expect(await left()).toBe(-1500);
  expect(await faults()).toEqual([]);
  expect(await collect(sale, 1600)).toBe('refused already_collected');
  expect(await collect(sale, 1500)).toBe('applied');
  expect(await collect(sale, 1)).toBe('refused already_collected');
  expect(await faults()).toEqual([]);
});

test('what goes back by itself is no more than the bank has left', async () => {
  const payment = await charged();
  await note(payment, { state: 'open', taken_cents: 1000 });
  // As time has left it: no rule looks at it.
  await database.db.transaction(async (sql) => {
    await sql('set local session_replication_role = replica');
    await sql(`update public.appointments set status = 'declined' where id = $1`, [salon.visit]);
  });
  expect(
    await numberOf(
      `select private.refund_due(i)::int as cents from private.payment_intents i
       where i.business_id = $1 and i.appointment_id = $2`,
    ),
  ).toBe(500);
});

test('a gift card that is disputed is told about at the payment', async () => {
  const payment = await charged(null);
  await note(payment, { state: 'lost' });
  expect(await told()).toEqual([{ entity: 'payments', state: 'lost' }]);
  expect(await faults()).toEqual([]);
});

test('one that names another account, or nothing of ours, is not booked', async () => {
  const payment = await charged();
  expect(await note(payment, { state: 'lost' }, 'acct_other')).toMatchObject({ code: 'not_found' });
  expect(await note(newId(), { state: 'lost' })).toMatchObject({ code: 'not_found' });
  expect(await entries()).toEqual([]);
});

test('its rows are the server’s alone, and whoever checks out has them', async () => {
  const payment = await charged();
  await note(payment, { state: 'open' });
  const { result } = await desk.push([
    put('dispute_entries', newId(), {
      dispute_id: newId(),
      payment_id: payment,
      appointment_id: null,
      occurred_at: at(-1, 9),
      state: 'won',
      amount_cents: -1500,
      fee_cents: 0,
      answer_by: null,
    }),
  ]);
  expect(result['status']).toBe('refused');
  const sees = async (role: 'practitioner' | 'assistant') => {
    const pulled = await rpc(database.db, signedIn(salon.users[role]), 'sync_pull', {
      business_id: salon.id,
      client_id: newId(),
      cursor: 0,
      epoch: null,
      schema: 1,
      page_size: 5000,
    });
    return (pulled['tables']['dispute_entries'] ?? []).length as number;
  };
  expect(await sees('practitioner')).toBe(2);
  expect(await sees('assistant')).toBe(0);
});
