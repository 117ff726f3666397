/** Many at once: bookings from sixty connections, writers beside each other, strangers who never stop. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Caller } from '#supabase/local/database/caller.ts';
import { arrivals } from '../database/arrivals.ts';
import { callOn, callOverRest, must } from '../database/calls.ts';
import type { Answer, Call } from '../database/calls.ts';
import { SLUG } from '../database/served-business.ts';
import type { ServedBusiness } from '../database/served-business.ts';
import { atLeast, spread } from '../database/tables.ts';
import { atMost, atMostTimes } from '../lane.ts';
import type { Goal, LaneResult } from '../lane.ts';
import { quantile } from '../measure.ts';
import { dayAhead } from './server-bookings.ts';
import type { Bookings } from './server-bookings.ts';
import { headOf, newDevice, pushEdits } from './server-sync.ts';

const CONNECTIONS = 60;
/** One in so many calls is one that was answered before, asked again. */
const AGAIN_ONE_IN = 6;
/** Beyond the days on which the others book, and within those that are offered. */
const HOT_DAYS = 25;
/** Who wants which of so many times when the book of a popular business opens, on a day of their own. */
const RUSH = { clients: 300, times: 40, day: 30, hour: 14, connections: 40 };
const WRITERS = 8;
const FLOOD_A_SECOND = 200;
/** From so many networks. */
const NETWORKS = 10;
/** HTTP's word for it. */
const BUSY = 503;

export const measureCrowds = async (
  served: ServedBusiness,
  asked: Bookings,
  { isQuick }: { isQuick: boolean },
): Promise<LaneResult> => {
  const pool = new pg.Pool({ connectionString: served.url, max: CONNECTIONS });
  const call = callOn(pool);
  try {
    await warmed(pool, CONNECTIONS, served.anon, asked);
    const crowd = (args: () => Record<string, unknown>) =>
      bookAtOnce(call, served.anon, args, isQuick ? 120 : 1_200);
    const everybody = await crowd(asked.free);
    let race = 0;
    const [hot] = asked.contested(0);
    const one = await crowd(() => {
      race += 1;
      const day = dayAhead(31 + (Math.floor(race / 10) % HOT_DAYS));
      return asked.args(hot, `${day}T${13 + (race % 10)}:00:00+00:00`);
    });
    const rush = await rushFor(served, asked);
    const beside = await writersBeside(served, call, isQuick ? 20 : 100);
    const flood = await strangers(served, call, isQuick ? 3 : 30);
    const deadlocks = await deadlocksOf(served);
    return {
      comparisons: [
        spread('Sixty connections book, one call in six again', undefined, {
          'eight people, free times': everybody.times,
          'one person': one.times,
        }),
        spread(`${RUSH.clients} go for ${RUSH.times} times at once`, undefined, {
          'until they are told': rush.times,
        }),
        spread('A push of another business', undefined, {
          'beside nobody': beside.alone,
          [`beside ${WRITERS} devices of one business that never rest`]: beside.crowded,
        }),
        spread('Pulls of somebody who is signed in', undefined, {
          'beside nobody': flood.quiet,
          [`beside ${FLOOD_A_SECOND} questions a second of strangers`]: flood.flooded,
        }),
      ],
      goals: [
        ...bookingGoals('R7.1', 'sixty connections', 3_000, 60, everybody),
        ...bookingGoals('R7.2', 'sixty connections, one person', 1_000, 120, one),
        {
          id: 'R7.11',
          wanted: `${RUSH.times} of ${RUSH.clients} win`,
          got: `${rush.won} did`,
          reached: rush.won === RUSH.times,
        },
        atMost('R7.11', 2_000, 'the others are told, 99 of 100', quantile(rush.times, 0.99)),
        {
          id: 'R7.1',
          wanted: 'no deadlock in all of it',
          got: `${deadlocks} deadlocks`,
          reached: deadlocks === 0,
        },
        atLeast('R7.3', 150, 'mutations of one business, each alone', beside.rate),
        atMostTimes(
          'R7.3',
          1.2,
          'a push of another business meanwhile, 99 of 100, against the same alone',
          quantile(beside.crowded, 0.99) / quantile(beside.alone, 0.99),
        ),
        atMostTimes(
          'R7.12',
          2,
          'a pull in a flood of strangers, 95 of 100, against the same in quiet',
          quantile(flood.flooded, 0.95) / quantile(flood.quiet, 0.95),
        ),
        {
          id: 'R7.12',
          wanted: 'strangers beyond their share are told so at once',
          got: `${flood.refused} of ${flood.asked} were`,
          reached: flood.refused > 0,
        },
      ],
    };
  } finally {
    await pool.end();
  }
};

