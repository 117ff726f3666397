/** Crowds that book: sixty connections without a pause, the races of the test plan, three hundred for forty. */
import type pg from 'pg';
import type { Caller } from '#supabase/local/database/caller.ts';
import { callOn, isTooLong } from '../database/calls.ts';
import type { Answer, Call } from '../database/calls.ts';
import type { ServedBusiness } from '../database/served-business.ts';
import { atLeast, spread } from '../database/tables.ts';
import { atMost } from '../lane.ts';
import type { Goal, LaneResult } from '../lane.ts';
import { quantile } from '../measure.ts';
import { bookFor, measureRaces } from './loads-races.ts';
import { dayAhead } from './server-bookings.ts';
import type { Bookings } from './server-bookings.ts';

const CONNECTIONS = 60;
/** One in so many calls is one that was answered before, asked again. */
const AGAIN_ONE_IN = 6;
/** Beyond the days on which the others book, and within those that are offered. */
const HOT_DAYS = 25;
/** Who wants which of so many times when the book of a popular business opens, on a day of their own. */
const RUSH = { clients: 300, times: 40, day: 30, hour: 14, connections: 40 };

export const measureBookingCrowds = async (
  served: ServedBusiness,
  asked: Bookings,
  { isQuick }: { isQuick: boolean },
): Promise<LaneResult> => {
  const pool = served.pool(CONNECTIONS);
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
    const raced = await measureRaces(call, served, asked, { isQuick });
    const rush = await rushFor(served, asked);
    return {
      comparisons: [
        spread('Sixty connections book, one call in six again', undefined, {
          'eight people, free times': everybody.times,
          'one person': one.times,
        }),
        ...raced.comparisons,
        spread(`${RUSH.clients} go for ${RUSH.times} times at once`, undefined, {
          'until they are told': rush.times,
        }),
      ],
      goals: [
        ...bookingGoals('R7.1', 'sixty connections', 3_000, 60, everybody),
        ...bookingGoals('R7.2', 'sixty connections, one person', 1_000, 120, one),
        ...raced.goals,
        {
          id: 'R7.11',
          wanted: `${RUSH.times} of ${RUSH.clients} win`,
          got: `${rush.won} did`,
          reached: rush.won === RUSH.times,
        },
        atMost('R7.11', 2_000, 'the others are told, 99 of 100', quantile(rush.times, 0.99)),
      ],
    };
  } finally {
    await pool.end();
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
  const pool = served.pool(RUSH.connections);
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
