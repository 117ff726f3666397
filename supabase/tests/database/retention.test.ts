import { beforeEach, expect, test } from 'vitest';
import type { Uuid } from '#domain/rows.ts';
import { at, makeSalon, soldCut, type Salon } from './salon.ts';
import { Device, insert, newId, patch, put, rowOf, rpc, signedIn, useDatabase } from './setup.ts';
import { addVisit } from './visits.ts';

const database = useDatabase();
let salon: Salon;
let owner: Device;
let slugs = 0;

const YEAR = 365.25;

beforeEach(async () => {
  salon = await makeSalon(database.db, `retention-${(slugs += 1)}`);
  owner = new Device(database.db, salon.users.owner, salon.id);
  await owner.pull();
  // Other tests of this file want the job of the day again.
  await database.db.sql(`delete from private.job_runs where job = 'retention'`);
});

/** Somebody who was entered so many years ago, with a visit at that many. */
const clientOf = async (
  name: string,
  years: number,
  visit?: { years: number; status?: string },
): Promise<Uuid> => {
  const id = newId();
  await insert(database.db, 'clients', { id, business_id: salon.id, first_name: name });
  await database.db.transaction(async (sql) => {
    // When a row was made is the server's word, which no update changes.
    await sql('set local session_replication_role = replica');
    await sql(
      'update public.clients set created_at = now() - make_interval(days => $2) where id = $1',
      [id, Math.round(years * YEAR)],
    );
  });
  if (visit) {
    await addVisit(database.db, salon, salon.ben, at(-Math.round(visit.years * YEAR), 9), {
      appointment: { client_id: id, status: visit.status ?? 'completed' },
    });
  }
  return id;
};
const keep = (years: number | null) =>
  owner.push([patch('businesses', salon.id, { retention_years: years })]);
const aWeekLater = () =>
  database.db.sql(
    `update public.businesses set retention_since = now() - interval '8 days' where id = $1`,
    [salon.id],
  );
const runJobs = () => database.db.sql('select private.run_jobs()');
const statusOf = async (id: Uuid) => (await rowOf(database.db, 'clients', id))['status'];
const preview = async (role: keyof Salon['users'], years: number) =>
  rpc(database.db, signedIn(salon.users[role]), 'retention_preview', {
    business_id: salon.id,
    years,
  });

test('whoever was not there for so long is erased, and nobody else', async () => {
  const never = await clientOf('Never', 4);
  const long = await clientOf('Long', 6, { years: 3.5 });
  const off = await clientOf('Off', 6, { years: 1, status: 'cancelled' });
  const stays = await Promise.all([
    clientOf('Fresh', 1),
    clientOf('Lately', 6, { years: 2.5 }),
    clientOf('Coming', 6, { years: -0.02, status: 'booked' }),
    clientOf('Missed', 6, { years: 2, status: 'no_show' }),
  ]);
  const [buys, wasTwice] = [await clientOf('Buys', 6), await clientOf('Was twice', 6)];
  const alias = await clientOf('Alias', 6);
  await database.db.sql(
    `update public.clients set status = 'archived', merged_into = $2 where id = $1`,
    [alias, wasTwice],
  );
  for (const [place, client_id] of [buys, alias].entries()) {
    const sold = soldCut(null, place + 1, owner.clientId);
    const sale_id = newId();
    await owner.push([
      put('sales', sale_id, { ...sold.sale, client_id }),
      put('sale_lines', newId(), { sale_id, ...sold.line }),
      put('tips', newId(), { sale_id, ...sold.tip }),
      put('payments', newId(), { sale_id, ...sold.payment }),
    ]);
  }
  stays.push(buys, wasTwice);
  await keep(3);
  await aWeekLater();
  // Nothing else that is saved begins the week anew.
  await owner.push([patch('businesses', salon.id, { phone: '555 0100' })]);
  await runJobs();
  for (const id of [never, long, off]) expect(await statusOf(id)).toBe('anonymised');
  for (const id of [...stays, salon.client]) expect(await statusOf(id)).toBe('active');
  const answer = await owner.pull();
  expect(answer['tables'].clients.map((row: { id: Uuid }) => row.id).toSorted()).toEqual(
    expect.arrayContaining([never, long, off]),
  );
});

test('is off unless somebody says so, and waits a week after that', async () => {
  const old = await clientOf('Old', 9);
  await runJobs();
  expect(await statusOf(old)).toBe('active');
  await keep(2);
  await database.db.sql(`delete from private.job_runs where job = 'retention'`);
  await runJobs();
  expect(await statusOf(old)).toBe('active');
  // Another number is another decision.
  await aWeekLater();
  await keep(3);
  await database.db.sql(`delete from private.job_runs where job = 'retention'`);
  await runJobs();
  expect(await statusOf(old)).toBe('active');
  await keep(null);
  expect(await rowOf(database.db, 'businesses', salon.id)).toMatchObject({ retention_since: null });
});

test('says before whom it means: who is due now, and who within a month', async () => {
  const due = await clientOf('Due', 5, { years: 3.1 });
  const soon = await clientOf('Soon', 2.95);
  await clientOf('Later', 2.5);
  const answer = await preview('owner', 3);
  expect(answer).toMatchObject({ ok: true, due: 1 });
  expect(answer['clients'].map(({ id }: { id: Uuid }) => id)).toEqual([due, soon]);
  expect(answer['clients'][1]).toMatchObject({ last_visit_at: null });
  expect(Date.parse(answer['clients'][1].due_at)).toBeGreaterThan(Date.now());
  expect(await preview('owner', 0)).toMatchObject({ code: 'invalid', field: 'years' });
  expect(await preview('front_desk', 3)).toMatchObject({ code: 'not_allowed' });
});

test('whoever was in a class lately was there; a seat that was given back is no visit', async () => {
  const there = await clientOf('There', 6);
  const gone = await clientOf('Gone', 6);
  const session = await addVisit(database.db, salon, salon.ben, at(-30, 15), {
    appointment: { capacity: 5 },
  });
  const seat = { business_id: salon.id, appointment_id: session.id };
  await insert(
    database.db,
    'attendees',
    { ...seat, id: newId(), client_id: there, state: 'attended' },
    { ...seat, id: newId(), client_id: gone, state: 'cancelled' },
  );
  await keep(3);
  await aWeekLater();
  await runJobs();
  expect(await statusOf(there)).toBe('active');
  expect(await statusOf(gone)).toBe('anonymised');
});
