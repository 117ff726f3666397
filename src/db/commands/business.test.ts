import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DaybookDb } from '../open.ts';
import { TEST_BUSINESS } from '../memory-db.ts';
import { hasAgreedPrices } from '../queries/agreed-prices.ts';
import { errorOf, openSalon, putAppointment, segmentOf, valueOf } from '../test-rows.ts';
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

  test('what a row from before does not have yet comes back by undo, too', async () => {
    const business = () => db.rows('businesses').get(TEST_BUSINESS);
    expect(await business()).not.toHaveProperty('gift_card_years');
    const done = valueOf(await editBusiness(db, { gift_card_years: 5, tax_before_discount: true }));
    expect(await business()).toMatchObject({ gift_card_years: 5, tax_before_discount: true });
    valueOf(await done.undo());
    expect(await business()).toMatchObject({ gift_card_years: null, tax_before_discount: false });
  });

  test.each([
    [{ slug: 'login' }, 'reserved'],
    [{ slug: 'A B' }, 'not_a_slug'],
    [{ currency: 'JPY' }, 'not_a_choice'],
    [{ time_zone: 'Mars/Olympus' }, 'not_a_zone'],
    [{ week_start: 8 }, 'too_large'],
    [{ gift_card_years: 4 }, 'gift_years_us'],
  ])('%j is refused: %s', async (patch, rule) =>
    expect(errorOf(await editBusiness(db, patch))?.rule).toBe(rule),
  );

  test('a business that moves to the United States has gift cards of five years first', async () => {
    valueOf(await editBusiness(db, { country_code: 'CA', gift_card_years: 4 }));
    expect(errorOf(await editBusiness(db, { country_code: 'US' }))).toMatchObject({
      field: 'gift_card_years',
      rule: 'gift_years_us',
    });
    valueOf(await editBusiness(db, { country_code: 'US', gift_card_years: 5 }));
    valueOf(await editBusiness(db, { gift_card_years: null }));
  });

  test('the currency changes until somebody is booked at a price', async () => {
    const part = segmentOf('s1', 'ana', '2027-03-10T15:00:00+00:00');
    await putAppointment(db, 'free', [{ ...part, id: 's0', price_cents: 0 }]);
    await putAppointment(db, 'off', [part], { status: 'cancelled' });
    valueOf(await editBusiness(db, { currency: 'EUR' }));
    await putAppointment(db, 'asked', [{ ...part, id: 's2' }], { status: 'pending' });
    expect(errorOf(await editBusiness(db, { currency: 'USD' }))).toMatchObject({
      code: 'currency_fixed',
      field: 'currency',
    });
    // Everything else of the form is saved as before.
    valueOf(await editBusiness(db, { currency: 'EUR', name: 'Salon' }));
  });

  test('one price among many that do not count fixes the currency', async () => {
    const segments = Array.from({ length: 150 }, (_, n) =>
      segmentOf(`s${String(n).padStart(3, '0')}`, 'ana', '2027-03-10T15:00:00+00:00'),
    );
    await putAppointment(db, 'off', segments, { status: 'declined' });
    expect(await hasAgreedPrices(db)).toBe(false);
    await putAppointment(db, 'done', [segmentOf('t', 'ana', '2027-03-01T15:00:00+00:00')], {
      status: 'completed',
    });
    expect(await hasAgreedPrices(db)).toBe(true);
  });

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
