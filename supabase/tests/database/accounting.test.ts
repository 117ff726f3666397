import { beforeEach, expect, test } from 'vitest';
import type { Row } from '#supabase/local/database/database.ts';
import { makeSalon, type Salon } from './salon.ts';
import { countOf, newId, rowOf, useDatabase } from './setup.ts';

const database = useDatabase();
let salon: Salon;
let slugs = 0;

beforeEach(async () => {
  salon = await makeSalon(database.db, `accounting-${(slugs += 1)}`);
});

/** The job, so many days after it last looked. */
const daysLater = async (days: number) => {
  await database.db.sql(
    `insert into private.job_runs (job, ran_at) values ('accounting', now() - $1 * interval '25 hours')
     on conflict (job) do update set ran_at = excluded.ran_at`,
    [days],
  );
  await database.db.sql('select private.run_jobs()');
};
const nextDay = () => daysLater(1);
const findings = () =>
  database.db.sql(
    `select about, subject, fault from private.accounting_findings
     where business_id = $1 order by about`,
    [salon.id],
  );
/** What no device can do: no trigger of the server notices it. */
const damage = (query: string, params: unknown[]): Promise<Row[]> =>
  database.db.transaction(async (sql) => {
    await sql('set local session_replication_role = replica');
    return sql(query, params);
  });
const takeACent = (cents: number) =>
  damage('update public.payments set amount_cents = amount_cents - $2 where id = $1', [
    salon.rows.payments,
    cents,
  ]);
/** As if everything had been written so many days ago. */
const makeOlder = async (days: number) => {
  for (const table of [
    'sales',
    'payments',
    'refunds',
    'stock_movements',
    'gift_activities',
    'package_activities',
  ]) {
    await damage(
      `update public.${table} set created_at = now() - $2 * interval '1 day' where business_id = $1`,
      [salon.id, days],
    );
  }
};

test('sound books have no faults, today and tomorrow', async () => {
  expect(await countOf(database.db, 'private.accounting_faults')).toBe(0);
  await nextDay();
  expect(await findings()).toEqual([]);
});

test('the daily look finds a sale that does not add up, and forgets it when it does again', async () => {
  await takeACent(1);
  await nextDay();
  const found = [{ about: 'sale', subject: salon.rows.sales, fault: 'does_not_add_up' }];
  expect(await findings()).toEqual(found);
  await nextDay();
  expect(await findings()).toEqual(found);
  await takeACent(-1);
  await nextDay();
  expect(await findings()).toEqual([]);
});

test('what was found stays until it is sound, however old it gets; what is older was looked at before', async () => {
  await takeACent(1);
  await nextDay();
  await makeOlder(30);
  await nextDay();
  expect(await findings()).toHaveLength(1);
  await database.db.sql('delete from private.accounting_findings where business_id = $1', [
    salon.id,
  ]);
  await nextDay();
  expect(await findings()).toEqual([]);
  // Put right, for the tests that ask about all businesses.
  await takeACent(-1);
});

test('what was written while no job ran is looked at by the next one', async () => {
  await takeACent(1);
  await makeOlder(5);
  await daysLater(10);
  expect(await findings()).toHaveLength(1);
  await takeACent(-1);
  await nextDay();
});

test('a receipt that is left out is found', async () => {
  const renumber = (receiptNo: number) =>
    damage('update public.sales set receipt_no = $2 where id = $1', [salon.rows.sales, receiptNo]);
  await renumber(7);
  await nextDay();
  expect(await findings()).toMatchObject([{ about: 'receipts', fault: 'gap' }]);
  await renumber(1);
  await nextDay();
  expect(await findings()).toEqual([]);
});

test('a receipt that two sales have is found by its number', async () => {
  const sale = await rowOf(database.db, 'sales', salon.rows.sales);
  const id = newId();
  await damage(
    `insert into public.sales
     select (jsonb_populate_record(s, jsonb_build_object('id', $2::uuid, 'total_cents', 0))).*
     from public.sales s where s.id = $1`,
    [salon.rows.sales, id],
  );
  await nextDay();
  const subject = `${sale['receipt_prefix']}-${sale['receipt_no']}`;
  expect(await findings()).toContainEqual({ about: 'receipts', subject, fault: 'twice' });
  await damage('delete from public.sales where id = $1', [id]);
  await nextDay();
  expect(await findings()).toEqual([]);
});

test('less than nothing of a product that nobody was asked about is found', async () => {
  const id = newId();
  await damage(
    `insert into public.stock_movements (id, business_id, product_id, occurred_at, kind, qty_milli)
     values ($1, $2, $3, now(), 'use', -9000)`,
    [id, salon.id, salon.rows.products],
  );
  await nextDay();
  expect(await findings()).toEqual([
    { about: 'stock', subject: salon.rows.products, fault: 'below_nothing' },
  ]);
  await damage('delete from public.stock_movements where id = $1', [id]);
  await nextDay();
  expect(await findings()).toEqual([]);
});

