import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { GIFT_CASES } from '#domain/checkout/gift-cases.ts';
import { readGiftCode } from '#domain/checkout/gift-code.ts';
import { giftReport } from '#domain/checkout/gift-report.ts';
import { receiptPrefix } from '#domain/checkout/receipt.ts';
import type { Op } from '#domain/commands/op.ts';
import type { GiftActivityRow, GiftCardRow, Uuid } from '#domain/rows.ts';
import type { Caller } from '#supabase/local/database/caller.ts';
import type { Database } from '#supabase/local/database/database.ts';
import { activity, codeHash, paidByCard, soldCard } from './gifts.ts';
import { at, makeSalon, soldCut, type Salon } from './salon.ts';
import {
  anon,
  countOf,
  Device,
  fromAddress,
  newId,
  patch,
  put,
  rowOf,
  rpc,
  signedIn,
  useDatabase,
} from './setup.ts';
import { undone } from './undone.ts';

/** `TOLD=200`: as many of each, and the middle of their times is compared too, on a quiet machine. */
const MANY = Number(process.env['TOLD'] ?? 10);
/** How far apart the middle of both may lie, in milliseconds. */
const APART = 20;

const database = useDatabase();
let salon: Salon;
let desk: Device;
let other: Device;
let slugs = 0;

beforeEach(async () => {
  salon = await makeSalon(database.db, `gifts-${(slugs += 1)}`);
  desk = new Device(database.db, salon.users.front_desk, salon.id);
  other = new Device(database.db, salon.users.owner, salon.id);
  await desk.pull();
  await other.pull();
});

const told = async (ops: Op[], device = desk) => {
  const { result } = await device.push(ops);
  return [result['status'], result['code']].filter(Boolean).join(' ');
};
const balanceOf = async (card: Uuid): Promise<number> => {
  const [row] = await database.db.sql<{ balance: string }>(
    'select private.gift_balance($1, $2) as balance',
    [salon.id, card],
  );
  return Number(row!.balance);
};
const noFaults = async () => {
  for (const view of ['sale_faults', 'gift_faults']) {
    expect(await countOf(database.db, `private.${view} where business_id = $1`, [salon.id])).toBe(
      0,
    );
  }
};
const sell = async (more: Parameters<typeof soldCard>[2] = {}, receipt = 1) => {
  const sold = soldCard(desk.clientId, receipt, more);
  expect(await told(sold.ops)).toBe('applied');
  return sold;
};
const lease = (
  card_id: Uuid,
  device: Device,
  amount_cents: number,
  held = 'offline',
  id = newId(),
) =>
  rpc(database.db, signedIn(salon.users.owner), 'lease_gift_card', {
    business_id: salon.id,
    client_id: device.clientId,
    lease_id: id,
    card_id,
    amount_cents,
    held,
  });
const refund = (sale_id: Uuid, more: object, id = newId()) =>
  put('refunds', id, { sale_id, ...soldCut(null).refund, occurred_at: at(-1, 10), ...more });
const takenBack = (sale_id: Uuid, amount_cents: number) =>
  refund(sale_id, { kind: 'void', method: null, amount_cents, reason: '' });

const changed = (op: Op, change: object) =>
  ({ ...op, value: { ...(op.value as object), ...change } }) as Op;

test.each(GIFT_CASES)('the server counts like devices: $name', async (one) => {
  const { db } = database;
  const card = newId();
  await db.sql(
    `insert into public.gift_cards (id, business_id, code_last4, kind, initial_cents, expires_on)
     values ($1, $2, '7KQ2', 'digital', 5000, (now() at time zone 'UTC')::date + $3::int)`,
    [card, salon.id, one.expiresIn],
  );
  const devices = { a: newId(), b: newId() };
  const ids = one.steps.map(() => newId());
  await db.transaction(async (sql) => {
    // How they came about is not asked here, only what they add up to.
    await sql(`set local session_replication_role = 'replica'`);
    for (const [place, step] of one.steps.entries()) {
      const { kind, cents = 0, device, heldUntil = 0 } = step;
      const isLease = kind === 'lease';
      const ofSale = ['activate', 'redeem', 'refund', 'deactivate'].includes(kind);
      await sql(
        `insert into public.gift_activities (id, business_id, card_id, occurred_at, kind, amount_cents,
           sale_id, device_id, held_cents, held_until, lease_id, reason)
         values ($1, $2, $3, now() - interval '1 hour' + $4 * interval '1 second', $5, $6, $7, $8, $9,
           case when $5 = 'lease' then now() + $10 * interval '1 minute' end, $11, 'why')`,
        [
          ids[place],
          salon.id,
          card,
          place,
          kind,
          isLease ? 0 : cents,
          ofSale ? salon.rows.sales : null,
          device ? devices[device] : null,
          isLease ? cents : null,
          heldUntil,
          step.lease === undefined ? null : ids[step.lease],
        ],
      );
    }
  });
  const [row] = await db.sql(
    `select private.gift_balance($1, $2)::int as balance, private.gift_held($1, $2)::int as held,
       private.gift_held($1, $2, $3)::int as "heldButA", private.gift_is_open($1, $2, now()) as open`,
    [salon.id, card, devices.a],
  );
  const { balance, held, heldButA, open } = one;
  expect(row).toEqual({ balance, held, heldButA, open });
});

