import { beforeEach, describe, expect, test } from 'vitest';
import type { Role, Uuid } from '#domain/rows.ts';
import { newBusiness } from './members/new-business.ts';
import { roles } from './members/roles.ts';
import type { Team } from './members/team.ts';
import { makeSalon, type Salon } from './salon.ts';
import { Device, newId, rpc, signedIn, useDatabase, type Answer } from './setup.ts';

const database = useDatabase();
let salon: Salon;
let slugs = 0;
let member: Record<Role, Uuid>;

beforeEach(async () => {
  salon = await makeSalon(database.db, `members-${(slugs += 1)}`);
  const rows = await database.db.sql<{ role: Role; id: Uuid }>(
    'select role, id from public.memberships where business_id = $1',
    [salon.id],
  );
  member = Object.fromEntries(rows.map(({ role, id }) => [role, id])) as Record<Role, Uuid>;
});

const as = (user: Uuid, name: string, args: object, email?: string): Promise<Answer> =>
  rpc(database.db, signedIn(user, email), name, { business_id: salon.id, ...args });

const invite = (request: object, by = salon.users.owner): Promise<Answer> =>
  as(by, 'invite_member', { request });

const accept = (token: string, user: Uuid, email: string): Promise<Answer> =>
  rpc(database.db, signedIn(user, email), 'accept_invitation', { token });

const memberRow = async (id: Uuid): Promise<Record<string, unknown>> => {
  const [row] = await database.db.sql<Record<string, unknown>>(
    'select * from public.memberships where id = $1',
    [id],
  );
  return row!;
};

const team: Team = {
  get db() {
    return database.db;
  },
  get salon() {
    return salon;
  },
};
describe('members', () => {
  roles(team);
});
describe('a new business', () => {
  newBusiness(team);
});

describe('an invitation', () => {
  const email = 'nia@mail.example';

  test('goes out as a mail with its link, and lets exactly that address in', async () => {
    const { membership_id: id, token } = await invite({
      email: ' Nia@Mail.example ',
      role: 'practitioner',
      staff_id: salon.ben,
    });
    const mails = await database.db.sql<{ to_email: string; data: Answer }>(
      `select to_email, data from private.mail_outbox where kind = 'invitation' and business_id = $1`,
      [salon.id],
    );
    expect(mails).toMatchObject([
      { to_email: email, data: { token, role: 'practitioner', business: { name: salon.slug } } },
    ]);
    const { invitation_expires_at: expires } = await memberRow(id);
    expect(Date.parse(String(expires)) - Date.now()).toBeGreaterThan(6 * 86_400_000);

    expect(await accept(token, newId(), 'somebody@else.example')).toEqual({
      ok: false,
      code: 'not_allowed',
      field: 'email',
    });
    const nia = newId();
    expect(await accept(token, nia, email)).toEqual({ ok: true, business_id: salon.id });
    expect(await accept(token, nia, email)).toEqual({ ok: false, code: 'link_expired' });
    const { tables } = await new Device(database.db, nia, salon.id).pull();
    expect(tables.appointments).toMatchObject([{ id: salon.otherVisit }]);
  });

  test('that is sent again has a new link and one mail; the old link ends', async () => {
    const first = await invite({ email, role: 'assistant' });
    const second = await invite({ email, role: 'front_desk' });
    expect(second['membership_id']).toBe(first['membership_id']);
    const mails = await database.db.sql<{ token: string }>(
      `select data ->> 'token' as token from private.mail_outbox
       where kind = 'invitation' and business_id = $1`,
      [salon.id],
    );
    expect(mails).toEqual([{ token: second['token'] }]);
    expect(await accept(first['token'], newId(), email)).toMatchObject({ code: 'link_expired' });
    expect(await accept(second['token'], newId(), email)).toMatchObject({ ok: true });
    expect((await memberRow(second['membership_id']))['role']).toBe('front_desk');
  });

  test('that was taken back opens nothing', async () => {
    const { membership_id: id, token } = await invite({ email, role: 'assistant' });
    expect(await as(salon.users.owner, 'remove_member', { membership_id: id })).toEqual({
      ok: true,
    });
    expect(await accept(token, newId(), email)).toMatchObject({ code: 'link_expired' });
  });
});

