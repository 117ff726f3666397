/** Many at once who do not book: writers beside each other, strangers who never stop. */
import { randomUUID } from 'node:crypto';
import { arrivals } from '../database/arrivals.ts';
import { callOn, callOverRest, isTooLong, must } from '../database/calls.ts';
import type { Call } from '../database/calls.ts';
import { SLUG } from '../database/served-business.ts';
import type { ServedBusiness } from '../database/served-business.ts';
import { atLeast, spread } from '../database/tables.ts';
import { atMostTimes } from '../lane.ts';
import type { LaneResult } from '../lane.ts';
import { quantile } from '../measure.ts';
import { dayAhead } from './server-bookings.ts';
import { headOf, newDevice, pushEdits } from './server-sync.ts';

const CONNECTIONS = 20;
const WRITERS = 8;
const FLOOD_A_SECOND = 200;
/** From so many networks. */
const NETWORKS = 10;
/** HTTP's word for it. */
const BUSY = 503;

export const measureCrowds = async (
  served: ServedBusiness,
  { isQuick }: { isQuick: boolean },
): Promise<LaneResult> => {
  const pool = served.pool(CONNECTIONS);
  const call = callOn(pool);
  try {
    const beside = await writersBeside(served, call, isQuick ? 20 : 100);
    const flood = await strangers(served, call, isQuick ? 3 : 30);
    const deadlocks = await deadlocksOf(served);
    return {
      comparisons: [
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
