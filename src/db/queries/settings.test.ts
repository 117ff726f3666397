import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setOverrides } from '../commands/overrides.ts';
import { createCategory, editService } from '../commands/services.ts';
import type { DaybookDb } from '../open.ts';
import { ALONE, at, openSalon, putRows } from '../test-rows.ts';
import { blockDetail, blockReasons } from './blocks.ts';
import { businessSettings, myAccess } from './business.ts';
import { overrideKey, serviceTree } from './services.ts';
import { staffDetail, staffList } from './staff.ts';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

describe('settings', () => {
  test('the business with its newest policy, and what the person may do', async () => {
    const text = { body: 'x', hash: 'x', published_at: at('10:00') };
    await putRows(db, 'policy_texts', [
      { id: 'p1', version: 1, ...text },
      { id: 'p2', version: 2, ...text },
    ]);
    expect(await businessSettings(db)).toMatchObject({
      business: { name: 'Test Salon' },
      policy: { version: 2 },
    });
    const access = await myAccess(db);
    expect(access.staffId).toBe('ana');
    expect(access.may('billing')).toBe(true);
    await db.rows('businesses').clear();
    await db.rows('memberships').clear();
    expect(await businessSettings(db)).toBeUndefined();
    expect((await myAccess(db)).may('appointments.view', 'own')).toBe(false);
  });

  test('services stand in their categories, with variants, overrides and add-ons', async () => {
    const hair = await createCategory(db, { name: 'Hair', colour: 'rose', visible_online: true });
    await editService(db, 's-colour', { category_id: hair.ok ? hair.value : '' });
    await setOverrides(db, [
      {
        staff_id: 'ben',
        variant_id: 'colour',
        offered: false,
        price_cents: null,
        duration_min: null,
      },
    ]);
    const tree = await serviceTree(db);
    expect(
      tree.map(({ category, services }) => [
        category?.name ?? null,
        services.map(({ service }) => service.name),
      ]),
    ).toEqual([
      ['Hair', ['Colour']],
      [null, ['Haircut']],
    ]);
    expect(tree[0]?.services[0]?.overrides.get(overrideKey('colour', 'ben'))).toMatchObject({
      offered: false,
    });
    await editService(db, 's-cut', {});
    await db.rows('services').update('s-cut', { status: 'archived' });
    expect((await serviceTree(db)).length).toBe(1);
    expect((await serviceTree(db, { archived: true })).length).toBe(2);
  });

  test('staff with the hours of a day', async () => {
    await putRows(db, 'date_exceptions', [
      { id: 'e1', staff_id: 'ben', on_day: '2027-03-09', kind: 'closed', ranges: [], note: null },
    ]);
    expect(
      (await staffList(db, '2027-03-09')).map(({ staff, hours, membership }) => [
        staff.id,
        hours,
        membership?.role,
      ]),
    ).toEqual([
      ['ana', [[540, 1080]], 'owner'],
      ['ben', [], undefined],
    ]);
    expect(await staffDetail(db, 'ben', '2027-03-09')).toMatchObject({
      pattern: { id: 'hours-ben' },
      exceptions: [{ id: 'e1' }],
    });
    expect(await staffDetail(db, 'none', '2027-03-09')).toBeUndefined();
  });

  test('reasons with their uses', async () => {
    const reason = { icon: '', colour: 'slate', default_min: 30, paid: false, blocks_online: true };
    await putRows(db, 'block_off_reasons', [
      { ...reason, id: 'r2', name: 'Lunch', active: true, sort_key: 'W' },
      { ...reason, id: 'r1', name: 'Admin', active: false, sort_key: 'V' },
    ]);
    await putRows(db, 'time_blocks', [
      {
        ...ALONE,
        id: 'b1',
        staff_id: null,
        starts_at: at('17:00'),
        ends_at: at('18:00'),
        all_day: false,
        reason_id: 'r2',
        note: null,
        blocks_online: true,
      },
    ]);
    expect((await blockReasons(db)).map(({ reason: { name }, uses }) => [name, uses])).toEqual([
      ['Lunch', 1],
    ]);
    expect((await blockReasons(db, { archived: true })).length).toBe(2);
    expect(await blockDetail(db, 'b1')).toMatchObject({
      block: { id: 'b1' },
      reason: { name: 'Lunch' },
    });
    expect(await blockDetail(db, 'none')).toBeUndefined();
  });
});
