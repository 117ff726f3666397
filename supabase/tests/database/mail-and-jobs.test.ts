import { beforeEach, describe, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { at, FIRST_DAY, makeSalon, type Salon } from './salon.ts';
import {
  anon,
  countOf,
  Device,
  newId,
  patch,
  put,
  rowOf,
  rpc,
  signedIn,
  useDatabase,
  type Answer,
} from './setup.ts';
import { addVisit, visitOps, visitRows } from './visits.ts';

const database = useDatabase();
let salon: Salon;
let desk: Device;
let slugs = 0;

beforeEach(async () => {
  salon = await makeSalon(database.db, `mail-${(slugs += 1)}`);
  desk = new Device(database.db, salon.users.front_desk, salon.id);
  await desk.pull();
});

type Mail = { kind: string; to_email: string; data: Answer; delay: number };
const mails = () =>
  database.db.sql<Mail>(
    `select kind, to_email, data, round(extract(epoch from due_at - created_at))::int as delay
     from private.mail_outbox where business_id = $1 order by created_at, id`,
    [salon.id],
  );
const kinds = async () => (await mails()).map((mail) => mail.kind);
const sendAll = () =>
  database.db.sql(
    `update private.mail_outbox set state = 'sent', due_at = now() where business_id = $1`,
    [salon.id],
  );
const create = async (more: object = {}, startsAt = at(FIRST_DAY, 14)) => {
  const visit = visitRows(salon, salon.ann, startsAt, {
    appointment: { client_id: salon.client, ...more },
  });
  await desk.push(visitOps(visit));
  return { id: visit.id, segment: visit.segment.id };
};
const move = (segment: Uuid, startsAt: string) =>
  desk.push([patch('appointment_segments', segment, { starts_at: startsAt })]);
const set = (id: Uuid, change: object) => desk.push([patch('appointments', id, { ...change })]);

describe('a series is told of once', () => {
  const bookSeries = async (count: number) => {
    const series = newId();
    const visits = Array.from({ length: count }, (_, index) =>
      visitRows(salon, salon.ann, at(FIRST_DAY + index * 7, 14), {
        appointment: { client_id: salon.client, series_id: series, series_index: index },
      }),
    );
    await desk.push([
      put('series', series, {
        rule: `FREQ=WEEKLY;INTERVAL=1;BYDAY=TU;COUNT=${count}`,
        starts_on: '2027-03-09',
        start_minute: 840,
        time_zone: 'UTC',
      }),
      ...visitOps(...visits),
    ]);
    return visits;
  };

  test('with all of its dates, each with a link that works', async () => {
    const visits = await bookSeries(5);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.kind).toBe('booking_confirmed');
    expect(mail?.data['appointment'].id).toBe(visits[0]?.id);
    const also = mail?.data['also'] as { starts_at: string; manage_token: string }[];
    expect(also.map(({ starts_at }) => starts_at)).toEqual(
      visits.slice(1).map(({ appointment }) => appointment.starts_at),
    );
    const status = await rpc(database.db, anon, 'booking_status', { token: also[2]?.manage_token });
    expect(status).toMatchObject({ ok: true, appointment: { id: visits[3]?.id } });
  });

  test('also when its rest moves, or is given up', async () => {
    const visits = await bookSeries(4);
    await sendAll();
    await desk.push(
      visits.slice(1).map(({ segment }, place) =>
        patch('appointment_segments', segment.id, {
          starts_at: at(FIRST_DAY + 7 + place * 7, 15),
        }),
      ),
    );
    await sendAll();
    await desk.push(
      visits.slice(2).map(({ id }) => patch('appointments', id, { status: 'cancelled' })),
    );
    const told = (await mails()).map(({ kind, data }) => `${kind} ${data['also']?.length}`);
    expect(told).toEqual(['booking_confirmed 3', 'rescheduled 2', 'cancelled_by_business 1']);
  });
});

