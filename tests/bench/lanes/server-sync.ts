/** G14: batches of mutations, single pushes of eight devices, and a page of 5,000 rows. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { callOn, costOf, must } from '../database/calls.ts';
import type { Answer, Call, Called } from '../database/calls.ts';
import type { ServedBusiness } from '../database/served-business.ts';
import { atLeast, rates } from '../database/tables.ts';
import { atMost, sides } from '../lane.ts';
import type { LaneResult } from '../lane.ts';
import { measure, median } from '../measure.ts';
import type { Measured, Timing } from '../measure.ts';

const DEVICES = 8;
const PAGE = 5_000;

type Device = { id: string; seq: number };

export const newDevice = (): Device => ({ id: randomUUID(), seq: 0 });

/** `count` edits of clients, each of another row. */
export const pushEdits = async (
  { place, owner }: ServedBusiness,
  call: Call,
  device: Device,
  count: number,
): Promise<Called> => {
  const mutations = Array.from({ length: count }, () => {
    device.seq += 1;
    const id = place.clientIds[(device.seq * 37) % place.clientIds.length]!;
    return {
      id: randomUUID(),
      seq: device.seq,
      name: 'client.edit',
      at: new Date().toISOString(),
      base_rev: 1_000_000,
      ops: [{ table: 'clients', id, op: 'patch', value: { alert_note: `note ${device.seq}` } }],
    };
  });
  const called = await call(owner, 'sync_push', {
    business_id: place.businessId,
    client_id: device.id,
    schema: 1,
    mutations,
  });
  must(called.answer);
  return called;
};

/** From where a device that knows everything asks for what comes next. */
export const headOf = async (
  { db, place, owner }: ServedBusiness,
  call: Call,
): Promise<{ cursor: number; epoch: string }> => {
  const [clock] = await db.sql<{ rev: string }>(
    'select rev from private.business_clock where business_id = $1',
    [place.businessId],
  );
  // Asked by another epoch, it says which one holds for this person.
  const { answer } = await call(owner, 'sync_pull', {
    business_id: place.businessId,
    client_id: randomUUID(),
    cursor: 0,
    epoch: '',
    schema: 1,
    page_size: 1,
  });
  return { cursor: Number(clock?.rev), epoch: String(answer['epoch']) };
};

export const measureSync = async (
  served: ServedBusiness,
  { isQuick, rounds }: { isQuick: boolean; rounds: number },
): Promise<LaneResult> => {
  const { url, place, owner } = served;
  const pool = served.pool(DEVICES);
  const one = served.pool(1);
  const raw = new pg.Client(url);
  await raw.connect();
  await raw.query('set session_replication_role = replica');
  const session = await one.connect();
  session.release();
  const alone = callOn(one);
  const call = callOn(pool);
  try {
    const device = newDevice();
    const batchRates: number[] = [];
    const pullMs: number[] = [];
    let epoch = '';
    const pull = async (): Promise<Called> => {
      const called = await alone(owner, 'sync_pull', {
        business_id: place.businessId,
        client_id: device.id,
        cursor: 0,
        epoch,
        schema: 1,
        page_size: PAGE,
      });
      if (called.answer.ok) return called;
      epoch = String(called.answer['epoch']);
      return pull();
    };
    const rawDevice = randomUUID();
    let rawSeq = 0;

    const batches = await measure({
      rounds,
      warmUps: 2,
      variants: [
        {
          name: 'sync_push of 100 edits',
          kind: 'ours',
          run: () =>
            costOf(session, 3, async () => {
              const { databaseMs } = await pushEdits(served, alone, device, 100);
              batchRates.push(100_000 / databaseMs);
            }),
        },
        {
          name: 'raw rows',
          kind: 'floor',
          run: () =>
            costOf(raw, 3, async () => {
              rawSeq += 100;
              const ids = Array.from(
                { length: 100 },
                (_, n) => place.clientIds[((rawSeq + n) * 37) % place.clientIds.length],
              );
              await raw.query('select bench.raw_edits($1, $2, $3)', [ids, rawDevice, rawSeq]);
            }),
        },
      ],
    });
    // A page ends with a whole transaction, so it holds some more.
    const inPage = rowsOf((await pull()).answer);
    const pulls = await measure({
      rounds,
      warmUps: 2,
      variants: [
        {
          name: `sync_pull of ${PAGE} rows`,
          kind: 'ours',
          run: () => costOf(session, 2, async () => pullMs.push((await pull()).databaseMs)),
        },
        {
          name: 'as many rows of clients as JSON',
          kind: 'floor',
          run: () =>
            costOf(raw, 2, () =>
              raw.query({
                name: 'rows',
                text: `select json_agg(t)::text from (
                  select * from public.clients c where c.business_id = $1 limit $2) t`,
                values: [place.businessId, inPage],
              }),
            ),
        },
      ],
    });

    const each = isQuick ? 20 : 100;
    const singleRates: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const from = performance.now();
      await Promise.all(
        Array.from({ length: DEVICES }, async () => {
          const own = newDevice();
          for (let n = 0; n < each; n += 1) await pushEdits(served, call, own, 1);
        }),
      );
      singleRates.push((DEVICES * each) / ((performance.now() - from) / 1000));
    }
    const single = await costOf(session, 50, () => pushEdits(served, alone, newDevice(), 1));

    return {
      comparisons: [
        {
          title: '100 edits in one push, processor time of the database',
          note: 'The floor changes the same rows and writes the same logs: no policy, check, trigger or savepoint.',
          ...batches,
        },
        rates('Mutations in batches of 100, one device', 'mutations', batchRates),
        rates('Single pushes, eight devices of one business', 'pushes', singleRates),
        {
          title: `A page of ${PAGE} rows, processor time of the database`,
          note: `${inPage} rows: a page ends with a whole transaction. The floor prints as many clients for somebody whom no policy asks.`,
          ...pulls,
        },
      ],
      goals: [
        atLeast(
          'G14',
          4_000,
          'mutations in batches of 100',
          median(batchRates),
          byProcessor(batches, (cost) => `${(100_000 / cost).toFixed(0)} mutations/s`) +
            ' Each is judged in a savepoint of its own under the policies, checks and triggers of its row.',
        ),
        atLeast(
          'G14',
          500,
          'single pushes on one business',
          median(singleRates),
          `One push takes ${single.toFixed(1)} ms of the database's processor: alone on a core ` +
            `${(1_000 / single).toFixed(0)}/s. They take turns, so a second core only serves the devices.`,
        ),
        atMost(
          'G14',
          60,
          `pull of ${PAGE} rows, in the database`,
          median(pullMs),
          byProcessor(pulls, (cost) => `${cost.toFixed(0)} ms`),
        ),
      ],
    };
  } finally {
    await raw.end();
    await one.end();
    await pool.end();
  }
};

/** What it would be if nothing else ran on the machine. */
const byProcessor = (measured: Measured, say: (cost: number) => string): string => {
  const { ours, floor } = sides(measured);
  const times = (timing: Timing | undefined): string =>
    timing === undefined ? '' : `, the floor ${say(timing.median)}`;
  return `By the processor time of the database alone ${say(ours.median)}${times(floor)}.`;
};

const rowsOf = (page: Answer): number =>
  Object.values(page['tables'] as Record<string, unknown[]>).reduce(
    (sum, rows) => sum + rows.length,
    0,
  );