describe('a card', () => {
  test('is sold, used in part, and what it was used for is given back to it', async () => {
    const { id } = await sell();
    const { ok } = await lease(id, desk, 4000, 'checkout');
    expect(ok).toBe(true);
    const paid = paidByCard(desk.clientId, 2, id, 4000);
    expect(await told(paid.ops)).toBe('applied');
    expect(await balanceOf(id)).toBe(6000);
    const back = (cents: number, more: object = {}) => [
      refund(paid.sale_id, { method: 'gift_card', amount_cents: cents }),
      activity(id, { kind: 'refund', amount_cents: cents, sale_id: paid.sale_id, ...more }),
    ];
    expect(await told(back(1000).slice(0, 1), other)).toBe('refused does_not_add_up');
    expect(await told(back(1000).slice(1), other)).toBe('refused does_not_add_up');
    expect(await told(back(1000, { amount_cents: 900 }), other)).toBe('refused does_not_add_up');
    expect(await told(back(1000), other)).toBe('applied');
    expect(await told(back(4000), other)).toBe('refused already_refunded');
    expect(await balanceOf(id)).toBe(7000);
    await noFaults();
  });

  test('is worth what was paid for it, and nothing that no sale explains', async () => {
    const sold = soldCard(desk.clientId, 1);
    expect(await told(sold.ops.slice(0, -1))).toBe('refused does_not_add_up');
    const { ops } = soldCard(desk.clientId, 1);
    const activate = ops.at(-1)!;
    expect(
      await told([
        ...ops.slice(0, -1),
        { ...activate, value: { ...(activate.value as object), amount_cents: 20_000 } } as Op,
      ]),
    ).toBe('refused invalid');
    const card = await sell();
    expect(
      await told([activity(card.id, { kind: 'refund', amount_cents: 100, sale_id: card.sale_id })]),
    ).toBe('refused does_not_add_up');
    const lone = activity(card.id, { kind: 'redeem', amount_cents: -100, sale_id: card.sale_id });
    expect(await told([lone])).toBe('refused does_not_add_up');
    const paid = paidByCard(desk.clientId, 2, card.id, 500);
    expect(await told([paid.ops[0]!, paid.ops[1]!, paid.ops[3]!])).toBe('refused does_not_add_up');
    expect(await told([patch('gift_cards', card.id, { initial_cents: 1 })])).toBe(
      'refused not_allowed',
    );
    expect(await balanceOf(card.id)).toBe(10_000);
    await noFaults();
  });

  test('is not bought with a card, nor on trust, nor cheaper', async () => {
    const card = await sell();
    const another = soldCard(desk.clientId, 2);
    const [first, sale, line, , activate] = another.ops as [Op, Op, Op, Op, Op];
    const byCard = newId();
    const payment = {
      ...soldCut(null).payment,
      sale_id: another.sale_id,
      amount_cents: 10_000,
      tendered_cents: null,
    };
    expect(
      await told([
        first,
        sale,
        line,
        activate,
        activity(
          card.id,
          { kind: 'redeem', amount_cents: -10_000, sale_id: another.sale_id },
          byCard,
        ),
        put('payments', byCard, { ...payment, method: 'gift_card' }),
      ]),
    ).toBe('refused does_not_add_up');
    const owed = put('payments', newId(), { ...payment, method: 'owed', state: 'to_collect' });
    expect(await told([first, sale, line, activate, owed])).toBe('refused does_not_add_up');
    for (const change of [{ qty: 2 }, { discount_cents: 100, total_cents: 9900 }]) {
      const cheap = { ...line, value: { ...(line.value as object), ...change } } as Op;
      expect(await told([first, sale, cheap, activate])).toBe('refused invalid');
    }
    for (const initial_cents of [499, 100_001]) {
      expect(await told(soldCard(desk.clientId, 2, { initial_cents }).ops)).toBe('refused invalid');
    }
  });

  test('allows nobody a larger discount on what is sold beside it', async () => {
    await told([patch('businesses', salon.id, { discount_caps: { front_desk: 10 } })], other);
    const withCut = (receipt: number, discount_cents: number) => {
      const sold = soldCard(desk.clientId, receipt);
      const [card, sale, line, payment, activate] = sold.ops as [Op, Op, Op, Op, Op];
      const total_cents = 15_000 - discount_cents;
      const cut = { ...soldCut(null).line, sale_id: sold.sale_id, position: 1, discount_cents };
      return [
        card,
        changed(sale, { subtotal_cents: 15_000, discount_cents, total_cents }),
        line,
        put('sale_lines', newId(), { ...cut, total_cents: 5000 - discount_cents }),
        changed(payment, { amount_cents: total_cents, tendered_cents: total_cents }),
        activate,
      ];
    };
    expect(await told(withCut(1, 500))).toBe('applied');
    expect(await told(withCut(2, 1500))).toBe('conflict permission');
    await noFaults();
  });

  test('lasts five years at least in the United States, and as the business says elsewhere', async () => {
    const set = (change: Record<string, unknown>) =>
      told([patch('businesses', salon.id, change)], other);
    expect(await set({ country_code: 'US', gift_card_years: 4 })).toBe('refused invalid');
    expect(await set({ country_code: 'CA', gift_card_years: 4 })).toBe('applied');
    expect(await set({ country_code: 'US' })).toBe('refused invalid');
    expect(await set({ country_code: 'US', gift_card_years: 5 })).toBe('applied');
    expect(await set({ gift_card_years: null })).toBe('applied');
  });

  test('goes back with its money, as long as nothing was used of it', async () => {
    const used = await sell();
    expect(await told(paidByCard(desk.clientId, 2, used.id, 500).ops)).toBe('applied');
    const back = ({ id, sale_id }: typeof used) => [
      takenBack(sale_id, 10_000),
      activity(id, { kind: 'deactivate', amount_cents: -10_000, sale_id }),
    ];
    expect(await told(back(used))).toBe('refused gift_card_used');
    const unused = await sell({}, 3);
    expect(await told(back(unused).slice(0, 1))).toBe('refused does_not_add_up');
    expect(await told([refund(unused.sale_id, { amount_cents: 10_000 })], other)).toBe(
      'refused already_refunded',
    );
    const byLine = (cents: number) => [
      refund(unused.sale_id, { sale_line_id: unused.line_id, qty: 1, amount_cents: cents }),
      activity(unused.id, { kind: 'deactivate', amount_cents: -cents, sale_id: unused.sale_id }),
    ];
    expect(await told(byLine(10_000).slice(0, 1), other)).toBe('refused does_not_add_up');
    expect(await told(byLine(10_000), other)).toBe('applied');
    expect(await balanceOf(unused.id)).toBe(0);
    await noFaults();
  });

  test('has its money again when what it paid for is taken back', async () => {
    const { id } = await sell();
    const paid = paidByCard(desk.clientId, 2, id, 4000);
    await desk.push(paid.ops);
    const back = [
      takenBack(paid.sale_id, 4000),
      activity(id, { kind: 'refund', amount_cents: 4000, sale_id: paid.sale_id }),
    ];
    expect(await told(back.slice(0, 1))).toBe('refused does_not_add_up');
    expect(await told(back)).toBe('applied');
    expect(await balanceOf(id)).toBe(10_000);
    await noFaults();
  });

  test.each([
    ['of more than is on it', 12_000, {}, null],
    ['when it is blocked', 1000, {}, 'block'],
    ['when it is over', 1000, { expires_on: at(-1, 9).slice(0, 10) }, null],
  ] as const)(
    '%s is not used: the sale is kept, and a person is asked',
    async (_, cents, card, kind) => {
      const { id } = await sell(card);
      if (kind) expect(await told([activity(id, { kind, reason: 'Lost' })])).toBe('applied');
      const paid = paidByCard(desk.clientId, 2, id, cents);
      const { result } = await desk.push(paid.ops);
      expect(result).toMatchObject({ status: 'conflict', code: 'balance' });
      expect(await rowOf(database.db, 'attention_items', result['attention_id'])).toMatchObject({
        entity: 'sales',
        entity_id: paid.sale_id,
        mine: { card: '7KQ2', cents },
        theirs: { cents: 10_000 },
      });
      expect(await rowOf(database.db, 'payments', paid.payment)).toMatchObject({
        method: 'gift_card',
        state: 'to_collect',
      });
      expect(await balanceOf(id)).toBe(10_000);
      const cash = { ...soldCut(null).payment, amount_cents: cents, tendered_cents: cents };
      const collects = { ...cash, sale_id: paid.sale_id, collects: true };
      expect(await told([put('payments', newId(), collects)])).toBe('applied');
      await noFaults();
    },
  );

  test('[G5] whose code two devices have made twice: the second is kept without a code', async () => {
    const code_hash = codeHash(salon, 'TWICE');
    await sell({ code_hash });
    const second = soldCard(other.clientId, 1, { code_hash });
    const { result } = await other.push(second.ops);
    expect(result).toMatchObject({ status: 'conflict', code: 'balance' });
    expect(await rowOf(database.db, 'gift_cards', second.id)).toMatchObject({ code_hash: null });
    expect(await rowOf(database.db, 'attention_items', result['attention_id'])).toMatchObject({
      entity: 'gift_cards',
      mine: { card: '7KQ2' },
    });
    expect(await balanceOf(second.id)).toBe(10_000);
    await noFaults();
  });
});

