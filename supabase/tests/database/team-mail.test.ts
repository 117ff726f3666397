import { beforeEach, describe, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { at, FIRST_DAY, makeSalon, wish, type Salon } from './salon.ts';
import {
  anon,
  Device,
  newId,
  patch,
  put,
  rpc,
  signedIn,
  useDatabase,
  type Answer,
} from './setup.ts';
import { visitOps, visitRows } from './visits.ts';

const database = useDatabase();
let salon: Salon;
let desk: Device;
let owner: Device;
let slugs = 0;

beforeEach(async () => {
  salon = await makeSalon(database.db, `team-mail-${(slugs += 1)}`);
  desk = new Device(database.db, salon.users.front_desk, salon.id);
  owner = new Device(database.db, salon.users.owner, salon.id);
  await desk.pull();
});

const switchOn = (...keys: string[]) =>
  owner.push(keys.map((key) => put('message_templates', newId(), { key, enabled: true })));
const told = () =>
  database.db.sql<{ kind: string; to_email: string; data: Answer }>(
    `select kind, to_email, data from private.mail_outbox
     where business_id = $1 and (kind like 'staff%' or kind = 'low_stock') order by created_at, id`,
    [salon.id],
  );
const kinds = async () => (await told()).map(({ kind }) => kind);
const sendAll = () =>
  database.db.sql(
    `update private.mail_outbox set state = 'sent', due_at = now() where business_id = $1`,
    [salon.id],
  );
const book = async (device = desk, status = 'booked', staff: Uuid = salon.ann) => {
  const visit = visitRows(salon, staff, at(FIRST_DAY, 14), {
    appointment: { client_id: salon.client, status },
  });
  expect((await device.push(visitOps(visit))).result).toMatchObject({ status: 'applied' });
  return { id: visit.id, segment: visit.segment.id };
};

describe('who does a visit hears of it', () => {
  test('only when the business wants it', async () => {
    await book();
    expect(await kinds()).toEqual([]);
  });

  test('of a new one, with whose it is and what they do', async () => {
    await switchOn('staff_new');
    const { id } = await book();
    expect(await told()).toMatchObject([
      {
        kind: 'staff_new',
        to_email: `practitioner@${salon.slug}.example`,
        data: {
          visit_id: id,
          client_name: 'Cleo Reyes',
          staff: { name: 'Ann' },
          services: [{ service_name: 'Cut', starts_at: at(FIRST_DAY, 14) }],
        },
      },
    ]);
  });

  test('unless they did it themselves, or do not sign in', async () => {
    await switchOn('staff_new');
    await book(new Device(database.db, salon.users.practitioner, salon.id));
    await book(desk, 'booked', salon.ben);
    expect(await kinds()).toEqual([]);
  });

  test('of what changes in one mail, and of what is given up', async () => {
    await switchOn('staff_new', 'staff_changed', 'staff_cancelled');
    const { id, segment } = await book();
    await desk.push([patch('appointment_segments', segment, { starts_at: at(FIRST_DAY, 15) })]);
    expect(await told()).toMatchObject([
      { kind: 'staff_new', data: { services: [{ starts_at: at(FIRST_DAY, 15) }] } },
    ]);
    await sendAll();
    await desk.push([patch('appointment_segments', segment, { starts_at: at(FIRST_DAY, 16) })]);
    expect(await kinds()).toEqual(['staff_new', 'staff_changed']);
    await sendAll();
    await desk.push([patch('appointments', id, { status: 'cancelled' })]);
    expect(await kinds()).toEqual(['staff_new', 'staff_changed', 'staff_cancelled']);
  });

  test('what comes and goes within two minutes is not mentioned', async () => {
    await switchOn('staff_new', 'staff_changed', 'staff_cancelled');
    const { id } = await book();
    await desk.push([patch('appointments', id, { status: 'cancelled' })]);
    expect(await kinds()).toEqual([]);
  });

  test('of a request only when it is accepted', async () => {
    await switchOn('staff_new');
    const { id } = await book(desk, 'pending');
    expect(await kinds()).toEqual([]);
    await desk.push([patch('appointments', id, { status: 'booked' })]);
    expect(await kinds()).toEqual(['staff_new']);
  });

  test('that it went to somebody else is a visit less, with the time that it had', async () => {
    await switchOn('staff_cancelled');
    const { segment } = await book();
    await desk.push([patch('appointment_segments', segment, { staff_id: salon.ben })]);
    expect(await told()).toMatchObject([
      { kind: 'staff_cancelled', data: { services: [{ starts_at: at(FIRST_DAY, 14) }] } },
    ]);
  });
});

describe('what clients do by themselves', () => {
  const addressOf = (role: string) => `${role}@${salon.slug}.example`;
  const mailed = async () => (await told()).map(({ to_email }) => to_email).toSorted();
  const join = () =>
    rpc(database.db, anon, 'join_waitlist', {
      slug: salon.slug,
      request: {
        items: [{ variant_id: salon.cut, staff_id: null, add_on_ids: [] }],
        windows: wish(salon.cut, FIRST_DAY + 1).windows,
        client: {
          first_name: 'Nia',
          last_name: 'Doe',
          email: 'nia@example.com',
          phone: '7185550199',
        },
        note: '',
      },
      op_id: newId(),
    });
  const fillIn = async (token: string | null) => {
    const [form] = await database.db.sql<{ public_key: string }>(
      `update public.forms set status = 'published', public_link_on = true
       where id = $1 returning public_key`,
      [salon.rows.forms],
    );
    return rpc(database.db, anon, 'submit_form', {
      key: form!.public_key,
      version: 1,
      answers: { q1: 'Latex', q2: true },
      op_id: newId(),
      token,
    });
  };

  test('a form of a visit is told to who does it, one of the open link to owner and manager, neither with its answers', async () => {
    expect(await fillIn(null)).toMatchObject({ ok: true });
    expect(await told()).toEqual([]);
    await switchOn('staff_form');
    await fillIn(null);
    expect(await mailed()).toEqual([addressOf('manager'), addressOf('owner')]);
    expect((await told())[0]!.data).toMatchObject({
      client_name: 'Somebody',
      form: 'Before your visit',
    });
    await sendAll();
    const token = newId();
    await database.db.sql('select private.add_manage_token($1, $2, $3, now())', [
      salon.id,
      salon.visit,
      token,
    ]);
    await fillIn(token);
    const newest = (await told()).at(-1)!;
    expect(newest).toMatchObject({
      kind: 'staff_form',
      to_email: addressOf('practitioner'),
      data: { client_name: 'Cleo Reyes', client_id: salon.client },
    });
    expect(JSON.stringify(await told())).not.toContain('Latex');
  });

  test('who joins the waitlist is told to who manages it; whom staff enter is not', async () => {
    await switchOn('staff_waitlist');
    await owner.push([
      put('waitlist_entries', newId(), {
        client_id: salon.client,
        ...wish(salon.cut, FIRST_DAY + 1),
        state: 'waiting',
      }),
    ]);
    expect(await told()).toEqual([]);
    expect(await join()).toMatchObject({ ok: true });
    expect(await mailed()).toEqual(['front_desk', 'manager', 'owner'].map(addressOf));
    expect((await told())[0]).toMatchObject({
      kind: 'staff_waitlist',
      data: { client_name: 'Nia Doe', wants: ['Cut'] },
    });
  });

  test('each member decides for their own mailbox, and nobody else’s', async () => {
    await switchOn('staff_waitlist', 'staff_new');
    const mute = (user: Uuid, keys: unknown) =>
      rpc(database.db, signedIn(user), 'mute_mails', { business_id: salon.id, keys });
    expect(await mute(salon.users.owner, ['staff_waitlist', 'staff_waitlist'])).toEqual({
      ok: true,
    });
    expect(await mute(salon.users.practitioner, ['staff_new'])).toEqual({ ok: true });
    const { id } = await book();
    await join();
    expect(await mailed()).toEqual(['front_desk', 'manager'].map(addressOf));
    const { tables } = await owner.pull();
    expect(tables['memberships']).toContainEqual(
      expect.objectContaining({ role: 'owner', muted_mails: ['staff_waitlist'] }),
    );
    for (const wrong of ['"staff_new"', null, ['booking_confirmed'], [1], {}]) {
      expect(await mute(salon.users.owner, wrong)).toMatchObject({ ok: false, code: 'invalid' });
    }
    await mute(salon.users.practitioner, []);
    await desk.push([patch('appointments', id, { status: 'cancelled' })]);
    await desk.push([patch('appointments', id, { status: 'booked' })]);
    expect(await kinds()).toContain('staff_new');
  });
});

test('products that run low are told once, and again when they were filled up', async () => {
  const run = async () => {
    await database.db.sql(`delete from private.job_runs where job = 'low_stock'`);
    await database.db.sql('select private.run_jobs()');
  };
  const count = (milli: number, days: number) =>
    owner.push([
      put('stock_movements', newId(), {
        product_id: salon.comb,
        occurred_at: at(days, 9),
        kind: 'count',
        qty_milli: milli,
      }),
    ]);
  const mails = async () => (await told()).filter(({ kind }) => kind === 'low_stock');
  expect((await count(1000, -4)).result).toMatchObject({ status: 'applied' });
  await run();
  expect(await mails()).toEqual([]);
  await owner.push([patch('message_templates', salon.rows.message_templates, { enabled: true })]);
  await run();
  await run();
  // The owner and the manager.
  expect((await mails()).map(({ data }) => data['products'][0].left)).toEqual(['1', '1']);
  await count(9000, -3);
  await run();
  await count(2000, -2);
  await run();
  expect(await mails()).toHaveLength(4);
});
