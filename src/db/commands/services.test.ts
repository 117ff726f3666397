import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bySortKey } from '#domain/sort-key.ts';
import type { DaybookDb } from '../open.ts';
import { errorOf, openSalon, valueOf, lastOps } from '../test-rows.ts';
import { createAddOn, createAddOnGroup, deleteAddOnGroup, editAddOnGroup } from './add-ons.ts';
import {
  archiveVariant,
  createCategory,
  createService,
  createVariant,
  deleteCategory,
  editService,
  editVariant,
  moveService,
} from './services.ts';
import { setOverrides } from './overrides.ts';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

describe('services', () => {
  const order = async () =>
    (await db.rows('services').toArray()).toSorted(bySortKey).map(({ name }) => name);

  test('come with their variants, behind the others', async () => {
    const id = valueOf(
      await createService(db, { name: 'Facial' }, [
        { name: 'Short', duration_min: 30, price_cents: 4000 },
        { name: 'Long', price_cents: 7000 },
      ]),
    );
    const variants = await db
      .rows('service_variants')
      .filter((one) => one.service_id === id)
      .toArray();
    expect(variants.toSorted(bySortKey).map(({ name }) => name)).toEqual(['Short', 'Long']);
    expect(await order()).toEqual(['Haircut', 'Colour', 'Facial']);
  });

  test('a wrong variant is named by its place', async () =>
    expect(
      errorOf(await createService(db, { name: 'X' }, [{}, { duration_min: 7 }])),
    ).toMatchObject({
      code: 'invalid',
      field: 'variants.1.duration_min',
      rule: 'step',
    }));

  test('one moved changes one row, and undo puts it back', async () => {
    valueOf(await createService(db, { name: 'Facial' }));
    const done = valueOf(await moveService(db, 's-colour', 0));
    expect(await order()).toEqual(['Colour', 'Haircut', 'Facial']);
    expect(await lastOps(db)).toHaveLength(1);
    valueOf(await done.undo());
    expect(await order()).toEqual(['Haircut', 'Colour', 'Facial']);
  });

  test('what becomes free costs nothing; free with a price is refused', async () => {
    valueOf(await editVariant(db, 'cut', { price_kind: 'free' }));
    expect(await db.rows('service_variants').get('cut')).toMatchObject({
      price_kind: 'free',
      price_cents: 0,
    });
    expect(errorOf(await editVariant(db, 'cut', { price_cents: 100 }))?.rule).toBe(
      'free_has_price',
    );
  });

  test('the last variant stays', async () => {
    expect(errorOf(await archiveVariant(db, 'cut'))?.code).toBe('in_use');
    valueOf(await createVariant(db, 's-cut', { name: 'Kids' }));
    const done = valueOf(await archiveVariant(db, 'cut'));
    valueOf(await done.undo());
    expect((await db.rows('service_variants').get('cut'))?.status).toBe('active');
  });

  test('a category that goes leaves its services', async () => {
    const id = valueOf(
      await createCategory(db, { name: 'Hair', colour: 'rose', visible_online: true }),
    );
    valueOf(await editService(db, 's-cut', { category_id: id }));
    valueOf(await deleteCategory(db, id));
    expect((await db.rows('services').get('s-cut'))?.category_id).toBeNull();
    expect(await db.rows('service_categories').count()).toBe(0);
  });

  test('a deleted category comes back with its services', async () => {
    const hair = valueOf(
      await createCategory(db, { name: 'Hair', colour: 'rose', visible_online: false }),
    );
    const nails = valueOf(
      await createCategory(db, { name: 'Nails', colour: 'teal', visible_online: true }),
    );
    const before = await db.rows('service_categories').get(hair);
    valueOf(await editService(db, 's-cut', { category_id: hair }));
    valueOf(await editService(db, 's-colour', { category_id: hair }));
    const done = valueOf(await deleteCategory(db, hair));
    // What was put elsewhere meanwhile stays there.
    valueOf(await editService(db, 's-colour', { category_id: nails }));
    const again = valueOf(await done.undo());
    expect(again).not.toBe(hair);
    expect(await db.rows('service_categories').get(again)).toMatchObject({
      name: 'Hair',
      colour: 'rose',
      visible_online: false,
      sort_key: before?.sort_key,
    });
    expect((await db.rows('services').get('s-cut'))?.category_id).toBe(again);
    expect((await db.rows('services').get('s-colour'))?.category_id).toBe(nails);
    expect(errorOf(await deleteCategory(db, hair))?.code).toBe('not_found');
  });

  test('an override exists only while it says something', async () => {
    const base = {
      staff_id: 'ben',
      variant_id: 'cut',
      offered: true,
      price_cents: null,
      duration_min: null,
    };
    valueOf(await setOverrides(db, [base]));
    expect(await db.outbox.count()).toBe(0);
    valueOf(await setOverrides(db, [{ ...base, duration_min: 60 }]));
    valueOf(await setOverrides(db, [{ ...base, offered: false }]));
    expect(await db.rows('staff_service_overrides').toArray()).toMatchObject([
      { offered: false, duration_min: null },
    ]);
    valueOf(await setOverrides(db, [base]));
    expect(await db.rows('staff_service_overrides').count()).toBe(0);
  });

  test('add-ons belong to groups, and groups to services one by one', async () => {
    const group = valueOf(
      await createAddOnGroup(db, {
        name: 'Extras',
        service_ids: ['s-cut'],
        min_count: 0,
        max_count: 2,
      }),
    );
    valueOf(
      await createAddOn(db, { group_id: group, name: 'Mask', price_cents: 1500, extra_min: 10 }),
    );
    valueOf(await editAddOnGroup(db, group, { service_ids: ['s-cut', 's-colour'] }));
    expect(await lastOps(db)).toEqual([
      { table: 'add_on_groups', id: group, op: 'add', value: { service_ids: 's-colour' } },
    ]);
    expect(errorOf(await editAddOnGroup(db, group, { min_count: 3 }))?.rule).toBe('min_above_max');
    valueOf(await deleteAddOnGroup(db, group));
    expect(await db.rows('add_ons').count()).toBe(0);
  });

  test('a deleted group comes back with its add-ons', async () => {
    const group = valueOf(
      await createAddOnGroup(db, {
        name: 'Extras',
        service_ids: ['s-cut'],
        min_count: 0,
        max_count: 2,
      }),
    );
    for (const name of ['Mask', 'Massage']) {
      valueOf(await createAddOn(db, { group_id: group, name, price_cents: 1500, extra_min: 10 }));
    }
    const done = valueOf(await deleteAddOnGroup(db, group));
    const again = valueOf(await done.undo());
    expect(await db.rows('add_on_groups').toArray()).toMatchObject([
      { id: again, name: 'Extras', service_ids: ['s-cut'], max_count: 2 },
    ]);
    const addOns = (await db.rows('add_ons').toArray()).toSorted(bySortKey);
    expect(addOns).toMatchObject([
      { group_id: again, name: 'Mask', price_cents: 1500, extra_min: 10 },
      { group_id: again, name: 'Massage' },
    ]);
    expect(errorOf(await deleteAddOnGroup(db, group))?.code).toBe('not_found');
  });
});
