import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerSettings, type Caller } from '#supabase/local/database/caller.ts';
import type { Database } from '#supabase/local/database/database.ts';
import { openPostgres } from '#supabase/local/database/postgres.ts';
import { applyMigrations } from '#supabase/local/migrations.ts';
import { ensureSystemSchema } from '#supabase/local/system-schema.ts';
import { BOOT_TIMEOUT_MS, productMigrations } from '#tests/harness/database-image.ts';
import { startPostgres, type TestPostgres } from '#tests/harness/postgres.ts';
import { at, FIRST_DAY, makeSalon, visitRows, type Salon } from './salon.ts';
import { anon, countOf, insert, newId, put, signedIn, type Answer } from './setup.ts';

/** What only a server with many sessions at once can show. */
const CONNECTIONS = 40;
const ROUND_TIMEOUT_MS = 120_000;

let server: TestPostgres;
let db: Database;
let pool: pg.Pool;

beforeAll(async () => {
  server = await startPostgres({ settings: { max_connections: '80', deadlock_timeout: '200ms' } });
  const url = await server.createDatabase('races');
  db = await openPostgres(url);
  await ensureSystemSchema(db);
  await applyMigrations(db, productMigrations);
  pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
  // Everybody is at the start before anybody runs.
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.connect()));
  for (const client of clients) client.release();
}, BOOT_TIMEOUT_MS * 2);

afterAll(async () => {
  await pool?.end();
  await db?.close();
  await server?.stop();
});

/** A call in a transaction of its own on its own connection, with the settings of the API. */
const call = async (
  caller: Caller,
  name: string,
  args: Record<string, unknown>,
): Promise<Answer> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const settings = callerSettings(caller);
    await client.query(settings.text, settings.params);
    // Forty people on two cores wait longer for their turn than the API lets them.
    await client.query(`set local lock_timeout = '60s'; set local statement_timeout = '60s'`);
    const names = Object.keys(args);
    const { rows } = await client.query<{ answer: string }>(
      `select public.${name}(${names.map((arg, n) => `"${arg}" => $${n + 1}`).join(', ')})::text as answer`,
      Object.values(args).map((value) =>
        typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
      ),
    );
    await client.query('commit');
    return JSON.parse(rows[0]!.answer) as Answer;
  } catch (error) {
    await client.query('rollback');
    return { ok: false, code: `error ${(error as { code?: string }).code}` };
  } finally {
    client.release();
  }
};

const book = (salon: Salon, items: object[], startsAt: string, opId = newId(), more: object = {}) =>
  call(anon, 'book', {
    slug: salon.slug,
    op_id: opId,
    request: {
      items,
      starts_at: startsAt,
      client: {
        first_name: 'Nia',
        email: `${newId()}@example.com`,
        phone: '7185550199',
      },
      policy_version: 1,
      ...more,
    },
  });
