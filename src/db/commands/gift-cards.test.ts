import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { giftCode } from '#domain/checkout/gift-code.ts';
import type { SaleInput } from '#domain/checkout/schema.ts';
import type { GiftActivityRow, Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import { depositsOf } from '../queries/deposits.ts';
import { giftCard, giftCardByCode, giftCards, walletOf } from '../queries/gift-cards.ts';
import { giftsKeptFor } from '../queries/gift-lookup.ts';
import { saleDetail } from '../queries/sales.ts';
import { takingsOf } from '../queries/takings.ts';
import { TEST_NOW, errorOf, lastOps, openSalon, putRows, valueOf } from '../test-rows.ts';
import { adjustGiftCard, blockGiftCard, extendGiftCard, returnGiftLease } from './gift-cards.ts';
import { collectDue, refundLines, refundSale, voidSale } from './refunds.ts';
import { completeSale } from './sales.ts';

let db: DaybookDb;
let now = Date.parse(TEST_NOW);
beforeEach(async () => {
  now = Date.parse(TEST_NOW);
  db = await openSalon(() => now);
});
afterEach(() => db.close());

const CODE = giftCode(new Uint8Array(11).fill(7));
const card = (cents: number, code = CODE): SaleInput['lines'][number] => ({
  kind: 'gift_card',
  name: 'Gift card',
  qty: 1,
  unit_price_cents: cents,
  discount: null,
  tax: null,
  staff_id: null,
  appointment_id: null,
  variant_id: null,
  gift_card: {
    code,
    recipient_name: 'Ben',
    message: null,
    deliver_on: null,
    expires_on: null,
  },
});
const cut = (cents: number): SaleInput['lines'][number] => ({
  ...card(cents),
  kind: 'service',
  name: 'Haircut',
  gift_card: null,
});
const cash = (amount_cents: number) => ({
  method: 'cash' as const,
  label: null,
  amount_cents,
  tendered_cents: amount_cents,
});
const byCard = (card_id: Uuid, amount_cents: number, lease_id: Uuid | null = null) => ({
  method: 'gift_card' as const,
  label: CODE.slice(-4),
  amount_cents,
  tendered_cents: null,
  card_id,
  lease_id,
});
const sale = (lines: SaleInput['lines'], payments: SaleInput['payments']): SaleInput => ({
  client_id: 'cleo',
  lines,
  discount: null,
  discount_reason: null,
  tips: [],
  payments,
});
const sell = async (cents = 10_000): Promise<{ sale: Uuid; id: Uuid }> => {
  const made = valueOf(await completeSale(db, sale([card(cents)], [cash(cents)])));
  return { sale: made.id, id: (await giftCardByCode(db, CODE))! };
};
const use = (id: Uuid, cents: number, lease: Uuid | null = null) =>
  completeSale(db, sale([cut(cents)], [byCard(id, cents, lease)]));
const balance = async (id: Uuid) => (await giftCard(db, id))!.balance_cents;
/** The server has heard of the card. */
const sync = async (id: Uuid) => {
  await db.rows('gift_cards').update(id, { rev: 5 });
};
const lease = async (id: Uuid, cents: number, minutes = 60, device?: Uuid) => {
  const meta = await db.meta.get('device');
  const row: Omit<
    GiftActivityRow,
    'business_id' | 'rev' | 'created_at' | 'updated_at' | 'created_by'
  > = {
    id: `lease-${cents}`,
    card_id: id,
    occurred_at: TEST_NOW,
    kind: 'lease',
    amount_cents: 0,
    sale_id: null,
    device_id: device ?? (meta?.key === 'device' ? meta.client_id : null),
    held_cents: cents,
    held_until: new Date(now + minutes * 60_000).toISOString(),
    lease_id: null,
    reason: '',
  };
  await putRows(db, 'gift_activities', [row]);
  return row.id;
};

describe('a card that is sold', () => {
  test('is one mutation with its sale; its code stays on this device', async () => {
    const { id } = await sell();
    const ops = await lastOps(db);
    expect(ops?.map(({ table }) => table)).toEqual([
      'gift_cards',
      'sales',
      'sale_lines',
      'gift_activities',
      'payments',
    ]);
    expect(JSON.stringify(ops)).not.toContain(CODE);
    expect(await giftCard(db, id)).toMatchObject({
      state: 'pending',
      balance_cents: 10_000,
      code: CODE,
      purchaser: expect.stringContaining('Cleo'),
    });
    expect(await giftCards(db)).toMatchObject({ open_cents: 10_000 });
  });

  test('is used where it was sold before anybody else knows of it, and counts once as takings', async () => {
    const { id } = await sell();
    valueOf(await use(id, 4000));
    expect(await balance(id)).toBe(6000);
    expect(errorOf(await use(id, 6001))?.code).toBe('gift_card_short');
    expect(await takingsOf(db, '2027-03-09', null)).toMatchObject({ cents: 10_000 });
  });

  test('is neither cheaper, nor bought with a card, nor on trust', async () => {
    const { id } = await sell();
    const wrong = [
      sale([card(5000)], [byCard(id, 5000)]),
      sale([card(5000)], [{ ...cash(5000), method: 'owed' as const, tendered_cents: null }]),
      sale([{ ...card(5000), discount: { bp: 1000 } }], [cash(4500)]),
      sale([{ ...card(5000), gift_card: null }], [cash(5000)]),
    ];
    for (const one of wrong)
      expect(errorOf(await completeSale(db, one))?.code).toBe('does_not_add_up');
    // What is off the whole is off the haircut.
    const { id: both } = valueOf(
      await completeSale(db, {
        ...sale([card(5000, giftCode(new Uint8Array(11))), cut(4000)], [cash(7000)]),
        discount: { bp: 5000 },
      }),
    );
    const lines = (await saleDetail(db, both))!.lines;
    expect(lines.map(({ total_cents }) => total_cents)).toEqual([5000, 2000]);
  });

  test('allows nobody a larger discount on what is sold beside it', async () => {
    await db.rows('businesses').update(db.businessId, { discount_caps: { front_desk: 10 } });
    await db.rows('memberships').update('m-owner', { role: 'front_desk' });
    const off = (discount: { cents: number }, cents: number) =>
      completeSale(db, { ...sale([card(10_000), cut(5000)], [cash(cents)]), discount });
    expect(errorOf(await off({ cents: 1500 }, 13_500))?.code).toBe('discount_too_large');
    valueOf(await off({ cents: 500 }, 14_500));
  });

  test('goes back with its sale as long as nothing was used of it', async () => {
    const first = await sell();
    valueOf(await use(first.id, 500));
    expect(errorOf(await voidSale(db, first.sale))?.code).toBe('gift_card_used');
    const line = (await saleDetail(db, first.sale))!.lines[0]!;
    const back = { sale_id: first.sale, method: 'cash' as const, reason: 'r' };
    const items = [{ sale_line_id: line.id, qty: 1 }];
    expect(errorOf(await refundLines(db, { ...back, lines: items }))?.code).toBe('gift_card_used');
    expect(errorOf(await refundSale(db, { ...back, amount_cents: 100 }))?.code).toBe(
      'already_refunded',
    );
  });
});

describe('a card that pays', () => {
  test('is used under the lease of this device, and not beyond it', async () => {
    const { id } = await sell();
    await sync(id);
    expect(errorOf(await use(id, 100))?.code).toBe('gift_card_short');
    const mine = await lease(id, 5000);
    valueOf(await use(id, 3000));
    expect((await lastOps(db))?.find(({ table }) => table === 'gift_activities')).toMatchObject({
      value: { kind: 'redeem', amount_cents: -3000, lease_id: mine },
    });
    expect(errorOf(await use(id, 2001))?.code).toBe('gift_card_short');
    now += 61 * 60_000;
    expect(errorOf(await use(id, 100))?.code).toBe('gift_card_short');
    // What the server has granted a moment ago may not be here yet.
    valueOf(await use(id, 2000, 'just-granted'));
    expect(await balance(id)).toBe(5000);
  });

  test('that is kept for another device, or blocked, is not used here', async () => {
    const { id } = await sell();
    await sync(id);
    await lease(id, 5000, 60, 'another');
    expect(errorOf(await use(id, 100))?.code).toBe('gift_card_short');
    const mine = await lease(id, 1000);
    valueOf(await blockGiftCard(db, id, true, 'Lost'));
    expect((await giftCard(db, id))!.state).toBe('blocked');
    expect(errorOf(await use(id, 100))?.code).toBe('gift_card_short');
    valueOf(await blockGiftCard(db, id, false));
    valueOf(await returnGiftLease(db, id, mine));
    expect((await giftCard(db, id))!.here.cents).toBe(0);
    expect(errorOf(await blockGiftCard(db, 'none', true))?.code).toBe('not_found');
  });

  test('gets back what it paid, and no more', async () => {
    const { id } = await sell();
    const paid = valueOf(
      await completeSale(db, sale([cut(6000)], [byCard(id, 4000), cash(2000)])),
    ).id;
    const back = { sale_id: paid, method: 'gift_card' as const, reason: 'r' };
    expect(errorOf(await refundSale(db, { ...back, amount_cents: 4001 }))?.code).toBe(
      'already_refunded',
    );
    valueOf(await refundSale(db, { ...back, amount_cents: 2500 }));
    expect(await balance(id)).toBe(8500);
    expect(errorOf(await refundSale(db, { ...back, amount_cents: 1501 }))?.code).toBe(
      'already_refunded',
    );
    const slip = valueOf(await use(id, 500)).id;
    valueOf(await voidSale(db, slip));
    expect(await balance(id)).toBe(8500);
  });

  test('and did not cover it leaves the sale to be collected', async () => {
    const { id } = await sell();
    const paid = valueOf(await use(id, 4000)).id;
    const payment = (await saleDetail(db, paid))!.payments[0]!;
    await db.rows('payments').update(payment.id, { state: 'to_collect' });
    expect((await saleDetail(db, paid))!.standing).toMatchObject({
      state: 'to_collect',
      due_cents: 4000,
    });
  });
});

describe('a card beside a deposit', () => {
  const left = async () => (await depositsOf(db, ['visit'])).get('visit')?.left;
  /** 60.00: a deposit of 15.00, 40.00 by a card with 100.00, the rest in cash. */
  const settle = async (): Promise<{ card: Uuid; sale: Uuid }> => {
    const { id } = await sell();
    await putRows(db, 'payments', [
      {
        id: 'paid-online',
        sale_id: null,
        appointment_id: 'visit',
        occurred_at: TEST_NOW,
        method: 'card_online',
        label: null,
        state: 'captured',
        collects: false,
        amount_cents: 1500,
        tendered_cents: null,
      },
    ]);
    const deposit = {
      method: 'deposit' as const,
      label: null,
      amount_cents: 1500,
      tendered_cents: null,
      appointment_id: 'visit',
    };
    const payments = [deposit, byCard(id, 4000), cash(500)];
    return { card: id, sale: valueOf(await completeSale(db, sale([cut(6000)], payments))).id };
  };

  test('pays one sale with it, and each goes back to where it came from', async () => {
    const { card: id, sale: both } = await settle();
    const { payments, standing } = (await saleDetail(db, both))!;
    expect(payments.map(({ method, state }) => [method, state])).toEqual(
      expect.arrayContaining([
        ['deposit', 'captured'],
        ['gift_card', 'captured'],
        ['cash', 'captured'],
      ]),
    );
    expect(payments.find(({ method }) => method === 'deposit')?.appointment_id).toBe('visit');
    expect(standing).toMatchObject({ state: 'paid', captured_cents: 6000 });
    expect([await left(), await balance(id)]).toEqual([0, 6000]);
    // The card was sold for 100.00, 15.00 came online and 5.00 now.
    expect(await takingsOf(db, '2027-03-09', null)).toMatchObject({ cents: 12_000 });
    valueOf(await voidSale(db, both));
    expect([await left(), await balance(id)]).toEqual([1500, 10_000]);
    expect(await takingsOf(db, '2027-03-09', null)).toMatchObject({ cents: 11_500 });
  });

  test('gets back what it paid; the rest goes back by hand', async () => {
    const { card: id, sale: both } = await settle();
    const back = { sale_id: both, reason: 'r' };
    expect(
      errorOf(await refundSale(db, { ...back, method: 'gift_card', amount_cents: 4001 }))?.code,
    ).toBe('already_refunded');
    valueOf(await refundSale(db, { ...back, method: 'gift_card', amount_cents: 4000 }));
    valueOf(await refundSale(db, { ...back, method: 'cash', amount_cents: 2000 }));
    expect((await saleDetail(db, both))!.standing.state).toBe('refunded');
    // What the sale has taken up went back with it: it is not there again.
    expect([await left(), await balance(id)]).toEqual([0, 10_000]);
  });

  test('and did not cover it leaves its part to be collected, and nothing of the deposit', async () => {
    const { sale: both } = await settle();
    const { payments } = (await saleDetail(db, both))!;
    const byGift = payments.find(({ method }) => method === 'gift_card')!;
    await db.rows('payments').update(byGift.id, { state: 'to_collect' });
    await db.rows('gift_activities').update(byGift.id, { amount_cents: 0 });
    expect((await saleDetail(db, both))!.standing).toMatchObject({
      state: 'to_collect',
      due_cents: 4000,
      refundable_cents: 2000,
    });
    const back = { sale_id: both, reason: 'r', amount_cents: 100 };
    expect(errorOf(await refundSale(db, { ...back, method: 'gift_card' }))?.code).toBe(
      'already_refunded',
    );
    valueOf(await collectDue(db, { ...cash(4000), sale_id: both }));
    expect((await saleDetail(db, both))!.standing).toMatchObject({ state: 'paid', due_cents: 0 });
  });
});

describe('a card that is corrected', () => {
  const row = async (id: Uuid) => (await giftCard(db, id))!.ledger;

  test('has more or less on it, with the reason, and no money moves', async () => {
    const { id } = await sell();
    valueOf(await adjustGiftCard(db, id, 2500, ' Goodwill '));
    expect(await lastOps(db)).toMatchObject([
      {
        table: 'gift_activities',
        value: { kind: 'adjust_up', amount_cents: 2500, sale_id: null, reason: 'Goodwill' },
      },
    ]);
    valueOf(await adjustGiftCard(db, id, -12_500, 'Paid out'));
    expect(await balance(id)).toBe(0);
    expect((await row(id)).map(({ kind }) => kind)).toContain('adjust_down');
    expect(await takingsOf(db, '2027-03-09', null)).toMatchObject({ cents: 10_000 });
  });

  test('never has less than nothing, than what is kept of it, or more than a card may have', async () => {
    const { id } = await sell();
    expect(errorOf(await adjustGiftCard(db, id, -10_001, 'Slip'))?.code).toBe('gift_card_short');
    await lease(id, 4000, 60, 'another');
    expect(errorOf(await adjustGiftCard(db, id, -6001, 'Slip'))?.code).toBe('gift_card_short');
    valueOf(await adjustGiftCard(db, id, -6000, 'Slip'));
    expect(errorOf(await adjustGiftCard(db, id, 96_001, 'Slip'))).toMatchObject({
      code: 'invalid',
      field: 'amount_cents',
    });
    for (const [cents, reason, field] of [
      [0, 'Slip', 'amount_cents'],
      [100, '  ', 'reason'],
      [100, 'x'.repeat(501), 'reason'],
    ] as const) {
      expect(errorOf(await adjustGiftCard(db, id, cents, reason))).toMatchObject({ field });
    }
    expect(errorOf(await adjustGiftCard(db, 'none', 100, 'Slip'))?.code).toBe('not_found');
    expect(await balance(id)).toBe(4000);
  });
});

describe('how long a card can be used', () => {
  test('is for ever, or as the business has set it when the card was sold', async () => {
    const first = await sell();
    expect((await giftCard(db, first.id))!.card.expires_on).toBeNull();
    await db.rows('businesses').update(db.businessId, { gift_card_years: 5 });
    const another = giftCode(new Uint8Array(11).fill(9));
    valueOf(await completeSale(db, sale([card(5000, another)], [cash(5000)])));
    const id = (await giftCardByCode(db, another))!;
    expect((await giftCard(db, id))!.card.expires_on).toBe('2032-03-09');
    expect((await giftCard(db, first.id))!.card.expires_on).toBeNull();
  });

  test('is made longer, and never shorter', async () => {
    await db.rows('businesses').update(db.businessId, { country_code: 'CA', gift_card_years: 1 });
    const { id } = await sell();
    now += 367 * 86_400_000;
    expect((await giftCard(db, id))!.state).toBe('expired');
    expect(errorOf(await use(id, 100))?.code).toBe('gift_card_short');
    expect(errorOf(await extendGiftCard(db, id, '2028-03-08'))).toMatchObject({
      code: 'invalid',
      field: 'expires_on',
    });
    expect(errorOf(await extendGiftCard(db, id, '2028-02-30'))?.code).toBe('invalid');
    valueOf(await extendGiftCard(db, id, '2029-03-09'));
    expect(await lastOps(db)).toMatchObject([{ op: 'patch', value: { expires_on: '2029-03-09' } }]);
    expect((await giftCard(db, id))!.state).toBe('pending');
    valueOf(await extendGiftCard(db, id, null));
    expect(errorOf(await extendGiftCard(db, id, '2099-01-01'))?.code).toBe('invalid');
    expect(errorOf(await extendGiftCard(db, 'none', null))?.code).toBe('not_found');
  });
});

describe('the gift cards of a client', () => {
  const wallet = async (client: Uuid) =>
    (await walletOf(db, client)).map(({ card, state, balance_cents, isOwn }) => ({
      id: card.id,
      state,
      balance_cents,
      isOwn,
    }));

  test('are what they bought, and what they have paid with; what was for somebody else needs its code', async () => {
    const forBen = await sell(4000);
    const own = giftCode(new Uint8Array(11).fill(3));
    const bought = card(3000, own);
    const mine = { ...bought, gift_card: { ...bought.gift_card!, recipient_name: null } };
    valueOf(await completeSale(db, sale([mine], [cash(3000)])));
    const ownId = (await giftCardByCode(db, own))!;
    expect(await wallet('cleo')).toEqual([
      { id: ownId, state: 'pending', balance_cents: 3000, isOwn: true },
      { id: forBen.id, state: 'pending', balance_cents: 4000, isOwn: false },
    ]);
    expect(await wallet('nobody')).toEqual([]);
    // Ben shows the code once.
    valueOf(
      await completeSale(db, { ...sale([cut(1000)], [byCard(forBen.id, 1000)]), client_id: 'ben' }),
    );
    expect(await wallet('ben')).toEqual([
      { id: forBen.id, state: 'pending', balance_cents: 3000, isOwn: true },
    ]);
    valueOf(await use(ownId, 3000));
    expect((await wallet('cleo')).map(({ id, state }) => [id, state])).toEqual([
      [forBen.id, 'pending'],
      [ownId, 'empty'],
    ]);
  });
});

describe('a card that is kept for a visit', () => {
  const forVisit = (cents: number): SaleInput['lines'][number] => ({
    ...cut(cents),
    appointment_id: 'visit',
  });
  /** As the server keeps it with an online booking. */
  const kept = async (cents: number) => {
    const { id } = await sell();
    await sync(id);
    const leaseId = await lease(id, cents, 60, 'server');
    await db.rows('gift_activities').update(leaseId, { appointment_id: 'visit' });
    return { id, leaseId };
  };

  test('pays the sale of that visit on any device, and what it does not need is free again', async () => {
    const { id, leaseId } = await kept(5000);
    expect(await giftsKeptFor(db, ['visit'])).toEqual([
      {
        card_id: id,
        appointment_id: 'visit',
        lease_id: leaseId,
        cents: 5000,
        code_last4: CODE.slice(-4),
      },
    ]);
    expect(await giftsKeptFor(db, [])).toEqual([]);
    expect(errorOf(await use(id, 100, leaseId))?.code).toBe('gift_card_short');
    expect(
      errorOf(await completeSale(db, sale([forVisit(6000)], [byCard(id, 6000, leaseId)])))?.code,
    ).toBe('gift_card_short');
    valueOf(await completeSale(db, sale([forVisit(3000)], [byCard(id, 3000, leaseId)])));
    expect(await balance(id)).toBe(7000);
    expect(await giftsKeptFor(db, ['visit'])).toEqual([]);
    expect((await lastOps(db))?.map(({ value }) => (value as { kind?: string }).kind)).toContain(
      'lease_return',
    );
  });

  test('pays nothing while it is blocked, nor after its last day', async () => {
    const { id, leaseId } = await kept(5000);
    const pay = () => completeSale(db, sale([forVisit(3000)], [byCard(id, 3000, leaseId)]));
    valueOf(await blockGiftCard(db, id, true, 'Lost'));
    expect(await giftsKeptFor(db, ['visit'])).toEqual([]);
    expect(errorOf(await pay())?.code).toBe('gift_card_short');
    now += 1000;
    valueOf(await blockGiftCard(db, id, false));
    await db.rows('gift_cards').update(id, { expires_on: '2027-03-08' });
    expect(await giftsKeptFor(db, ['visit'])).toEqual([]);
    expect(errorOf(await pay())?.code).toBe('gift_card_short');
    await db.rows('gift_cards').update(id, { expires_on: null });
    valueOf(await pay());
    expect(await balance(id)).toBe(7000);
  });
});