describe('what staff change is told to the client', () => {
  test('two minutes later, with a link of its own', async () => {
    const { id } = await create();
    const [mail] = await mails();
    expect(mail).toMatchObject({
      kind: 'booking_confirmed',
      to_email: `cleo@${salon.slug}.example`,
      delay: 120,
      data: { appointment: { id, segments: [{ staff_name: 'Ann' }] } },
    });
    expect(
      await rpc(database.db, anon, 'booking_status', { token: mail!.data['manage_token'] }),
    ).toMatchObject({ ok: true, appointment: { id } });
  });

  test('a correction made meanwhile goes into the same mail', async () => {
    const { segment } = await create();
    await move(segment, at(FIRST_DAY, 15));
    expect(await mails()).toMatchObject([
      { kind: 'booking_confirmed', data: { appointment: { starts_at: at(FIRST_DAY, 15) } } },
    ]);
  });

  test('what is cancelled at once is not mentioned', async () => {
    const { id } = await create();
    await set(id, { status: 'cancelled' });
    expect(await kinds()).toEqual([]);
  });

  test('a move says where it was, a cancellation says that the business did it', async () => {
    const { id, segment } = await create();
    await sendAll();
    await move(segment, at(FIRST_DAY, 15));
    expect((await mails()).at(-1)).toMatchObject({
      kind: 'rescheduled',
      data: { previous_starts_at: at(FIRST_DAY, 14) },
    });
    await sendAll();
    await set(id, { status: 'cancelled', cancel_reason: 'Ann is ill' });
    expect((await mails()).at(-1)).toMatchObject({
      kind: 'cancelled_by_business',
      data: { manage_token: null, appointment: { cancel_reason: 'Ann is ill' } },
    });
  });

  test('an approved request is confirmed', async () => {
    const { id } = await create({ status: 'pending' });
    expect(await kinds()).toEqual([]);
    await set(id, { status: 'booked' });
    expect(await kinds()).toEqual(['booking_confirmed']);
  });

  test.each(['booked', 'declined'] as const)(
    'an answer that is taken back in time is not told: %s',
    async (answer) => {
      const { id } = await create({ status: 'pending', source: 'online' });
      await set(id, { status: answer });
      expect(await kinds()).toHaveLength(1);
      const { result } = await set(id, { status: 'pending' });
      expect(result).toMatchObject({ status: 'applied' });
      expect(await kinds()).toEqual([]);
      // The next answer is told like a first one.
      await set(id, { status: 'booked' });
      expect(await kinds()).toEqual(['booking_confirmed']);
    },
  );

  test('what was told is not taken back, nor what was answered long ago, nor what nobody asked for', async () => {
    const { id } = await create({ status: 'pending', source: 'online' });
    await set(id, { status: 'declined' });
    await sendAll();
    const told = await set(id, { status: 'pending' });
    expect(told.result).toMatchObject({ status: 'refused', code: 'undo_expired' });

    const old = await create({ status: 'pending', source: 'online' }, at(FIRST_DAY + 1, 14));
    await set(old.id, { status: 'booked' });
    await database.db.sql(
      `update private.row_changes set at = at - interval '3 minutes' where row_id = $1`,
      [old.id],
    );
    const late = await set(old.id, { status: 'pending' });
    expect(late.result).toMatchObject({ status: 'refused', code: 'undo_expired' });

    const own = await create({}, at(FIRST_DAY + 2, 14));
    const never = await set(own.id, { status: 'pending' });
    expect(never.result).toMatchObject({ status: 'refused', code: 'illegal_transition' });
  });

  test('nothing is said of notes, arrivals, the past, imports, walk-ins, or nobody', async () => {
    const { id } = await create();
    await sendAll();
    await set(id, { staff_note: 'x' });
    await set(id, { status: 'arrived' });
    await set(id, { status: 'booked' });
    await create({}, at(-1, 14));
    await create({ source: 'import' }, at(FIRST_DAY + 1, 14));
    await create({ source: 'walk_in' }, at(FIRST_DAY + 2, 14));
    await create({ client_id: null }, at(FIRST_DAY + 3, 14));
    await create({ client_id: salon.otherClient }, at(FIRST_DAY + 4, 14));
    expect(await kinds()).toEqual(['booking_confirmed']);
  });

  test('a place that is not theirs is told only when it is', async () => {
    const { segment } = await create({}, at(FIRST_DAY, 10));
    expect(await kinds()).toEqual([]);
    await move(segment, at(FIRST_DAY, 15));
    expect(await kinds()).toEqual(['booking_confirmed']);
  });

  test('a seed of appointments is no news', async () => {
    await addVisit(database.db, salon, salon.ann, at(FIRST_DAY, 15), {
      appointment: { client_id: salon.client },
    });
    expect(await kinds()).toEqual([]);
  });

  test('one mail per state of the event, however often it is asked for', async () => {
    const { id } = await create();
    const ask = () =>
      database.db.sql(
        `select private.mail_appointment($1, 'booking_confirmed', now(), null, null)`,
        [id],
      );
    await sendAll();
    await ask();
    await ask();
    expect(await kinds()).toEqual(['booking_confirmed']);
  });
});

