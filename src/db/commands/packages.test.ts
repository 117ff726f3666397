import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CartLine } from '#domain/checkout/cart.ts';
import { coveredLine, creditCents, leftBeside } from '#domain/checkout/packages.ts';
import type { SaleInput } from '#domain/checkout/schema.ts';
import type { Uuid } from '#domain/rows.ts';
import type { DaybookDb } from '../open.ts';
import {
  packageCentsOfSale,
  packages,
  packagesAtTill,
  packagesOfClient,
  packagesOpenCents,
} from '../queries/packages.ts';
import { takingsOf } from '../queries/takings.ts';
import { TEST_NOW, errorOf, lastOps, openSalon, valueOf } from '../test-rows.ts';
import { archivePackage, createPackage, editPackage, restorePackage } from './packages.ts';
import { refundLines, refundSale, voidSale } from './refunds.ts';
import { completeSale } from './sales.ts';

let db: DaybookDb;
let now = Date.parse(TEST_NOW);
beforeEach(async () => {
  now = Date.parse(TEST_NOW);
  db = await openSalon(() => now);
});
afterEach(() => db.close());

const OFFER = {
  name: 'Three cuts',
  price_cents: 10_000,
  credits: 3,
  service_ids: ['s-cut'],
  valid_days: 30,
};
const cut: CartLine = {
  kind: 'service',
  name: 'Haircut',
  qty: 1,
  unit_price_cents: 6000,
  discount: null,
  tax: { name: 'VAT', milli_percent: 20_000, inclusive: false },
  staff_id: 'ana',
  appointment_id: null,
  variant_id: 'cut',
};
const packageLine = (expires_on: string | null = null): SaleInput['lines'][number] => ({
  ...cut,
  kind: 'package',
  name: OFFER.name,
  unit_price_cents: OFFER.price_cents,
  tax: null,
  staff_id: null,
  variant_id: null,
  new_package: { package_id: 'offer', credits: 3, service_ids: ['s-cut'], expires_on },
});
const cash = (amount_cents: number) => ({
  method: 'cash' as const,
  label: null,
  amount_cents,
  tendered_cents: amount_cents,
});
const sale = (
  lines: SaleInput['lines'],
  payments: SaleInput['payments'] = [],
  client_id: Uuid | null = 'cleo',
): SaleInput => ({
  client_id,
  lines,
  discount: null,
  discount_reason: null,
  tips: [],
  payments,
});
const sell = async (expires_on: string | null = null): Promise<Uuid> =>
  valueOf(await completeSale(db, sale([packageLine(expires_on)], [cash(10_000)]))).id;
const held = async () => (await packagesOfClient(db, 'cleo'))[0]!;
const covered = async (): Promise<CartLine> => {
  const { holding, left } = await held();
  return coveredLine(cut, holding.id, left);
};
const use = async (): Promise<Uuid> => valueOf(await completeSale(db, sale([await covered()]))).id;

describe('what is offered', () => {
  test('has a price, visits and services, and is archived when it is not sold any more', async () => {
    const id = valueOf(await createPackage(db, OFFER));
    expect(await packages(db)).toMatchObject([{ ...OFFER, status: 'active' }]);
    expect((await packagesAtTill(db, null)).offered).toHaveLength(1);
    valueOf(await editPackage(db, id, { credits: 4 }));
    valueOf(await archivePackage(db, id));
    expect(await packages(db)).toMatchObject([{ credits: 4, status: 'archived' }]);
    expect((await packagesAtTill(db, null)).offered).toHaveLength(0);
    valueOf(await restorePackage(db, id));
    expect((await packagesAtTill(db, null)).offered).toHaveLength(1);
  });

  test.each([
    ['service_ids', { service_ids: [] }],
    ['credits', { credits: 101 }],
    ['price_cents', { price_cents: 2 }],
    ['valid_days', { valid_days: 0 }],
    ['name', { name: ' ' }],
  ])('is refused with a wrong %s', async (field, change) => {
    const error = errorOf(await createPackage(db, { ...OFFER, ...change }));
    expect(error?.code).toBe('invalid');
    expect(JSON.stringify(error)).toContain(field);
  });
});

