import { beforeEach, describe, expect, test } from 'vitest';
import type { Op } from '#domain/commands/op.ts';
import type { Uuid } from '#domain/rows.ts';
import { packageActivity, paidByPackage, soldPackage } from './packs.ts';
import { at, makeSalon, soldCut, type Salon } from './salon.ts';
import { countOf, Device, newId, patch, put, rowOf, useDatabase } from './setup.ts';

const database = useDatabase();
let salon: Salon;
let desk: Device;
let other: Device;
let slugs = 0;

beforeEach(async () => {
  salon = await makeSalon(database.db, `packages-${(slugs += 1)}`);
  desk = new Device(database.db, salon.users.front_desk, salon.id);
  other = new Device(database.db, salon.users.owner, salon.id);
  await desk.pull();
  await other.pull();
});

const told = async (ops: Op[], device = desk) => {
  const { result } = await device.push(ops);
  return [result['status'], result['code']].filter(Boolean).join(' ');
};
const leftOf = async (holding: Uuid) => {
  const [row] = await database.db.sql<{ credits: number; cents: number }>(
    'select p.credits, p.cents::int from private.package_left($1, $2) p',
    [salon.id, holding],
  );
  return row!;
};
const noFaults = async () => {
  for (const view of ['sale_faults', 'package_faults']) {
    expect(await countOf(database.db, `private.${view} where business_id = $1`, [salon.id])).toBe(
      0,
    );
  }
};
const sell = async (more: Parameters<typeof soldPackage>[3] = {}) => {
  const sold = soldPackage(salon, desk.clientId, 1, more);
  expect(await told(sold.ops)).toBe('applied');
  return sold;
};
const refund = (sale_id: Uuid, more: object) =>
  put('refunds', newId(), { sale_id, ...soldCut(null).refund, occurred_at: at(-1, 10), ...more });
const changed = (op: Op, change: object) =>
  ({ ...op, value: { ...(op.value as object), ...change } }) as Op;

