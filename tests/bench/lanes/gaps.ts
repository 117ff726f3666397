/** G9: whether a reader that asks by cursor misses rows of transactions that commit meanwhile. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { callOn, must } from '../database/calls.ts';
import type { Call } from '../database/calls.ts';
import { serveBusiness } from '../database/served-business.ts';
import type { ServedBusiness } from '../database/served-business.ts';
import type { Comparison, Lane } from '../lane.ts';
import { newDevice } from './server-sync.ts';

const WRITERS = 8;
const SECONDS = 60;
const QUICK_SECONDS = 10;
/** Long enough for the naive cursors to show what they miss. */
const NAIVE_SECONDS = 8;
const QUICK_NAIVE_SECONDS = 2;
const PAGE = 500;

export const gaps: Lane = {
  name: 'gaps',
  about:
    'Eight writers on one business in PostgreSQL, each row in a transaction of its own, while a ' +
    'reader asks again and again for what is new since its cursor: a row that it passes by is lost ' +
    'to that device. The peers are the two cursors that come to mind first, a sequence and the time ' +
    'of the row, with as many writers; they tell that the test finds gaps.',
  run: async ({ isQuick }) => {
    const seconds = isQuick ? QUICK_SECONDS : SECONDS;
    const naiveSeconds = isQuick ? QUICK_NAIVE_SECONDS : NAIVE_SECONDS;
    const served = await serveBusiness();
    const pool = served.pool(WRITERS + 1);
    try {
      const ours = await race(seconds, await byRevision(served, callOn(pool)));
      await served.db.exec(NAIVE);
      const naive = [];
      for (const cursor of ['sequence', 'time'] as const) {
        naive.push({ cursor, ...(await race(naiveSeconds, byColumn(pool, cursor))) });
      }
      const shareOf = ({ missed, written }: Raced): string =>
        `${((100 * missed) / written).toFixed(1)} % of ${written}`;
      const table: Comparison = {
        title: `Rows that a reader misses, ${WRITERS} writers`,
        unit: 'rows',
        note:
          `Ours: ${ours.written} rows in ${seconds} s, ${ours.pages} pages read meanwhile. ` +
          `The others: ${naive.map(({ written }) => written).join(' and ')} rows in ${naiveSeconds} s.`,
        rounds: 1,
        thrownAway: 0,
        timings: [
          { name: 'Daybook: the number of the transaction', kind: 'ours', ...exactly(ours.missed) },
          ...naive.map(({ cursor, missed }) => ({
            name: `a cursor by ${cursor}`,
            kind: 'peer' as const,
            ...exactly(missed),
          })),
        ],
      };
      return {
        comparisons: [table],
        goals: [
          {
            id: 'G9',
            wanted: `rows missed, ${WRITERS} writers for ${seconds} s: 0`,
            got: `${ours.missed} of ${ours.written}`,
            reached: ours.missed === 0 && ours.written > 0,
            note:
              'Cursors that do not follow the order of the commits miss some: ' +
              `${naive.map((one) => `by ${one.cursor} ${shareOf(one)}`).join(', ')}.`,
          },
        ],
      };
    } finally {
      await pool.end();
      await served.stop();
    }
  },
};

const exactly = (rows: number) => ({ median: rows, low: rows, high: rows, timesFloor: null });

type Race = {
  /** Writes one row and answers its id once it is committed. */
  writers: (() => Promise<string>)[];
  /** Reads what is new since the last time: the ids. */
  read: () => Promise<string[]>;
};

type Raced = { written: number; missed: number; pages: number };