describe('a package that is sold', () => {
  test('is one mutation with its sale, and is what its client has from then on', async () => {
    await sell('2027-04-08');
    expect((await lastOps(db))?.map(({ table }) => table)).toEqual([
      'package_holdings',
      'sales',
      'sale_lines',
      'package_activities',
      'payments',
    ]);
    expect(await held()).toMatchObject({
      state: 'active',
      left: { credits: 3, cents: 10_000 },
      holding: { name: 'Three cuts', expires_on: '2027-04-08', price_cents: 10_000 },
    });
  });

  test('is bought by somebody, at its price, and not on trust', async () => {
    expect(
      errorOf(await completeSale(db, sale([packageLine()], [cash(10_000)], null))),
    ).toMatchObject({ code: 'invalid', field: 'client_id' });
    const later = { ...cash(10_000), method: 'owed' as const, tendered_cents: null };
    const cheaper = { ...packageLine(), discount: { cents: 500 } };
    for (const one of [
      sale([packageLine()], [later]),
      sale([cheaper], [cash(9500)]),
      sale([{ ...packageLine(), new_package: null }], [cash(10_000)]),
      sale([{ ...packageLine(), kind: 'custom' }], [cash(10_000)]),
    ]) {
      expect(errorOf(await completeSale(db, one))?.code).toBe('does_not_add_up');
    }
    // What is off the whole is off what is beside it.
    const beside = sale([packageLine(), { ...cut, tax: null }], [cash(13_000)]);
    valueOf(await completeSale(db, { ...beside, discount: { bp: 5000 } }));
  });

  test('pays one visit after the other to the last cent, with the tax in it', async () => {
    await sell();
    const worth: number[] = [];
    for (let visit = 0; visit < 3; visit += 1) {
      worth.push((await covered()).unit_price_cents);
      const id = await use();
      const [line] = await db.rows('sale_lines').where('sale_id').equals(id).toArray();
      expect(line).toMatchObject({ tax_inclusive: true, total_cents: worth.at(-1) });
      const [paid] = await db.rows('payments').where('sale_id').equals(id).toArray();
      expect(paid).toMatchObject({
        method: 'package',
        label: 'Three cuts',
        amount_cents: worth.at(-1),
        state: 'captured',
      });
    }
    expect(worth).toEqual([3333, 3333, 3334]);
    expect(await packagesOpenCents(db)).toBe(0);
    expect(await held()).toMatchObject({ state: 'used_up', left: { credits: 0, cents: 0 } });
    expect((await packagesAtTill(db, 'cleo')).held).toEqual([]);
    // The money came when it was sold.
    expect((await takingsOf(db, '2027-03-09', null))?.cents).toBe(10_000);
  });

  test('pays two lines of one sale and nothing off them, beside other ways of paying', async () => {
    await sell();
    const { holding, left } = await held();
    const first = coveredLine(cut, holding.id, left);
    const second = coveredLine(cut, holding.id, leftBeside(left, holding.id, [first]));
    const wax = { ...cut, kind: 'custom' as const, name: 'Wax', tax: null, variant_id: null };
    valueOf(
      await completeSale(db, {
        ...sale([first, second, wax], [cash(3500)]),
        discount: { bp: 5000 },
        tips: [{ staff_id: 'ana', amount_cents: 500 }],
      }),
    );
    expect((await held()).left).toEqual({ credits: 1, cents: 10_000 - 6666 });
    expect(await packagesOpenCents(db)).toBe(10_000 - 6666);
  });

  test('pays nothing that it is not for', async () => {
    await sell();
    const line = await covered();
    for (const wrong of [
      { ...line, qty: 2 },
      { ...line, kind: 'custom' as const },
      { ...line, discount: { cents: 100 } },
      { ...line, tax: cut.tax },
    ]) {
      expect(errorOf(await completeSale(db, sale([wrong])))?.code).toBe('does_not_add_up');
    }
    expect(errorOf(await completeSale(db, sale([line], [], null)))?.code).toBe('package_short');
    const dear = { ...line, unit_price_cents: 10_001 };
    expect(errorOf(await completeSale(db, sale([dear])))?.code).toBe('package_short');
    const lines = [line, line, line, line];
    expect(errorOf(await completeSale(db, sale(lines)))?.code).toBe('package_short');
    const unknown = { ...line, package_use: { holding_id: 'none' } };
    expect(errorOf(await completeSale(db, sale([unknown])))?.code).toBe('not_found');
    expect((await held()).left.credits).toBe(3);
  });

  test('is over when its time is', async () => {
    await sell('2027-03-09');
    const line = await covered();
    now += 24 * 3_600_000;
    expect((await held()).state).toBe('expired');
    expect(errorOf(await completeSale(db, sale([line])))?.code).toBe('package_short');
  });

  test('that runs out soon can be bought again, from its last day on', async () => {
    const package_id = valueOf(await createPackage(db, OFFER));
    const buy = async (expires_on: string): Promise<void> => {
      const line = packageLine();
      const new_package = { ...line.new_package!, package_id, expires_on };
      valueOf(await completeSale(db, sale([{ ...line, new_package }], [cash(10_000)])));
    };
    const renewable = async () =>
      (await packagesAtTill(db, 'cleo')).renewable.map(({ offer, from }) => [offer.id, from]);
    await buy('2027-04-08');
    expect(await renewable()).toEqual([]);
    now = Date.parse('2027-03-30T15:00:00Z');
    expect(await renewable()).toEqual([[package_id, '2027-04-08']]);
    now = Date.parse('2027-04-20T15:00:00Z');
    expect(await renewable()).toEqual([[package_id, '2027-04-20']]);
    await buy('2027-05-20');
    expect(await renewable()).toEqual([]);
    now = Date.parse('2027-09-01T15:00:00Z');
    expect(await renewable()).toEqual([]);
    valueOf(await editPackage(db, package_id, { valid_days: null }));
    now = Date.parse('2027-05-20T15:00:00Z');
    expect(await renewable()).toEqual([]);
  });

  test('is the same sale when it is asked for twice', async () => {
    await sell();
    const asked = { ...sale([await covered()]), id: 'once' };
    valueOf(await completeSale(db, asked));
    valueOf(await completeSale(db, asked));
    expect((await held()).left.credits).toBe(2);
  });
});

