/** Every crash point has somebody who comes to it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CrashPoint } from '#db/crash-point.ts';
import { newId, patch, put, rpc, signedIn, useDatabase } from '#supabase/tests/database/setup.ts';
import { makeSalon } from '#supabase/tests/database/salon.ts';
import { GOALS } from './goals.ts';

/** The simulator must come to these, and die there, in every set of runs (goals.ts). */
const SIMULATED = {
  'CP-01': 'died at CP-01',
  'CP-02': 'died at CP-02',
  'CP-03': 'died at CP-03',
  'CP-04': 'died at CP-04',
  'CP-05': 'died at CP-05',
  'CP-06': 'died at CP-06',
  'CP-07': 'died at CP-07',
  'CP-09': 'died at CP-09',
  'CP-10': 'died at CP-10',
  'CP-11': 'died at CP-11',
  'CP-12': 'died at CP-12',
  'CP-13': 'died at CP-13',
  'CP-15': 'at CP-15',
  'CP-17': 'at CP-17',
} as const satisfies Record<Exclude<CrashPoint, 'CP-20'>, string>;

/** Not places in the engine: what happens there instead, and who does it. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'CP-08': 'server died within a batch',
  'CP-14': 'leader died beside another tab',
  'CP-27': 'storage abort',
};

/** Exercised by other suites. */
const OTHER_TESTS: Readonly<Record<string, readonly string[]>> = {
  'CP-16': ['src/db/schema.test.ts', 'tests/e2e/crash.spec.ts'],
  'CP-18': ['src/platform/wipe.test.ts', 'tests/e2e/crash.spec.ts'],
  'CP-19': ['tests/e2e/sign-out.spec.ts'],
  'CP-20': ['sync/engine/pictures.test.ts'],
  // The receipt after a reload; a sale whose answer nobody has seen is asked for again.
  'CP-21': ['tests/e2e/checkout.spec.ts', 'src/db/commands/sales.test.ts'],
  // Answers that were lost, and a provider that cannot be reached when the page begins.
  'CP-22': [
    'supabase/functions/_shared/payments/stripe/provider.test.ts',
    'tests/harness/stripe/journey.test.ts',
  ],
  'CP-23': ['tests/harness/stripe/journey.test.ts', 'tests/e2e/stripe.spec.ts'],
  'CP-24': ['tests/sim/crash-points.test.ts'],
  'CP-25': ['supabase/tests/database/races/bookings.test.ts'],
  'CP-26': ['tests/e2e/releases.spec.ts'],
};

test('all 27 crash points have their place, and none has two', () => {
  const named = [SIMULATED, ELSEWHERE, OTHER_TESTS].flatMap((group) => Object.keys(group));
  const all = Array.from({ length: 27 }, (_, index) => `CP-${String(index + 1).padStart(2, '0')}`);
  expect(named.toSorted()).toEqual(all);
});

test('the suites that are named are there', () => {
  const root = join(import.meta.dirname, '../..');
  const missing = Object.values(OTHER_TESTS)
    .flat()
    .filter((path) => !existsSync(join(root, path)));
  expect(missing).toEqual([]);
});

test('a set of runs that does not come to the simulated ones fails', () => {
  const goals = new Set(GOALS.map(([event]) => event));
  for (const event of [...Object.values(SIMULATED), ...Object.values(ELSEWHERE)])
    expect(goals).toContain(event);
});

const database = useDatabase();

test('CP-08, CP-24: a server that dies between a mutation and its log entry leaves neither', async () => {
  const { db } = database;
  const salon = await makeSalon(db, 'crash-points');
  const caller = signedIn(salon.users.owner);
  const [first, second] = [newId(), newId()];
  const client = { first_name: 'Ada', last_name: 'L', tags: [] };
  const push = (mutations: object[]) =>
    rpc(db, caller, 'sync_push', {
      business_id: salon.id,
      client_id: device,
      schema: 1,
      mutations,
    });
  const device = newId();
  const mutation = (seq: number, ops: object[]) => ({
    id: newId(),
    seq,
    name: 'test.change',
    at: new Date().toISOString(),
    base_rev: 0,
    ops,
  });
  const batch = [
    mutation(1, [put('clients', first, client)]),
    mutation(2, [put('clients', second, client), patch('clients', first, { note: 'x' })]),
  ];
  // The second mutation has taken effect when its log entry meets the end of the process.
  await db.exec(`
    create function private.die() returns trigger language plpgsql as $$
    begin
      if new.seq = 2 then
        raise exception 'the server is shutting down' using errcode = '57P01';
      end if;
      return new;
    end $$;
    create trigger die before insert on private.mutation_log for each row execute function private.die();
  `);
  await expect(push(batch)).rejects.toThrow('shutting down');
  const stateOf = () =>
    db.sql<{ clients: number; logged: number; devices: number }>(
      `select (select count(*)::int from public.clients where id in ($1, $2)) as clients,
        (select count(*)::int from private.mutation_log where client_id = $3) as logged,
        (select count(*)::int from private.devices where client_id = $3) as devices`,
      [first, second, device],
    );
  expect(await stateOf()).toEqual([{ clients: 0, logged: 0, devices: 0 }]);
  await db.exec('drop trigger die on private.mutation_log; drop function private.die();');
  expect(await push(batch)).toMatchObject({ ok: true, last_seq: 2 });
  expect(await stateOf()).toEqual([{ clients: 2, logged: 2, devices: 1 }]);
});