/** Codes of PostgreSQL for what waited too long: the page asks again, for the same thing. */
const TOO_LONG = ['57014', '55P03'];
const TRIES = 4;
const isTooLong = (error: unknown): boolean =>
  TOO_LONG.includes((error as { code?: string }).code ?? '');

/** What the page of a client does: an answer, however often it has to ask for it. */
const bookFor = async (
  call: Call,
  caller: Caller,
  request: Record<string, unknown>,
): Promise<Answer> => {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return (await call(caller, 'book', request)).answer;
    } catch (error) {
      if (left === 0 || !isTooLong(error)) throw error;
    }
  }
};

/** Connections as a server keeps them: each has read the functions once. */
const warmed = async (
  pool: pg.Pool,
  connections: number,
  caller: Caller,
  asked: Bookings,
): Promise<void> => {
  const all = await Promise.all(Array.from({ length: connections }, () => pool.connect()));
  for (const client of all) {
    const call = callOn({ connect: () => Promise.resolve(client) });
    // Who was cut off while reading them has read most of them.
    await call(caller, 'book', asked.free()).catch((error: unknown) => {
      if (!isTooLong(error)) throw error;
    });
  }
};

type Crowd = { rate: number; times: number[]; differed: number };

const bookingGoals = (
  id: string,
  who: string,
  rate: number,
  within: number,
  crowd: Crowd,
): Goal[] => [
  atLeast(id, rate, `answers to book, ${who}`, crowd.rate),
  atMost(id, within, `book, ${who}, 99 of 100`, quantile(crowd.times, 0.99)),
  {
    id,
    wanted: `the same answer to the same request, ${who}`,
    got: `${crowd.differed} differed`,
    reached: crowd.differed === 0,
  },
];

/** Everybody takes the next call as soon as the last one is answered. */
const bookAtOnce = async (
  call: Call,
  caller: Caller,
  args: () => Record<string, unknown>,
  count: number,
): Promise<Crowd> => {
  const times: number[] = [];
  let left = count;
  let differed = 0;
  const from = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      let last: { request: Record<string, unknown>; answer: Answer } | null = null;
      while (left > 0) {
        left -= 1;
        const again: typeof last = left % AGAIN_ONE_IN === 0 ? last : null;
        const request: Record<string, unknown> = again?.request ?? args();
        const began = performance.now();
        const answer = await bookFor(call, caller, request);
        times.push(performance.now() - began);
        if (again && JSON.stringify(answer) !== JSON.stringify(again.answer)) differed += 1;
        last = { request, answer };
      }
    }),
  );
  return { rate: count / ((performance.now() - from) / 1000), times, differed };
};

const rushFor = async (served: ServedBusiness, asked: Bookings) => {
  const pool = new pg.Pool({ connectionString: served.url, max: RUSH.connections });
  try {
    await warmed(pool, RUSH.connections, served.anon, asked);
    return await rushOn(callOn(pool), served, asked);
  } finally {
    await pool.end();
  }
};

const rushOn = async (call: Call, { anon, place }: ServedBusiness, asked: Bookings) => {
  const times: number[] = [];
  const won = await Promise.all(
    Array.from({ length: RUSH.clients }, async (_, n) => {
      const time = n % RUSH.times;
      const hour = RUSH.hour + Math.floor(time / place.staffIds.length);
      const request = asked.args(
        place.staffIds[time % place.staffIds.length]!,
        `${dayAhead(RUSH.day)}T${hour}:00:00+00:00`,
      );
      const began = performance.now();
      const answer = await bookFor(call, anon, request);
      times.push(performance.now() - began);
      return answer.ok;
    }),
  );
  return { times, won: won.filter(Boolean).length };
};

