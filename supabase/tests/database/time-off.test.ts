import { beforeEach, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { at, makeSalon, type Salon } from './salon.ts';
import { anon, Device, insert, newId, patch, put, rpc, signedIn, useDatabase } from './setup.ts';

const database = useDatabase();
let salon: Salon;
let slugs = 0;
const DAY = at(12, 0).slice(0, 10);

beforeEach(async () => {
  salon = await makeSalon(database.db, `off-${(slugs += 1)}`);
});

const deviceOf = async (role: keyof Salon['users']): Promise<Device> => {
  const device = new Device(database.db, salon.users[role], salon.id);
  await device.pull();
  return device;
};

const request = (status = 'requested') => ({
  staff_id: salon.ann,
  starts_at: at(12, 0),
  ends_at: at(13, 0),
  status,
});

/** Minutes that the booking page may offer of Ann's day. */
const freeOfAnn = async (): Promise<number> => {
  const answer = await rpc(database.db, anon, 'public_availability', {
    slug: salon.slug,
    from_day: DAY,
    to_day: DAY,
  });
  const people = answer['staff'] as { id: Uuid; free: number[] }[];
  const free = people.find(({ id }) => id === salon.ann)?.free ?? [];
  return free.reduce((sum, edge, place) => sum + (place % 2 === 0 ? -edge : edge), 0);
};

test('a request blocks nothing, its approval closes the time online, cancelling opens it again', async () => {
  const mine = await deviceOf('practitioner');
  const id = newId();
  expect((await mine.push([put('time_off', id, request('approved'))])).result).toMatchObject({
    status: 'refused',
    code: 'not_allowed',
  });
  const open = await freeOfAnn();
  expect(open).toBe(480);
  expect((await mine.push([put('time_off', id, request())])).result['status']).toBe('applied');
  expect(await freeOfAnn()).toBe(open);
  expect((await mine.push([patch('time_off', id, { status: 'approved' })])).result).toMatchObject({
    status: 'refused',
    code: 'not_allowed',
  });

  const desk = await deviceOf('front_desk');
  expect((await desk.push([patch('time_off', id, { status: 'approved' })])).result['status']).toBe(
    'applied',
  );
  expect(await freeOfAnn()).toBe(0);
  await mine.pull();
  expect((await mine.push([patch('time_off', id, { status: 'cancelled' })])).result['status']).toBe(
    'applied',
  );
  expect(await freeOfAnn()).toBe(open);
});

test('a no is not turned into a yes by somebody who had not heard of it', async () => {
  const id = newId();
  await insert(database.db, 'time_off', { id, business_id: salon.id, ...request() });
  const [desk, manager] = [await deviceOf('front_desk'), await deviceOf('manager')];
  await manager.push([patch('time_off', id, { status: 'declined' })]);
  expect((await desk.push([patch('time_off', id, { status: 'approved' })])).result).toMatchObject({
    status: 'refused',
    code: 'illegal_transition',
    field: 'status',
  });
  expect(await freeOfAnn()).toBe(480);
});

test('who may block their own time only with approval asks for it, and cannot block it', async () => {
  const [ann] = await database.db.sql<{ id: Uuid }>(
    `select id from public.memberships where business_id = $1 and role = 'practitioner'`,
    [salon.id],
  );
  const give = (custom_permissions: object) =>
    rpc(database.db, signedIn(salon.users.owner), 'set_member_role', {
      business_id: salon.id,
      membership_id: ann!.id,
      role: 'practitioner',
      custom_permissions,
    });
  expect(await give({ 'appointments.edit': 'ask' })).toMatchObject({ code: 'invalid' });
  expect(await give({ block: 'ask' })).toMatchObject({ ok: true });

  const mine = await deviceOf('practitioner');
  const block = { staff_id: salon.ann, starts_at: at(12, 12), ends_at: at(12, 13) };
  expect((await mine.push([put('time_blocks', newId(), block)])).result).toMatchObject({
    status: 'refused',
    code: 'not_allowed',
  });
  const id = newId();
  const asked = { ...block, status: 'requested' };
  expect((await mine.push([put('time_off', id, asked)])).result['status']).toBe('applied');
  expect((await mine.push([patch('time_off', id, { status: 'approved' })])).result['code']).toBe(
    'not_allowed',
  );
  const desk = await deviceOf('front_desk');
  await desk.push([patch('time_off', id, { status: 'approved' })]);
  expect(await freeOfAnn()).toBe(420);
});