describe('a card beside a deposit', () => {
  const left = async () => {
    const [row] = await database.db.sql<{ left: number }>(
      'select private.deposit_left($1, $2)::int as left',
      [salon.id, salon.visit],
    );
    return row!.left;
  };
  /** A sale of 40.00: 15.00 were paid before, 25.00 are to come off a card. */
  const settling = async (card: Uuid) => {
    await database.db.sql(
      `insert into public.payments
         (id, business_id, appointment_id, occurred_at, method, state, amount_cents)
       values ($1, $2, $3, now(), 'card_online', 'captured', 1500)`,
      [newId(), salon.id, salon.visit],
    );
    const paid = paidByCard(desk.clientId, 2, card, 4000);
    const [sale, line, redeem, payment] = paid.ops as [Op, Op, Op, Op];
    const deposit = {
      sale_id: paid.sale_id,
      appointment_id: salon.visit,
      occurred_at: at(-1, 9),
      method: 'deposit',
      state: 'captured',
      collects: false,
      amount_cents: 1500,
    };
    return {
      ...paid,
      ops: [
        sale,
        line,
        changed(redeem, { amount_cents: -2500 }),
        changed(payment, { amount_cents: 2500 }),
        put('payments', newId(), deposit),
      ],
    };
  };

  test('pays one sale with it, and both are there again when that is taken back', async () => {
    const { id } = await sell();
    const paid = await settling(id);
    expect(await told(paid.ops)).toBe('applied');
    expect([await left(), await balanceOf(id)]).toEqual([0, 7500]);
    await noFaults();
    const back = (cents: number) => [
      takenBack(paid.sale_id, 4000),
      activity(id, { kind: 'refund', amount_cents: cents, sale_id: paid.sale_id }),
    ];
    // What came online does not go to the card.
    expect(await told(back(4000))).toBe('refused does_not_add_up');
    expect(await told(back(2500))).toBe('applied');
    expect([await left(), await balanceOf(id)]).toEqual([1500, 10_000]);
    await noFaults();
  });

  test('gets back what it paid; the rest goes back by hand', async () => {
    const { id } = await sell();
    const { sale_id, ops } = await settling(id);
    await desk.push(ops);
    const toCard = (cents: number) => [
      refund(sale_id, { method: 'gift_card', amount_cents: cents }),
      activity(id, { kind: 'refund', amount_cents: cents, sale_id }),
    ];
    expect(await told(toCard(2501), other)).toBe('refused already_refunded');
    expect(await told(toCard(2500), other)).toBe('applied');
    expect(await told([refund(sale_id, { amount_cents: 1500 })], other)).toBe('applied');
    expect([await left(), await balanceOf(id)]).toEqual([0, 10_000]);
    await noFaults();
  });

  test('and not covered leaves its part to be collected; the deposit is taken up', async () => {
    const { id } = await sell();
    await desk.push([activity(id, { kind: 'block', reason: 'Lost' })]);
    const { sale_id, ops } = await settling(id);
    expect(await told(ops)).toBe('conflict balance');
    expect([await left(), await balanceOf(id)]).toEqual([0, 10_000]);
    const collects = {
      ...soldCut(null).payment,
      sale_id,
      collects: true,
      amount_cents: 2501,
      tendered_cents: 2501,
    };
    const collect = (amount_cents: number) =>
      told([put('payments', newId(), { ...collects, amount_cents })]);
    expect(await collect(2501)).toBe('refused already_collected');
    expect(await collect(2500)).toBe('applied');
    await noFaults();
  });
});

