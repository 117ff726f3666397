import { expect, test } from 'vitest';
import { anon, Device, newId, rpc, signedIn } from '../setup.ts';
import type { Team } from './team.ts';

/** What somebody has who has just made a business. */
export const newBusiness = (team: Team): void => {
  const request = (more: object = {}) => ({
    name: 'Fresh',
    slug: `fresh-${newId().slice(0, 8)}`,
    time_zone: 'Europe/Berlin',
    currency: 'EUR',
    country_code: 'DE',
    locale: 'de-DE',
    trade: 'hair',
    ...more,
  });
  const make = (caller: ReturnType<typeof signedIn>, more: object = {}, op_id = newId()) =>
    rpc(team.db, caller, 'create_business', { request: request(more), op_id });

  test('belongs to its maker and is ready to be used', async () => {
    const maker = newId();
    const made = await make(signedIn(maker, 'Maker@Example.com'));
    expect(made).toEqual({ ok: true, business_id: expect.any(String) });
    const { tables } = await new Device(team.db, maker, made['business_id']).pull();
    expect(tables).toMatchObject({
      businesses: [
        { name: 'Fresh', week_start: 1, time_format: 'h23', currency: 'EUR', trade: 'hair' },
      ],
      booking_rules: [{ id: made['business_id'] }],
      memberships: [{ role: 'owner', user_id: maker, email: 'maker@example.com' }],
      staff: [{ display_name: 'maker', bookable: true }],
    });
    expect(tables.block_off_reasons).toHaveLength(8);
    const [pattern] = tables.work_patterns;
    expect(pattern.weeks[0].map((day: unknown[]) => day.length)).toEqual([1, 1, 1, 1, 1, 1, 0]);
  });

  test('is made once per op_id, and never with a taken, reserved or broken address', async () => {
    const maker = signedIn(newId());
    const opId = newId();
    const first = await make(maker, {}, opId);
    expect(await make(maker, {}, opId)).toEqual(first);
    expect((await make(signedIn(newId()), {}, opId))['business_id']).not.toBe(first['business_id']);
    expect(await make(maker, { slug: team.salon.slug })).toMatchObject({ code: 'slug_taken' });
    expect(await make(maker, { slug: 'login' })).toMatchObject({ code: 'slug_reserved' });
    expect(await make(maker, { slug: 'No Slug' })).toMatchObject({
      code: 'invalid',
      field: 'slug',
    });
    expect(await make(maker, { time_zone: 'Mars/Base' })).toMatchObject({ field: 'time_zone' });
    expect(await make(maker, { name: ' ' })).toMatchObject({ code: 'invalid', field: 'name' });
    expect(await make(maker, { currency: 'euro' })).toMatchObject({ field: 'currency' });
    expect(await make(maker, { trade: 'x'.repeat(41) })).toMatchObject({ field: 'trade' });
    await expect(
      rpc(team.db, anon, 'create_business', { request: {}, op_id: opId }),
    ).rejects.toThrow('permission denied');
  });
};