const race = async (seconds: number, { writers, read }: Race): Promise<Raced> => {
  const written: string[] = [];
  const seen = new Set<string>();
  const until = performance.now() + seconds * 1_000;
  let isOver = false;
  let pages = 0;
  const reading = (async () => {
    while (!isOver) {
      for (const id of await read()) seen.add(id);
      pages += 1;
    }
  })();
  try {
    await Promise.all(
      writers.map(async (write) => {
        while (performance.now() < until) written.push(await write());
      }),
    );
  } finally {
    isOver = true;
    await reading;
  }
  // Whatever was committed is to be had now; what the reader passed by never comes.
  let more = await read();
  while (more.length > 0) {
    for (const id of more) seen.add(id);
    more = await read();
  }
  const missed = written.filter((id) => !seen.has(id)).length;
  console.log(`   ${missed} of ${written.length} missed, ${pages} pages`);
  return { written: written.length, missed, pages };
};

/** New clients, pushed and pulled as devices do. */
const byRevision = async ({ place, owner }: ServedBusiness, call: Call): Promise<Race> => {
  const reader = newDevice();
  let cursor = 0;
  let epoch: unknown = '';
  const pull = async (): Promise<Record<string, unknown>> => {
    const { answer } = await call(owner, 'sync_pull', {
      business_id: place.businessId,
      client_id: reader.id,
      cursor,
      epoch,
      schema: 1,
      page_size: PAGE,
    });
    if (answer.ok || answer['epoch'] === undefined || answer['epoch'] === epoch)
      return must(answer);
    epoch = answer['epoch'];
    return pull();
  };
  const read = async (): Promise<string[]> => {
    const page = await pull();
    cursor = Number(page['cursor']);
    const { clients = [] } = page['tables'] as { clients?: { id: string }[] };
    return clients.map(({ id }) => id);
  };
  // From here on there is only what the writers do.
  let before = -1;
  while (cursor !== before) {
    before = cursor;
    await read();
  }
  const writers = Array.from({ length: WRITERS }, () => {
    const device = newDevice();
    return async (): Promise<string> => {
      device.seq += 1;
      const id = randomUUID();
      const { answer } = await call(owner, 'sync_push', {
        business_id: place.businessId,
        client_id: device.id,
        schema: 1,
        mutations: [
          {
            id: randomUUID(),
            seq: device.seq,
            name: 'client.create',
            at: new Date().toISOString(),
            base_rev: cursor,
            ops: [{ table: 'clients', id, op: 'put', value: newClient(id, place.businessId) }],
          },
        ],
      });
      const [result] = must(answer)['results'] as { status: string }[];
      if (result?.status !== 'applied') throw new Error(`refused: ${JSON.stringify(result)}`);
      return id;
    };
  });
  return { writers, read };
};

const newClient = (id: string, businessId: string): Record<string, unknown> => ({
  id,
  business_id: businessId,
  first_name: 'Ada',
  last_name: 'Lovelace',
  tags: [],
  online_booking: 'allow',
  payment_rule: 'default',
  status: 'active',
});

const NAIVE = `
  create schema naive;
  create table naive.rows (
    id uuid primary key,
    sequence bigint generated always as identity,
    time timestamptz not null default clock_timestamp());
  create index on naive.rows (sequence);
  create index on naive.rows (time);`;

/** The same with a cursor on a column that is set when the row is written. */
const byColumn = (pool: pg.Pool, column: 'sequence' | 'time'): Race => {
  let cursor: string = column === 'sequence' ? '0' : '-infinity';
  return {
    read: async () => {
      const { rows } = await pool.query<{ id: string; at: string }>(
        `select id, ${column}::text as at from naive.rows where ${column} > $1
         order by ${column} limit ${PAGE}`,
        [cursor],
      );
      cursor = rows.at(-1)?.at ?? cursor;
      return rows.map(({ id }) => id);
    },
    writers: Array.from({ length: WRITERS }, () => async () => {
      const id = randomUUID();
      const client = await pool.connect();
      try {
        await client.query('begin');
        await client.query('insert into naive.rows (id) values ($1)', [id]);
        // A transaction does more than one thing.
        await client.query('select pg_sleep(random() * 0.01)');
        await client.query('commit');
      } finally {
        client.release();
      }
      return id;
    }),
  };
};