describe('a card that is corrected', () => {
  const adjust = (id: Uuid, amount_cents: number, reason = 'Goodwill') =>
    activity(id, {
      kind: amount_cents > 0 ? 'adjust_up' : 'adjust_down',
      amount_cents,
      reason,
    });

  test('has more or less on it, by whoever manages cards, with a reason', async () => {
    const { id } = await sell();
    expect(await told([adjust(id, 2500)])).toBe('applied');
    expect(await told([adjust(id, -12_500)])).toBe('applied');
    expect(await balanceOf(id)).toBe(0);
    expect(await told([adjust(id, -1)])).toBe('refused gift_card_short');
    expect(await told([adjust(id, 500, ' ')])).toBe('refused invalid');
    expect(await told([adjust(id, 100_001)])).toBe('refused invalid');
    const wrongWay = changed(adjust(id, 500), { kind: 'adjust_down' });
    expect(await told([wrongWay])).toBe('refused invalid');
    const prac = new Device(database.db, salon.users.practitioner, salon.id);
    await prac.pull();
    expect(await told([adjust(id, 500)], prac)).toBe('refused not_allowed');
    expect(await balanceOf(id)).toBe(0);
    await noFaults();
  });

  test('keeps what is kept of it for a device', async () => {
    const { id } = await sell();
    expect(await lease(id, desk, 4000)).toEqual({ ok: true });
    expect(await told([adjust(id, -6001)], other)).toBe('refused gift_card_short');
    expect(await told([adjust(id, -6000)], other)).toBe('applied');
    await noFaults();
  });

  test('can be used longer, never shorter, and says nothing else anew', async () => {
    const { id } = await sell({ expires_on: '2030-05-01' });
    expect(await told([patch('gift_cards', id, { expires_on: '2030-04-30' })])).toBe(
      'refused invalid',
    );
    expect(await told([patch('gift_cards', id, { expires_on: '2031-05-01' })])).toBe('applied');
    expect(await told([patch('gift_cards', id, { expires_on: null })])).toBe('applied');
    expect(await told([patch('gift_cards', id, { expires_on: '2032-05-01' })])).toBe(
      'refused invalid',
    );
    expect(await rowOf(database.db, 'gift_cards', id)).toMatchObject({ expires_on: null });
  });
});

test('what was on all cards at a moment is what the sum in SQL says', async () => {
  const { id } = await sell();
  await told(paidByCard(desk.clientId, 2, id, 2500).ops);
  await told([activity(id, { kind: 'adjust_up', amount_cents: 700, reason: 'Goodwill' })]);
  const other25 = soldCard(desk.clientId, 3, { cents: 2500 });
  expect(await told(other25.ops)).toBe('applied');
  const cards = await database.db.sql<GiftCardRow>(
    `select id, code_last4, recipient_name, initial_cents::int as initial_cents, expires_on
     from public.gift_cards where business_id = $1`,
    [salon.id],
  );
  const rows = await database.db.sql<GiftActivityRow>(
    `select card_id, kind, amount_cents::int as amount_cents,
       to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as occurred_at
     from public.gift_activities where business_id = $1`,
    [salon.id],
  );
  const hour = 3_600_000;
  for (const ms of [-48 * hour, -12 * hour, -1, hour]) {
    const end = new Date(Date.now() + ms).toISOString();
    const [sum] = await database.db.sql<{ cents: number }>(
      `select coalesce(sum(amount_cents), 0)::int as cents from public.gift_activities
       where business_id = $1 and occurred_at < $2`,
      [salon.id, end],
    );
    expect(giftReport(cards, rows, end).open_cents).toBe(sum!.cents);
  }
  expect(giftReport(cards, rows, new Date(Date.now() + hour).toISOString()).open_cents).toBe(
    10_700,
  );
});

