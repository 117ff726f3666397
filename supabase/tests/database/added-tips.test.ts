import { beforeEach, describe, expect, test } from 'vitest';
import type { Op } from '#domain/commands/op.ts';
import type { Uuid } from '#domain/rows.ts';
import { at, makeSalon, soldCut, type Salon } from './salon.ts';
import { countOf, Device, newId, put, useDatabase } from './setup.ts';

const database = useDatabase();
let salon: Salon;
let desk: Device;
let owner: Device;
let slugs = 0;

beforeEach(async () => {
  salon = await makeSalon(database.db, `tips-${(slugs += 1)}`);
  desk = new Device(database.db, salon.users.front_desk, salon.id);
  owner = new Device(database.db, salon.users.owner, salon.id);
  await desk.pull();
  await owner.pull();
});

/** A sale of 50.00 with a tip of 5.00. */
const ring = async (receipt = 1): Promise<Uuid> => {
  const sale_id = newId();
  const { sale, line, tip, payment } = soldCut(salon.ann, receipt, desk.clientId);
  const pushed = await desk.push([
    put('sales', sale_id, { ...sale, client_id: salon.client }),
    put('sale_lines', newId(), { sale_id, ...line }),
    put('tips', newId(), { sale_id, ...tip }),
    put('payments', newId(), { sale_id, ...payment }),
  ]);
  expect(pushed.result).toMatchObject({ status: 'applied' });
  return sale_id;
};
/** What a device sends for a tip of 7.00 that came later; each part may be another. */
const tipOps = (sale_id: Uuid, change: { tip?: object; payment?: object } = {}): Op[] => {
  const id = newId();
  const occurred_at = at(-1, 12);
  return [
    put('tips', id, {
      sale_id,
      occurred_at,
      staff_id: salon.ann,
      amount_cents: 700,
      ...change.tip,
    }),
    put('payments', id, {
      sale_id,
      ...soldCut(null).payment,
      occurred_at,
      amount_cents: 700,
      tendered_cents: 700,
      ...change.payment,
    }),
  ];
};
const takeBack = (sale_id: Uuid, amount_cents: number): Op[] => [
  put('refunds', newId(), {
    sale_id,
    occurred_at: at(-1, 13),
    kind: 'void',
    method: null,
    amount_cents,
    reason: '',
  }),
];
const told = async (pushed: ReturnType<Device['push']>) => {
  const { result } = await pushed;
  return [result['status'], result['code']].filter(Boolean).join(' ');
};
const faults = () =>
  countOf(database.db, 'private.accounting_faults where business_id = $1', [salon.id]);

describe('a tip after the sale', () => {
  test('[M4] of two devices both are kept, and the sale adds up', async () => {
    const sale = await ring();
    expect(await told(desk.push(tipOps(sale)))).toBe('applied');
    const byCard = { payment: { method: 'card_terminal', tendered_cents: null } };
    expect(await told(owner.push(tipOps(sale, byCard)))).toBe('applied');
    const [sums] = await database.db.sql<{ tips: number; agreed: number; captured: number }>(
      `select tips::int as tips, agreed::int as agreed, captured::int as captured
       from private.sale_sums where sale_id = $1`,
      [sale],
    );
    expect(sums).toEqual({ tips: 500, agreed: 5500, captured: 6900 });
    expect(await faults()).toBe(0);
  });

  test('[M4] beside taking the sale back: one of both', async () => {
    const first = await ring();
    expect(await told(owner.push(takeBack(first, 5500)))).toBe('applied');
    expect(await told(desk.push(tipOps(first)))).toBe('refused already_refunded');
    const second = await ring(2);
    expect(await told(desk.push(tipOps(second)))).toBe('applied');
    // This device had not heard of the tip.
    expect(await told(owner.push(takeBack(second, 5500)))).toBe('refused already_refunded');
    expect(await told(owner.push(takeBack(second, 6200)))).toBe('applied');
    expect(await faults()).toBe(0);
  });

  test.each([
    ['for which less was paid', { payment: { amount_cents: 600 } }],
    ['on trust', { payment: { method: 'owed', state: 'to_collect', tendered_cents: null } }],
    ['that takes what was to be collected', { payment: { collects: true } }],
    ['by a deposit', { payment: { method: 'deposit', tendered_cents: null } }],
  ])('%s is refused', async (_what, change) => {
    expect(await told(desk.push(tipOps(await ring(), change)))).toBe('refused does_not_add_up');
  });

  test('is none without its payment, nor the payment without it, nor with that of another sale', async () => {
    const sale = await ring();
    const other = await ring(2);
    const [tip, payment] = tipOps(sale);
    expect(await told(desk.push([tip!]))).toBe('refused does_not_add_up');
    expect(await told(desk.push([payment!]))).toBe('refused does_not_add_up');
    expect(await told(desk.push(tipOps(sale, { payment: { sale_id: other } })))).toBe(
      'refused does_not_add_up',
    );
    expect(await faults()).toBe(0);
  });
});
