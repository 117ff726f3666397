import { beforeEach, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { at, FIRST_DAY } from '../salon.ts';
import { anon, insert, newId, rowOf, rpc, type Answer } from '../setup.ts';
import { refusal, type Shop } from './shop.ts';

/** A day on which nobody has anything. */
const DAY = FIRST_DAY + 1;

/** Services that are sold together. */
export const bundles = (shop: Shop): void => {
  const { rules, set, item, book, hold } = shop;
  /** Half an hour for 30.00, after the cut for 50.00. */
  let colour: Uuid;
  let bundle: Uuid;

  beforeEach(async () => {
    const { salon, db } = shop;
    const [service, variant] = [newId(), newId()];
    await insert(db, 'services', {
      ...(await rowOf(db, 'services', salon.service)),
      id: service,
      name: 'Colour',
    });
    await insert(db, 'service_variants', {
      ...(await rowOf(db, 'service_variants', salon.cut)),
      id: variant,
      service_id: service,
      price_cents: 3000,
      duration_min: 30,
    });
    colour = variant;
    bundle = newId();
    await insert(db, 'bundles', {
      id: bundle,
      business_id: salon.id,
      name: 'Bridal day',
      description: 'Before the party',
      variant_ids: [salon.cut, colour],
      price_mode: 'fixed',
      price_cents: 6000,
      sort_key: 'a1',
    });
    await rules({ assign_rule: 'rank' });
  });

  const parts = (...more: object[]) =>
    [shop.salon.cut, colour].map((variant_id, index) =>
      item({ variant_id, bundle_id: bundle, ...more[index] }),
    );
  const both = (more: object = {}) =>
    book({ starts_at: at(DAY, 14), items: parts(), expected_total: 6000, ...more });
  const offered = async () =>
    (await rpc(shop.db, anon, 'public_profile', { slug: shop.salon.slug }))['bundles'];
  const pricesOf = (answer: Answer): number[] =>
    answer['appointment'].segments.map((one: Answer) => one['price_cents']);

  test('stand on the menu as long as all of their parts do', async () => {
    expect(await offered()).toEqual([
      {
        id: bundle,
        name: 'Bridal day',
        description: 'Before the party',
        visibility: 'public',
        variant_ids: [shop.salon.cut, colour],
        price_mode: 'fixed',
        price_cents: 6000,
        percent_bp: null,
        sort_key: 'a1',
      },
    ]);
    for (const [table, id, change] of [
      ['bundles', bundle, { visibility: 'hidden' }],
      ['bundles', bundle, { status: 'archived' }],
      ['service_variants', colour, { status: 'archived' }],
      ['service_variants', colour, { for_client: 'new' }],
      ['services', shop.salon.service, { visibility: 'hidden' }],
      ['services', shop.salon.service, { capacity: 5 }],
    ] as const) {
      const before = await rowOf(shop.db, table, id);
      await set(table, id, change);
      expect(await offered(), JSON.stringify(change)).toEqual([]);
      expect(refusal(await both()), JSON.stringify(change)).toMatch(/^not_offered /);
      await set(
        table,
        id,
        Object.fromEntries(Object.keys(change).map((name) => [name, before[name]])),
      );
    }
    expect(refusal(await both())).toBe('ok');
  });

  test('are booked as their parts, each with its share of the price', async () => {
    const { ann, cut } = shop.salon;
    const answer = await both();
    expect(answer).toMatchObject({
      ok: true,
      appointment: {
        total: 6000,
        ends_at: at(DAY, 15, 30),
        segments: [
          { variant_id: cut, service_name: 'Cut', staff_id: ann, price_kind: 'fixed' },
          { variant_id: colour, service_name: 'Colour', starts_at: at(DAY, 15) },
        ],
      },
    });
    expect(pricesOf(answer)).toEqual([3750, 2250]);
    // Moving it changes nothing about that.
    const moved = await rpc(shop.db, anon, 'reschedule_booking', {
      token: answer['manage_token'],
      starts_at: at(DAY, 9),
      op_id: newId(),
    });
    expect(pricesOf(moved)).toEqual([3750, 2250]);
  });

  test('cost so much less than whoever does their parts asks', async () => {
    const { ben, rows } = shop.salon;
    await set('staff_service_overrides', rows.staff_service_overrides, { price_cents: 7000 });
    const byBen = { items: parts({ staff_id: ben }) };
    await set('bundles', bundle, { price_mode: 'percent', price_cents: 0, percent_bp: 1000 });
    const percent = await both({ ...byBen, expected_total: 9000 });
    expect(pricesOf(percent)).toEqual([6300, 2700]);
    await set('bundles', bundle, { price_mode: 'amount', price_cents: 2000, percent_bp: null });
    const amount = await both({ ...byBen, starts_at: at(DAY, 9), expected_total: 8000 });
    expect(pricesOf(amount)).toEqual([5600, 2400]);
  });

  test('leave add-ons their own price', async () => {
    const wash = shop.salon.rows.add_ons;
    const answer = await both({ items: parts({ add_on_ids: [wash] }), expected_total: 7000 });
    expect(answer).toMatchObject({ appointment: { total: 7000, ends_at: at(DAY, 15, 45) } });
    expect(pricesOf(answer)).toEqual([4750, 2250]);
  });

  test('stand beside other services at the price of those', async () => {
    const third = newId();
    await insert(shop.db, 'service_variants', {
      ...(await rowOf(shop.db, 'service_variants', colour)),
      id: third,
      price_cents: 2000,
    });
    const items = [...parts(), item({ variant_id: third })];
    const answer = await both({ items, starts_at: at(DAY, 9), expected_total: 8000 });
    expect(pricesOf(answer)).toEqual([3750, 2250, 2000]);
  });

  test('are one thing where clients book one thing', async () => {
    await rules({ multi_service: false });
    expect(refusal(await hold(newId(), { items: parts(), starts_at: at(DAY, 9) }))).toBe('ok');
    expect(refusal(await both())).toBe('ok');
    expect(refusal(await both({ items: [item(), ...parts()] }))).toBe('too_many items');
  });

  test('are refused in parts, in another order, twice, and when there is no such bundle', async () => {
    const [cut, colouring] = parts() as [object, object];
    const plain = item({ variant_id: colour });
    const ask = (items: object[]) => hold(newId(), { items, starts_at: at(DAY, 14) });
    for (const items of [
      [cut],
      [colouring, cut],
      [cut, plain],
      [cut, plain, colouring],
      [cut, colouring, cut, colouring],
      parts().map((one) => ({ ...one, bundle_id: newId() })),
      [{ ...cut, variant_id: colour }, colouring],
    ]) {
      const told = refusal(await ask(items));
      expect(told, JSON.stringify(items)).toBe('not_offered bundle_id');
    }
    for (const bundle_id of ['bridal', 5, {}, [bundle], '']) {
      const items = parts({ bundle_id }, { bundle_id });
      expect(refusal(await ask(items)), JSON.stringify(bundle_id)).toBe('invalid bundle_id');
    }
    // Not in a bundle at all: at the prices of the menu.
    const items = parts({ bundle_id: null }, { bundle_id: null });
    expect(pricesOf(await both({ items, expected_total: 8000 }))).toEqual([5000, 3000]);
  });

  test('whose price has risen since it was seen are refused', async () => {
    await set('bundles', bundle, { price_cents: 6001 });
    expect(refusal(await both())).toBe('price_changed expected_total');
    await set('bundles', bundle, { price_mode: 'amount', price_cents: 2500 });
    expect(pricesOf(await both())).toEqual([3438, 2062]);
  });
};
