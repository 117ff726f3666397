import { beforeEach, describe, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { at, FIRST_DAY, makeSalon, type Salon } from './salon.ts';
import { Device, newId, patch, put, useDatabase, type Answer } from './setup.ts';
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