describe('what goes back', () => {
  test('a slip gives the visit back, and takes the package back as long as none was used', async () => {
    const sold = await sell();
    const used = await use();
    expect(errorOf(await voidSale(db, sold))?.code).toBe('package_used');
    valueOf(await voidSale(db, used));
    expect((await held()).left).toEqual({ credits: 3, cents: 10_000 });
    valueOf(await voidSale(db, sold));
    expect(await held()).toMatchObject({ state: 'used_up', left: { credits: 0, cents: 0 } });
  });

  test('what a visit paid goes back to the package, once, or by hand', async () => {
    await sell();
    const used = await use();
    const [line] = await db.rows('sale_lines').where('sale_id').equals(used).toArray();
    const back = {
      sale_id: used,
      reason: 'Too short',
      lines: [{ sale_line_id: line!.id, qty: 1 }],
    };
    const amount = { sale_id: used, reason: 'Too short', amount_cents: 1000 };
    expect(errorOf(await refundSale(db, { ...amount, method: 'package' }))?.code).toBe(
      'already_refunded',
    );
    valueOf(await refundLines(db, { ...back, method: 'package' }));
    expect((await held()).left).toEqual({ credits: 3, cents: 10_000 });
    expect(errorOf(await refundLines(db, { ...back, method: 'package' }))?.code).toBe(
      'already_refunded',
    );
    const other = await use();
    valueOf(await refundSale(db, { ...amount, sale_id: other, method: 'cash' }));
    expect((await held()).left.credits).toBe(2);
  });

  test('a package goes back with what is left of it, and not as an amount', async () => {
    const sold = await sell();
    await use();
    const [line] = await db.rows('sale_lines').where('sale_id').equals(sold).toArray();
    expect(await packageCentsOfSale(db, sold)).toEqual(new Map([[line!.id, 6667]]));
    const reason = 'Moves away';
    const amount = { sale_id: sold, reason, method: 'cash' as const, amount_cents: 100 };
    expect(errorOf(await refundSale(db, amount))?.code).toBe('already_refunded');
    const back = { sale_id: sold, reason, lines: [{ sale_line_id: line!.id, qty: 1 }] };
    expect(errorOf(await refundLines(db, { ...back, method: 'package' }))?.code).toBe(
      'already_refunded',
    );
    valueOf(await refundLines(db, { ...back, method: 'cash' }));
    const refunds = await db.rows('refunds').where('sale_id').equals(sold).toArray();
    expect(refunds.map(({ amount_cents }) => amount_cents)).toEqual([6667]);
    expect(creditCents((await held()).left)).toBe(0);
  });
});