describe('a lease', () => {
  test('keeps an amount for one device, until it is given back', async () => {
    const { id } = await sell();
    const mine = newId();
    expect(await lease(id, desk, 6000, 'offline', mine)).toEqual({ ok: true });
    expect(await lease(id, desk, 6000, 'offline', mine)).toEqual({ ok: true });
    expect(await countOf(database.db, 'public.gift_activities where card_id = $1', [id])).toBe(2);
    expect(await lease(id, other, 1000)).toMatchObject({ code: 'gift_card_leased' });
    expect(await lease(id, other, 5000, 'checkout')).toMatchObject({
      code: 'gift_card_short',
      free_cents: 4000,
    });
    expect(await lease(id, other, 4000, 'checkout')).toEqual({ ok: true });
    expect(await told(paidByCard(other.clientId, 1, id, 4001).ops, other)).toBe('conflict balance');
    // Another one takes its place.
    expect(await lease(id, desk, 2000)).toEqual({ ok: true });
    expect(await lease(id, other, 8000, 'checkout')).toEqual({ ok: true });
    expect(await told(paidByCard(desk.clientId, 2, id, 2001).ops)).toBe('conflict balance');
    await noFaults();
  });

  test('is nothing that a device makes for itself', async () => {
    const { id } = await sell();
    const made = { kind: 'lease', device_id: desk.clientId, held_cents: 5, held_until: at(1, 9) };
    expect(await told([activity(id, made)], other)).toMatch(/^refused /);
    expect(await told([activity(id, { kind: 'lease' })], other)).toMatch(/^refused /);
  });

  test('covers what was used under it, also after it was used by others', async () => {
    const { id } = await sell();
    const mine = newId();
    await lease(id, desk, 7000, 'offline', mine);
    expect(await told(paidByCard(other.clientId, 1, id, 3000).ops, other)).toBe('applied');
    expect(await told(paidByCard(desk.clientId, 2, id, 5000, mine).ops)).toBe('applied');
    expect(await told(paidByCard(desk.clientId, 3, id, 2000, mine).ops)).toBe('applied');
    expect(await balanceOf(id)).toBe(0);
    await noFaults();
  });

  test('given back frees what it kept', async () => {
    const { id } = await sell();
    const mine = newId();
    await lease(id, desk, 10_000, 'offline', mine);
    expect(await lease(id, other, 1, 'checkout')).toMatchObject({ free_cents: 0 });
    expect(await told([activity(id, { kind: 'lease_return', lease_id: mine })])).toBe('applied');
    expect(await lease(id, other, 10_000)).toEqual({ ok: true });
  });

  test('of a card that is not there, blocked, or of another business is refused', async () => {
    const { id } = await sell();
    expect(await lease(newId(), desk, 1)).toMatchObject({ code: 'not_found' });
    expect(await lease(id, desk, 0)).toMatchObject({ code: 'invalid' });
    expect(await lease(id, desk, 1, 'ever')).toMatchObject({ code: 'invalid' });
    await desk.push([activity(id, { kind: 'block' })]);
    expect(await lease(id, desk, 1)).toMatchObject({ code: 'gift_card_closed' });
    const rival = await makeSalon(database.db, `rival-${slugs}`);
    const theirs = await rpc(database.db, signedIn(rival.users.owner), 'lease_gift_card', {
      business_id: rival.id,
      client_id: newId(),
      lease_id: newId(),
      card_id: id,
      amount_cents: 1,
      held: 'checkout',
    });
    expect(theirs).toMatchObject({ code: 'not_found' });
  });
});

