/**
 * Seeds with the real SQL as the server: the engine, its devices and the bad network of the simulator
 * on virtual time, which stands still while the database works.
 */
import { setImmediate } from 'node:timers';
import { beforeAll, expect, test } from 'vitest';
import { must } from '#domain/errors/assert.ts';
import type { TableName } from '#domain/rows.ts';
import { toInstant } from '#domain/time/instant.ts';
import { createVirtualTime } from '#sync/fakes/virtual-time.ts';
import { makeSalon, type Salon } from '#supabase/tests/database/salon.ts';
import { overlaps } from '#supabase/tests/database/races/stage.ts';
import { rpc, signedIn, useDatabase } from '#supabase/tests/database/setup.ts';
import { CRASH_POINTS } from './actions.ts';
import { createDevice, type SimDevice } from './device.ts';
import { createNetwork, HEAVY, USUAL } from './network.ts';
import { createDice, mix } from './random.ts';
import { someOp } from './real-ops.ts';
import { someBooking, someVisit, VISIT_TABLES } from './real-visits.ts';
import { MONEY_TABLES, someMoney } from './real-sales.ts';

const SEEDS = Number(process.env['SQL_SEEDS'] ?? 8);
const FROM = Number(process.env['SQL_FROM'] ?? 1);
const STEPS = 40;
/** How often a client beside the devices books. */
const BOOKS = 0.15;
const LIMIT_MS = 240_000;
const TABLES = ['clients', 'time_blocks'] as const;
const COMPARED = [...TABLES, ...MONEY_TABLES, ...VISIT_TABLES];
/** What clients were told and what visits met, over all seeds. */
const met = new Map<string, number>();

const database = useDatabase();
let salon: Salon;
beforeAll(async () => {
  salon = await makeSalon(database.db, 'engine-on-sql');
}, LIMIT_MS);

const openRun = (seed: number) => {
  const dice = createDice(seed);
  let inFlight = 0;
  const time = createVirtualTime(0, async () => {
    do await new Promise<void>((resolve) => void setImmediate(resolve));
    while (inFlight > 0);
  });
  const startMs = Date.now();
  const trueMs = () => startMs + time.nowMs();
  const { owner } = salon.users;
  const tellers: ((rev: number) => void)[] = [];
  const ask = (name: string, args: Record<string, unknown>) =>
    rpc(database.db, signedIn(owner), name, args);
  const serve = async (name: string, said: Record<string, unknown>): Promise<unknown> => {
    const { page_size, ...args } = said;
    inFlight += 1;
    try {
      const body = await ask(name, name === 'sync_pull' ? { ...args, page_size } : args);
      if (name === 'sync_push' && body['ok']) for (const tell of tellers) tell(body['rev']);
      return body;
    } finally {
      inFlight -= 1;
    }
  };
  const network = createNetwork({
    server: { onCommit: (tell) => void tellers.push(tell) },
    serve,
    time,
    seed,
    faults: seed % 3 === 0 ? HEAVY : USUAL,
    pageSize: 2 + dice.below(20),
    batchLimit: dice.chance(0.2) ? 1 + dice.below(3) : 100,
    count: () => undefined,
    served: () => undefined,
  });
  const devices = Array.from({ length: 3 }, (_, index) => {
    const name = `d${index}`;
    const link = {
      online: true,
      portal: false,
      realtime: dice.chance(0.8),
      outdated: false,
      userId: owner,
      token: `${name}-first`,
      foreign: null,
    };
    const device = createDevice({
      name,
      seed: mix(seed, 2_000_000 + index),
      businessId: salon.id,
      link,
      remote: network.remoteFor(link),
      time,
      trueMs,
      plant: {},
      log: () => undefined,
      count: () => undefined,
    });
    device.openTab();
    return device;
  });
  // What the receipts of each device are counted by.
  const tills = new Map(devices.map(({ name }) => [name, dice.newId()]));
  return { seed, dice, time, network, devices, ask, trueMs, tills };
};
type Run = ReturnType<typeof openRun>;