const item = (salon: Salon, staff: string | null) => ({
  variant_id: salon.cut,
  staff_id: staff,
  add_on_ids: [],
});
const outcomes = (answers: Answer[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { ok, code } of answers) {
    const name = ok ? 'ok' : String(code);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};
const deadlocks = async () => {
  const [row] = await db.sql<{ n: number }>(
    `select deadlocks::int as n from pg_stat_database where datname = current_database()`,
  );
  return row!.n;
};
const overlaps = (salon: Salon) =>
  countOf(
    db,
    `private.busy_segments a join private.busy_segments b
       on a.owner_id = b.owner_id and a.during && b.during and a.id < b.id
     where a.business_id = $1 and not a.overlap and not b.overlap`,
    [salon.id],
  );
const push = (salon: Salon, clientId: string, mutations: object[], user = salon.users.owner) =>
  call(signedIn(user), 'sync_push', {
    business_id: salon.id,
    client_id: clientId,
    schema: 1,
    mutations,
  });
const mutation = (seq: number, ops: object[]) => ({
  id: newId(),
  seq,
  name: 'race',
  at: new Date().toISOString(),
  base_rev: 1_000_000,
  ops,
});

describe('bookings', () => {
  test(
    'a hundred people want one time: one gets it, ninety-nine are told',
    async () => {
      const salon = await makeSalon(db, 'race-one');
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => book(salon, [item(salon, salon.ann)], at(FIRST_DAY, 14))),
      );
      expect(outcomes(answers)).toEqual({ ok: 1, slot_taken: 99 });
      expect(
        await countOf(db, `public.appointments where business_id = $1 and source = 'online'`, [
          salon.id,
        ]),
      ).toBe(1);
      expect(
        await countOf(db, `public.clients where business_id = $1 and source = 'online'`, [
          salon.id,
        ]),
      ).toBe(1);
    },
    ROUND_TIMEOUT_MS,
  );

  test(
    'anybody of two: two get it, each with somebody else',
    async () => {
      const salon = await makeSalon(db, 'race-any');
      const answers = await Promise.all(
        Array.from({ length: 40 }, () => book(salon, [item(salon, null)], at(FIRST_DAY, 14))),
      );
      expect(outcomes(answers)).toEqual({ ok: 2, slot_taken: 38 });
      const people = answers.flatMap((answer) =>
        answer['ok'] ? [answer['appointment'].segments[0].staff_id] : [],
      );
      expect(people.toSorted()).toEqual([salon.ann, salon.ben].toSorted());
    },
    ROUND_TIMEOUT_MS,
  );

  test(
    'two people in one booking, in either order, overlapping: no deadlock, both or none',
    async () => {
      const salon = await makeSalon(db, 'race-two');
      const before = await deadlocks();
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, n) => {
          const pair = [item(salon, salon.ann), item(salon, salon.ben)];
          const start = at(FIRST_DAY, 13 + (n % 2), (n % 3) * 15);
          return book(salon, n % 4 < 2 ? pair : pair.toReversed(), start);
        }),
      );
      const counts = outcomes(answers);
      expect(Object.keys(counts).toSorted()).toEqual(['ok', 'slot_taken']);
      expect(await deadlocks()).toBe(before);
      expect(await overlaps(salon)).toBe(0);
      const segments = await countOf(
        db,
        `public.appointment_segments s join public.appointments a on a.id = s.appointment_id
       where a.business_id = $1 and a.source = 'online'`,
        [salon.id],
      );
      expect(segments).toBe(counts['ok']! * 2);
    },
    ROUND_TIMEOUT_MS,
  );

  test(
    'one op_id from several connections: one booking, one answer',
    async () => {
      const salon = await makeSalon(db, 'race-op');
      const opId = newId();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          book(salon, [item(salon, salon.ann)], at(FIRST_DAY, 14), opId),
        ),
      );
      expect(answers[0]).toMatchObject({ ok: true });
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(
        await countOf(db, `public.appointments where business_id = $1 and source = 'online'`, [
          salon.id,
        ]),
      ).toBe(1);
    },
    ROUND_TIMEOUT_MS,
  );

  test(
    'forty holds of one time: one',
    async () => {
      const salon = await makeSalon(db, 'race-hold');
      const answers = await Promise.all(
        Array.from({ length: 40 }, () =>
          call(anon, 'hold_slot', {
            slug: salon.slug,
            request: { items: [item(salon, salon.ann)], starts_at: at(FIRST_DAY, 14) },
            hold_key: newId(),
          }),
        ),
      );
      expect(outcomes(answers)).toEqual({ ok: 1, slot_taken: 39 });
    },
    ROUND_TIMEOUT_MS,
  );

  test(
    'two appointments change places while others book: nothing overlaps, nothing is lost',
    async () => {
      const salon = await makeSalon(db, 'race-swap');
      const [first, second] = [
        await book(salon, [item(salon, salon.ann)], at(FIRST_DAY, 13)),
        await book(salon, [item(salon, salon.ann)], at(FIRST_DAY, 15)),
      ];
      const move = (token: string, startsAt: string) =>
        call(anon, 'reschedule_booking', { token, starts_at: startsAt, op_id: newId() });
      const answers = await Promise.all([
        move(first['manage_token'], at(FIRST_DAY, 15)),
        move(second['manage_token'], at(FIRST_DAY, 13)),
        ...Array.from({ length: 20 }, (_, n) =>
          book(salon, [item(salon, salon.ann)], at(FIRST_DAY, n % 2 ? 13 : 15)),
        ),
      ]);
      expect(outcomes(answers)).toEqual({ slot_taken: 22 });
      expect(await overlaps(salon)).toBe(0);
      expect(
        await countOf(
          db,
          `private.busy_segments b join public.appointments a on a.id = b.appointment_id
         where a.business_id = $1 and a.source = 'online'`,
          [salon.id],
        ),
      ).toBe(2);
    },
    ROUND_TIMEOUT_MS,
  );

  test(
    'staff and clients at the same time: the client is refused, or the staff’s is kept with a question',
    async () => {
      const salon = await makeSalon(db, 'race-staff');
      for (let hour = 11; hour < 17; hour += 1) {
        const { id, appointment, segment } = visitRows(salon, salon.ann, at(FIRST_DAY, hour));
        const strip = ({ id: _id, business_id: _b, ...value }: Record<string, unknown>) => value;
        const [pushed, ...booked] = await Promise.all([
          push(salon, newId(), [
            mutation(1, [
              put('appointments', id, strip(appointment)),
              put('appointment_segments', segment.id, strip(segment)),
            ]),
          ]),
          ...Array.from({ length: 5 }, () =>
            book(salon, [item(salon, salon.ann)], at(FIRST_DAY, hour)),
          ),
        ]);
        const won = booked.filter((answer) => answer['ok']).length;
        expect(pushed!['results']).toMatchObject([{ status: won === 1 ? 'conflict' : 'applied' }]);
        expect(outcomes(booked)).toEqual(won === 1 ? { ok: 1, slot_taken: 4 } : { slot_taken: 5 });
      }
      expect(await overlaps(salon)).toBe(0);
    },
    ROUND_TIMEOUT_MS,
  );
});

