import { expect, test } from 'vitest';
import { at, FIRST_DAY } from '../salon.ts';
import { anon, rpc } from '../setup.ts';
import { addVisit } from '../visits.ts';
import { refusal, type Shop } from './shop.ts';

/** Who gets the visit when the client names nobody. */
export const anybody = (shop: Shop): void => {
  const { rules, set, book } = shop;

  const chosen = async () => (await book())['appointment']?.segments[0].staff_id;

  test('least busy: whoever has worked less that day', async () => {
    await addVisit(shop.db, shop.salon, shop.salon.ann, at(FIRST_DAY, 15, 30));
    expect(await chosen()).toBe(shop.salon.ben);
  });

  test('rank: the first of the list', async () => {
    await rules({ assign_rule: 'rank' });
    await addVisit(shop.db, shop.salon, shop.salon.ann, at(FIRST_DAY, 15, 30));
    expect(await chosen()).toBe(shop.salon.ann);
  });

  test('first free: whoever has waited longest', async () => {
    await rules({ assign_rule: 'first_free' });
    await addVisit(shop.db, shop.salon, shop.salon.ann, at(FIRST_DAY, 13, 30), { minutes: 15 });
    expect(await chosen()).toBe(shop.salon.ben);
  });

  test('gaps: whom it leaves no rest too short for the shortest service, where that matters', async () => {
    // An hour is the shortest: half of one between 15:00 and 15:30 could be given to nobody.
    await addVisit(shop.db, shop.salon, shop.salon.ann, at(FIRST_DAY, 15, 30));
    await rules({ assign_rule: 'rank', gap_mode: 'prefer' });
    expect(await chosen()).toBe(shop.salon.ben);
    // Rather a gap than no visit.
    expect(await chosen()).toBe(shop.salon.ann);
  });

  test.each([
    ['off', 'prefer', 'ann', 'ben'],
    ['prefer', 'off', 'ben', 'ann'],
    ['prefer', null, 'ben', 'ben'],
  ] as const)(
    'gaps: mode %s, %s for who has been here before',
    async (gap_mode, gap_mode_returning, stranger, known) => {
      const { salon } = shop;
      const salonOf = { ann: salon.ann, ben: salon.ben };
      for (const day of [FIRST_DAY, FIRST_DAY + 1]) {
        await addVisit(shop.db, salon, salon.ann, at(day, 15, 30));
      }
      await rules({ assign_rule: 'rank', gap_mode, gap_mode_returning });
      expect(await chosen()).toBe(salonOf[stranger]);
      const cleo = { ...shop.request().client, email: `cleo@${salon.slug}.example` };
      const answer = await book({ client: cleo, starts_at: at(FIRST_DAY + 1, 14) });
      expect(answer['appointment']?.segments[0].staff_id).toBe(salonOf[known]);
    },
  );

  test('gaps: the page is told how short the shortest service is, where that matters', async () => {
    const told = async () =>
      (await rpc(shop.db, anon, 'public_profile', { slug: shop.salon.slug }))['rules'].shortest_min;
    expect(await told()).toBeNull();
    await rules({ gap_mode: 'strict' });
    expect(await told()).toBe(60);
    await set('staff_service_overrides', shop.salon.rows.staff_service_overrides, {
      duration_min: 45,
    });
    expect(await told()).toBe(45);
    await set('services', shop.salon.service, { visibility: 'hidden' });
    expect(await told()).toBeNull();
  });

  test('the other one when the preferred one is taken, then nobody', async () => {
    await rules({ assign_rule: 'rank' });
    expect(await chosen()).toBe(shop.salon.ann);
    expect(await chosen()).toBe(shop.salon.ben);
    expect(refusal(await book())).toBe('slot_taken starts_at');
  });

  test('takes the price and length of the person it gets', async () => {
    await set('staff_service_overrides', shop.salon.rows.staff_service_overrides, {
      price_cents: 7000,
      duration_min: 90,
    });
    await rules({ assign_rule: 'rank' });
    await book();
    const answer = await book();
    expect(answer).toMatchObject({
      ok: true,
      appointment: { total: 7000, ends_at: at(FIRST_DAY, 15, 30) },
    });
  });
};