describe('work by the clock', () => {
  const run = () => database.db.sql('select private.run_jobs()');

  test('requests expire after their time, or shortly before they would begin', async () => {
    await database.db.sql('update public.booking_rules set pending_expiry_min = 60 where id = $1', [
      salon.id,
    ]);
    const old = await create({ status: 'pending' });
    const fresh = await create({ status: 'pending' }, at(FIRST_DAY + 1, 14));
    const near = await create(
      { status: 'pending' },
      new Date(Date.now() + 20 * 60_000).toISOString(),
    );
    await database.db.transaction(async (sql) => {
      await sql('set local session_replication_role = replica');
      await sql(
        `update public.appointments set created_at = now() - interval '61 minutes' where id = $1`,
        [old.id],
      );
    });
    await run();
    const statusOf = async (id: Uuid) => (await rowOf(database.db, 'appointments', id))['status'];
    expect(await statusOf(old.id)).toBe('expired');
    expect(await statusOf(near.id)).toBe('expired');
    expect(await statusOf(fresh.id)).toBe('pending');
    expect(
      await countOf(database.db, 'private.busy_segments where appointment_id = $1', [old.id]),
    ).toBe(0);
  });

  test('holds that ran out go, and who waited gets the place', async () => {
    const key = newId();
    await rpc(database.db, anon, 'hold_slot', {
      slug: salon.slug,
      request: {
        items: [{ variant_id: salon.cut, staff_id: salon.ann, add_on_ids: [] }],
        starts_at: at(FIRST_DAY, 14),
      },
      hold_key: key,
    });
    const { id } = await create({}, at(FIRST_DAY, 14, 30));
    expect(await rowOf(database.db, 'appointments', id)).toMatchObject({ conflict: true });
    await database.db.sql(
      `update private.slot_holds set expires_at = now() - interval '1 second' where hold_key = $1`,
      [key],
    );
    await run();
    expect(await rowOf(database.db, 'appointments', id)).toMatchObject({ conflict: false });
    expect(await countOf(database.db, 'private.slot_holds where hold_key = $1', [key])).toBe(0);
  });

  test('what is older than its use goes, and the floor remembers', async () => {
    await desk.push([put('clients', newId(), { first_name: 'X' })]);
    const gone = newId();
    await desk.push([put('clients', gone, { first_name: 'Y' })]);
    const { answer } = await desk.push([{ table: 'clients', id: gone, op: 'delete', value: null }]);
    for (const [table, column] of [
      ['tombstones', 'deleted_at'],
      ['mutation_log', 'applied_at'],
      ['row_changes', 'at'],
    ]) {
      await database.db.sql(
        `update private.${table} set ${column} = now() - interval '181 days' where business_id = $1`,
        [salon.id],
      );
    }
    await database.db.sql('delete from private.job_runs');
    await run();
    for (const table of ['tombstones', 'mutation_log', 'row_changes']) {
      expect(
        await countOf(database.db, `private.${table} where business_id = $1`, [salon.id]),
      ).toBe(0);
    }
    const [clock] = await database.db.sql<{ floor: number }>(
      'select tombstone_floor::int as floor from private.business_clock where business_id = $1',
      [salon.id],
    );
    expect(clock!.floor).toBe(answer['rev']);
  });
});

