/** Crowds that book: sixty connections without a pause, the races of the test plan, three hundred for forty. */
import pg from 'pg';
import type { Caller } from '#supabase/local/database/caller.ts';
import { callOn, isTooLong } from '../database/calls.ts';
import type { Answer, Call } from '../database/calls.ts';
import type { ServedBusiness } from '../database/served-business.ts';
import { atLeast, spread } from '../database/tables.ts';
import { atMost } from '../lane.ts';
import type { Goal, LaneResult } from '../lane.ts';
import { quantile } from '../measure.ts';
import { dayAhead } from './server-bookings.ts';
import type { Bookings } from './server-bookings.ts';

const CONNECTIONS = 60;
/** One in so many calls is one that was answered before, asked again. */
const AGAIN_ONE_IN = 6;
/** Beyond the days on which the others book, and within those that are offered. */
const HOT_DAYS = 25;
/** The races of the test plan: so many press at once, again and again, on a day of their own. */
const RACE = { clients: 40, races: 40 };
/** Who wants which of so many times when the book of a popular business opens, on a day of their own. */
const RUSH = { clients: 300, times: 40, day: 30, hour: 14, connections: 40 };

export const measureBookingCrowds = async (
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
    const races = isQuick ? 4 : RACE.races;
    const raced = (minute: (client: number) => number) =>
      raceFor(call, served.anon, races, (race, client) =>
        asked.args(...raceAt(served, race, minute(client))),
      );
    const oneTime = await raced(() => 14 * 60);
    const quarters = await raced((n) => 16 * 60 + 60 * (n % 3) + 15 * ((n >> 2) % 4));
    const rush = await rushFor(served, asked);
    return {
      comparisons: [
        spread('Sixty connections book, one call in six again', undefined, {
          'eight people, free times': everybody.times,
          'one person': one.times,
        }),
        spread(`${RACE.clients} press at once, ${races} races`, undefined, {
          'one time, until each is told': oneTime,
          'times that overlap by quarters': quarters,
        }),
        spread(`${RUSH.clients} go for ${RUSH.times} times at once`, undefined, {
          'until they are told': rush.times,
        }),
      ],
      goals: [
        ...bookingGoals('R7.1', 'sixty connections', 3_000, 60, everybody),
        ...bookingGoals('R7.2', 'sixty connections, one person', 1_000, 120, one),
        atMost('R7.2', 120, 'B1, forty want one time, 99 of 100', quantile(oneTime, 0.99)),
        atMost('R7.2', 120, 'B2, forty by quarters, 99 of 100', quantile(quarters, 0.99)),
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

const TRIES = 4;

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

/** One of those whom the other crowds leave alone, on a day of its own. */
const raceAt = ({ place }: ServedBusiness, race: number, minute: number): [string, string] => {
  const others = place.staffIds.slice(1);
  const day = dayAhead(31 + Math.floor(race / others.length));
  const clock = `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;
  return [others[race % others.length]!, `${day}T${clock}:00+00:00`];
};

/** How long each of those who press at once waits for what they are told, over all races. */
const raceFor = async (
  call: Call,
  anon: Caller,
  races: number,
  args: (race: number, client: number) => Record<string, unknown>,
): Promise<number[]> => {
  const times: number[] = [];
  for (let race = 0; race < races; race += 1) {
    const from = performance.now();
    await Promise.all(
      Array.from({ length: RACE.clients }, async (_, client) => {
        await bookFor(call, anon, args(race, client));
        times.push(performance.now() - from);
      }),
    );
  }
  return times;
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
