import { beforeEach, describe, expect, test } from 'vitest';
import type { Op } from '#domain/commands/op.ts';
import type { Uuid } from '#domain/rows.ts';
import { at, FIRST_DAY, makeSalon, type Salon } from './salon.ts';
import { countOf, Device, newId, patch, rowOf, useDatabase } from './setup.ts';
import { addVisit, visitOps, visitRows } from './visits.ts';

const database = useDatabase();
let salon: Salon;
let owner: Device;
let desk: Device;
let slugs = 0;

beforeEach(async () => {
  salon = await makeSalon(database.db, `groups-${(slugs += 1)}`);
  owner = new Device(database.db, salon.users.owner, salon.id);
  desk = new Device(database.db, salon.users.front_desk, salon.id);
  await owner.pull();
  await desk.pull();
});

const DAY = FIRST_DAY + 1;
const guest = (staff: Uuid, hour: number, group_id: Uuid) =>
  visitRows(salon, staff, at(DAY, hour), { appointment: { group_id } });
const groupOf = async (id: Uuid) => (await rowOf(database.db, 'appointments', id))?.['group_id'];
const itemsOf = (ids: readonly Uuid[]) =>
  database.db.sql<{ entity_id: Uuid; kind: string }>(
    'select entity_id, kind from public.attention_items where entity_id = any ($1)',
    [ids],
  );

/** A bride with Ann and a friend with Ben, both at ten, as one mutation. */
const party = async () => {
  const id = newId();
  const [bride, friend] = [guest(salon.ann, 10, id), guest(salon.ben, 10, id)];
  const { result } = await owner.push(visitOps(bride, friend), { name: 'group.create' });
  expect(result).toMatchObject({ status: 'applied' });
  await owner.pull();
  await desk.pull();
  return { id, bride, friend };
};
const moved = (rows: ReturnType<typeof visitRows>, hour: number): Op[] => [
  patch('appointments', rows.id, { starts_at: at(DAY, hour), ends_at: at(DAY, hour + 1) }),
  patch('appointment_segments', rows.segment.id, {
    starts_at: at(DAY, hour),
    ends_at: at(DAY, hour + 1),
  }),
];

test('two devices that begin a group with the same visit offline begin the same one, and nobody is asked', async () => {
  const { id } = await addVisit(database.db, salon, salon.ann, at(DAY, 9));
  await owner.pull();
  await desk.pull();
  const [one, other] = [guest(salon.ben, 9, id), guest(salon.ben, 11, id)];
  const begin = patch('appointments', id, { group_id: id });
  const first = await owner.push([begin, ...visitOps(one)], { name: 'group.add' });
  const second = await desk.push([begin, ...visitOps(other)], { name: 'group.add' });
  expect([first.result, second.result]).toMatchObject([
    { status: 'applied' },
    { status: 'applied' },
  ]);
  expect(await countOf(database.db, 'public.appointments where group_id = $1', [id])).toBe(3);
  expect(await itemsOf([id, one.id, other.id])).toEqual([]);
});

describe('when one device moves the group and another one of it', () => {
  test('each appointment is decided by itself, and only that one is asked about', async () => {
    const { bride, friend, id } = await party();
    const all = await owner.push([...moved(bride, 13), ...moved(friend, 13)], {
      name: 'group.move',
    });
    expect(all.result).toMatchObject({ status: 'applied' });
    // Had not heard of it.
    const { result } = await desk.push(moved(friend, 15), { name: 'appointment.move' });
    expect(result).toMatchObject({ status: 'conflict', code: 'stale_field' });
    const hourOf = async (rows: typeof bride) =>
      new Date(
        String((await rowOf(database.db, 'appointments', rows.id))?.['starts_at']),
      ).getUTCHours();
    expect([await hourOf(bride), await hourOf(friend)]).toEqual([13, 15]);
    const asked = await itemsOf([bride.id, bride.segment.id, friend.id, friend.segment.id]);
    expect(asked.map(({ entity_id }) => entity_id)).not.toContain(bride.id);
    expect([await groupOf(bride.id), await groupOf(friend.id)]).toEqual([id, id]);
  });

  test('who leaves it meanwhile has left, and is moved all the same', async () => {
    const { bride, friend, id } = await party();
    await desk.push([patch('appointments', friend.id, { group_id: null })], {
      name: 'group.leave',
    });
    const { result } = await owner.push([...moved(bride, 13), ...moved(friend, 13)], {
      name: 'group.move',
    });
    expect(result).toMatchObject({ status: 'applied' });
    expect([await groupOf(bride.id), await groupOf(friend.id)]).toEqual([id, null]);
  });
});

test('the places of a group are judged together: each goes where another one was', async () => {
  const id = newId();
  const [one, next] = [guest(salon.ben, 10, id), guest(salon.ben, 11, id)];
  await owner.push(visitOps(one, next), { name: 'group.create' });
  await owner.pull();
  const { result } = await owner.push([...moved(one, 11), ...moved(next, 12)], {
    name: 'group.move',
  });
  expect(result).toMatchObject({ status: 'applied' });
});

test('a guest whose place was taken meanwhile is asked about; the others stand', async () => {
  const id = newId();
  const [bride, friend] = [guest(salon.ann, 10, id), guest(salon.ben, 10, id)];
  await addVisit(database.db, salon, salon.ben, at(DAY, 10));
  const { result } = await owner.push(visitOps(bride, friend), { name: 'group.create' });
  expect(result).toMatchObject({ status: 'conflict', code: 'slot_taken' });
  const conflicts = await Promise.all(
    [bride, friend].map(
      async (rows) => (await rowOf(database.db, 'appointments', rows.id))?.['conflict'],
    ),
  );
  expect(conflicts).toEqual([false, true]);
});

test('a class belongs to no group, on either side', async () => {
  const session = visitRows(salon, salon.ann, at(DAY, 14), { appointment: { capacity: 5 } });
  await owner.push(visitOps(session));
  const { result } = await owner.push([patch('appointments', session.id, { group_id: newId() })]);
  expect(result).toMatchObject({ status: 'refused', code: 'invalid' });
});

test('whoever sees their own work only sees their part of a party, and may add to it', async () => {
  const { bride, friend, id } = await party();
  const ann = new Device(database.db, salon.users.practitioner, salon.id);
  const pulled = await ann.pull();
  const seen = (pulled['tables'].appointments as { id: Uuid }[]).map((row) => row.id);
  expect(seen).toContain(bride.id);
  expect(seen).not.toContain(friend.id);
  const next = guest(salon.ann, 11, id);
  expect((await ann.push(visitOps(next), { name: 'group.add' })).result).toMatchObject({
    status: 'applied',
  });
  const { result } = await ann.push([patch('appointments', friend.id, { group_id: null })]);
  expect(result).toMatchObject({ status: 'refused', code: 'not_allowed' });
});
