import { beforeEach, describe, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import type { Caller } from '#supabase/local/database/caller.ts';
import { makeSalon, type Salon } from './salon.ts';
import { newId, rpc, signedIn, useDatabase, type Answer } from './setup.ts';

/** What the provider has paid out against what was noted, and every way in which it can differ. */
const server: Caller = { role: 'service_role', claims: { role: 'service_role' } };
const database = useDatabase();
let salon: Salon;
let payee: string;
let salons = 0;

beforeEach(async () => {
  salon = await makeSalon(database.db, `payouts-${(salons += 1)}`);
  payee = `acct_${salon.id}`;
  await database.db.sql(
    `insert into private.server_settings (name, value) values ('payment_provider', 'stripe')
     on conflict do nothing`,
  );
  await database.db.sql(
    `insert into private.payment_accounts (business_id, provider, account_id, state)
     values ($1, 'stripe', $2, 'ready')`,
    [salon.id, payee],
  );
});

const change = (statement: string, ...params: unknown[]) =>
  database.db.transaction(async (sql) => {
    // What no function of the server does.
    await sql('set local session_replication_role = replica');
    await sql(statement, params);
  });
/** 15.00 that were charged two days ago, as everybody says. */
const charged = async (returned = 0, failed = 0): Promise<Uuid> => {
  const id = newId();
  await database.db.sql(
    `insert into private.payment_intents (id, business_id, purpose, op_hash, amount_cents, currency,
       provider, payee, provider_id, state, appointment_id, created_at, expires_at, returned_cents,
       refund_failed_cents)
     values ($1, $2, 'asked', gen_random_uuid(), 1500, 'USD', 'stripe', $3, $4, 'captured', $5,
       now() - interval '48 hours', now(), $6, $7)`,
    [id, salon.id, payee, `cs_${id}`, salon.visit, returned, failed],
  );
  await database.db.sql(
    `insert into public.payments
       (id, business_id, appointment_id, occurred_at, method, state, amount_cents)
     values ($1, $2, $3, now() - interval '48 hours', 'card_online', 'captured', 1500)`,
    [id, salon.id, salon.visit],
  );
  return id;
};
const disputed = (payment: Uuid, cents: number) =>
  database.db.sql(
    `insert into public.dispute_entries
       (id, business_id, dispute_id, payment_id, occurred_at, state, amount_cents, fee_cents)
     values (gen_random_uuid(), $1, $2, $2, now(), $3, $4, 0)`,
    [salon.id, payment, cents > 0 ? 'open' : 'won', cents],
  );

type Line = {
  id: string;
  at: string;
  kind: string;
  ref: string | null;
  cents: number;
  fee_cents: number;
  paid_cents: number;
  paid_currency: string;
};
let lineNo = 0;
const line = (kind: string, ref: string | null, cents: number, more: object = {}): Line => ({
  id: `txn_${(lineNo += 1)}`,
  at: new Date(lineNo * 1000).toISOString(),
  kind,
  ref,
  cents,
  fee_cents: 0,
  paid_cents: cents,
  paid_currency: 'usd',
  ...more,
});
const netOf = (lines: readonly Line[]) =>
  lines.reduce((sum, { cents, fee_cents }) => sum + cents - fee_cents, 0);
const due = async (): Promise<Answer[]> => {
  const { places } = await rpc(database.db, server, 'payouts_due', { most: 1000 });
  return (places as Answer[]).filter(({ business_id }) => business_id === salon.id);
};
const notePayouts = (...said: object[]): Promise<Answer> =>
  rpc(database.db, server, 'note_payouts', {
    business_id: salon.id,
    payee,
    said: said.map((more) => ({
      id: 'po_1',
      state: 'pending',
      cents: 0,
      currency: 'usd',
      begun_at: new Date().toISOString(),
      arrives_on: '2027-01-14',
      parts: 'told',
      ...more,
    })),
  });
const noteLines = (payout_id: string, said: object[], is_final = true): Promise<Answer> =>
  rpc(database.db, server, 'note_payout_lines', {
    business_id: salon.id,
    payee,
    payout_id,
    said,
    is_final,
  });
/** A payout of these lines, which is their sum if nothing else is said. */
const paidOut = async (id: string, lines: Line[], cents = netOf(lines)) => {
  await due();
  expect(await notePayouts({ id, cents })).toEqual({ ok: true, look: [id] });
  expect(await noteLines(id, lines)).toMatchObject({ ok: true });
};
const read = (before: string | null = null) =>
  rpc(database.db, signedIn(salon.users.owner), 'payouts', { business_id: salon.id, before });
const seen = async (id = 'po_1') => {
  const { payouts } = await read();
  return (payouts as Answer[]).find((payout) => payout['id'] === id)!;
};
const linesOf = async (payout_id = 'po_1') => {
  const args = { business_id: salon.id, payee, payout_id };
  const { lines } = await rpc(database.db, signedIn(salon.users.owner), 'payout_lines', args);
  return lines as Answer[];
};
const told = async () => {
  const rows = await database.db.sql<{ mine: Answer }>(
    `select mine from public.attention_items where business_id = $1 and mine ? 'payout'`,
    [salon.id],
  );
  return rows.map(({ mine }) => mine);
};

test('a payout of a charge, a refund, a dispute and fees matches what was noted', async () => {
  const [one, two] = [await charged(500), await charged()];
  await disputed(two, 1500);
  expect(await read()).toMatchObject({ ok: true, payouts: [], waiting: 2, waiting_cents: 1000 });
  const lines = [
    line('charge', one, 1500, { fee_cents: 74 }),
    line('charge', two, 1500, { fee_cents: 74 }),
    line('refund', one, -500),
    line('dispute', two, -1500, { fee_cents: 1500 }),
    line('fee', null, -200),
    // What the owner does with the provider besides is no business of ours.
    line('other', null, 300),
  ];
  await paidOut('po_1', lines);
  expect(await seen()).toMatchObject({
    amount_cents: -548,
    currency: 'USD',
    is_listed: true,
    lines: 6,
    charges_cents: 3000,
    refunds_cents: -500,
    disputes_cents: -1500,
    other_cents: 300,
    fees_cents: -1848,
    differing: 0,
    off_cents: 0,
    gap_cents: 0,
  });
  expect(await linesOf()).toHaveLength(6);
  expect(await linesOf()).toContainEqual(
    expect.objectContaining({
      kind: 'charge',
      noted_cents: 1500,
      off_cents: 0,
      purpose: 'asked',
      appointment_id: salon.visit,
    }),
  );
  expect(await read()).toMatchObject({ waiting: 0, waiting_cents: 0 });
  expect(await told()).toEqual([]);
});

describe('differs', () => {
  type Case = [
    name: string,
    off: number,
    lines: (payment: Uuid) => Line[],
    before?: (payment: Uuid) => Promise<unknown>,
  ];
  const charge = (payment: Uuid) => line('charge', payment, 1500);
  const set = (what: string) => (payment: Uuid) =>
    change(`update private.payment_intents set ${what} where id = $1`, payment);
  const CASES: Case[] = [
    ['by a charge that nobody here asked for', 1500, () => [line('charge', newId(), 1500)]],
    ['by less than was charged', -100, (one) => [line('charge', one, 1400)]],
    ['by more than was charged', 100, (one) => [line('charge', one, 1600)]],
    ['by a charge that came twice', 1500, (one) => [charge(one), charge(one)]],
    ['by a refund that was not noted', -500, (one) => [charge(one), line('refund', one, -500)]],
    [
      'by what a refund is too much',
      -200,
      (one) => [charge(one), line('refund', one, -300), line('refund', one, -400)],
      set('returned_cents = 500'),
    ],
    [
      'by a refund that came back unnoted',
      500,
      (one) => [charge(one), line('refund', one, -500), line('refund_failed', one, 500)],
      set('returned_cents = 500'),
    ],
    ['by a dispute that was not noted', -1500, (one) => [charge(one), line('dispute', one, -1500)]],
    [
      'by a dispute that nobody gave back',
      1500,
      (one) => [charge(one), line('dispute', one, -1500), line('dispute_back', one, 1500)],
      (one) => disputed(one, 1500),
    ],
    [
      'by a charge that is in no ledger',
      1500,
      (one) => [charge(one)],
      (one) => change('delete from public.payments where id = $1', one),
    ],
    ['by a charge on another account', 1500, (one) => [charge(one)], set(`payee = 'acct_before'`)],
    [
      'by a charge that is only held here',
      1500,
      (one) => [charge(one)],
      set(`state = 'authorised'`),
    ],
    [
      'by a charge in other money',
      1400,
      (one) => [line('charge', one, 1400, { paid_currency: 'eur' })],
    ],
  ];

  test.each(CASES)('%s', async (_name, off, lines, before) => {
    const other = await charged();
    const payment = await charged();
    await before?.(payment);
    await paidOut('po_1', [line('charge', other, 1500), ...lines(payment)]);
    expect(await seen()).toMatchObject({ differing: 1, off_cents: off, gap_cents: 0 });
    const [first, ...rest] = await linesOf();
    expect(first).toMatchObject({ off_cents: off });
    expect(rest.every(({ off_cents }) => off_cents === 0)).toBe(true);
    expect(await told()).toEqual([{ payout: '2027-01-14', amount_cents: expect.any(Number) }]);
  });

  test('by what its lines do not add up to', async () => {
    await paidOut('po_1', [line('charge', await charged(), 1500)], 1400);
    expect(await seen()).toMatchObject({ differing: 0, off_cents: 0, gap_cents: -100 });
    expect(await told()).toHaveLength(1);
  });
});

test('what was noted and is paid out in parts, over several payouts, differs in none of them', async () => {
  const payment = await charged(800, 200);
  await disputed(payment, 700);
  await disputed(payment, -700);
  await paidOut('po_1', [line('charge', payment, 1500), line('refund', payment, -300)]);
  await paidOut('po_2', [line('refund', payment, -700), line('dispute', payment, -700)], -1400);
  await paidOut('po_3', [line('refund_failed', payment, 200), line('dispute_back', payment, 700)]);
  const { payouts } = await read();
  expect((payouts as Answer[]).map(({ differing }) => differing)).toEqual([0, 0, 0]);
  // And more than that is too much of the last one alone.
  await paidOut('po_4', [line('refund', payment, -1)], -1);
  expect(await seen('po_4')).toMatchObject({ differing: 1, off_cents: -1 });
  expect(await seen('po_2')).toMatchObject({ differing: 0 });
});

test('a dispute that was paid out and is noted later matches by then, without being told again', async () => {
  const payment = await charged();
  await paidOut('po_1', [line('charge', payment, 1500), line('dispute', payment, -1500)]);
  expect(await seen()).toMatchObject({ differing: 1 });
  await disputed(payment, 1500);
  expect(await seen()).toMatchObject({ differing: 0 });
});

test('asked twice it is there once, and what differs is looked up before anybody is told', async () => {
  const payment = await charged();
  const lines = [line('charge', payment, 1500), line('refund', payment, -500)];
  await due();
  await notePayouts({ cents: 1000 });
  expect(await noteLines('po_1', lines, false)).toEqual({ ok: true, look: [payment] });
  expect(await told()).toEqual([]);
  expect(await seen()).toMatchObject({ is_listed: false });
  // Half of it was told: it is still to be listed.
  expect(await notePayouts({ cents: 1000 })).toEqual({ ok: true, look: ['po_1'] });
  await noteLines('po_1', lines);
  await noteLines('po_1', lines);
  expect(await notePayouts({ cents: 1000, state: 'paid' })).toEqual({ ok: true, look: [] });
  expect(await linesOf()).toHaveLength(2);
  expect(await told()).toHaveLength(1);
  expect(await seen()).toMatchObject({ state: 'paid', lines: 2 });
});

test('an account is asked once a day, and after an hour when something is missing', async () => {
  expect(await due()).toEqual([]);
  await charged();
  const [first] = await due();
  expect(first).toMatchObject({ payee });
  expect(Date.parse(first!['from'] as string)).toBeLessThan(Date.now() - 47 * 3_600_000);
  const later = (hours: number) =>
    change(
      `update private.payout_looks set tried_at = tried_at - make_interval(hours => $2),
         looked_at = looked_at - make_interval(hours => $2) where business_id = $1`,
      salon.id,
      hours,
    );
  expect(await due()).toEqual([]);
  await later(2);
  expect(await due()).toHaveLength(1);
  // Nothing was paid out yet: that is an answer.
  await notePayouts();
  await later(2);
  expect(await due()).toEqual([]);
  await later(20);
  expect(await due()).toHaveLength(1);
  // A payout whose lines are missing is asked for again.
  await notePayouts({ cents: 1500 });
  await later(2);
  expect(await due()).toHaveLength(1);
  expect(await noteLines('po_1', [line('charge', null, 1500)])).toMatchObject({ ok: true });
  await later(2);
  expect(await due()).toEqual([]);
});

test('nobody is asked for by hand, later or of another account', async () => {
  await charged();
  await due();
  expect(
    await notePayouts(
      { id: 'po_hand', parts: 'never', cents: 700 },
      { id: 'po_soon', parts: 'later' },
    ),
  ).toEqual({ ok: true, look: [] });
  expect(await seen('po_hand')).toMatchObject({ parts: 'never', lines: 0, gap_cents: 0 });
  expect(await noteLines('po_nobody', [])).toMatchObject({ ok: false, code: 'not_found' });
  const other = await makeSalon(database.db, `payouts-${(salons += 1)}`);
  expect(
    await rpc(database.db, server, 'note_payouts', { business_id: other.id, payee, said: [] }),
  ).toMatchObject({ ok: false, code: 'not_found' });
  expect(
    await rpc(database.db, signedIn(other.users.owner), 'payout_lines', {
      business_id: other.id,
      payee,
      payout_id: 'po_hand',
    }),
  ).toMatchObject({ ok: false, code: 'not_found' });
});

test('there are many: the newest first, page by page', async () => {
  await charged();
  await due();
  const all = Array.from({ length: 45 }, (_, n) => ({
    id: `po_${n}`,
    begun_at: new Date(Date.UTC(2026, 0, 1 + n)).toISOString(),
    parts: 'never',
  }));
  await notePayouts(...all);
  const first = await read();
  expect(first).toMatchObject({ is_more: true });
  const page = first['payouts'] as Answer[];
  expect(page).toHaveLength(40);
  expect(page[0]).toMatchObject({ id: 'po_44' });
  const rest = await read(page.at(-1)!['begun_at'] as string);
  expect(rest).toMatchObject({ is_more: false });
  expect((rest['payouts'] as Answer[]).map(({ id }) => id)).toEqual(
    [4, 3, 2, 1, 0].map((n) => `po_${n}`),
  );
});

test('is read by who manages billing alone', async () => {
  for (const role of ['manager', 'front_desk', 'practitioner'] as const) {
    const caller = signedIn(salon.users[role]);
    expect(await rpc(database.db, caller, 'payouts', { business_id: salon.id })).toMatchObject({
      ok: false,
      code: 'not_allowed',
    });
    expect(
      await rpc(database.db, caller, 'payout_lines', {
        business_id: salon.id,
        payee,
        payout_id: 'po_1',
      }),
    ).toMatchObject({ ok: false, code: 'not_allowed' });
  }
});
