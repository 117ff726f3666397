import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { seedDemo } from '#supabase/demo/seed.ts';
import { callerSettings } from '#supabase/local/database/caller.ts';
import type { Caller } from '#supabase/local/database/caller.ts';
import { openPostgres } from '#supabase/local/database/postgres.ts';
import { applyMigrations } from '#supabase/local/migrations.ts';
import { ensureSystemSchema } from '#supabase/local/system-schema.ts';
import { productMigrations } from '#tests/harness/database-image.ts';
import { startPostgres } from '#tests/harness/postgres.ts';
import { atMost } from '../lane.ts';
import type { Comparison, Goal, Lane } from '../lane.ts';
import { median, quantile } from '../measure.ts';
import { signIn, startProduct } from '../product.ts';

const SLUG = 'studio-lumen';
const SIZE = { clients: 6_000, daysBack: 20, daysAhead: 10 };
/** People added to the demo, so that a benchmark's bookings find room. */
const EXTRA_STAFF = 8;
const CONNECTIONS = 16;

type Answer = { ok: boolean; code?: string } & Record<string, unknown>;

export const server: Lane = {
  name: 'server',
  about:
    'The functions of the server on a PostgreSQL of its own (fsync off, as in the tests), through ' +
    'the role and settings of the API; then the embedded backend on PGlite over HTTP.',
  run: async ({ isQuick, rounds }) => {
    const comparisons: Comparison[] = [];
    const goals: Goal[] = [];
    const postgres = await startPostgres({ settings: { fsync: 'off' } });
    try {
      const url = await postgres.createDatabase('bench');
      const db = await openPostgres(url);
      await ensureSystemSchema(db);
      await applyMigrations(db, productMigrations);
      await seedDemo(db.sql, { now: new Date(), size: SIZE });
      await db.sql('update private.rate_rules set most = 1000000000');
      const place = await prepare(db.sql);
      await db.exec('vacuum analyze');
      const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
      const call = callOn(pool);
      const anon: Caller = { role: 'anon', claims: { role: 'anon' } };
      const owner: Caller = {
        role: 'authenticated',
        claims: {
          role: 'authenticated',
          sub: place.userId,
          email: 'bench@example.com',
          aal: 'aal1',
        },
      };
      const starts = freeStarts();
      const book = (staffId: string, startsAt: string): Promise<Answer> =>
        call(anon, 'book', {
          slug: SLUG,
          op_id: randomUUID(),
          request: {
            items: [{ variant_id: place.variantId, staff_id: staffId, add_on_ids: [] }],
            starts_at: startsAt,
            client: {
              first_name: 'Nia',
              email: `${randomUUID()}@example.com`,
              phone: '7185550199',
            },
            policy_version: place.policyVersion,
          },
        });
      const availability = (): Promise<Answer> =>
        call(anon, 'public_availability', {
          slug: SLUG,
          from_day: dayAhead(3),
          to_day: dayAhead(17),
        });

      // P13: bookings and readers arrive by the clock, whether or not the last ones are done.
      const seconds = isQuick ? 3 : 15;
      const booked: number[] = [];
      const read: number[] = [];
      const codes = new Map<string, number>();
      await arrivals(seconds, [
        {
          perSecond: 50,
          run: async (index) => {
            const staff = place.staffIds[index % place.staffIds.length]!;
            const start = starts[Math.floor(index / place.staffIds.length)]!;
            const { value, ms } = await timed(() => book(staff, start));
            booked.push(ms);
            const code = value.ok ? 'ok' : String(value.code);
            codes.set(code, (codes.get(code) ?? 0) + 1);
          },
        },
        { perSecond: 200, run: async () => void read.push((await timed(availability)).ms) },
      ]);
      const outcome = [...codes].map(([code, count]) => `${count} ${code}`).join(', ');
      comparisons.push(
        spread(
          `50 bookings and 200 availability reads a second, ${seconds} s`,
          `Bookings: ${outcome}.`,
          {
            book: booked,
            'public_availability (14 days)': read,
          },
        ),
      );
      goals.push(
        atMost(
          'P13',
          2,
          'book under load, median (with the wait for a connection)',
          quantile(booked, 0.5),
        ),
        atMost('P13', 20, 'book under load, 99 of 100', quantile(booked, 0.99)),
      );

      // P14: eight people press at the same moment for the same time.
      const races = isQuick ? 20 : 150;
      let won = 0;
      let answers = 0;
      const raceFrom = performance.now();
      for (let race = 0; race < races; race += 1) {
        const staff = place.staffIds[race % place.staffIds.length]!;
        const start = starts.at(-1 - Math.floor(race / place.staffIds.length))!;
        const all = await Promise.all(Array.from({ length: 8 }, () => book(staff, start)));
        won += all.filter(({ ok }) => ok).length;
        answers += all.length;
      }
      const perSecond = answers / ((performance.now() - raceFrom) / 1000);
      const [{ deadlocks } = { deadlocks: -1 }] = await db.sql<{ deadlocks: number }>(
        'select deadlocks::int from pg_stat_database where datname = current_database()',
      );
      comparisons.push(single('Eight race for one time', 'answers', perSecond, '/s'));
      goals.push(
        {
          id: 'P14',
          wanted: 'one wins each race, no deadlock',
          got: `${won} of ${races} races won, ${deadlocks} deadlocks`,
          reached: won === races && deadlocks === 0,
        },
        atLeast('P14', 2_000, 'answers of races', perSecond),
      );

      // G14: batches, single pushes by eight devices, and a pull of 5,000 rows.
      const pushOf = (device: { id: string; seq: number }, count: number) => {
        const mutations = Array.from({ length: count }, () => {
          device.seq += 1;
          const id = place.clientIds[(device.seq * 37) % place.clientIds.length]!;
          return {
            id: randomUUID(),
            seq: device.seq,
            name: 'client.edit',
            at: new Date().toISOString(),
            base_rev: 1_000_000,
            ops: [
              { table: 'clients', id, op: 'patch', value: { alert_note: `note ${device.seq}` } },
            ],
          };
        });
        return call(owner, 'sync_push', {
          business_id: place.businessId,
          client_id: device.id,
          schema: 1,
          mutations,
        });
      };
      const newDevice = () => ({ id: randomUUID(), seq: 0 });
      const batches = isQuick ? 5 : 20;
      const batchRates: number[] = [];
      const singleRates: number[] = [];
      const pulls: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const device = newDevice();
        let from = performance.now();
        for (let batch = 0; batch < batches; batch += 1) must(await pushOf(device, 100));
        batchRates.push((batches * 100) / ((performance.now() - from) / 1000));
        from = performance.now();
        const each = isQuick ? 20 : 100;
        await Promise.all(
          Array.from({ length: 8 }, async () => {
            const own = newDevice();
            for (let one = 0; one < each; one += 1) must(await pushOf(own, 1));
          }),
        );
        singleRates.push((8 * each) / ((performance.now() - from) / 1000));
        const ask = (known: string) =>
          call(owner, 'sync_pull', {
            business_id: place.businessId,
            client_id: device.id,
            cursor: 0,
            epoch: known,
            schema: 1,
            page_size: 5_000,
          });
        const told = String((await ask(''))['epoch']);
        const { value, ms } = await timed(() => ask(told));
        must(value);
        pulls.push(ms);
      }
      comparisons.push(
        single('Mutations in batches of 100, one device', 'mutations', median(batchRates), '/s'),
        single('Single pushes, eight devices of one business', 'pushes', median(singleRates), '/s'),
        spread('A pull of 5,000 rows', undefined, { sync_pull: pulls }),
      );
      goals.push(
        atLeast('G14', 4_000, 'mutations in batches of 100', median(batchRates)),
        atLeast('G14', 500, 'single pushes on one business', median(singleRates)),
        atMost('G14', 60, 'pull of 5,000 rows', median(pulls)),
      );
      await pool.end();
      await db.close();
    } finally {
      await postgres.stop();
    }

    // P19: the embedded backend, everything in one process.
    const backend = await startProduct('small', { clients: 80, daysBack: 10, daysAhead: 35 });
    try {
      await backend.sql('update private.rate_rules set most = 1000000000');
      const { token, businessId } = await signIn(backend);
      const ask = async (name: string, args: object, bearer: string): Promise<void> => {
        const answer = await fetch(`${backend.url}/rest/v1/rpc/${name}`, {
          method: 'POST',
          headers: {
            apikey: backend.publishableKey,
            authorization: `Bearer ${bearer}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify(args),
        });
        if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
        await answer.text();
      };
      const times: number[] = [];
      const window = { slug: SLUG, from_day: dayAhead(3), to_day: dayAhead(17) };
      const pull = {
        business_id: businessId,
        client_id: randomUUID(),
        cursor: 0,
        epoch: '',
        schema: 1,
        page_size: 100,
      };
      await arrivals(isQuick ? 3 : 15, [
        {
          perSecond: 100,
          run: async (index) => {
            const { ms } = await timed(() =>
              index % 2 === 0
                ? ask('public_availability', window, backend.publishableKey)
                : ask('sync_pull', pull, token),
            );
            times.push(ms);
          },
        },
      ]);
      comparisons.push(
        spread('Embedded backend, 100 requests a second', undefined, { 'HTTP requests': times }),
      );
      goals.push(atMost('P19', 150, 'embedded backend, 95 of 100', quantile(times, 0.95)));
    } finally {
      await backend.stop();
    }
    return { comparisons, goals };
  },
};

const prepare = async (
  sql: <T extends object>(text: string, params?: unknown[]) => Promise<T[]>,
) => {
  const one = async (text: string, params: unknown[] = []): Promise<Record<string, unknown>> =>
    (await sql<Record<string, unknown>>(text, params))[0]!;
  const { id } = await one('select id from public.businesses where slug = $1', [SLUG]);
  const businessId = String(id);
  const variant = await one(
    `select v.id from public.service_variants v where v.business_id = $1 and v.duration_min <= 45
     and v.buffer_before_min = 0 and v.buffer_after_min = 0 and v.processing_min = 0 limit 1`,
    [businessId],
  );
  const week = Array.from({ length: 7 }, () => [[480, 1200]]);
  const staffIds: string[] = [];
  for (let person = 0; person < EXTRA_STAFF; person += 1) {
    const staff = await one(
      `insert into public.staff (id, business_id, display_name, colour, rank, bookable, online_visible)
       values (gen_random_uuid(), $1, $2, 'teal', $3, true, true) returning id`,
      [businessId, `Extra ${person}`, 100 + person],
    );
    staffIds.push(String(staff['id']));
    await sql(
      `insert into public.work_patterns (id, business_id, staff_id, valid_from, weeks)
       values (gen_random_uuid(), $1, $2, '2020-01-06', $3::jsonb)`,
      [businessId, staff['id'], JSON.stringify([week])],
    );
  }
  const policy = await one(
    'select coalesce(max(version), 1) as version from public.policy_texts where business_id = $1',
    [businessId],
  );
  const owner = await one(
    `select user_id from public.memberships where business_id = $1 and role = 'owner'`,
    [businessId],
  );
  const clients = await sql<{ id: string }>(
    'select id from public.clients where business_id = $1 limit 2000',
    [businessId],
  );
  return {
    businessId,
    staffIds,
    variantId: String(variant['id']),
    policyVersion: Number(policy['version']),
    userId: String(owner['user_id']),
    clientIds: clients.map((client) => client.id),
  };
};

const dayAhead = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Full hours within everybody's day in New York, three to thirty days ahead. */
const freeStarts = (): string[] =>
  Array.from({ length: 27 }, (_, day) =>
    [13, 14, 15, 16, 17, 18, 19, 20, 21, 22].map(
      (hour) => `${dayAhead(3 + day)}T${hour}:00:00+00:00`,
    ),
  ).flat();

/** Calls a function of the API in a transaction of its own, with the settings of the API. */
const callOn =
  (pool: pg.Pool) =>
  async (caller: Caller, name: string, args: Record<string, unknown>): Promise<Answer> => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const settings = callerSettings(caller);
      await client.query(settings.text, settings.params);
      const names = Object.keys(args);
      const list = names.map((arg, at) => `"${arg}" => $${at + 1}`).join(', ');
      const { rows } = await client.query<{ answer: string }>({
        name,
        text: `select public.${name}(${list})::text as answer`,
        values: Object.values(args).map((value) =>
          typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
        ),
      });
      await client.query('commit');
      return JSON.parse(rows[0]!.answer) as Answer;
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  };

type Stream = { perSecond: number; run: (index: number) => Promise<void> };

/** Starts work by the clock and waits for the last of it. */
const arrivals = async (seconds: number, streams: readonly Stream[]): Promise<void> => {
  const running: Promise<void>[] = [];
  await Promise.all(
    streams.map(async ({ perSecond, run }) => {
      const from = performance.now();
      for (let index = 0; index < perSecond * seconds; index += 1) {
        const waitMs = from + (index * 1000) / perSecond - performance.now();
        if (waitMs > 0) await new Promise((done) => void setTimeout(done, waitMs));
        running.push(run(index));
      }
    }),
  );
  await Promise.all(running);
};

const timed = async <T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> => {
  const from = performance.now();
  const value = await work();
  return { value, ms: performance.now() - from };
};

const must = (answer: Answer): void => {
  if (!answer.ok) throw new Error(`refused: ${answer.code}`);
};

const atLeast = (id: string, wanted: number, what: string, got: number): Goal => ({
  id,
  wanted: `${what} ≥ ${wanted}/s`,
  got: `${got.toFixed(0)}/s`,
  reached: got >= wanted,
});

const spread = (
  title: string,
  note: string | undefined,
  all: Record<string, number[]>,
): Comparison => ({
  title,
  ...(note === undefined ? {} : { note }),
  rounds: Object.values(all)[0]?.length ?? 0,
  thrownAway: 0,
  timings: Object.entries(all).map(([name, times]) => ({
    name: `${name} (99 of 100 within ${quantile(times, 0.99).toFixed(1)})`,
    kind: 'ours',
    median: median(times),
    low: quantile(times, 0.25),
    high: quantile(times, 0.75),
    timesFloor: null,
  })),
});

const single = (title: string, name: string, rate: number, unit: '/s'): Comparison => ({
  title,
  unit,
  rounds: 1,
  thrownAway: 0,
  timings: [{ name, kind: 'ours', median: rate, low: rate, high: rate, timesFloor: null }],
});