describe('whoever has a code', () => {
  const ask = (code: string, from = anon) =>
    rpc(database.db, from, 'gift_card_balance', { slug: salon.slug, code });

  test('hears what is left, however they type it', async () => {
    const { id } = await sell({ code_hash: codeHash(salon, '7KQ2MX09B1TA') });
    await desk.push(paidByCard(desk.clientId, 2, id, 2500).ops);
    const answer = {
      ok: true,
      state: 'active',
      balance_cents: 7500,
      currency: 'USD',
      expires_on: null,
      // Nobody is named, and no sale.
      history: [
        { at: expect.any(String), kind: 'redeem', amount_cents: -2500 },
        { at: expect.any(String), kind: 'activate', amount_cents: 10_000 },
      ],
      server_time: expect.any(String),
    };
    expect(await ask('7kq2-mxo9 bITA')).toEqual(answer);
    await desk.push([activity(id, { kind: 'block' })]);
    expect(await ask('7KQ2MX09B1TA')).toEqual({ ...answer, state: 'closed' });
  });

  test('hears that it is over', async () => {
    await sell({ code_hash: codeHash(salon, '7KQ2MX09B2TA'), expires_on: '2020-01-31' });
    expect(await ask('7KQ2MX09B2TA')).toMatchObject({
      ok: true,
      state: 'expired',
      balance_cents: 10_000,
      expires_on: '2020-01-31',
    });
  });

  test('[G6] is told the same of every wrong one, and as much of every card that is there', async () => {
    const from = fromAddress('203.0.113.9');
    for (const code of ['WR0NG', '', '7KQ2MX09B1TA'.repeat(50), '%', '\u{1F381}']) {
      expect(await ask(code, from)).toEqual({ ok: false, code: 'not_found' });
    }
    const elsewhere = { slug: 'no-such-business', code: 'CARDA' };
    expect(await rpc(database.db, from, 'gift_card_balance', elsewhere)).toEqual({
      ok: false,
      code: 'not_found',
    });
    await sell({ code_hash: codeHash(salon, 'CARDA') }, 1);
    const blocked = await sell({ code_hash: codeHash(salon, 'CARDB') }, 2);
    await desk.push([activity(blocked.id, { kind: 'block' })]);
    const empty = await sell({ code_hash: codeHash(salon, 'CARDC') }, 3);
    await desk.push(paidByCard(desk.clientId, 4, empty.id, 10_000).ops);
    const answers = [];
    for (const code of ['CARDA', 'CARDB', 'CARDC']) answers.push(await ask(code, from));
    expect(answers.map(({ state }) => state as string)).toEqual(['active', 'closed', 'empty']);
    const [fields, ...others] = answers.map((answer) => Object.keys(answer).toSorted());
    for (const one of others) expect(one).toEqual(fields);
  });

  test('[G6] is answered as fast about a wrong one as about one that is there', async () => {
    await sell({ code_hash: codeHash(salon, 'THERE') });
    /** In a transaction that leaves nothing: no wrong one is counted. */
    const timed = (code: string): Promise<{ isThere: boolean; ms: number }> =>
      undone(
        (work) => database.db.as(anon, work),
        async (sql) => {
          const inside: Database = { ...database.db, sql, as: (_, inner) => inner(sql) };
          const startedMs = performance.now();
          const answer = await rpc(inside, anon, 'gift_card_balance', { slug: salon.slug, code });
          return { isThere: answer['ok'] === true, ms: performance.now() - startedMs };
        },
      );
    // The first ones find nothing prepared.
    for (const code of ['THERE', 'WR0NG']) await timed(code);
    const times = new Map<boolean, number[]>([
      [true, []],
      [false, []],
    ]);
    for (let place = 0; place < MANY; place += 1) {
      for (const code of ['THERE', `WR0NG${place}`]) {
        const { isThere, ms } = await timed(code);
        times.get(isThere)!.push(ms);
      }
    }
    expect([...times.values()].map(({ length }) => length)).toEqual([MANY, MANY]);
    if (MANY < 200) return;
    const median = (all: number[]): number => all.toSorted((a, b) => a - b)[all.length >> 1]!;
    expect(Math.abs(median(times.get(true)!) - median(times.get(false)!))).toBeLessThan(APART);
  }, 120_000);

  test('[G6] has ten wrong ones an hour, then the right one is not answered either', async () => {
    await sell({ code_hash: codeHash(salon, 'THERE') });
    const from = fromAddress('192.0.2.7');
    for (let n = 0; n < 10; n += 1) {
      expect(await ask(`WR0NG${n}`, from)).toEqual({ ok: false, code: 'not_found' });
    }
    expect(await ask('THERE', from)).toMatchObject({ ok: false, code: 'rate_limited' });
    expect(await ask('THERE', fromAddress('198.51.100.7'))).toMatchObject({ ok: true });
    // From as many networks as anybody has: the business has a limit of its own.
    let answered = 0;
    for (let n = 0; n < 10_000; n += 1) {
      const answer = await ask(`N${n}`, fromAddress(`10.${n >> 8}.${n & 255}.1`));
      if (answer['code'] === 'rate_limited') break;
      expect(answer).toEqual({ ok: false, code: 'not_found' });
      answered += 1;
    }
    expect(answered).toBe(190);
    expect(await ask('THERE', fromAddress('198.51.100.8'))).toMatchObject({ code: 'rate_limited' });
  });
});

test('of an erased client the money stays on the card, without the words about it', async () => {
  const words = { purchaser_client_id: salon.client, recipient_name: 'Bea', message: 'Enjoy it' };
  const { id } = await sell(words);
  await told([patch('clients', salon.client, { status: 'anonymised' })], other);
  const bare = { recipient_name: null, message: null };
  expect(await rowOf(database.db, 'gift_cards', id)).toMatchObject(bare);
  expect(await balanceOf(id)).toBe(10_000);
  // A device that had not heard of it.
  const late = await sell(words, 2);
  expect(await rowOf(database.db, 'gift_cards', late.id)).toMatchObject(bare);
});