describe('a package', () => {
  test('is sold, pays one visit after the other, and has nothing left in the end', async () => {
    const { id } = await sell();
    expect(await leftOf(id)).toEqual({ credits: 3, cents: 10_000 });
    for (const [place, cents] of [3333, 3333, 3334].entries()) {
      const paid = paidByPackage(salon, desk.clientId, place + 2, id, cents);
      expect(await told(paid.ops)).toBe('applied');
      expect(await rowOf(database.db, 'payments', paid.payment)).toMatchObject({
        state: 'captured',
      });
    }
    expect(await leftOf(id)).toEqual({ credits: 0, cents: 0 });
    await noFaults();
  });

  test('is worth what was paid for it, and nothing that no sale explains', async () => {
    const [holding, sale, line, sold, payment] = soldPackage(salon, desk.clientId, 1).ops as [
      Op,
      Op,
      Op,
      Op,
      Op,
    ];
    expect(await told([holding, sale, line, payment])).toBe('refused does_not_add_up');
    for (const change of [{ credits: 4 }, { amount_cents: 9000 }]) {
      expect(await told([holding, sale, line, changed(sold, change), payment])).toBe(
        'refused invalid',
      );
    }
    for (const change of [{ qty: 2 }, { discount_cents: 100, total_cents: 9900 }]) {
      expect(await told([holding, sale, changed(line, change), sold, payment])).toBe(
        'refused invalid',
      );
    }
    const owed = changed(payment, { method: 'owed', state: 'to_collect', tendered_cents: null });
    expect(await told([holding, sale, line, sold, owed])).toBe('refused does_not_add_up');
    expect(await told([changed(holding, { price_cents: 2 })])).toBe('refused invalid');
    expect(await told([holding, sale, line, sold, payment])).toBe('applied');
    const { id } = holding;
    expect(await told([patch('package_holdings', id, { credits: 9 })])).toBe('refused not_allowed');
    const paid = paidByPackage(salon, desk.clientId, 2, id, 3333);
    expect(await told([paid.ops[0]!, paid.ops[1]!, paid.ops[3]!])).toBe('refused does_not_add_up');
    await noFaults();
  });

  test('pays one visit of its services, at what the visit costs', async () => {
    const { id } = await sell();
    const paid = paidByPackage(salon, desk.clientId, 2, id, 3333);
    const [sale, line, redeem, payment] = paid.ops as [Op, Op, Op, Op];
    for (const change of [
      { kind: 'custom', variant_id: null },
      { qty: 3, unit_price_cents: 1111 },
    ]) {
      expect(await told([sale, changed(line, change), redeem, payment])).toBe('refused invalid');
    }
    expect(await told([sale, line, changed(redeem, { amount_cents: -3000 }), payment])).toBe(
      'refused invalid',
    );
    const another = soldPackage(salon, desk.clientId, 2, { service_ids: [newId()] });
    expect(await told(another.ops)).toBe('applied');
    expect(await told(paidByPackage(salon, desk.clientId, 3, another.id, 3333).ops)).toBe(
      'refused invalid',
    );
    expect(await told(paid.ops)).toBe('applied');
    // One credit for one line.
    const twice = packageActivity(id, {
      kind: 'redeem',
      credits: -1,
      amount_cents: -3333,
      sale_id: paid.sale_id,
      sale_line_id: paid.line_id,
    });
    expect(await told([twice])).toBe('refused duplicate');
    await noFaults();
  });

  test.each([
    ['its last visit was used elsewhere', { credits: 1, cents: 3333 }, true],
    ['its time was over', { expires_on: '2020-01-01' }, false],
  ] as const)('keeps a sale and asks a person when %s', async (_, more, isUsed) => {
    const { id } = await sell(more);
    if (isUsed) {
      expect(await told(paidByPackage(salon, other.clientId, 1, id, 3333).ops, other)).toBe(
        'applied',
      );
    }
    const late = paidByPackage(salon, desk.clientId, 2, id, 3333);
    expect(await told(late.ops)).toBe('conflict balance');
    expect(await rowOf(database.db, 'payments', late.payment)).toMatchObject({
      state: 'to_collect',
    });
    expect(await leftOf(id)).toEqual(
      isUsed ? { credits: 0, cents: 0 } : { credits: 3, cents: 10_000 },
    );
    expect(
      await countOf(
        database.db,
        `public.attention_items where business_id = $1 and entity_id = $2 and mine ->> 'package' = 'Cuts'`,
        [salon.id, late.sale_id],
      ),
    ).toBe(1);
    // It is collected by another way.
    const collected = put('payments', newId(), {
      ...soldCut(null).payment,
      sale_id: late.sale_id,
      collects: true,
      amount_cents: 3333,
      tendered_cents: 3333,
    });
    expect(await told([collected])).toBe('applied');
    await noFaults();
  });

  test('gets a visit back that it has paid, once, and its sale back only whole', async () => {
    const sold = await sell();
    const paid = paidByPackage(salon, desk.clientId, 2, sold.id, 3333);
    expect(await told(paid.ops)).toBe('applied');
    const ofLine = { sale_id: paid.sale_id, sale_line_id: paid.line_id };
    const back = refund(paid.sale_id, {
      method: 'package',
      amount_cents: 3333,
      sale_line_id: paid.line_id,
      qty: 1,
    });
    const returned = packageActivity(sold.id, {
      kind: 'return',
      credits: 1,
      amount_cents: 3333,
      ...ofLine,
    });
    const voided = (credits: number, cents: number) => [
      refund(sold.sale_id, { kind: 'void', method: null, amount_cents: 10_000, reason: '' }),
      packageActivity(sold.id, {
        kind: 'cancel',
        credits: -credits,
        amount_cents: -cents,
        sale_id: sold.sale_id,
        sale_line_id: sold.line_id,
      }),
    ];
    expect(await told(voided(3, 10_000), other)).toBe('refused package_used');
    expect(await told(voided(2, 6667), other)).toBe('refused does_not_add_up');
    expect(await told([back], other)).toBe('refused does_not_add_up');
    expect(await told([returned], other)).toBe('refused does_not_add_up');
    expect(await told([back, returned], other)).toBe('applied');
    expect(await leftOf(sold.id)).toEqual({ credits: 3, cents: 10_000 });
    expect(await told(voided(3, 10_000), other)).toBe('applied');
    expect(await leftOf(sold.id)).toEqual({ credits: 0, cents: 0 });
    await noFaults();
  });

  test('goes back with what is left of it', async () => {
    const sold = await sell();
    expect(await told(paidByPackage(salon, desk.clientId, 2, sold.id, 3333).ops)).toBe('applied');
    const back = (cents: number, more: object = {}) =>
      refund(sold.sale_id, { amount_cents: cents, sale_line_id: sold.line_id, qty: 1, ...more });
    const cancel = packageActivity(sold.id, {
      kind: 'cancel',
      credits: -2,
      amount_cents: -6667,
      sale_id: sold.sale_id,
      sale_line_id: sold.line_id,
    });
    expect(await told([back(6667)], other)).toBe('refused does_not_add_up');
    expect(await told([back(5000), cancel], other)).toBe('refused does_not_add_up');
    expect(await told([back(100, { sale_line_id: null, qty: null })], other)).toBe(
      'refused already_refunded',
    );
    expect(await told([back(6667), cancel], other)).toBe('applied');
    expect(await leftOf(sold.id)).toEqual({ credits: 0, cents: 0 });
    await noFaults();
  });
});