/** What a person, a phone or a network does next. */
const step = async (
  { seed, dice, devices, tills, trueMs }: Run,
  ours: Set<string>,
  saved: Set<string>,
): Promise<void> => {
  const device = dice.pick(devices);
  const [tab] = device.tabs;
  const kind = dice.next();
  if (dice.chance(BOOKS)) {
    const { caller, name, args } = someBooking(dice, { salon, seed });
    const answer = await rpc(database.db, caller, name, args);
    const told = answer['ok'] ? 'booked' : String(answer['code']);
    met.set(told, (met.get(told) ?? 0) + 1);
  } else if (tab === undefined) device.openTab();
  else if (kind < 0.7) {
    const known = new Map<string, TableName>();
    for (const table of TABLES) {
      for (const id of device.disk.tables.get(table)?.keys() ?? []) {
        if (ours.has(id)) known.set(id, table);
      }
    }
    const what = dice.next();
    const { disk } = device;
    const { name, ops } =
      what < 0.3
        ? someMoney(dice, {
            disk,
            businessId: salon.id,
            deviceId: must(tills.get(device.name), 'its till'),
            now: toInstant(trueMs()),
          })
        : what < 0.6
          ? someVisit(dice, { salon, disk, seed, ours })
          : { name: 'test.change', ops: [someOp(dice, known, ours)] };
    const written = await device.write(tab, name, ops);
    if (written === null) return;
    if (written.isSaid) saved.add(written.entry.id);
    device.wrote(tab);
  } else if (kind < 0.8) device.link.online = !device.link.online;
  else if (kind < 0.86) device.crash(tab);
  else if (kind < 0.94) device.armed = dice.pick(CRASH_POINTS);
  else if (device.tabs.length < 3) device.openTab();
};

const heal = ({ network, devices }: Run): void => {
  network.heal();
  for (const device of devices) {
    device.link.online = true;
    device.armed = null;
    if (device.tabs.length === 0) device.openTab();
    device.signIn();
    for (const { tab } of device.tabs) tab.event('online');
  }
};

/** Everything sent, everything here, history too. */
const isDone = ({ disk }: SimDevice, head: number): boolean => {
  const sync = disk.meta.get('sync');
  const coverage = disk.meta.get('coverage');
  return (
    disk.outbox.size === 0 &&
    sync?.key === 'sync' &&
    sync.cursor === head &&
    coverage?.key === 'coverage' &&
    coverage.clients === 'all' &&
    coverage.missing?.length === 0
  );
};

const plain = (rows: Iterable<object>) =>
  [...rows]
    .map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .toSorted();

test.each(Array.from({ length: SEEDS }, (_, index) => FROM + index))(
  'seed %i: devices and the real SQL end equal, and nothing that was said to be saved is lost',
  async (seed) => {
    const run = openRun(seed);
    const { dice, time, devices, ask } = run;
    const [ours, saved] = [new Set<string>(), new Set<string>()];
    for (let count = 0; count < STEPS; count += 1) {
      await step(run, ours, saved);
      await time.advance(dice.below(1_500));
    }
    expect(saved.size, `seed ${seed}: people hardly did anything`).toBeGreaterThan(3);
    heal(run);
    const window = () =>
      ask('sync_window', { business_id: salon.id, window: { tables: COMPARED } });
    let there = await window();
    for (let waited = 0; waited < 50; waited += 1) {
      await time.advance(10_000);
      there = await window();
      if (devices.every((device) => isDone(device, there['head']))) break;
    }
    for (const device of devices) {
      expect(device.disk.outbox.size, `seed ${seed}: ${device.name} has unsent work`).toBe(0);
      for (const table of COMPARED) {
        const here = plain(device.disk.tables.get(table)?.values() ?? []);
        expect(here, `seed ${seed}: ${table} of ${device.name}`).toEqual(
          plain(there['tables'][table] ?? []),
        );
      }
    }
    const judged = await database.db.sql<{ id: string }>(
      `select mutation_id as id from private.mutation_log where mutation_id = any ($1::uuid[])`,
      [`{${[...saved].join()}}`],
    );
    expect(judged.map(({ id }) => id).toSorted()).toEqual([...saved].toSorted());
    const rungUp = await database.db.sql(
      'select id from public.sales where device_id = any ($1::uuid[])',
      [`{${[...run.tills.values()].join()}}`],
    );
    expect(rungUp.length, `seed ${seed}: nothing was sold`).toBeGreaterThan(0);
    // INV-11: whoever met somebody else in a place was refused or lies beside it by a person's will.
    expect(await overlaps(database.db, salon), `seed ${seed}: INV-11`).toBe(0);
    // INV-10, INV-12: whoever gave back or collected at once with somebody else, it adds up.
    const faults = await database.db.sql(
      'select * from private.accounting_faults where business_id = $1',
      [salon.id],
    );
    expect(faults, `seed ${seed}: INV-10, INV-12`).toEqual([]);
    for (const device of devices) for (const tab of device.tabs) device.crash(tab);
  },
  LIMIT_MS,
);

test('and clients met devices: some were first, some came too late, and some visits are asked about', async () => {
  const asked = await database.db.sql(
    `select id from public.appointments where business_id = $1 and conflict`,
    [salon.id],
  );
  expect(met.get('booked') ?? 0, JSON.stringify([...met])).toBeGreaterThan(0);
  expect(met.get('slot_taken') ?? 0, JSON.stringify([...met])).toBeGreaterThan(0);
  expect(asked.length).toBeGreaterThan(0);
});
