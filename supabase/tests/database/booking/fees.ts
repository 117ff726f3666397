import { expect, test } from 'vitest';
import { anon, rowOf, rpc } from '../setup.ts';
import { refusal, type Shop } from './shop.ts';

const TERMS = { late_cancel: { percent: 50 }, no_show: { cents: 3000 }, grace_min: 15 };
const AGREED = { ...TERMS, notice_min: 1440 };

/** Fees are agreed to when a visit is booked. */
export const feesAgreedTo = (shop: Shop): void => {
  test('the page tells them, and booking by it keeps them with the visit', async () => {
    await shop.rules({ fee_terms: TERMS });
    const profile = await rpc(shop.db, anon, 'public_profile', { slug: shop.salon.slug });
    expect(profile['rules']).toMatchObject({ fee_terms: TERMS, cancel_notice_min: 1440 });
    const booked = await shop.book({ fee_terms: AGREED });
    expect(refusal(booked)).toBe('ok');
    const id = booked['appointment'].id;
    expect(await rowOf(shop.db, 'appointments', id)).toMatchObject({
      fee_terms: AGREED,
      fee_state: 'none',
    });
  });

  test.each([
    ['says nothing of fees', undefined],
    ['showed another fee', { ...AGREED, late_cancel: { percent: 20 } }],
    ['showed another deadline', { ...AGREED, notice_min: 60 }],
  ])('a page that %s does not book', async (_what, fee_terms) => {
    await shop.rules({ fee_terms: TERMS });
    expect(refusal(await shop.book({ fee_terms }))).toBe('policy_changed fee_terms');
  });

  test('fees that are gone meanwhile are no reason to ask again', async () => {
    const booked = await shop.book({ fee_terms: AGREED });
    expect(refusal(booked)).toBe('ok');
    const row = await rowOf(shop.db, 'appointments', booked['appointment'].id);
    expect(row['fee_terms']).toEqual({
      late_cancel: null,
      no_show: null,
      grace_min: 0,
      notice_min: 1440,
    });
  });

  test.each([
    ['more than all', { ...TERMS, late_cancel: { percent: 101 } }],
    ['nothing as an amount', { ...TERMS, no_show: { cents: 0 } }],
    ['parts of a cent', { ...TERMS, no_show: { cents: 1.5 } }],
    ['two at once', { ...TERMS, no_show: { cents: 1, percent: 1 } }],
    ['half of the terms', { late_cancel: null, grace_min: 0 }],
    ['more than the terms', { ...TERMS, notice_min: 5 }],
    ['a grace of days', { ...TERMS, grace_min: 1441 }],
    ['no terms', null],
  ])('%s is refused', async (_what, fee_terms) => {
    await expect(shop.rules({ fee_terms })).rejects.toThrow(/fee_terms/);
  });
};
