import { expect, test } from 'vitest';
import { at, FIRST_DAY, makeSalon } from '../salon.ts';
import { anon, countOf, newId, rowOf, rpc } from '../setup.ts';
import { addVisit } from '../visits.ts';
import { refusal, type Shop } from './shop.ts';

export const holds = (shop: Shop): void => {
  const { rules, set, book, hold, item } = shop;

  test('keep the time for whoever holds it', async () => {
    await rules({ assign_rule: 'rank' });
    await set('staff', shop.salon.ben, { bookable: false });
    const key = newId();
    const held = await hold(key);
    expect(held).toEqual({ ok: true, expires_at: expect.any(String) });
    const life = Date.parse(held['expires_at']) - Date.now();
    expect(life).toBeGreaterThan(9 * 60_000);
    expect(life).toBeLessThanOrEqual(10 * 60_000);
    expect(refusal(await hold(newId()))).toBe('slot_taken starts_at');
    expect(refusal(await book())).toBe('slot_taken starts_at');
    expect(refusal(await book({ hold_key: key }))).toBe('ok');
    expect(
      await countOf(shop.db, 'private.slot_holds where business_id = $1', [shop.salon.id]),
    ).toBe(0);
  });

  test('are extended once, moved freely, and given back', async () => {
    const key = newId();
    const first = await hold(key);
    const second = await hold(key);
    const third = await hold(key);
    expect(Date.parse(second['expires_at']) - Date.parse(first['expires_at'])).toBe(5 * 60_000);
    expect(third).toEqual(second);
    await hold(key, { starts_at: at(FIRST_DAY, 15) });
    expect(await countOf(shop.db, 'private.busy_segments where hold_key = $1', [key])).toBe(1);
    const release = () =>
      rpc(shop.db, anon, 'release_hold', { slug: shop.salon.slug, hold_key: key });
    expect(await release()).toEqual({ ok: true });
    expect(await release()).toEqual({ ok: true });
    expect(await countOf(shop.db, 'private.busy_segments where hold_key = $1', [key])).toBe(0);
  });

  test('share the buffers of their neighbours where the business says so', async () => {
    await set('staff', shop.salon.ben, { bookable: false });
    await set('service_variants', shop.salon.cut, { buffer_before_min: 15, buffer_after_min: 15 });
    await addVisit(shop.db, shop.salon, shop.salon.ann, at(FIRST_DAY, 14), {
      segment: { buffer_after_min: 15 },
    });
    const next = { starts_at: at(FIRST_DAY, 15, 15) };
    expect(refusal(await hold(newId(), next))).toBe('slot_taken starts_at');
    await rules({ share_buffers: true });
    const day = FIRST_DAY;
    const key = newId();
    expect(refusal(await hold(key, next))).toBe('ok');
    const told = await rpc(shop.db, anon, 'public_availability', {
      slug: shop.salon.slug,
      from_day: at(day, 12).slice(0, 10),
      to_day: at(day, 12).slice(0, 10),
    });
    const [ann] = told['staff'] as { free: number[]; for_buffers: number[] }[];
    const minute = (hour: number, min = 0) => Date.parse(at(day, hour, min)) / 60_000;
    // Where the two share a buffer nobody can work, though more buffers could lie there.
    expect(ann!.free).not.toContain(minute(15));
    expect(ann!.for_buffers).toContain(minute(15));
    expect(refusal(await book({ ...next, hold_key: key }))).toBe('ok');
    expect(refusal(await book({ starts_at: at(FIRST_DAY, 15) }))).toBe('slot_taken starts_at');
  });

  test('that ran out hold nothing', async () => {
    await set('staff', shop.salon.ben, { bookable: false });
    const key = newId();
    await hold(key);
    await shop.db.sql(
      `update private.slot_holds set expires_at = now() - interval '1 second' where hold_key = $1`,
      [key],
    );
    expect(refusal(await book())).toBe('ok');
    expect(refusal(await book({ hold_key: key }))).toBe('slot_taken starts_at');
  });

  test('of another business open nothing here', async () => {
    const other = await makeSalon(shop.db, `${shop.salon.slug}-x`);
    const key = newId();
    await hold(key);
    await set('staff', shop.salon.ann, { bookable: false });
    await set('staff', shop.salon.ben, { bookable: false });
    expect(
      await rpc(shop.db, anon, 'hold_slot', {
        slug: other.slug,
        request: { items: [{ ...item(), variant_id: other.cut }], starts_at: at(FIRST_DAY, 14) },
        hold_key: key,
      }),
    ).toMatchObject({ ok: false, code: 'invalid' });
  });

  test('are checked like a booking', async () => {
    expect(refusal(await hold(newId(), { starts_at: at(FIRST_DAY, 18) }))).toBe(
      'outside_hours starts_at',
    );
    expect(refusal(await hold(newId(), { items: [] }))).toBe('invalid items');
  });

  test('a place staff took offline waits for the hold and gets it when it is given back', async () => {
    const key = newId();
    await set('staff', shop.salon.ben, { bookable: false });
    await hold(key);
    const visit = await addVisit(shop.db, shop.salon, shop.salon.ann, at(FIRST_DAY, 14));
    expect(await rowOf(shop.db, 'appointments', visit.id)).toMatchObject({ conflict: true });
    await rpc(shop.db, anon, 'release_hold', { slug: shop.salon.slug, hold_key: key });
    expect(await rowOf(shop.db, 'appointments', visit.id)).toMatchObject({ conflict: false });
  });
};