describe('a card that is bought online', () => {
  const server: Caller = { role: 'service_role', claims: { role: 'service_role' } };
  const ann = { name: 'Ann', email: 'ann@example.com' };
  const bea = { name: 'Bea', email: 'bea@example.com' };
  const wanted = { amount_cents: 5000, buyer: ann, recipient: bea, message: 'Enjoy it' };
  const inDays = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  beforeEach(() =>
    database.db.sql(
      `insert into private.server_settings (name, value) values ('payment_provider', 'test')
       on conflict do nothing`,
    ),
  );
  afterAll(() =>
    database.db.sql(`delete from private.server_settings where name = 'payment_provider'`),
  );
  const start = (request: object = wanted, op_id = newId(), caller: Caller = anon) =>
    rpc(database.db, caller, 'start_gift_card', { slug: salon.slug, request, op_id });
  const ofOp = (op_id: Uuid) => rpc(database.db, server, 'payment_of_op', { op_id });
  const note = (intent: Uuid, state: string, returned_cents = 0) =>
    rpc(database.db, server, 'note_payment', {
      intent,
      news: {
        provider_id: `pi_${intent}`,
        state,
        amount_cents: 5000,
        currency: 'usd',
        decline: null,
        returned_cents,
      },
    });
  const buy = async (request: object = wanted) => {
    const opId = newId();
    expect(await start(request, opId)).toMatchObject({ ok: true, amount: 5000, is_test: true });
    const { id } = await ofOp(opId);
    await note(id, 'open');
    expect(await note(id, 'authorised')).toMatchObject({ step: 'capture', is_booked: false });
    expect(await note(id, 'captured')).toMatchObject({ step: null, is_booked: true });
    return { id: id as Uuid, opId };
  };
  const cards = () =>
    database.db.sql<Record<string, unknown>>(
      `select c.id, c.initial_cents::int as cents, c.recipient_name, c.message, c.code_hash,
         c.deliver_on::text as deliver_on, private.gift_balance(c.business_id, c.id)::int as balance
       from public.gift_cards c
       join public.gift_activities a on a.card_id = c.id and a.kind = 'activate'
       where c.business_id = $1 order by c.created_at, c.id`,
      [salon.id],
    );
  const mails = () =>
    database.db.sql<{ kind: string; to_email: string; data: Record<string, string>; due: string }>(
      `select kind, to_email, data, (due_at at time zone 'UTC')::text as due
       from private.mail_outbox where business_id = $1 and kind like 'gift_card%' order by kind`,
      [salon.id],
    );

  test('is sold when it was charged: once, with a sale and a receipt, and its code goes out', async () => {
    const { id, opId } = await buy();
    await note(id, 'captured');
    const [card, ...more] = await cards();
    expect(more).toEqual([]);
    expect(card).toMatchObject({
      cents: 5000,
      balance: 5000,
      recipient_name: 'Bea',
      message: 'Enjoy it',
      deliver_on: null,
    });
    const [code, told] = await mails();
    expect(code).toMatchObject({ kind: 'gift_card', to_email: bea.email });
    const plain = code!.data['code']!;
    expect(readGiftCode(plain)).toBe(plain);
    expect(card!['code_hash']).toBe(codeHash(salon, plain));
    expect(told).toMatchObject({ kind: 'gift_card_bought', to_email: ann.email });
    expect(told!.data).not.toHaveProperty('code');
    const [sale] = await database.db.sql<{ receipt_prefix: string; receipt_no: number }>(
      'select receipt_prefix, receipt_no from public.sales where business_id = $1 and device_id = $1',
      [salon.id],
    );
    expect(sale).toEqual({ receipt_prefix: receiptPrefix(salon.id), receipt_no: 1 });
    // Nobody is kept waiting, and nothing is kept of them beside the ledger.
    expect(await start(wanted, opId)).toMatchObject({ ok: true });
    expect(
      await countOf(
        database.db,
        'private.payment_intents where id = $1 and op_id is null and request is null',
        [id],
      ),
    ).toBe(1);
    await buy();
    const gaps = 'private.receipt_faults where business_id = $1';
    expect(await countOf(database.db, gaps, [salon.id])).toBe(0);
    await noFaults();
  });

  test('is sent on its day, in the morning of the business', async () => {
    await buy({ ...wanted, deliver_on: inDays(10) });
    const [code] = await mails();
    expect(code!.due).toBe(`${inDays(10)} 09:00:00`);
    expect(await cards()).toMatchObject([{ deliver_on: inDays(10) }]);
  });

  test('still goes to somebody who is no client any more by its day', async () => {
    const email = `cleo@${salon.slug}.example`;
    await buy({ ...wanted, recipient: { name: 'Cleo', email }, deliver_on: inDays(10) });
    await database.db.sql(`update public.clients set status = 'anonymised' where id = $1`, [
      salon.client,
    ]);
    expect(await mails()).toMatchObject([
      { kind: 'gift_card', to_email: email, data: { code: expect.any(String) } },
      { kind: 'gift_card_bought' },
    ]);
  });

  test('goes to who bought it, in one mail, when it is for nobody else', async () => {
    await buy({ ...wanted, recipient: null });
    expect(await mails()).toMatchObject([
      { kind: 'gift_card', to_email: ann.email, data: { is_own: true } },
    ]);
  });

  test('has its code nowhere once that was sent, and none is sent when it was taken back before', async () => {
    await buy({ ...wanted, deliver_on: inDays(10) });
    await buy({ ...wanted, recipient: null });
    const [card] = await cards();
    const states = () =>
      database.db.sql<{ state: string; has_code: boolean }>(
        `select state, data ? 'code' as has_code from private.mail_outbox
         where business_id = $1 and kind = 'gift_card' order by state`,
        [salon.id],
      );
    await database.db.sql(
      `update private.mail_outbox set state = 'sent'
       where business_id = $1 and kind = 'gift_card' and data ->> 'card_id' <> $2`,
      [salon.id, card!['id']],
    );
    const sale = await database.db.sql<{ sale_id: Uuid }>(
      `select sale_id from public.gift_activities where card_id = $1`,
      [card!['id']],
    );
    const { sale_id } = sale[0]!;
    const back = [
      takenBack(sale_id, 5000),
      activity(card!['id'] as Uuid, { kind: 'deactivate', amount_cents: -5000, sale_id }),
    ].map((op) => changed(op, { occurred_at: new Date().toISOString() }));
    expect(await told(back, other)).toBe('applied');
    expect(await states()).toEqual([
      { state: 'cancelled', has_code: true },
      { state: 'sent', has_code: false },
    ]);
    await noFaults();
  });

  test('whose money is wanted back, or went back, is put before a person', async () => {
    const { id } = await buy();
    const [card] = await cards();
    const dispute = (state: string) =>
      rpc(database.db, server, 'note_payment_dispute', {
        provider: 'test',
        dispute: {
          id: `dp_${id}`,
          payment_id: `pi_${id}`,
          state,
          amount_cents: 5000,
          reason: 'fraudulent',
          answer_by: null,
        },
        payee: salon.id,
      });
    for (const state of ['open', 'open', 'lost']) {
      expect(await dispute(state)).toEqual({ ok: true });
    }
    for (const _ of [1, 2]) await note(id, 'captured', 5000);
    const end = { card: expect.stringMatching(/^.{4}$/) };
    expect(
      await database.db.sql(
        `select entity_id, mine from public.attention_items
         where business_id = $1 and entity = 'gift_cards' order by created_at, id`,
        [salon.id],
      ),
    ).toMatchObject([
      { entity_id: card!['id'], mine: { dispute: 'open', amount_cents: 5000, ...end } },
      { entity_id: card!['id'], mine: { dispute: 'lost', ...end } },
      { entity_id: card!['id'], mine: { returned_cents: 5000, ...end } },
    ]);
  });

  test('is not there before it was charged, nor when that came to nothing', async () => {
    const opId = newId();
    await start(wanted, opId);
    const { id } = await ofOp(opId);
    await note(id, 'open');
    await note(id, 'authorised');
    await note(id, 'cancelled');
    expect(await cards()).toEqual([]);
    expect(await mails()).toEqual([]);
    expect(await ofOp(opId)).toMatchObject({ state: 'cancelled', is_booked: false });
  });

  test.each([
    ['amount_cents', { amount_cents: 499 }],
    ['amount_cents', { amount_cents: 100_001 }],
    ['amount_cents', { amount_cents: '5000' }],
    ['buyer', { buyer: null }],
    ['buyer', { buyer: { ...ann, email: 'nowhere' } }],
    ['recipient', { recipient: { ...bea, name: ' ' } }],
    ['recipient', { recipient: [] }],
    ['message', { message: 'x'.repeat(501) }],
    ['deliver_on', { deliver_on: '2026-02-31' }],
    ['deliver_on', { deliver_on: '2020-01-01' }],
    ['deliver_on', { deliver_on: '2999-01-01' }],
  ])('is refused with a wrong %s: %o', async (field, change) => {
    expect(await start({ ...wanted, ...change })).toEqual({ ok: false, code: 'invalid', field });
  });

  test('is one card for one id, and not sold where nobody takes payments, or too often', async () => {
    const opId = newId();
    const mine = { ...wanted, buyer: { name: 'Carl', email: `carl@${salon.slug}.example` } };
    expect(await start(mine, opId)).toMatchObject({ ok: true });
    expect(await start(mine, opId)).toMatchObject({ ok: true });
    expect(await start({ ...mine, amount_cents: 6000 }, opId)).toMatchObject({
      code: 'invalid',
      field: 'op_id',
    });
    for (let n = 1; n < 10; n += 1) expect(await start(mine)).toMatchObject({ ok: true });
    expect(await start(mine)).toMatchObject({ ok: false, code: 'rate_limited' });
    const eve = { ...wanted, buyer: { name: 'Eve', email: `eve@${salon.slug}.example` } };
    await database.db.sql('update public.businesses set booking_enabled = false where id = $1', [
      salon.id,
    ]);
    expect(await start(eve)).toMatchObject({ code: 'paused' });
    await database.db.sql('update public.businesses set booking_enabled = true where id = $1', [
      salon.id,
    ]);
    const isOffered = async () =>
      (await rpc(database.db, anon, 'public_profile', { slug: salon.slug }))['sells_gift_cards'];
    expect(await isOffered()).toBe(true);
    await told([patch('businesses', salon.id, { sells_gift_cards: false })], other);
    expect(await isOffered()).toBe(false);
    expect(await start(eve)).toMatchObject({ code: 'not_offered' });
    // What was begun before goes on.
    expect(await start(mine, opId)).toMatchObject({ ok: true });
    await told([patch('businesses', salon.id, { sells_gift_cards: true })], other);
    await database.db.sql(`delete from private.server_settings where name = 'payment_provider'`);
    expect(await isOffered()).toBe(false);
    expect(await start(eve)).toMatchObject({ code: 'not_offered' });
  });
});
