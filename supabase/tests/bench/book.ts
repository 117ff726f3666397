/**
 * How long a booking takes on a real PostgreSQL server, on this machine, now. Prints; asserts nothing.
 *   npm run bench:book              about half a minute
 *   npm run bench:book -- --functions   also which functions the time went to
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { callerSettings } from '#supabase/local/database/caller.ts';
import { openPostgres } from '#supabase/local/database/postgres.ts';
import { applyMigrations } from '#supabase/local/migrations.ts';
import { ensureSystemSchema } from '#supabase/local/system-schema.ts';
import { productMigrations } from '#tests/harness/database-image.ts';
import { startPostgres } from '#tests/harness/postgres.ts';
import { makeSalon, at } from '../database/salon.ts';
import { anon, insertAll, newId } from '../database/setup.ts';

const showFunctions = process.argv.includes('--functions');
const STAFF = 8;
const ALONE = 1000;
const CROWD = 20;

const server = await startPostgres({
  // Plans and data of a warm server; durability is not what is measured.
  settings: { max_connections: '80', track_functions: showFunctions ? 'all' : 'none' },
});
const url = await server.createDatabase('bench');
const db = await openPostgres(url);
await ensureSystemSchema(db);
await applyMigrations(db, productMigrations);
const salon = await makeSalon(db, 'bench');
await db.sql('update private.rate_rules set most = 1000000');
const staff = Array.from({ length: STAFF }, () => newId());
await db.transaction(async (sql) => {
  const business_id = salon.id;
  await insertAll(
    sql,
    'staff',
    staff.map((id, n) => ({ id, business_id, display_name: `P${n}`, colour: 'teal', rank: n })),
  );
  await insertAll(
    sql,
    'work_patterns',
    staff.map((staff_id) => ({
      id: newId(),
      business_id,
      staff_id,
      valid_from: '2020-01-06',
      weeks: [Array.from({ length: 7 }, () => [[540, 1020]])],
    })),
  );
});

const pool = new pg.Pool({ connectionString: url, max: CROWD });
const { text, params } = callerSettings(anon);
const took: Record<string, number[]> = {};

/** One call as the API makes it; only the call itself is timed. */
const call = async (kind: string, query: string, values: unknown[]) => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(text, params);
    await client.query(`set local lock_timeout = '60s'; set local statement_timeout = '60s'`);
    const started = performance.now();
    const { rows } = await client.query<{ answer: { ok: boolean; code?: string } }>({
      name: kind,
      text: query,
      values,
    });
    (took[kind] ??= []).push(performance.now() - started);
    await client.query('commit');
    return rows[0]!.answer;
  } finally {
    client.release();
  }
};
const book = (kind: string, staffId: string | null, startsAt: string) =>
  call(kind, 'select public.book($1, $2, $3) as answer', [
    salon.slug,
    JSON.stringify({
      items: [{ variant_id: salon.cut, staff_id: staffId, add_on_ids: [] }],
      starts_at: startsAt,
      client: { first_name: 'Nia', email: `${newId()}@example.com`, phone: '7185550199' },
      policy_version: 1,
    }),
    newId(),
  ]);
/** A free hour of somebody, another one for each number. */
const place = (n: number): [string, string] => [
  staff[n % STAFF]!,
  at(5 + Math.floor(n / STAFF / 8), 9 + (Math.floor(n / STAFF) % 8)),
];

const quantile = (values: number[], q: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))]!;
const report = (name: string, kind: string, more = '') => {
  const values = took[kind]!;
  const ms = (q: number) => `${quantile(values, q).toFixed(2)} ms`;
  process.stdout.write(
    `${name.padEnd(48)} p50 ${ms(0.5)}  p99 ${ms(0.99)}  n=${values.length} ${more}\n`,
  );
};

for (let n = 0; n < 200; n += 1) await book('warm', ...place(3199 - n));
// Plans of the warm-up are for empty tables. What follows finds a server that knows its data.
await db.exec('vacuum analyze');
if (showFunctions) await db.sql('select pg_stat_reset()');

/** Seconds of processor time that the server's sessions have used: other load does not count here. */
const cpuSec = async (): Promise<number> => {
  const rows = await db.sql<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`,
  );
  const ticksPerSec = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  return rows.reduce((sum, { pid }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return sum + (Number(fields[11]) + Number(fields[12])) / ticksPerSec;
  }, 0);
};

let ok = 0;
const cpuBefore = await cpuSec();
for (let n = 0; n < ALONE; n += 1) if ((await book('alone', ...place(n))).ok) ok += 1;
const cpuMs = (((await cpuSec()) - cpuBefore) * 1000) / ALONE;
report(
  'book, one after the other, named person',
  'alone',
  `${ok} booked, ${cpuMs.toFixed(2)} ms of processor time each`,
);

if (showFunctions) {
  const rows = await db.sql<{ name: string; calls: number; total: number; self: number }>(
    `select funcname::text as name, calls::int, (total_time / $1)::float8 as total, (self_time / $1)::float8 as self
     from pg_stat_user_functions order by self_time desc limit 30`,
    [ALONE],
  );
  for (const { name, calls, total, self } of rows) {
    process.stdout.write(
      `  ${name.padEnd(28)} self ${self.toFixed(3)} ms  total ${total.toFixed(3)} ms  calls ${(calls / ALONE).toFixed(1)}\n`,
    );
  }
}

for (let n = 0; n < 300; n += 1) {
  await call('availability', 'select public.public_availability($1, $2, $3) as answer', [
    salon.slug,
    at(5, 9).slice(0, 10),
    at(35, 9).slice(0, 10),
  ]);
}
report(`public_availability, 31 days, ${STAFF + 2} people`, 'availability');

const rate = async (runs: number, clients: number, run: (n: number) => Promise<unknown>) => {
  const started = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (next < runs) {
        next += 1;
        await run(next - 1);
      }
    }),
  );
  return `${Math.round(runs / ((performance.now() - started) / 1000))} answers/s`;
};
report(
  `book, ${CROWD} connections, anybody free`,
  'crowd',
  await rate(600, CROWD, (n) => book('crowd', null, place(n + 1600)[1])),
);
let winners = 0;
const race = await rate(400, 8, async () => {
  if ((await book('race', salon.ann, at(6, 15))).ok) winners += 1;
});
report('book, 8 connections, one and the same slot', 'race', `${race}, ${winners} winner`);
process.stdout.write(`deadlocks in the log: ${server.logged('deadlock detected').length}\n`);

await pool.end();
await db.close();
await server.stop();