describe('giving rights', () => {
  const narrow = (permissions: object) =>
    database.db.sql('update public.memberships set custom_permissions = $2 where id = $1', [
      member.manager,
      JSON.stringify(permissions),
    ]);

  test('nobody gives by a role what they do not have themselves', async () => {
    await narrow({ 'clients.contact': 'none' });
    const manager = salon.users.manager;
    const role = (wanted: object) =>
      as(manager, 'set_member_role', { membership_id: member.assistant, ...wanted });
    expect(await role({ role: 'front_desk' })).toEqual({
      ok: false,
      code: 'not_allowed',
      field: 'role',
    });
    expect(
      await role({ role: 'front_desk', custom_permissions: { 'clients.contact': 'own' } }),
    ).toEqual({ ok: false, code: 'not_allowed', field: 'custom_permissions' });
    expect(
      await role({ role: 'front_desk', custom_permissions: { 'clients.contact': 'none' } }),
    ).toEqual({ ok: true });
    expect(await invite({ email: 'x@mail.example', role: 'manager' }, manager)).toMatchObject({
      code: 'not_allowed',
    });
    expect(await role({ role: 'owner' })).toMatchObject({ code: 'invalid', field: 'role' });
  });

  test('to somebody who was kept out gives them their role again', async () => {
    await narrow({ 'clients.contact': 'none' });
    const status = (by: Uuid, to: string) =>
      as(by, 'set_member_status', { membership_id: member.front_desk, status: to });
    expect(await status(salon.users.manager, 'suspended')).toEqual({ ok: true });
    expect(await status(salon.users.manager, 'active')).toMatchObject({ code: 'not_allowed' });
    expect(await status(salon.users.owner, 'active')).toEqual({ ok: true });
  });
});

describe('somebody who is suspended', () => {
  test('is out with the next question and back with the next answer, nothing lost', async () => {
    const device = new Device(database.db, salon.users.practitioner, salon.id);
    const before = await device.pull();
    const status = (to: string) =>
      as(salon.users.owner, 'set_member_status', {
        membership_id: member.practitioner,
        status: to,
      });
    expect(await status('suspended')).toEqual({ ok: true });
    expect(await device.pull()).toMatchObject({ ok: false, code: 'access_lost' });
    expect(await device.send([])).toMatchObject({ ok: false, code: 'access_lost' });
    expect(await status('active')).toEqual({ ok: true });
    expect(await device.pull()).toMatchObject({ ok: false, code: 'reset' });
    const again = await new Device(database.db, salon.users.practitioner, salon.id).pull();
    expect(again['tables'].clients).toEqual(before['tables'].clients);
  });

  test.each([
    ['the owner', 'owner', 'last_owner'],
    ['themselves', 'manager', 'not_allowed'],
  ] as const)('is never %s', async (_, who, code) => {
    expect(
      await as(salon.users.manager, 'set_member_status', {
        membership_id: member[who],
        status: 'suspended',
      }),
    ).toMatchObject({ ok: false, code });
  });

  test.each(['removed', 'invited', null])('is not the way to %s', async (status) => {
    expect(
      await as(salon.users.owner, 'set_member_status', {
        membership_id: member.assistant,
        status,
      }),
    ).toMatchObject({ ok: false, code: 'invalid' });
  });
});

describe('the business', () => {
  const offer = (to: Uuid, by = salon.users.owner) =>
    as(by, 'transfer_ownership', { membership_id: to });

  test('changes hands when both have said so, and the other person sees the offer', async () => {
    const device = new Device(database.db, salon.users.practitioner, salon.id);
    await device.pull();
    expect(await offer(member.practitioner)).toEqual({ ok: true, state: 'offered' });
    const { tables } = await device.pull();
    expect(tables.memberships).toMatchObject([
      { id: member.practitioner, ownership_offered_until: expect.any(String) },
    ]);
    expect(await memberRow(member.owner)).toMatchObject({ role: 'owner' });

    expect(await offer(member.practitioner, salon.users.practitioner)).toEqual({
      ok: true,
      state: 'transferred',
    });
    expect(await memberRow(member.owner)).toMatchObject({ role: 'manager' });
    expect(await memberRow(member.practitioner)).toMatchObject({
      role: 'owner',
      ownership_offered_until: null,
    });
  });

  test('is offered to one at a time, and to nobody once the offer is taken back', async () => {
    await offer(member.practitioner);
    await offer(member.manager);
    expect((await memberRow(member.practitioner))['ownership_offered_until']).toBeNull();
    expect(await offer(member.practitioner, salon.users.practitioner)).toMatchObject({
      code: 'not_allowed',
    });
    expect(await as(salon.users.practitioner, 'withdraw_ownership', {})).toMatchObject({
      code: 'not_found',
    });
    expect(await as(salon.users.owner, 'withdraw_ownership', {})).toEqual({ ok: true });
    expect(await offer(member.manager, salon.users.manager)).toMatchObject({
      code: 'not_allowed',
    });
    expect((await memberRow(member.manager))['ownership_offered_until']).toBeNull();
  });

  test('stays when the other person says no, or is kept out meanwhile', async () => {
    await offer(member.manager);
    expect(await as(salon.users.manager, 'withdraw_ownership', {})).toEqual({ ok: true });
    await offer(member.manager);
    await as(salon.users.owner, 'set_member_status', {
      membership_id: member.manager,
      status: 'suspended',
    });
    await as(salon.users.owner, 'set_member_status', {
      membership_id: member.manager,
      status: 'active',
    });
    expect(await offer(member.manager, salon.users.manager)).toMatchObject({
      code: 'not_allowed',
    });
  });
});