/** Pushes of a second business, alone and while one business writes without a pause. */
const writersBeside = async (served: ServedBusiness, call: Call, pushes: number) => {
  const other = await secondBusiness(served, call);
  const device = newDevice();
  const pushOther = async (times: number[]): Promise<void> => {
    const began = performance.now();
    await pushEdits(other, call, device, 1);
    times.push(performance.now() - began);
  };
  const [alone, crowded]: [number[], number[]] = [[], []];
  for (let n = 0; n < pushes; n += 1) await pushOther(alone);
  let isOver = false;
  let written = 0;
  const from = performance.now();
  const writers = Array.from({ length: WRITERS }, async () => {
    const own = newDevice();
    while (!isOver) {
      await pushEdits(served, call, own, 1);
      written += 1;
    }
  });
  for (let n = 0; n < pushes; n += 1) await pushOther(crowded);
  isOver = true;
  await Promise.all(writers);
  return { alone, crowded, rate: written / ((performance.now() - from) / 1000) };
};

const secondBusiness = async (served: ServedBusiness, call: Call): Promise<ServedBusiness> => {
  const made = must(
    (
      await call(served.owner, 'create_business', {
        request: { name: 'Next door', slug: 'next-door', time_zone: 'America/New_York' },
        op_id: randomUUID(),
      })
    ).answer,
  );
  const businessId = String(made['business_id']);
  const clients = await served.db.sql<{ id: string }>(
    `insert into public.clients (id, business_id, first_name, last_name)
     select gen_random_uuid(), $1, 'Client', n::text from generate_series(1, 200) n returning id`,
    [businessId],
  );
  return {
    ...served,
    place: { ...served.place, businessId, clientIds: clients.map(({ id }) => id) },
  };
};

/**
 * Somebody pulls ten times a second, in quiet and while strangers ask for free times without end: both
 * through the backend, which lets strangers have a share of its sessions.
 */
const strangers = async (served: ServedBusiness, call: Call, seconds: number) => {
  await served.db.sql(`update private.rate_rules set most = 240 where bucket = 'read:network'`);
  const head = await headOf(served, call);
  const rest = callOverRest(served.db);
  const reader = newDevice();
  const pull = async (times: number[]): Promise<void> => {
    const began = performance.now();
    const { answer } = await rest(served.owner, 'sync_pull', {
      business_id: served.place.businessId,
      client_id: reader.id,
      ...head,
      schema: 1,
      page_size: 500,
    });
    must(answer);
    times.push(performance.now() - began);
  };
  const [quiet, flooded]: [number[], number[]] = [[], []];
  // Every session reads the functions once.
  for (let n = 0; n < 30; n += 1) await pull([]);
  await arrivals(seconds, [{ perSecond: 10, run: () => pull(quiet) }]);
  let [refused, askedFor] = [0, 0];
  const ask = async (index: number): Promise<void> => {
    askedFor += 1;
    const stranger = {
      ...served.anon,
      request: {
        method: 'POST',
        path: '/rpc',
        headers: { 'x-forwarded-for': `198.51.${index % NETWORKS}.7` },
      },
    };
    const span = { slug: SLUG, from_day: dayAhead(3), to_day: dayAhead(17) };
    const { status, answer } = await rest(stranger, 'public_availability', span);
    // The line is full, or their network has asked too often.
    if (status === BUSY || answer.code === 'rate_limited') refused += 1;
    // Cut off after three seconds, as everybody who is not signed in.
    else if (!isTooLong(answer)) must(answer);
  };
  await arrivals(seconds, [
    { perSecond: 10, run: () => pull(flooded) },
    { perSecond: FLOOD_A_SECOND, run: ask },
  ]);
  return { quiet, flooded, refused, asked: askedFor };
};

const deadlocksOf = async ({ db }: ServedBusiness): Promise<number> => {
  const [found] = await db.sql<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  return found?.deadlocks ?? -1;
};
