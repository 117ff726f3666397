import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DaybookDb } from '../open.ts';
import { TEST_BUSINESS } from '../memory-db.ts';
import { errorOf, openSalon, valueOf } from '../test-rows.ts';
import { editBusiness, editRules, publishPolicy } from './business.ts';

let db: DaybookDb;
beforeEach(async () => {
  db = await openSalon();
});
afterEach(() => db.close());

describe('the business', () => {
  test('settings are checked and come back by undo', async () => {
    const done = valueOf(await editBusiness(db, { name: 'New Name', week_start: 7 }));
    expect(await db.rows('businesses').get(TEST_BUSINESS)).toMatchObject({
      name: 'New Name',
      week_start: 7,
    });
    valueOf(await done.undo());
    expect(await db.rows('businesses').get(TEST_BUSINESS)).toMatchObject({
      name: 'Test Salon',
      week_start: 1,
    });
  });

  test.each([
    [{ slug: 'login' }, 'reserved'],
    [{ slug: 'A B' }, 'not_a_slug'],
    [{ currency: 'JPY' }, 'not_a_choice'],
    [{ time_zone: 'Mars/Olympus' }, 'not_a_zone'],
    [{ week_start: 8 }, 'too_large'],
  ])('%j is refused: %s', async (patch, rule) =>
    expect(errorOf(await editBusiness(db, patch))?.rule).toBe(rule),
  );

  test('a notice beyond the window could never be kept', async () => {
    expect(errorOf(await editRules(db, { window_days: 1, min_notice_min: 1440 }))).toMatchObject({
      field: 'min_notice_min',
      rule: 'notice_beyond_window',
    });
    valueOf(await editRules(db, { slot_step_min: 0 }));
  });

  test('a policy gets the next version, the same text none', async () => {
    const first = valueOf(await publishPolicy(db, 'Be on time.'));
    expect(valueOf(await publishPolicy(db, ' Be on time. '))).toBe(first);
    valueOf(await publishPolicy(db, 'Be early.'));
    const texts = await db.rows('policy_texts').toArray();
    expect(texts.map(({ version }) => version).toSorted()).toEqual([1, 2]);
    expect(texts[0]?.hash).toMatch(/^[0-9a-f]{64}$/);
  });
});
