import { expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { addStaff, at, makeSalon } from '../salon.ts';
import { countOf, newId, patch, put, rowOf } from '../setup.ts';
import { addVisit, visitOps, visitRows } from '../visits.ts';
import { DAY, dayOf, type House } from './house.ts';

/** What the staff push, with and without a room that they chose by hand. */
export const fromDevices = (house: House): void => {
  const { push, needs, set, roomsOf, itemOf } = house;

  test('what is missing is filled in, and what is taken is swapped, without a question', async () => {
    const first = await push(house.salon.ann, at(DAY, 14));
    expect(await roomsOf(first.id)).toEqual([house.room1]);
    expect(first.answer['tables'].appointment_segments).toContainEqual(
      expect.objectContaining({ id: first.segment, resource_ids: [house.room1] }),
    );
    const second = await push(house.salon.ben, at(DAY, 14), {
      resource_needs: needs(),
      resource_ids: [house.room1],
    });
    expect(second.result).toMatchObject({ status: 'applied' });
    expect(await roomsOf(second.id)).toEqual([house.room2]);
    // The server's own choice is nobody's change that another one would clash with.
    const { result } = await house.owner.push([
      patch('appointment_segments', second.segment, { resource_ids: [] }),
    ]);
    expect(result).toMatchObject({ status: 'applied' });
    expect(await roomsOf(second.id)).toEqual([house.room2]);
  });

  test('a room chosen by hand is kept when it is free and asked about when it is not', async () => {
    const kept = await push(house.salon.ann, at(DAY, 14), {
      resource_needs: needs(),
      resource_ids: [house.room2],
      resource_fixed: true,
    });
    expect(kept.result).toMatchObject({ status: 'applied' });
    expect(await roomsOf(kept.id)).toEqual([house.room2]);
    const clash = await push(house.salon.ben, at(DAY, 14), {
      resource_needs: needs(),
      resource_ids: [house.room2],
      resource_fixed: true,
    });
    expect(clash.result).toMatchObject({ status: 'conflict', code: 'slot_taken' });
    expect(await itemOf(clash.id)).toMatchObject({
      state: 'open',
      theirs: { resource_id: house.room2, pool_id: house.rooms, appointment_id: kept.id },
    });
    expect(await rowOf(house.db, 'appointments', clash.id)).toMatchObject({ conflict: true });
    expect(
      await countOf(house.db, 'private.busy_segments where appointment_id = $1', [clash.id]),
    ).toBe(0);
    // Any other room settles it.
    await house.desk.push([
      patch('appointment_segments', clash.segment, { resource_ids: [house.room1] }),
    ]);
    expect(await itemOf(clash.id)).toMatchObject({ state: 'rescheduled' });
    expect(await rowOf(house.db, 'appointments', clash.id)).toMatchObject({ conflict: false });
  });

  test('the third visit of a time waits for a decision, and gets the room that becomes free', async () => {
    const cem = await addStaff(house.db, house.salon, 'Cem');
    const first = await push(house.salon.ann, at(DAY, 14));
    await push(house.salon.ben, at(DAY, 14));
    const third = await push(cem, at(DAY, 14));
    expect(third.result).toMatchObject({ status: 'conflict', code: 'slot_taken' });
    expect(await itemOf(third.id)).toMatchObject({ theirs: { pool_id: house.rooms } });
    await house.desk.push([patch('appointments', first.id, { status: 'cancelled' })]);
    expect(await rowOf(house.db, 'appointments', third.id)).toMatchObject({ conflict: false });
    expect(await roomsOf(third.id)).toEqual([house.room1]);
  });

  test('a new room is for those that wait', async () => {
    await set(house.room1, `out_from = '${dayOf(0)}'`);
    await push(house.salon.ann, at(DAY, 14));
    const waiting = await push(house.salon.ben, at(DAY, 14));
    expect(waiting.result).toMatchObject({ status: 'conflict' });
    await house.owner.push([patch('resources', house.room1, { out_from: null })]);
    expect(await rowOf(house.db, 'appointments', waiting.id)).toMatchObject({ conflict: false });
    expect(await roomsOf(waiting.id)).toEqual([house.room1]);
  });

  test('nothing in service is told as the pool alone', async () => {
    await set(house.room1, `out_from = '${dayOf(0)}'`);
    await set(house.room2, `out_from = '${dayOf(0)}'`);
    const { id } = await push(house.salon.ann, at(DAY, 14));
    expect(await itemOf(id)).toMatchObject({ theirs: { pool_id: house.rooms } });
    expect((await itemOf(id))?.theirs).not.toHaveProperty('appointment_id');
  });

  test('a double booking that somebody accepted stands, and does not exclude others', async () => {
    await set(house.room2, "status = 'archived'");
    await push(house.salon.ann, at(DAY, 14));
    const over = await push(
      house.salon.ben,
      at(DAY, 14),
      { resource_needs: needs(), resource_ids: [house.room1], resource_fixed: true },
      { overlap_accepted: true },
    );
    expect(over.result).toMatchObject({ status: 'applied' });
    expect(await roomsOf(over.id)).toEqual([house.room1]);
  });

  test('the room stays busy while the hairdresser is free, from buffer to buffer', async () => {
    await set(house.room2, "status = 'archived'");
    const long = await push(house.salon.ann, at(DAY, 13), {
      resource_needs: needs(),
      duration_min: 30,
      processing_min: 60,
      finishing_min: 30,
      buffer_after_min: 15,
    });
    expect(long.result).toMatchObject({ status: 'applied' });
    const inHole = await push(house.salon.ann, at(DAY, 13, 30), {
      resource_needs: needs(),
      duration_min: 60,
    });
    expect(inHole.result).toMatchObject({ status: 'conflict' });
    const inBuffer = await push(house.salon.ben, at(DAY, 15));
    expect(inBuffer.result).toMatchObject({ status: 'conflict' });
    const after = await push(house.salon.ben, at(DAY, 15, 15));
    expect(after.result).toMatchObject({ status: 'applied' });
  });

  test('two that swap their rooms in one mutation both get what they want', async () => {
    const fixed = (id: Uuid) => ({
      resource_needs: needs(),
      resource_ids: [id],
      resource_fixed: true,
    });
    const [one, two] = [
      await push(house.salon.ann, at(DAY, 14), fixed(house.room1)),
      await push(house.salon.ben, at(DAY, 14), fixed(house.room2)),
    ];
    const { result } = await house.desk.push([
      patch('appointment_segments', one.segment, { resource_ids: [house.room2] }),
      patch('appointment_segments', two.segment, { resource_ids: [house.room1] }),
    ]);
    expect(result).toMatchObject({ status: 'applied' });
    expect([await roomsOf(one.id), await roomsOf(two.id)]).toEqual([[house.room2], [house.room1]]);
  });

  test('a moved visit keeps its room where it is free and gets another one where it is not', async () => {
    const moved = await push(house.salon.ann, at(DAY, 14));
    await push(house.salon.ben, at(DAY, 16), {
      resource_needs: needs(),
      resource_ids: [house.room1],
    });
    const go = (startsAt: string) =>
      house.desk.push([patch('appointment_segments', moved.segment, { starts_at: startsAt })]);
    await go(at(DAY, 15));
    expect(await roomsOf(moved.id)).toEqual([house.room1]);
    await go(at(DAY, 16));
    expect(await roomsOf(moved.id)).toEqual([house.room2]);
  });

  test('out of service takes nothing away from a visit that stands in it', async () => {
    const { id, segment } = await push(house.salon.ann, at(DAY, 14));
    await house.owner.push([
      patch('resources', house.room1, { out_from: dayOf(DAY), out_until: dayOf(DAY) }),
    ]);
    await house.desk.push([patch('appointments', id, { client_id: house.salon.client })]);
    expect(await roomsOf(id)).toEqual([house.room1]);
    expect(await rowOf(house.db, 'appointments', id)).toMatchObject({ conflict: false });
    // As soon as it moves within that day, it goes to one in service.
    await house.desk.push([patch('appointment_segments', segment, { starts_at: at(DAY, 15) })]);
    expect(await roomsOf(id)).toEqual([house.room2]);
  });

  test('nothing is archived while visits ahead stand in it', async () => {
    const { id } = await push(house.salon.ann, at(DAY, 14));
    const archive = async () =>
      (await house.owner.push([patch('resources', house.room1, { status: 'archived' })])).result;
    expect(await archive()).toMatchObject({ status: 'refused', code: 'has_future_appointments' });
    await house.desk.push([patch('appointments', id, { status: 'cancelled' })]);
    expect(await archive()).toMatchObject({ status: 'applied' });
  });

  test('ids of another business, or of people, take nobody’s place', async () => {
    const other = await makeSalon(house.db, `${house.salon.slug}-other`);
    const { id, result } = await push(house.salon.ann, at(DAY, 14), {
      resource_ids: [other.rows.resources, house.salon.ben],
    });
    expect(result).toMatchObject({ status: 'applied' });
    expect(
      await countOf(
        house.db,
        'private.busy_segments where appointment_id = $1 and owner_id <> $2',
        [id, house.salon.ann],
      ),
    ).toBe(0);
  });

  test('a series takes a room on each date, or asks about the date without one', async () => {
    await addVisit(house.db, house.salon, house.salon.ben, at(DAY + 7, 14), {
      segment: { resource_needs: needs(2) },
    });
    const series = newId();
    const visits = [0, 1, 2].map((week) =>
      visitRows(house.salon, house.salon.ann, at(DAY + week * 7, 14), {
        appointment: { series_id: series, series_index: week },
        segment: { resource_needs: needs() },
      }),
    );
    await house.desk.push([
      put('series', series, {
        rule: 'FREQ=WEEKLY;INTERVAL=1;BYDAY=TU;COUNT=3',
        starts_on: '2027-03-09',
        start_minute: 840,
        time_zone: 'UTC',
      }),
      ...visitOps(...visits),
    ]);
    const flags = await Promise.all(
      visits.map(async ({ id }) => (await rowOf(house.db, 'appointments', id))['conflict']),
    );
    expect(flags).toEqual([false, true, false]);
  });
};
