import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '#domain/errors/assert.ts';
import type { AnyRow, TableName, Uuid } from '#domain/rows.ts';
import { TABLES } from '#domain/rows.ts';
import { addDays } from '#domain/time/day.ts';
import { openMemoryDb } from '#db/memory-db.ts';
import type { DaybookDb } from '#db/open.ts';
import { BOOT_TIMEOUT_MS, startServedBackend } from '../harness/backend.ts';
import type { TestBackend } from '../harness/backend.ts';
import { fillCatalogue } from './commands-on-server/catalogue.ts';
import { holdClass } from './commands-on-server/classes.ts';
import { meetClients } from './commands-on-server/clients.ts';
import { closeTimes } from './commands-on-server/closed-times.ts';
import { fillForms } from './commands-on-server/forms.ts';
import { bringParty } from './commands-on-server/groups.ts';
import { closeBooks } from './commands-on-server/pay.ts';
import { takeMoney } from './commands-on-server/sales.ts';
import { repeatVisits } from './commands-on-server/series.ts';
import { keepStock } from './commands-on-server/stock.ts';
import { manageTeam } from './commands-on-server/team.ts';
import { bookVisits } from './commands-on-server/visits.ts';
import { keepWaitlist } from './commands-on-server/waitlist.ts';
import type { World } from './commands-on-server/world.ts';

/**
 * What people do on a device is legal on the server, and both end with the same rows: every command
 * once, through the real push.
 */
let backend: TestBackend;
let person: Awaited<ReturnType<TestBackend['signedIn']>>;
let db: DaybookDb;

/** What devices learn from the server alone. */
const SERVER_OWN = [
  'rev',
  'created_at',
  'updated_at',
  'created_by',
  'offers',
  'outside_id',
  'email_bounced_at',
  'sent_at',
  'opened_at',
];

beforeAll(async () => {
  backend = await startServedBackend();
  person = await backend.signedIn();
  const made = await person.client.rpc('create_business', {
    request: { name: 'Test Salon', slug: 'test-salon', time_zone: 'America/New_York' },
    op_id: crypto.randomUUID(),
  });
  const businessId = (made.data as { business_id: Uuid }).business_id;
  db = await openMemoryDb({ businessId, userId: person.id });
  for (const [table, rows] of Object.entries(await serverRows()))
    await db.table(table).bulkPut(rows);
}, BOOT_TIMEOUT_MS);
afterAll(async () => {
  db.close();
  await backend.stop();
});

const serverRows = async (): Promise<Record<string, AnyRow[]>> => {
  const found: Record<string, AnyRow[]> = {};
  for (const table of TABLES) {
    const [row] = await backend.sql<{ rows: AnyRow[] }>(
      `select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]') as rows from public.${table} t`,
    );
    found[table] = must(row, 'an answer').rows;
  }
  return found;
};

const deviceId = async (): Promise<Uuid> => {
  const device = await db.meta.get('device');
  return device?.key === 'device' ? device.client_id : '';
};

/** The server takes no more in one batch. */
const MOST_AT_ONCE = 100;

/** Sends everything that waits; what the server said of each mutation by name. */
const push = async (): Promise<string[]> => {
  const entries = await db.outbox.orderBy('seq').toArray();
  const said: string[] = [];
  for (let from = 0; from < entries.length; from += MOST_AT_ONCE) {
    const { data, error } = await person.client.rpc('sync_push', {
      business_id: db.businessId,
      client_id: await deviceId(),
      schema: 1,
      mutations: entries.slice(from, from + MOST_AT_ONCE).map(({ v: _v, ...mutation }) => mutation),
    });
    expect(error).toBeNull();
    const { results } = data as { results: { seq: number; status: string; code?: string }[] };
    for (const { seq, status, code } of results) {
      const name = entries.find((entry) => entry.seq === seq)?.name;
      said.push(`${name} ${status}${code ? ` ${code}` : ''}`);
    }
  }
  return said;
};

const plain = (row: AnyRow): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([field]) => !SERVER_OWN.includes(field)));

test('every command is applied, and device and server end with the same rows', async () => {
  const today = new Date(db.nowMs()).toISOString().slice(0, 10);
  const at = (clock: string, days: number) => `${addDays(today, days)}T${clock}:00+00:00`;
  const owner = must((await db.rows('staff').toArray())[0], 'the owner').id;

  const world: World = { db, today, at, owner };
  const { ben, lunch } = await manageTeam(world);
  const { variant, mask } = await fillCatalogue(world, { ben });
  const { ada } = await meetClients(world);
  await closeTimes(world, { ben, lunch });
  const booked = { ada, ben, variant, mask };
  await bookVisits(world, booked);
  await holdClass(world, booked);
  await repeatVisits(world, booked);

  const said = await push();
  // A batch has at most a hundred.
  await db.outbox.clear();
  await bringParty(world, booked);
  await keepWaitlist(world, booked);
  await takeMoney(world, booked);
  await fillForms(world, booked);
  await keepStock(world, booked);
  await closeBooks(world);
  said.push(...(await push()));
  expect(said.filter((line) => !line.endsWith(' applied'))).toEqual([]);
  expect(said.length).toBeGreaterThan(40);

  expect(await backend.sql('select * from private.accounting_faults')).toEqual([]);
  const server = await serverRows();
  for (const table of TABLES) {
    const local = (await db.table<AnyRow>(table).orderBy('id').toArray()).map(plain);
    expect({ table, rows: local.map(withoutTimes(table)) }).toEqual({
      table,
      rows: must(server[table], table).map(plain).map(withoutTimes(table)),
    });
  }
}, 60_000);

/** Moments that the server may stamp a little later than the device. */
const withoutTimes =
  (table: TableName) =>
  (row: Record<string, unknown>): Record<string, unknown> => {
    if (table !== 'appointments') return row;
    const { arrived_at: _a, started_at: _s, finished_at: _f, cancelled_at: _c, ...rest } = row;
    return rest;
  };
