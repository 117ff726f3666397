import { expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { addStaff, at } from '../salon.ts';
import { anon, newId, rpc } from '../setup.ts';
import { DAY, dayOf, type House } from './house.ts';

/** What clients book, hold and move while rooms are few. */
export const online = (house: House): void => {
  const { book, hold, push, need, needs, set, roomsOf } = house;

  test('the third booking of a time finds both rooms taken, although somebody is free', async () => {
    await addStaff(house.db, house.salon, 'Cem');
    const answers = [await book(at(DAY, 14)), await book(at(DAY, 14)), await book(at(DAY, 14))];
    expect(answers.map(({ ok, code }) => (ok ? 'ok' : code))).toEqual(['ok', 'ok', 'slot_taken']);
    const taken = await Promise.all(
      answers.slice(0, 2).map(({ appointment }) => roomsOf(appointment.id as Uuid)),
    );
    expect(taken).toEqual([[house.room1], [house.room2]]);
    expect(await book(at(DAY, 15))).toMatchObject({ ok: true });
  });

  test('a hold takes a room, and its holder books in it', async () => {
    await addStaff(house.db, house.salon, 'Cem');
    const keys = [newId(), newId(), newId()];
    const holds = [];
    for (const key of keys) holds.push(await hold(at(DAY, 14), key));
    expect(holds.map(({ ok, code }) => (ok ? 'ok' : code))).toEqual(['ok', 'ok', 'slot_taken']);
    expect(await book(at(DAY, 14))).toMatchObject({ code: 'slot_taken' });
    expect(await book(at(DAY, 14), { hold_key: keys[0] })).toMatchObject({ ok: true });
  });

  test('two items of one request stay in one room, and one room is enough for both', async () => {
    await set(house.room2, "status = 'archived'");
    const answer = await book(at(DAY, 13), {
      items: [1, 2].map(() => ({
        variant_id: house.salon.cut,
        staff_id: house.salon.ann,
        add_on_ids: [],
      })),
    });
    expect(answer).toMatchObject({ ok: true });
    expect(await roomsOf(answer['appointment'].id as Uuid)).toEqual([house.room1, house.room1]);
  });

  test('who needs two of them takes both; a pool without anything in service closes the service', async () => {
    await need(needs(2));
    const both = await book(at(DAY, 14));
    expect((await roomsOf(both['appointment'].id as Uuid)).toSorted()).toEqual(
      [house.room1, house.room2].toSorted(),
    );
    await set(house.room1, `out_from = '${dayOf(DAY + 1)}', out_until = '${dayOf(DAY + 1)}'`);
    expect(await book(at(DAY + 1, 14))).toMatchObject({ code: 'slot_taken' });
    expect(await book(at(DAY + 2, 14))).toMatchObject({ ok: true });
    await need(needs(1));
    expect(await book(at(DAY + 1, 14))).toMatchObject({ ok: true });
  });

  test('an archived pool is not needed any more, and another business cannot be named', async () => {
    await need([
      { pool_id: house.rooms, qty: 1 },
      { pool_id: newId(), qty: 9 },
    ]);
    await house.db.sql(`update public.resource_pools set status = 'archived' where id = $1`, [
      house.rooms,
    ]);
    const answer = await book(at(DAY, 14));
    expect(answer).toMatchObject({ ok: true });
    expect(await roomsOf(answer['appointment'].id as Uuid)).toEqual([]);
  });

  test('a client moves by half an hour into the room that the visit has itself', async () => {
    await set(house.room2, "status = 'archived'");
    const mine = await book(at(DAY, 14));
    const move = (startsAt: string) =>
      rpc(house.db, anon, 'reschedule_booking', {
        token: mine['manage_token'],
        starts_at: startsAt,
        op_id: newId(),
      });
    const status = await rpc(house.db, anon, 'booking_status', { token: mine['manage_token'] });
    expect(status['resources']).toMatchObject([{ id: house.room1 }]);
    expect(status['needs'][0][0].resource_needs).toEqual(needs());
    expect(await move(at(DAY, 14, 30))).toMatchObject({ ok: true });
    expect(await roomsOf(mine['appointment'].id as Uuid)).toEqual([house.room1]);
    await push(house.salon.ben, at(DAY, 16));
    expect(await move(at(DAY, 16))).toMatchObject({ code: 'slot_taken' });
  });

  test('the page is told when rooms are free, one by one and without names', async () => {
    await book(at(DAY, 14));
    const answer = await rpc(house.db, anon, 'public_availability', {
      slug: house.salon.slug,
      from_day: dayOf(DAY),
      to_day: dayOf(DAY),
    });
    const told = (answer['resources'] as { id: Uuid; pool_id: Uuid; free: number[] }[]).map(
      ({ id, pool_id, free, ...more }) => ({ id, pool_id, pieces: free.length / 2, more }),
    );
    expect(told.toSorted((a, b) => b.pieces - a.pieces)).toEqual([
      { id: house.room1, pool_id: house.rooms, pieces: 2, more: {} },
      { id: house.room2, pool_id: house.rooms, pieces: 1, more: {} },
    ]);
    const profile = await rpc(house.db, anon, 'public_profile', { slug: house.salon.slug });
    expect(profile['services'][0].resource_needs).toEqual(needs());
  });
};