/** The sale that such a row names does not add up with it any more. */
const ofItsSale = () => ({ about: 'sale', subject: salon.rows.sales, fault: 'does_not_add_up' });

test('more taken off a gift card than was on it is found', async () => {
  const id = newId();
  await damage(
    `insert into public.gift_activities
       (id, business_id, card_id, occurred_at, kind, amount_cents, sale_id)
     values ($1, $2, $3, now(), 'redeem', -1, $4)`,
    [id, salon.id, salon.rows.gift_cards, salon.rows.sales],
  );
  await nextDay();
  expect(await findings()).toEqual([
    { about: 'gift_card', subject: salon.rows.gift_cards, fault: 'below_nothing' },
    ofItsSale(),
  ]);
  await damage('delete from public.gift_activities where id = $1', [id]);
  await nextDay();
  expect(await findings()).toEqual([]);
});

test('more used of a package than was sold of it is found', async () => {
  const id = newId();
  await damage(
    `insert into public.package_activities
       (id, business_id, holding_id, occurred_at, kind, credits, amount_cents, sale_id, sale_line_id)
     values ($1, $2, $3, now(), 'redeem', -1, -4000, $4, $5)`,
    [id, salon.id, salon.rows.package_holdings, salon.rows.sales, salon.rows.sale_lines],
  );
  await nextDay();
  expect(await findings()).toEqual([
    { about: 'package', subject: salon.rows.package_holdings, fault: 'below_nothing' },
    ofItsSale(),
  ]);
  await damage('delete from public.package_activities where id = $1', [id]);
  await nextDay();
  expect(await findings()).toEqual([]);
});

/** 15.00 that were paid online before the visit, as the ledger says it. */
const depositInLedger = async (id = newId()): Promise<void> => {
  await damage(
    `insert into public.payments
       (id, business_id, appointment_id, occurred_at, method, state, amount_cents)
     values ($1, $2, $3, now(), 'card_online', 'captured', 1500)`,
    [id, salon.id, salon.visit],
  );
};

test('a charge that the ledger does not say is found', async () => {
  const id = newId();
  await database.db.sql(
    `insert into private.payment_intents
       (id, business_id, purpose, op_hash, amount_cents, currency, provider, payee, provider_id,
        state, appointment_id, expires_at)
     values ($1, $2, 'asked', $1, 1500, 'USD', 'test', 'them', $4, 'captured', $3, now())`,
    [id, salon.id, salon.visit, `pi_${id}`],
  );
  await nextDay();
  expect(await findings()).toEqual([{ about: 'deposit', subject: id, fault: 'not_in_ledger' }]);
  await depositInLedger(id);
  await nextDay();
  expect(await findings()).toEqual([]);
});

test('more of a deposit given back than was charged is found', async () => {
  await depositInLedger();
  const id = newId();
  await damage(
    `insert into public.refunds
       (id, business_id, appointment_id, occurred_at, kind, method, amount_cents)
     values ($1, $2, $3, now(), 'refund', 'card_online', 1501)`,
    [id, salon.id, salon.visit],
  );
  await nextDay();
  expect(await findings()).toEqual([
    { about: 'deposit', subject: salon.visit, fault: 'below_nothing' },
  ]);
  await damage('delete from public.refunds where id = $1', [id]);
  await nextDay();
  expect(await findings()).toEqual([]);
});

test('more of a deposit taken up than was left is found, unless a person was asked', async () => {
  await damage('delete from public.refunds where sale_id = $1', [salon.rows.sales]);
  await depositInLedger();
  const id = newId();
  await damage(
    `insert into public.payments
       (id, business_id, sale_id, appointment_id, occurred_at, method, state, amount_cents)
     values ($1, $2, $3, $4, now(), 'deposit', 'captured', 1501)`,
    [id, salon.id, salon.rows.sales, salon.visit],
  );
  await nextDay();
  expect(await findings()).toEqual([
    { about: 'deposit', subject: salon.visit, fault: 'below_nothing' },
    ofItsSale(),
  ]);
  await database.db.sql(`select private.raise_attention($1, 'sales', $2, 'balance', '{}', '{}')`, [
    salon.id,
    salon.rows.sales,
  ]);
  await nextDay();
  expect(await findings()).toEqual([ofItsSale()]);
  // Put right, for the tests that ask about all businesses.
  await damage('delete from public.payments where id = $1', [id]);
  await nextDay();
  expect(await findings()).toEqual([]);
});
