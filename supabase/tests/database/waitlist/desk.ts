import { beforeEach, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import type { Shop } from '../booking/shop.ts';
import { at, wish } from '../salon.ts';
import { Device, newId, patch, put } from '../setup.ts';
import { visitOps, visitRows } from '../visits.ts';
import { DAY, lineOf } from './line.ts';

/** Entries that staff make, change and end, offline too. */
export const whatDevicesWrite = (shop: Shop): void => {
  const { enter, entry } = lineOf(shop);
  let desk: Device;
  beforeEach(async () => {
    desk = new Device(shop.db, shop.salon.users.front_desk, shop.salon.id);
    await desk.pull();
  });

  const whole = (more: object = {}) => ({
    client_id: shop.salon.client,
    ...wish(shop.salon.cut, DAY),
    note: 'Rather early',
    priority: 2,
    state: 'waiting',
    appointment_id: null,
    ...more,
  });
  /** What became of one change, in a word. */
  const told = async (pushed: ReturnType<Device['push']>) => {
    const { result } = await pushed;
    return result['status'] === 'applied'
      ? 'applied'
      : [result['status'], result['code'], result['field']].filter(Boolean).join(' ');
  };
  const change = (id: Uuid, value: Record<string, unknown>) =>
    told(desk.push([patch('waitlist_entries', id, value)]));

  test('an entry is made and changed; the server says until when it counts', async () => {
    const id = newId();
    // What devices know of these columns is their own; the server’s are not written.
    const own = { source: 'public', fits_at: at(DAY, 9), expires_at: at(1, 9) };
    expect(await told(desk.push([put('waitlist_entries', id, { ...whole(), ...own })]))).toBe(
      'applied',
    );
    expect(await entry(id)).toMatchObject({
      source: 'staff',
      state: 'waiting',
      note: 'Rather early',
      priority: 2,
      fits_at: null,
      expires_at: at(DAY, 17),
    });
    const [window] = wish(shop.salon.cut, DAY + 2, 8, 12).windows;
    expect(await change(id, { windows: [...whole().windows, window], note: null })).toBe('applied');
    expect(await entry(id)).toMatchObject({ note: null, expires_at: at(DAY + 2, 12) });
    expect(await change(id, { fits_at: at(DAY, 9) })).toBe('refused not_allowed fits_at');
    const { tables } = await desk.pull();
    expect(tables['waitlist_entries']).toMatchObject([{ id, priority: 2 }]);
  });

  test('only what the server would take as well', async () => {
    const [window] = whole().windows;
    const [item] = whole().items;
    for (const wrong of [
      { items: [] },
      { items: [{ ...item, staff_ids: ['x'] }] },
      { items: [{ variant_id: item!.variant_id }] },
      { items: [{ ...item, bundle_id: null }] },
      { location_type: 'moon' },
      { address: { colour: 'red' } },
      { windows: [] },
      { windows: [{ ...window, to_min: 0 }] },
      { priority: 10 },
      { note: 'x'.repeat(1001) },
      { client_id: newId() },
      { state: 'free' },
    ]) {
      const answer = await told(desk.push([put('waitlist_entries', newId(), whole(wrong))]));
      expect([Object.keys(wrong), answer.split(' ')[0]]).toEqual([Object.keys(wrong), 'refused']);
    }
  });

  test('the steps of people, and none of the server’s', async () => {
    const { id: visit } = visitRows(shop.salon, shop.salon.ann, at(DAY, 10));
    const id = await enter();
    expect(await change(id, { state: 'offered' })).toBe('refused illegal_transition state');
    expect(await change(id, { state: 'expired' })).toBe('refused illegal_transition state');
    expect(await change(id, { state: 'booked' })).toBe('refused invalid appointment_id');
    expect(await change(id, { state: 'cancelled' })).toBe('applied');
    expect(await change(id, { state: 'booked', appointment_id: visit })).toBe(
      'refused illegal_transition state',
    );
    expect(await change(id, { state: 'waiting' })).toBe('applied');
    expect(
      await told(desk.push([put('waitlist_entries', newId(), whole({ state: 'expired' }))])),
    ).toBe('refused illegal_transition state');
    // A wish for days that are over is none.
    await shop.set('waitlist_entries', id, { state: 'expired', ...wish(shop.salon.cut, -2) });
    await desk.pull();
    expect(await change(id, { state: 'waiting' })).toBe('refused past windows');
    expect(await change(id, { state: 'waiting', ...wish(shop.salon.cut, DAY) })).toBe('applied');
  });

  test('a visit and the entry it comes from are one change, and go back as one', async () => {
    const id = await enter();
    const visit = visitRows(shop.salon, shop.salon.ann, at(DAY, 10), {
      appointment: { client_id: shop.salon.client, source: 'waitlist' },
    });
    const booked = { state: 'booked', appointment_id: visit.id };
    expect(await told(desk.push([...visitOps(visit), patch('waitlist_entries', id, booked)]))).toBe(
      'applied',
    );
    expect(await entry(id)).toMatchObject(booked);
    expect(
      await told(
        desk.push([
          patch('waitlist_entries', id, { state: 'waiting', appointment_id: null }),
          { table: 'appointments', id: visit.id, op: 'delete', value: null },
        ]),
      ),
    ).toBe('applied');
    expect(await entry(id)).toMatchObject({ state: 'waiting', appointment_id: null });
  });

  test('a visit that is deleted leaves the entry as it is, without it', async () => {
    const visit = visitRows(shop.salon, shop.salon.ann, at(DAY, 10));
    await desk.push(visitOps(visit));
    const id = await enter({ state: 'booked', appointment_id: visit.id });
    await desk.push([{ table: 'appointments', id: visit.id, op: 'delete', value: null }]);
    expect(await entry(id)).toMatchObject({ state: 'booked', appointment_id: null });
  });

  test('who left by their link is not brought back by a device that had not heard of it', async () => {
    const { join, leave, joined } = lineOf(shop);
    const { leave_token: token } = await join();
    await desk.pull();
    const [row] = await joined();
    await leave(token);
    expect(await change(row!.id, { state: 'booked', appointment_id: shop.salon.visit })).not.toBe(
      'applied',
    );
    expect(await entry(row!.id)).toMatchObject({ state: 'cancelled' });
  });
};
