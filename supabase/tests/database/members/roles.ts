import { expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { Device, newId, rowOf, rpc, signedIn } from '../setup.ts';
import type { Team } from './team.ts';

/** Who comes in, as what, and who decides that. */
export const roles = (team: Team): void => {
  const owner = () => signedIn(team.salon.users.owner);
  const call = (caller: ReturnType<typeof signedIn>, name: string, args: object = {}) =>
    rpc(team.db, caller, name, { business_id: team.salon.id, ...args });
  const membershipOf = async (role: string) => {
    const [row] = await team.db.sql<{ id: Uuid }>(
      'select id from public.memberships where business_id = $1 and role = $2',
      [team.salon.id, role],
    );
    return row!.id;
  };

  test('an invitation is for one address and one use', async () => {
    const invited = await call(owner(), 'invite_member', {
      request: { email: ' Pat@Example.com ', role: 'practitioner', staff_id: team.salon.ben },
    });
    expect(invited).toMatchObject({ ok: true, token: expect.stringMatching(/^[\w-]{40,}$/) });
    const accept = (email: string, userId = newId()) =>
      rpc(team.db, signedIn(userId, email), 'accept_invitation', { token: invited['token'] });
    expect(await accept('eve@example.com')).toMatchObject({ ok: false, code: 'not_allowed' });
    const pat = newId();
    expect(await accept('pat@example.com', pat)).toEqual({ ok: true, business_id: team.salon.id });
    expect(await accept('pat@example.com')).toMatchObject({ ok: false, code: 'link_expired' });
    expect(await rowOf(team.db, 'staff', team.salon.ben)).toMatchObject({
      membership_id: invited['membership_id'],
    });
    expect(await new Device(team.db, pat, team.salon.id).pull()).toMatchObject({ ok: true });
  });

  test('inviting again makes the older link useless; members are not invited', async () => {
    const request = { email: 'pat@example.com', role: 'assistant' };
    const first = await call(owner(), 'invite_member', { request });
    const second = await call(owner(), 'invite_member', { request });
    expect(second['membership_id']).toBe(first['membership_id']);
    const pat = signedIn(newId(), 'pat@example.com');
    const accept = (token: string) => rpc(team.db, pat, 'accept_invitation', { token });
    expect(await accept(first['token'])).toMatchObject({ code: 'link_expired' });
    expect(await accept(second['token'])).toMatchObject({ ok: true });
    expect(await call(owner(), 'invite_member', { request })).toMatchObject({ code: 'duplicate' });
  });

  test('only who manages staff may, and nobody gives more than they have', async () => {
    const request = { email: 'x@example.com', role: 'assistant' };
    for (const user of [team.salon.users.front_desk, team.salon.users.practitioner, newId()]) {
      expect(await call(signedIn(user), 'invite_member', { request })).toMatchObject({
        code: 'not_allowed',
      });
    }
    const manager = signedIn(team.salon.users.manager);
    const ask = (more: object) =>
      call(manager, 'invite_member', { request: { ...request, ...more } });
    expect(await ask({ role: 'owner' })).toMatchObject({ code: 'invalid', field: 'role' });
    expect(await ask({ custom_permissions: { billing: 'all' } })).toMatchObject({
      code: 'not_allowed',
      field: 'custom_permissions',
    });
    expect(await ask({ custom_permissions: { flying: 'all' } })).toMatchObject({ code: 'invalid' });
    expect(await ask({ email: 'nonsense' })).toMatchObject({ code: 'invalid', field: 'email' });
    expect(await ask({ staff_id: newId() })).toMatchObject({ code: 'invalid', field: 'staff_id' });
    expect(await ask({ custom_permissions: { services: 'all' } })).toMatchObject({ ok: true });
  });

  test('nobody changes their own role, the owner’s, or one of another business', async () => {
    const change = async (user: string, role: string) =>
      call(signedIn(user), 'set_member_role', {
        membership_id: await membershipOf(role),
        role: 'assistant',
      });
    expect(await change(team.salon.users.manager, 'manager')).toMatchObject({
      code: 'not_allowed',
    });
    expect(await change(team.salon.users.manager, 'owner')).toMatchObject({ code: 'last_owner' });
    expect(
      await call(owner(), 'set_member_role', { membership_id: newId(), role: 'assistant' }),
    ).toMatchObject({ code: 'not_found' });
    expect(await change(team.salon.users.manager, 'front_desk')).toEqual({ ok: true });
  });

  test('a removed member is out at once, their column stays', async () => {
    const practitioner = new Device(team.db, team.salon.users.practitioner, team.salon.id);
    await practitioner.pull();
    const membership_id = await membershipOf('practitioner');
    expect(
      await call(signedIn(team.salon.users.front_desk), 'remove_member', { membership_id }),
    ).toMatchObject({ code: 'not_allowed' });
    expect(await call(owner(), 'remove_member', { membership_id })).toEqual({ ok: true });
    expect(await practitioner.pull()).toMatchObject({ ok: false, code: 'access_lost' });
    expect(await rowOf(team.db, 'staff', team.salon.ann)).toMatchObject({
      membership_id: null,
      status: 'active',
    });
  });

  test('people may leave, the owner may not', async () => {
    const leave = async (role: 'assistant' | 'owner') =>
      call(signedIn(team.salon.users[role]), 'remove_member', {
        membership_id: await membershipOf(role),
      });
    expect(await leave('assistant')).toEqual({ ok: true });
    expect(await leave('owner')).toMatchObject({ ok: false, code: 'last_owner' });
  });

  test('a business changes hands when both say so', async () => {
    const membership_id = await membershipOf('manager');
    const manager = signedIn(team.salon.users.manager);
    const hand = (caller: typeof manager) => call(caller, 'transfer_ownership', { membership_id });
    expect(await hand(manager)).toMatchObject({ ok: false, code: 'not_allowed' });
    expect(await hand(signedIn(team.salon.users.front_desk))).toMatchObject({
      code: 'not_allowed',
    });
    expect(await hand(owner())).toEqual({ ok: true, state: 'offered' });
    expect(await hand(manager)).toEqual({ ok: true, state: 'transferred' });
    expect(await hand(manager)).toMatchObject({ code: 'not_allowed' });
    const roles = await team.db.sql<{ user_id: Uuid; role: string }>(
      `select user_id, role from public.memberships where business_id = $1 and role in ('owner', 'manager')`,
      [team.salon.id],
    );
    expect(Object.fromEntries(roles.map((row) => [row.user_id, row.role]))).toEqual({
      [team.salon.users.owner]: 'manager',
      [team.salon.users.manager]: 'owner',
    });
  });
};
