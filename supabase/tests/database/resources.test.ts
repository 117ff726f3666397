import { beforeEach, describe, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { addStaff, at, FIRST_DAY, makeSalon, type Salon } from './salon.ts';
import {
  anon,
  countOf,
  Device,
  fromAddress,
  insert,
  newId,
  patch,
  put,
  rowOf,
  rpc,
  useDatabase,
  type Answer,
} from './setup.ts';
import { addVisit, visitOps, visitRows } from './visits.ts';

const database = useDatabase();
const DAY = FIRST_DAY + 1;
let salon: Salon;
let desk: Device;
let owner: Device;
let rooms: Uuid;
let room1: Uuid;
let room2: Uuid;
let slugs = 0;

/** Two treatment rooms, which the cut needs one of; Cem works as well. */
beforeEach(async () => {
  salon = await makeSalon(database.db, `resources-${(slugs += 1)}`);
  desk = new Device(database.db, salon.users.front_desk, salon.id);
  owner = new Device(database.db, salon.users.owner, salon.id);
  await desk.pull();
  await owner.pull();
  [rooms, room1, room2] = [newId(), newId(), newId()];
  const { db } = database;
  await insert(db, 'resource_pools', {
    id: rooms,
    business_id: salon.id,
    name: 'Rooms',
    sort_key: 'b',
  });
  await insert(db, 'resources', ...[room1, room2].map((id, n) => room(id, `b${n}`)));
  await need([{ pool_id: rooms, qty: 1 }]);
});

const room = (id: Uuid, sort_key: string) => ({
  id,
  business_id: salon.id,
  pool_id: rooms,
  name: sort_key,
  sort_key,
});
const need = (needs: object[]) =>
  database.db.sql('update public.services set resource_needs = $1::jsonb where id = $2', [
    JSON.stringify(needs),
    salon.service,
  ]);
const set = (id: Uuid, change: string) =>
  database.db.sql(`update public.resources set ${change} where id = $1`, [id]);
const dayOf = (days: number): string => at(days, 12).slice(0, 10);
let callers = 0;
const request = (startsAt: string, more: object = {}) => ({
  items: [{ variant_id: salon.cut, staff_id: null, add_on_ids: [] }],
  starts_at: startsAt,
  client: { first_name: 'Nia', email: `${newId()}@example.com`, phone: '7185550199' },
  policy_version: 1,
  ...more,
});
const book = (startsAt: string, more: object = {}): Promise<Answer> =>
  rpc(database.db, fromAddress(`10.1.0.${(callers += 1) % 250}`), 'book', {
    slug: salon.slug,
    op_id: newId(),
    request: request(startsAt, more),
  });
const hold = (startsAt: string, key: Uuid): Promise<Answer> =>
  rpc(database.db, fromAddress(`10.2.0.${(callers += 1) % 250}`), 'hold_slot', {
    slug: salon.slug,
    request: request(startsAt),
    hold_key: key,
  });
const roomsOf = async (appointment: Uuid): Promise<Uuid[]> => {
  const rows = await database.db.sql<{ resource_ids: Uuid[] }>(
    'select resource_ids from public.appointment_segments where appointment_id = $1 order by position',
    [appointment],
  );
  return rows.flatMap(({ resource_ids }) => resource_ids);
};
const needs = (qty = 1) => [{ pool_id: rooms, qty }];
/** A visit pushed the way a device does. */
const push = async (
  staff: Uuid,
  startsAt: string,
  segment: object = { resource_needs: needs() },
  appointment: object = {},
) => {
  const visit = visitRows(salon, staff, startsAt, { segment, appointment });
  const { result, answer } = await desk.push(visitOps(visit));
  return { id: visit.id, segment: visit.segment.id, result, answer };
};
const itemOf = async (id: Uuid) => {
  const [item] = await database.db.sql<{ state: string; theirs: Record<string, unknown> }>(
    `select state, theirs from public.attention_items where entity_id = $1
     and kind = 'slot_taken' order by id desc limit 1`,
    [id],
  );
  return item;
};

describe('online', () => {
  test('the third booking of a time finds both rooms taken, although somebody is free', async () => {
    await addStaff(database.db, salon, 'Cem');
    const answers = [await book(at(DAY, 14)), await book(at(DAY, 14)), await book(at(DAY, 14))];
    expect(answers.map(({ ok, code }) => (ok ? 'ok' : code))).toEqual(['ok', 'ok', 'slot_taken']);
    const taken = await Promise.all(
      answers.slice(0, 2).map(({ appointment }) => roomsOf(appointment.id as Uuid)),
    );
    expect(taken).toEqual([[room1], [room2]]);
    expect(await book(at(DAY, 15))).toMatchObject({ ok: true });
  });

  test('a hold takes a room, and its holder books in it', async () => {
    await addStaff(database.db, salon, 'Cem');
    const keys = [newId(), newId(), newId()];
    const holds = [];
    for (const key of keys) holds.push(await hold(at(DAY, 14), key));
    expect(holds.map(({ ok, code }) => (ok ? 'ok' : code))).toEqual(['ok', 'ok', 'slot_taken']);
    expect(await book(at(DAY, 14))).toMatchObject({ code: 'slot_taken' });
    expect(await book(at(DAY, 14), { hold_key: keys[0] })).toMatchObject({ ok: true });
  });

  test('two items of one request stay in one room, and one room is enough for both', async () => {
    await set(room2, "status = 'archived'");
    const answer = await book(at(DAY, 13), {
      items: [1, 2].map(() => ({ variant_id: salon.cut, staff_id: salon.ann, add_on_ids: [] })),
    });
    expect(answer).toMatchObject({ ok: true });
    expect(await roomsOf(answer['appointment'].id as Uuid)).toEqual([room1, room1]);
  });

  test('who needs two of them takes both; a pool without anything in service closes the service', async () => {
    await need(needs(2));
    const both = await book(at(DAY, 14));
    expect((await roomsOf(both['appointment'].id as Uuid)).toSorted()).toEqual(
      [room1, room2].toSorted(),
    );
    await set(room1, `out_from = '${dayOf(DAY + 1)}', out_until = '${dayOf(DAY + 1)}'`);
    expect(await book(at(DAY + 1, 14))).toMatchObject({ code: 'slot_taken' });
    expect(await book(at(DAY + 2, 14))).toMatchObject({ ok: true });
    await need(needs(1));
    expect(await book(at(DAY + 1, 14))).toMatchObject({ ok: true });
  });

  test('an archived pool is not needed any more, and another business cannot be named', async () => {
    await need([
      { pool_id: rooms, qty: 1 },
      { pool_id: newId(), qty: 9 },
    ]);
    await database.db.sql(`update public.resource_pools set status = 'archived' where id = $1`, [
      rooms,
    ]);
    const answer = await book(at(DAY, 14));
    expect(answer).toMatchObject({ ok: true });
    expect(await roomsOf(answer['appointment'].id as Uuid)).toEqual([]);
  });

  test('a client moves by half an hour into the room that the visit has itself', async () => {
    await set(room2, "status = 'archived'");
    const mine = await book(at(DAY, 14));
    const move = (startsAt: string) =>
      rpc(database.db, anon, 'reschedule_booking', {
        token: mine['manage_token'],
        starts_at: startsAt,
        op_id: newId(),
      });
    const status = await rpc(database.db, anon, 'booking_status', { token: mine['manage_token'] });
    expect(status['resources']).toMatchObject([{ id: room1 }]);
    expect(status['needs'][0][0].resource_needs).toEqual(needs());
    expect(await move(at(DAY, 14, 30))).toMatchObject({ ok: true });
    expect(await roomsOf(mine['appointment'].id as Uuid)).toEqual([room1]);
    await push(salon.ben, at(DAY, 16));
    expect(await move(at(DAY, 16))).toMatchObject({ code: 'slot_taken' });
  });

  test('the page is told when rooms are free, one by one and without names', async () => {
    await book(at(DAY, 14));
    const answer = await rpc(database.db, anon, 'public_availability', {
      slug: salon.slug,
      from_day: dayOf(DAY),
      to_day: dayOf(DAY),
    });
    const told = (answer['resources'] as { id: Uuid; pool_id: Uuid; free: number[] }[]).map(
      ({ id, pool_id, free, ...more }) => ({ id, pool_id, pieces: free.length / 2, more }),
    );
    expect(told.toSorted((a, b) => b.pieces - a.pieces)).toEqual([
      { id: room1, pool_id: rooms, pieces: 2, more: {} },
      { id: room2, pool_id: rooms, pieces: 1, more: {} },
    ]);
    const profile = await rpc(database.db, anon, 'public_profile', { slug: salon.slug });
    expect(profile['services'][0].resource_needs).toEqual(needs());
  });
});

describe('from devices', () => {
  test('what is missing is filled in, and what is taken is swapped, without a question', async () => {
    const first = await push(salon.ann, at(DAY, 14));
    expect(await roomsOf(first.id)).toEqual([room1]);
    expect(first.answer['tables'].appointment_segments).toContainEqual(
      expect.objectContaining({ id: first.segment, resource_ids: [room1] }),
    );
    const second = await push(salon.ben, at(DAY, 14), {
      resource_needs: needs(),
      resource_ids: [room1],
    });
    expect(second.result).toMatchObject({ status: 'applied' });
    expect(await roomsOf(second.id)).toEqual([room2]);
    // The server's own choice is nobody's change that another one would clash with.
    const { result } = await owner.push([
      patch('appointment_segments', second.segment, { resource_ids: [] }),
    ]);
    expect(result).toMatchObject({ status: 'applied' });
    expect(await roomsOf(second.id)).toEqual([room2]);
  });

  test('a room chosen by hand is kept when it is free and asked about when it is not', async () => {
    const kept = await push(salon.ann, at(DAY, 14), {
      resource_needs: needs(),
      resource_ids: [room2],
      resource_fixed: true,
    });
    expect(kept.result).toMatchObject({ status: 'applied' });
    expect(await roomsOf(kept.id)).toEqual([room2]);
    const clash = await push(salon.ben, at(DAY, 14), {
      resource_needs: needs(),
      resource_ids: [room2],
      resource_fixed: true,
    });
    expect(clash.result).toMatchObject({ status: 'conflict', code: 'slot_taken' });
    expect(await itemOf(clash.id)).toMatchObject({
      state: 'open',
      theirs: { resource_id: room2, pool_id: rooms, appointment_id: kept.id },
    });
    expect(await rowOf(database.db, 'appointments', clash.id)).toMatchObject({ conflict: true });
    expect(
      await countOf(database.db, 'private.busy_segments where appointment_id = $1', [clash.id]),
    ).toBe(0);
    // Any other room settles it.
    await desk.push([patch('appointment_segments', clash.segment, { resource_ids: [room1] })]);
    expect(await itemOf(clash.id)).toMatchObject({ state: 'rescheduled' });
    expect(await rowOf(database.db, 'appointments', clash.id)).toMatchObject({ conflict: false });
  });

  test('the third visit of a time waits for a decision, and gets the room that becomes free', async () => {
    const cem = await addStaff(database.db, salon, 'Cem');
    const first = await push(salon.ann, at(DAY, 14));
    await push(salon.ben, at(DAY, 14));
    const third = await push(cem, at(DAY, 14));
    expect(third.result).toMatchObject({ status: 'conflict', code: 'slot_taken' });
    expect(await itemOf(third.id)).toMatchObject({ theirs: { pool_id: rooms } });
    await desk.push([patch('appointments', first.id, { status: 'cancelled' })]);
    expect(await rowOf(database.db, 'appointments', third.id)).toMatchObject({ conflict: false });
    expect(await roomsOf(third.id)).toEqual([room1]);
  });

  test('a new room is for those that wait', async () => {
    await set(room1, `out_from = '${dayOf(0)}'`);
    await push(salon.ann, at(DAY, 14));
    const waiting = await push(salon.ben, at(DAY, 14));
    expect(waiting.result).toMatchObject({ status: 'conflict' });
    await owner.push([patch('resources', room1, { out_from: null })]);
    expect(await rowOf(database.db, 'appointments', waiting.id)).toMatchObject({ conflict: false });
    expect(await roomsOf(waiting.id)).toEqual([room1]);
  });

  test('nothing in service is told as the pool alone', async () => {
    await set(room1, `out_from = '${dayOf(0)}'`);
    await set(room2, `out_from = '${dayOf(0)}'`);
    const { id } = await push(salon.ann, at(DAY, 14));
    expect(await itemOf(id)).toMatchObject({ theirs: { pool_id: rooms } });
    expect((await itemOf(id))?.theirs).not.toHaveProperty('appointment_id');
  });

  test('a double booking that somebody accepted stands, and does not exclude others', async () => {
    await set(room2, "status = 'archived'");
    await push(salon.ann, at(DAY, 14));
    const over = await push(
      salon.ben,
      at(DAY, 14),
      { resource_needs: needs(), resource_ids: [room1], resource_fixed: true },
      { overlap_accepted: true },
    );
    expect(over.result).toMatchObject({ status: 'applied' });
    expect(await roomsOf(over.id)).toEqual([room1]);
  });

  test('the room stays busy while the hairdresser is free, from buffer to buffer', async () => {
    await set(room2, "status = 'archived'");
    const long = await push(salon.ann, at(DAY, 13), {
      resource_needs: needs(),
      duration_min: 30,
      processing_min: 60,
      finishing_min: 30,
      buffer_after_min: 15,
    });
    expect(long.result).toMatchObject({ status: 'applied' });
    const inHole = await push(salon.ann, at(DAY, 13, 30), {
      resource_needs: needs(),
      duration_min: 60,
    });
    expect(inHole.result).toMatchObject({ status: 'conflict' });
    const inBuffer = await push(salon.ben, at(DAY, 15));
    expect(inBuffer.result).toMatchObject({ status: 'conflict' });
    const after = await push(salon.ben, at(DAY, 15, 15));
    expect(after.result).toMatchObject({ status: 'applied' });
  });

  test('two that swap their rooms in one mutation both get what they want', async () => {
    const fixed = (id: Uuid) => ({
      resource_needs: needs(),
      resource_ids: [id],
      resource_fixed: true,
    });
    const [one, two] = [
      await push(salon.ann, at(DAY, 14), fixed(room1)),
      await push(salon.ben, at(DAY, 14), fixed(room2)),
    ];
    const { result } = await desk.push([
      patch('appointment_segments', one.segment, { resource_ids: [room2] }),
      patch('appointment_segments', two.segment, { resource_ids: [room1] }),
    ]);
    expect(result).toMatchObject({ status: 'applied' });
    expect([await roomsOf(one.id), await roomsOf(two.id)]).toEqual([[room2], [room1]]);
  });

  test('a moved visit keeps its room where it is free and gets another one where it is not', async () => {
    const moved = await push(salon.ann, at(DAY, 14));
    await push(salon.ben, at(DAY, 16), { resource_needs: needs(), resource_ids: [room1] });
    const go = (startsAt: string) =>
      desk.push([patch('appointment_segments', moved.segment, { starts_at: startsAt })]);
    await go(at(DAY, 15));
    expect(await roomsOf(moved.id)).toEqual([room1]);
    await go(at(DAY, 16));
    expect(await roomsOf(moved.id)).toEqual([room2]);
  });

  test('out of service takes nothing away from a visit that stands in it', async () => {
    const { id, segment } = await push(salon.ann, at(DAY, 14));
    await owner.push([patch('resources', room1, { out_from: dayOf(DAY), out_until: dayOf(DAY) })]);
    await desk.push([patch('appointments', id, { client_id: salon.client })]);
    expect(await roomsOf(id)).toEqual([room1]);
    expect(await rowOf(database.db, 'appointments', id)).toMatchObject({ conflict: false });
    // As soon as it moves within that day, it goes to one in service.
    await desk.push([patch('appointment_segments', segment, { starts_at: at(DAY, 15) })]);
    expect(await roomsOf(id)).toEqual([room2]);
  });

  test('nothing is archived while visits ahead stand in it', async () => {
    const { id } = await push(salon.ann, at(DAY, 14));
    const archive = async () =>
      (await owner.push([patch('resources', room1, { status: 'archived' })])).result;
    expect(await archive()).toMatchObject({ status: 'refused', code: 'has_future_appointments' });
    await desk.push([patch('appointments', id, { status: 'cancelled' })]);
    expect(await archive()).toMatchObject({ status: 'applied' });
  });

  test('ids of another business, or of people, take nobody’s place', async () => {
    const other = await makeSalon(database.db, `resources-other-${slugs}`);
    const { id, result } = await push(salon.ann, at(DAY, 14), {
      resource_ids: [other.rows.resources, salon.ben],
    });
    expect(result).toMatchObject({ status: 'applied' });
    expect(
      await countOf(
        database.db,
        'private.busy_segments where appointment_id = $1 and owner_id <> $2',
        [id, salon.ann],
      ),
    ).toBe(0);
  });

  test('a series takes a room on each date, or asks about the date without one', async () => {
    await addVisit(database.db, salon, salon.ben, at(DAY + 7, 14), {
      segment: { resource_needs: needs(2) },
    });
    const series = newId();
    const visits = [0, 1, 2].map((week) =>
      visitRows(salon, salon.ann, at(DAY + week * 7, 14), {
        appointment: { series_id: series, series_index: week },
        segment: { resource_needs: needs() },
      }),
    );
    await desk.push([
      put('series', series, {
        rule: 'FREQ=WEEKLY;INTERVAL=1;BYDAY=TU;COUNT=3',
        starts_on: '2027-03-09',
        start_minute: 840,
        time_zone: 'UTC',
      }),
      ...visitOps(...visits),
    ]);
    const flags = await Promise.all(
      visits.map(async ({ id }) => (await rowOf(database.db, 'appointments', id))['conflict']),
    );
    expect(flags).toEqual([false, true, false]);
  });
});

const ONE = newId();
test.each([
  ['no list', {}],
  ['a number', 3],
  ['a pool twice', [1, 2].map((qty) => ({ pool_id: ONE, qty }))],
  ['none of it', [{ pool_id: newId(), qty: 0 }]],
  ['more fields', [{ pool_id: newId(), qty: 1, extra: true }]],
  ['words', ['room']],
])('needs that are %s are refused', async (_what, value) => {
  const { result } = await owner.push([
    patch('services', salon.service, { resource_needs: value }),
  ]);
  expect(result).toMatchObject({ status: 'refused', code: 'invalid' });
});