describe('members', () => {
  const owner = () => signedIn(salon.users.owner);
  const call = (caller: ReturnType<typeof signedIn>, name: string, args: object = {}) =>
    rpc(database.db, caller, name, { business_id: salon.id, ...args });
  const membershipOf = async (role: string) => {
    const [row] = await database.db.sql<{ id: Uuid }>(
      'select id from public.memberships where business_id = $1 and role = $2',
      [salon.id, role],
    );
    return row!.id;
  };

  test('an invitation is for one address and one use', async () => {
    const invited = await call(owner(), 'invite_member', {
      request: { email: ' Pat@Example.com ', role: 'practitioner', staff_id: salon.ben },
    });
    expect(invited).toMatchObject({ ok: true, token: expect.stringMatching(/^[\w-]{40,}$/) });
    const accept = (email: string, userId = newId()) =>
      rpc(database.db, signedIn(userId, email), 'accept_invitation', { token: invited['token'] });
    expect(await accept('eve@example.com')).toMatchObject({ ok: false, code: 'not_allowed' });
    const pat = newId();
    expect(await accept('pat@example.com', pat)).toEqual({ ok: true, business_id: salon.id });
    expect(await accept('pat@example.com')).toMatchObject({ ok: false, code: 'link_expired' });
    expect(await rowOf(database.db, 'staff', salon.ben)).toMatchObject({
      membership_id: invited['membership_id'],
    });
    expect(await new Device(database.db, pat, salon.id).pull()).toMatchObject({ ok: true });
  });

  test('inviting again makes the older link useless; members are not invited', async () => {
    const request = { email: 'pat@example.com', role: 'assistant' };
    const first = await call(owner(), 'invite_member', { request });
    const second = await call(owner(), 'invite_member', { request });
    expect(second['membership_id']).toBe(first['membership_id']);
    const pat = signedIn(newId(), 'pat@example.com');
    const accept = (token: string) => rpc(database.db, pat, 'accept_invitation', { token });
    expect(await accept(first['token'])).toMatchObject({ code: 'link_expired' });
    expect(await accept(second['token'])).toMatchObject({ ok: true });
    expect(await call(owner(), 'invite_member', { request })).toMatchObject({ code: 'duplicate' });
  });

  test('only who manages staff may, and nobody gives more than they have', async () => {
    const request = { email: 'x@example.com', role: 'assistant' };
    for (const user of [salon.users.front_desk, salon.users.practitioner, newId()]) {
      expect(await call(signedIn(user), 'invite_member', { request })).toMatchObject({
        code: 'not_allowed',
      });
    }
    const manager = signedIn(salon.users.manager);
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
    expect(await change(salon.users.manager, 'manager')).toMatchObject({ code: 'not_allowed' });
    expect(await change(salon.users.manager, 'owner')).toMatchObject({ code: 'last_owner' });
    expect(
      await call(owner(), 'set_member_role', { membership_id: newId(), role: 'assistant' }),
    ).toMatchObject({ code: 'not_found' });
    expect(await change(salon.users.manager, 'front_desk')).toEqual({ ok: true });
  });

  test('a removed member is out at once, their column stays', async () => {
    const practitioner = new Device(database.db, salon.users.practitioner, salon.id);
    await practitioner.pull();
    const membership_id = await membershipOf('practitioner');
    expect(
      await call(signedIn(salon.users.front_desk), 'remove_member', { membership_id }),
    ).toMatchObject({ code: 'not_allowed' });
    expect(await call(owner(), 'remove_member', { membership_id })).toEqual({ ok: true });
    expect(await practitioner.pull()).toMatchObject({ ok: false, code: 'access_lost' });
    expect(await rowOf(database.db, 'staff', salon.ann)).toMatchObject({
      membership_id: null,
      status: 'active',
    });
  });

  test('people may leave, the owner may not', async () => {
    const leave = async (role: 'assistant' | 'owner') =>
      call(signedIn(salon.users[role]), 'remove_member', {
        membership_id: await membershipOf(role),
      });
    expect(await leave('assistant')).toEqual({ ok: true });
    expect(await leave('owner')).toMatchObject({ ok: false, code: 'last_owner' });
  });

  test('a business changes hands when both say so', async () => {
    const membership_id = await membershipOf('manager');
    const manager = signedIn(salon.users.manager);
    const hand = (caller: typeof manager) => call(caller, 'transfer_ownership', { membership_id });
    expect(await hand(manager)).toMatchObject({ ok: false, code: 'not_allowed' });
    expect(await hand(signedIn(salon.users.front_desk))).toMatchObject({ code: 'not_allowed' });
    expect(await hand(owner())).toEqual({ ok: true, state: 'offered' });
    expect(await hand(manager)).toEqual({ ok: true, state: 'transferred' });
    expect(await hand(manager)).toMatchObject({ code: 'not_allowed' });
    const roles = await database.db.sql<{ user_id: Uuid; role: string }>(
      `select user_id, role from public.memberships where business_id = $1 and role in ('owner', 'manager')`,
      [salon.id],
    );
    expect(Object.fromEntries(roles.map((row) => [row.user_id, row.role]))).toEqual({
      [salon.users.owner]: 'manager',
      [salon.users.manager]: 'owner',
    });
  });
});

describe('a new business', () => {
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
    rpc(database.db, caller, 'create_business', { request: request(more), op_id });

  test('belongs to its maker and is ready to be used', async () => {
    const maker = newId();
    const made = await make(signedIn(maker, 'Maker@Example.com'));
    expect(made).toEqual({ ok: true, business_id: expect.any(String) });
    const { tables } = await new Device(database.db, maker, made['business_id']).pull();
    expect(tables).toMatchObject({
      businesses: [{ name: 'Fresh', week_start: 1, time_format: 'h23', currency: 'EUR' }],
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
    expect(await make(maker, { slug: salon.slug })).toMatchObject({ code: 'slug_taken' });
    expect(await make(maker, { slug: 'login' })).toMatchObject({ code: 'slug_reserved' });
    expect(await make(maker, { slug: 'No Slug' })).toMatchObject({
      code: 'invalid',
      field: 'slug',
    });
    expect(await make(maker, { time_zone: 'Mars/Base' })).toMatchObject({ field: 'time_zone' });
    expect(await make(maker, { name: ' ' })).toMatchObject({ code: 'invalid', field: 'name' });
    expect(await make(maker, { currency: 'euro' })).toMatchObject({ field: 'currency' });
    await expect(
      rpc(database.db, anon, 'create_business', { request: {}, op_id: opId }),
    ).rejects.toThrow('permission denied');
  });
});
