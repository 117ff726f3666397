/** P13 and P14: bookings alone against their floor, among readers at a given rate, and in races. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { callerSettings } from '#supabase/local/database/caller.ts';
import { arrivals } from '../database/arrivals.ts';
import { callOn, costOf, must, statement } from '../database/calls.ts';
import type { Called } from '../database/calls.ts';
import { SLUG } from '../database/served-business.ts';
import type { ServedBusiness } from '../database/served-business.ts';
import { atLeast, rates, spread } from '../database/tables.ts';
import { atMost, sides } from '../lane.ts';
import type { LaneResult } from '../lane.ts';
import { measure, median, quantile } from '../measure.ts';

const CONNECTIONS = 8;
const BOOKINGS_A_ROUND = 20;

export type Bookings = ReturnType<typeof bookings>;

/** Requests to book, each for another free time of somebody. */
export const bookings = ({ place }: ServedBusiness) => {
  const starts = freeStarts();
  let next = 0;
  const args = (staffId: string, startsAt: string): Record<string, unknown> => ({
    slug: SLUG,
    op_id: randomUUID(),
    request: {
      items: [{ variant_id: place.variantId, staff_id: staffId, add_on_ids: [] }],
      starts_at: startsAt,
      client: { first_name: 'Nia', email: `${randomUUID()}@example.com`, phone: '7185550199' },
      policy_version: place.policyVersion,
    },
  });
  return {
    args,
    free: (): Record<string, unknown> => {
      const index = next;
      next += 1;
      const start = starts[Math.floor(index / place.staffIds.length)];
      if (start === undefined) throw new Error('no free time is left');
      return args(place.staffIds[index % place.staffIds.length]!, start);
    },
    /** From the far end, where no other booking comes to. */
    contested: (race: number): [staffId: string, startsAt: string] => [
      place.staffIds[race % place.staffIds.length]!,
      starts.at(-1 - Math.floor(race / place.staffIds.length))!,
    ],
  };
};

export const measureBookings = async (
  served: ServedBusiness,
  asked: Bookings,
  { isQuick, rounds }: { isQuick: boolean; rounds: number },
): Promise<LaneResult> => {
  const { db, anon } = served;
  const pool = served.pool(CONNECTIONS);
  const call = callOn(pool);
  try {
    const alone = await oneAfterTheOther(served, asked, rounds);

    const seconds = isQuick ? 3 : 15;
    const booked: Called[] = [];
    const read: Called[] = [];
    const carried = await arrivals(seconds, [
      {
        perSecond: 50,
        run: async () => void booked.push(await call(anon, 'book', asked.free())),
      },
      {
        perSecond: 200,
        run: async () =>
          void read.push(
            await call(anon, 'public_availability', {
              slug: SLUG,
              from_day: dayAhead(3),
              to_day: dayAhead(17),
            }),
          ),
      },
    ]);
    for (const { answer } of booked) must(answer);
    const load =
      carried > 0.97
        ? 'The machine, the client included, kept up with the rate.'
        : `The machine, the client included, carried ${(carried * 100).toFixed(0)} % of the rate: ` +
          'whatever else ran on it is in these times.';

    // Eight people press at the same moment for the same time.
    const races = isQuick ? 20 : 150;
    const raceRates: number[] = [];
    let won = 0;
    for (let race = 0; race < races; race += 1) {
      const from = performance.now();
      const all = await Promise.all(
        Array.from({ length: 8 }, () => call(anon, 'book', asked.args(...asked.contested(race)))),
      );
      raceRates.push(all.length / ((performance.now() - from) / 1000));
      won += all.filter(({ answer }) => answer.ok).length;
    }
    const [{ deadlocks } = { deadlocks: -1 }] = await db.sql<{ deadlocks: number }>(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    );

    const times = (all: readonly Called[], key: 'waitMs' | 'databaseMs'): number[] =>
      all.map((one) => one[key]);
    const { ours, floor } = sides(alone.measured);
    const bare = alone.measured.timings.find(({ name }) => name === BARE)!.median;
    const settings = alone.measured.timings.find(({ name }) => name === NOTHING)!.median;
    const parts =
      `Alone a booking takes ${median(alone.databaseMs).toFixed(1)} ms by the clock of the database and ` +
      `${ours.median.toFixed(1)} ms of its processor; writing the same rows without any rule takes ` +
      `${floor!.median.toFixed(1)} ms, role and settings of the API ${settings.toFixed(2)} ms.`;
    return {
      comparisons: [
        {
          title: 'One booking, processor time of the database',
          note:
            'One connection, one after the other, commit included. The floor writes the same rows ' +
            'with their constraints and indexes, but no trigger, no foreign key and no rule.',
          ...alone.measured,
        },
        spread(`50 bookings and 200 availability reads a second, ${seconds} s`, load, {
          'book, in the database': times(booked, 'databaseMs'),
          'book, wait for a connection': times(booked, 'waitMs'),
          'public_availability (14 days), in the database': times(read, 'databaseMs'),
        }),
        rates('Eight race for one time', 'answers', raceRates),
      ],
      goals: [
        atMost(
          'P13',
          2,
          'book under load, in the database, median',
          quantile(times(booked, 'databaseMs'), 0.5),
          `${load} ${parts}`,
        ),
        atMost(
          'P13',
          20,
          'book under load, in the database, 99 of 100',
          quantile(times(booked, 'databaseMs'), 0.99),
          load,
        ),
        {
          id: 'P13',
          wanted: 'book through the API ≥ 0.6 × the rate of the same SQL alone',
          got: `${(bare / ours.median).toFixed(2)} ×`,
          reached: bare / ours.median >= 0.6,
        },
        {
          id: 'P14',
          wanted: 'one wins each race, no deadlock',
          got: `${won} of ${races} races won, ${deadlocks} deadlocks`,
          reached: won === races && deadlocks === 0,
        },
        atLeast(
          'P14',
          2_000,
          'answers of races',
          median(raceRates),
          'Each race holds one whole booking and seven refusals, and all eight take the turn of the ' +
            'business one after the other: 2,000/s leaves 4 ms for the eight of them.',
        ),
      ],
    };
  } finally {
    await pool.end();
  }
};

