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

  test('a service has fees of its own: told, agreed to beside those of the others, and what a visit then costs', async () => {
    const { salon } = shop;
    const own = { late_cancel: null, no_show: { percent: 20 } };
    await shop.set('services', salon.service, { fee_terms: own });
    const profile = await rpc(shop.db, anon, 'public_profile', { slug: salon.slug });
    expect(profile['services']).toMatchObject([{ id: salon.service, fee_terms: own }]);
    // The business asks for nothing: who has not seen those of the service is asked all the same.
    const nothing = { late_cancel: null, no_show: null, grace_min: 0, notice_min: 1440 };
    expect(refusal(await shop.book({ fee_terms: nothing }))).toBe('policy_changed fee_terms');
    await shop.rules({ fee_terms: TERMS });
    const agreed = {
      ...AGREED,
      late_cancel: null,
      no_show: null,
      services: { [salon.service]: own },
    };
    expect(refusal(await shop.book({ fee_terms: AGREED }))).toBe('policy_changed fee_terms');
    const booked = await shop.book({ fee_terms: agreed });
    expect(refusal(booked)).toBe('ok');
    const { id } = booked['appointment'];
    expect(await rowOf(shop.db, 'appointments', id)).toMatchObject({ fee_terms: agreed });
    // Of what was agreed, whatever it is by now.
    await shop.set('services', salon.service, { fee_terms: { ...own, no_show: { percent: 90 } } });
    const missed = async () => {
      const [row] = await shop.db.sql<{ fee: unknown }>(
        `select private.fee_of(a, 'no_show', 'staff', now()) as fee
         from public.appointments a where a.id = $1`,
        [id],
      );
      return row!.fee;
    };
    expect(await missed()).toEqual({ kind: 'no_show', cents: 1000 });
    // Who was booked by the business goes by those of the service as they are.
    await shop.set('appointments', id, { fee_terms: null });
    expect(await missed()).toEqual({ kind: 'no_show', cents: 4500 });
  });

  test.each([
    ['with a grace', { late_cancel: null, no_show: null, grace_min: 5 }],
    ['of one kind', { late_cancel: null }],
    ['of more than all', { late_cancel: null, no_show: { percent: 101 } }],
  ])('fees of a service %s are refused', async (_what, fee_terms) => {
    await expect(shop.set('services', shop.salon.service, { fee_terms })).rejects.toThrow(
      /fee_terms/,
    );
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
