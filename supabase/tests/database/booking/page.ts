import { expect, test } from 'vitest';
import { at, FIRST_DAY } from '../salon.ts';
import { anon, newId, rpc } from '../setup.ts';
import { refusal, type Shop } from './shop.ts';

/** What everybody may read before they book. */
export const thePage = (shop: Shop): void => {
  const { rules, set } = shop;

  test('shows what is offered and nothing else', async () => {
    const profile = await rpc(shop.db, anon, 'public_profile', { slug: shop.salon.slug });
    expect(profile).toMatchObject({
      ok: true,
      business: { name: shop.salon.slug, time_zone: 'UTC' },
      policy: { version: 1, body: 'Be kind.' },
      services: [{ id: shop.salon.service }],
      variants: [{ id: shop.salon.cut, price_cents: 5000, duration_min: 60 }],
      overrides: [{ staff_id: shop.salon.ben, offered: true }],
      add_ons: [{ id: shop.salon.rows.add_ons }],
    });
    expect(profile['staff'].map((person: { id: string }) => person.id)).toEqual([
      shop.salon.ann,
      shop.salon.ben,
    ]);
    const said = JSON.stringify(profile);
    for (const secret of [
      'Cleo',
      '17185550142',
      'membership',
      'custom_permissions',
      'created_by',
    ]) {
      expect(said).not.toContain(secret);
    }
  });

  test('leaves out the hidden and the archived, and the names of hidden staff', async () => {
    await set('staff', shop.salon.ben, { online_visible: false });
    await rules({ staff_choice: 'hidden' });
    const profile = await rpc(shop.db, anon, 'public_profile', { slug: shop.salon.slug });
    expect(profile['staff']).toMatchObject([{ id: shop.salon.ann, display_name: '', title: null }]);
    await set('services', shop.salon.service, { visibility: 'hidden' });
    const hidden = await rpc(shop.db, anon, 'public_profile', { slug: shop.salon.slug });
    expect(hidden).toMatchObject({ services: [], variants: [], categories: [], add_on_groups: [] });
  });

  test('says how many people something takes', async () => {
    await set('services', shop.salon.service, { staff_needed: 2 });
    const profile = await rpc(shop.db, anon, 'public_profile', { slug: shop.salon.slug });
    expect(profile).toMatchObject({
      services: [{ staff_needed: 2 }],
      variants: [{ id: shop.salon.cut }],
    });
  });

  test('an unknown address is not found, whatever is asked of it', async () => {
    const slug = 'nobody-here';
    const calls: [string, object][] = [
      ['public_profile', {}],
      ['public_availability', { from_day: '2027-01-01', to_day: '2027-01-02' }],
      ['public_sessions', {}],
      ['hold_slot', { request: {}, hold_key: newId() }],
      ['book', { request: {}, op_id: newId() }],
    ];
    for (const [name, args] of calls) {
      expect(await rpc(shop.db, anon, name, { slug, ...args })).toEqual({
        ok: false,
        code: 'not_found',
      });
    }
  });

  test('free time is minutes, pairwise, without a reason', async () => {
    const day = at(FIRST_DAY, 0).slice(0, 10);
    const answer = await rpc(shop.db, anon, 'public_availability', {
      slug: shop.salon.slug,
      from_day: day,
      to_day: day,
    });
    const midnight = Date.parse(at(FIRST_DAY, 0)) / 60_000;
    const free = (id: string) =>
      answer['staff']
        .find((person: { id: string }) => person.id === id)
        .free.map((minute: number) => (minute - midnight) / 60);
    expect(free(shop.salon.ann)).toEqual([9, 10, 11, 17]);
    expect(free(shop.salon.ben)).toEqual([9, 10, 11, 12, 13, 17]);
    expect(Object.keys(answer).toSorted()).toEqual(['ok', 'resources', 'server_time', 'staff']);
  });

  test('too many days are refused, a paused business has none to give', async () => {
    const ask = (from_day: string, to_day: string) =>
      rpc(shop.db, anon, 'public_availability', { slug: shop.salon.slug, from_day, to_day });
    expect(refusal(await ask('2027-01-01', '2027-03-04'))).toBe('invalid to_day');
    expect(refusal(await ask('2027-01-02', '2027-01-01'))).toBe('invalid to_day');
    await set('businesses', shop.salon.id, { booking_enabled: false });
    const day = at(FIRST_DAY, 0).slice(0, 10);
    expect(await ask(day, day)).toMatchObject({ ok: true, staff: [] });
  });
};