describe('order', () => {
  test(
    'eight writers and a reader who never stops asking: not one change is missed',
    async () => {
      const salon = await makeSalon(db, 'race-gap');
      const written = new Set<string>();
      let writing = true;
      const writers = Array.from({ length: 8 }, async (_, n) => {
        const device = newId();
        for (let seq = 1; seq <= 30; seq += 1) {
          const id = newId();
          const answer = await push(salon, device, [
            mutation(seq, [put('clients', id, { first_name: `W${n}` })]),
          ]);
          expect(answer).toMatchObject({ ok: true, results: [{ status: 'applied' }] });
          written.add(id);
        }
      });
      const seen = new Map<string, number>();
      const reader = async () => {
        let cursor = 0;
        let epoch: string | null = null;
        let polls = 0;
        const poll = async () => {
          const page: Answer = await call(signedIn(salon.users.owner), 'sync_pull', {
            business_id: salon.id,
            client_id: newId(),
            cursor,
            epoch,
            schema: 1,
            page_size: 7,
          });
          expect(page['ok']).toBe(true);
          for (const row of page['tables'].clients ?? []) {
            expect(row.rev).toBeGreaterThan(cursor);
            seen.set(row.id, (seen.get(row.id) ?? 0) + 1);
          }
          ({ cursor, epoch } = page as { cursor: number; epoch: string });
          polls += 1;
          return page['more'] as boolean;
        };
        while (writing) await poll();
        while (await poll());
        return polls;
      };
      const reading = reader();
      await Promise.all(writers);
      writing = false;
      expect(await reading).toBeGreaterThan(10);
      expect([...written].filter((id) => !seen.has(id))).toEqual([]);
      expect([...seen.values()].every((times) => times === 1)).toBe(true);
    },
    ROUND_TIMEOUT_MS,
  );

  test(
    '[SYN-12] one batch from two tabs at once takes effect once',
    async () => {
      const salon = await makeSalon(db, 'race-tabs');
      const device = newId();
      const batch = Array.from({ length: 10 }, (_, n) =>
        mutation(n + 1, [put('clients', newId(), { first_name: `T${n}` })]),
      );
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => push(salon, device, batch)),
      );
      const applied = answers.flatMap((answer) =>
        answer['results'].filter((result: Answer) => result['status'] === 'applied'),
      );
      expect(applied).toHaveLength(10);
      expect(new Set(answers.map((answer) => answer['last_seq']))).toEqual(new Set([10]));
      expect(
        await countOf(db, `public.clients where business_id = $1 and first_name like 'T%'`, [
          salon.id,
        ]),
      ).toBe(10);
    },
    ROUND_TIMEOUT_MS,
  );

  test(
    'jobs, bookings and devices of several businesses do not wait in a circle',
    async () => {
      const before = await deadlocks();
      const salons = await Promise.all(
        ['a', 'b', 'c'].map((name) => makeSalon(db, `race-circle-${name}`)),
      );
      await db.sql(`update private.slot_holds set expires_at = now()`);
      for (const salon of salons) {
        await insert(db, 'appointments', {
          ...visitRows(salon, salon.ann, at(FIRST_DAY, 15)).appointment,
          status: 'pending',
          starts_at: new Date(Date.now() + 600_000).toISOString(),
          ends_at: new Date(Date.now() + 1_200_000).toISOString(),
        });
      }
      const work = salons.flatMap((salon) => [
        ...Array.from({ length: 6 }, (_, n) =>
          book(salon, [item(salon, null)], at(FIRST_DAY, 13 + (n % 3))),
        ),
        ...Array.from({ length: 6 }, (_, n) =>
          call(anon, 'hold_slot', {
            slug: salon.slug,
            request: { items: [item(salon, null)], starts_at: at(FIRST_DAY + 1, 9 + n) },
            hold_key: newId(),
          }),
        ),
        push(salon, newId(), [mutation(1, [put('clients', newId(), { first_name: 'C' })])]),
      ]);
      const jobs = Array.from({ length: 4 }, () => db.sql('select private.run_jobs()'));
      const answers = await Promise.all(work);
      await Promise.all(jobs);
      expect(Object.keys(outcomes(answers)).filter((code) => code.startsWith('error'))).toEqual([]);
      expect(await deadlocks()).toBe(before);
    },
    ROUND_TIMEOUT_MS,
  );
});