const BARE = 'the same function without role and settings';
const NOTHING = '`select 1` with role and settings';

const oneAfterTheOther = async (served: ServedBusiness, asked: Bookings, rounds: number) => {
  const { url, anon, place } = served;
  const pool = served.pool(1);
  const call = callOn(pool);
  const session = await pool.connect();
  // The pool has one connection: it is free whenever nothing runs.
  session.release();
  const raw = new pg.Client(url);
  await raw.connect();
  const [pattern] = (
    await raw.query<{ id: string }>(
      `select a.id from public.appointments a
       join private.public_tokens t on t.business_id = a.business_id and t.subject_id = a.id
       join private.mail_outbox m on m.data #>> '{appointment,id}' = a.id::text
       where a.business_id = $1 and a.source = 'online' limit 1`,
      [place.businessId],
    )
  ).rows;
  await raw.query('set session_replication_role = replica');
  const databaseMs: number[] = [];
  let later = 0;
  const settings = callerSettings(anon);
  try {
    const measured = await measure({
      rounds,
      variants: [
        {
          name: 'book',
          kind: 'ours',
          run: () =>
            costOf(session, BOOKINGS_A_ROUND, async () => {
              const { answer, databaseMs: took } = await call(anon, 'book', asked.free());
              must(answer);
              databaseMs.push(took);
            }),
        },
        {
          name: 'raw rows',
          kind: 'floor',
          run: () =>
            costOf(raw, BOOKINGS_A_ROUND, () => {
              later += 1;
              return raw.query({
                name: 'raw',
                text: 'select bench.raw_booking($1, $2::interval)',
                values: [pattern!.id, `${1_000 + later} days`],
              });
            }),
        },
        {
          name: BARE,
          kind: 'part',
          run: () =>
            costOf(session, BOOKINGS_A_ROUND, () => {
              const { text, values } = statement('book', asked.free());
              return pool.query({ name: 'book', text, values });
            }),
        },
        {
          name: NOTHING,
          kind: 'part',
          run: () =>
            costOf(session, BOOKINGS_A_ROUND * 5, async () => {
              const client = await pool.connect();
              await client.query('begin');
              await client.query({
                name: 'settings',
                text: settings.text,
                values: settings.params,
              });
              await client.query({ name: 'one', text: 'select 1' });
              await client.query('commit');
              client.release();
            }),
        },
      ],
    });
    return { measured, databaseMs };
  } finally {
    await raw.end();
    await pool.end();
  }
};

export const dayAhead = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Full hours within everybody's day in New York, three to thirty days ahead. */
const freeStarts = (): string[] =>
  Array.from({ length: 27 }, (_, day) =>
    [13, 14, 15, 16, 17, 18, 19, 20, 21, 22].map(
      (hour) => `${dayAhead(3 + day)}T${hour}:00:00+00:00`,
    ),
  ).flat();
