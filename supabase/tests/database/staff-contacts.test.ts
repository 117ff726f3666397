import { beforeEach, expect, test } from 'vitest';
import { makeSalon, type Salon } from './salon.ts';
import { Device, patch, put, useDatabase } from './setup.ts';

const database = useDatabase();
const MARK = 'planted-emergency';
let salon: Salon;
let owner: Device;
let slugs = 0;

const holdsMark = async (device: Device): Promise<boolean> =>
  JSON.stringify(await device.pull()).includes(MARK);
const deviceOf = (role: keyof Salon['users']) =>
  new Device(database.db, salon.users[role], salon.id);
const giveRights = (role: string, rights: object) =>
  database.db.sql(
    `update public.memberships set custom_permissions = $1::jsonb
     where business_id = $2 and role = $3`,
    [JSON.stringify(rights), salon.id, role],
  );

beforeEach(async () => {
  salon = await makeSalon(database.db, `contacts-${(slugs += 1)}`);
  owner = deviceOf('owner');
  await owner.pull();
  await owner.push([
    put('staff_contacts', salon.ann, { emergency_contact: { name: MARK, phone: '1' } }),
  ]);
});

test('an emergency contact reaches who it is about and who manages the team, and nobody else', async () => {
  for (const role of ['owner', 'manager', 'practitioner'] as const) {
    expect([role, await holdsMark(deviceOf(role))]).toEqual([role, true]);
  }
  for (const role of ['front_desk', 'assistant'] as const) {
    expect([role, await holdsMark(deviceOf(role))]).toEqual([role, false]);
  }
});

test('who loses the right to manage the team loses it with the next sync', async () => {
  const manager = deviceOf('manager');
  expect(await holdsMark(manager)).toBe(true);
  await giveRights('manager', { staff: 'none' });
  expect(await manager.pull()).toMatchObject({ ok: false, code: 'reset' });
  [manager.cursor, manager.epoch] = [0, null];
  expect(await holdsMark(manager)).toBe(false);
});

test('somebody writes their own, and nobody a colleague’s', async () => {
  const ann = deviceOf('practitioner');
  await ann.pull();
  const own = { emergency_contact: { name: 'Mum', phone: '' } };
  expect((await ann.push([patch('staff_contacts', salon.ann, own)])).result['status']).toBe(
    'applied',
  );
  // Somebody who has none yet, and somebody who has.
  for (const id of [await withoutContact(), salon.ben]) {
    expect((await ann.push([put('staff_contacts', id, own)])).result).toMatchObject({
      status: 'refused',
      code: 'not_allowed',
    });
  }
});

test('a question about it is not shown to who manages the settings but not the team', async () => {
  const wrong = { emergency_contact: { name: MARK, phone: 'x'.repeat(61) } };
  const ann = deviceOf('practitioner');
  await ann.pull();
  const { result } = await ann.push([patch('staff_contacts', salon.ann, wrong)]);
  expect(result['status']).toBe('refused');
  expect(await holdsMark(ann)).toBe(true);
  await giveRights('front_desk', { settings: 'all' });
  expect(await holdsMark(deviceOf('front_desk'))).toBe(false);
  await giveRights('front_desk', { settings: 'all', staff: 'all' });
  expect(await holdsMark(deviceOf('front_desk'))).toBe(true);
});

const withoutContact = async (): Promise<string> => {
  const id = crypto.randomUUID();
  await owner.push([put('staff', id, { display_name: 'Cem', colour: 'lime' })]);
  return id;
};
