import { strictEqual } from 'node:assert';
import type { Lab } from '../lab.ts';
import { atMost, atMostTimes, sides } from '../lane.ts';
import type { Comparison, Goal, Lane } from '../lane.ts';
import { measure, quantile } from '../measure.ts';
import { createPeerServer } from '../peer-server.ts';
import { BENCH_USER, createSyncServer } from '../sync-server.ts';

const RXDB = 'RxDB (replication-supabase)';
const LEGEND = 'Legend-State (syncedSupabase)';
const REPLICACHE = 'Replicache (endpoints of ours)';
const AGAINST = [
  { name: RXDB, times: 1 / 8 },
  { name: LEGEND, times: 1 / 8 },
  { name: REPLICACHE, times: 2 },
] as const;

export const push: Lane = {
  name: 'push',
  about:
    'A thousand changes made offline leave when the network comes back: from the event of the ' +
    'browser to an empty queue, every answer merged and stored. The floor is the same requests one ' +
    'after the other, answers parsed and dropped. RxDB changes as many documents and pushes them by ' +
    'its Supabase plugin, one request for each; beside it, without what makes a push safe, it hands ' +
    'new documents in batches of 100 to an address that takes whatever comes. Legend-State changes as ' +
    'many rows with its Supabase plug-in; Replicache pushes to an endpoint of ours and pulls the ' +
    'confirmation, as its makers lay down, and stores it later: its figure ends in memory.',
  run: async ({ lab, rounds, isQuick }) => {
    const count = isQuick ? 300 : 1_000;
    const comparisons: Comparison[] = [];
    const goals: Goal[] = [];
    const writes: number[] = [];
    for (const [delayMs, maxMs] of [
      [0, 600],
      [40, 1_200],
    ] as const) {
      const server = createSyncServer({ clients: count + 100, daysBack: 5, daysAhead: 10 });
      const peers = createPeerServer(count);
      lab.answerWith(
        async (request, response) =>
          (await server.answer(request, response)) || peers.answer(request, response),
      );
      let calls: { name: string; body: string }[] = [];
      let requests = 0;
      const ours = async (): Promise<number> => {
        const opened = await lab.open('store');
        await opened.call('bootstrap', BENCH_USER, server.businessId);
        await opened.call('idle');
        await opened.context.setOffline(true);
        writes.push(...(await opened.call<number[]>('edit', count)));
        server.takeCalls();
        server.delayMs = delayMs;
        const drained = opened.call<number>('drained');
        await opened.context.setOffline(false);
        const ms = await drained;
        server.delayMs = 0;
        const made = server.takeCalls();
        requests = made.length;
        calls = made.filter(({ name }) => name === 'sync_push');
        await opened.close();
        return ms;
      };
      const floor = async (): Promise<number> => {
        if (calls.length === 0) await ours();
        const opened = await lab.open('raw-store');
        server.delayMs = delayMs;
        const ms = await opened.call<number>('push', calls);
        server.delayMs = 0;
        await opened.close();
        return ms;
      };
      const arrived = async (push: () => Promise<number>): Promise<number> => {
        peers.takeChanged();
        const ms = await push();
        strictEqual(peers.takeChanged(), count);
        return ms;
      };
      const peer = (page: string, prepare: string, run: string) => async (): Promise<number> => {
        const opened = await lab.open(page);
        try {
          await opened.call(prepare, count);
          server.delayMs = peers.delayMs = delayMs;
          return await opened.call<number>(run);
        } finally {
          server.delayMs = peers.delayMs = 0;
          await opened.close();
        }
      };
      const measured = await measure({
        rounds,
        warmUps: isQuick ? 0 : 1,
        variants: [
          { name: 'Daybook', kind: 'ours', run: ours },
          { name: 'the requests alone', kind: 'floor', run: floor },
          {
            name: RXDB,
            kind: 'peer',
            run: peer('peer-store-rxdb', 'prepareSupabase', 'pushToSupabase'),
          },
          {
            name: 'RxDB (batches, no server)',
            kind: 'part',
            run: peer('peer-store-rxdb', 'prepareBatches', 'pushBatches'),
          },
          {
            name: LEGEND,
            kind: 'peer',
            run: () => arrived(peer('peer-store-legend-state', 'preparePush', 'push')),
          },
          {
            name: REPLICACHE,
            kind: 'peer',
            run: () => arrived(peer('peer-store-replicache', 'preparePush', 'push')),
          },
        ],
      });
      const far = delayMs > 0 ? `, ${delayMs} ms more for each request` : '';
      comparisons.push({ title: `${count} changes${far}`, ...measured });
      const { ours: mine } = sides(measured);
      goals.push(atMost('G4', maxMs, `push of ${count}${far}`, mine.median));
      goals.push({
        id: 'G4',
        wanted: `requests${far} ≤ 15`,
        got: String(requests),
        reached: requests <= 15,
      });
      for (const { name, times } of AGAINST) {
        const other = measured.timings.find((timing) => timing.name === name);
        if (other === undefined || !Number.isFinite(other.median)) continue;
        goals.push(
          atMostTimes('G4', times, `of the time of ${name}${far}`, mine.median / other.median),
        );
      }
    }
    for (const [edits, maxMs] of isQuick ? ([[100, 10_000]] as const) : FAR) {
      goals.push(
        atMost(
          'R7.6',
          maxMs,
          `push of ${edits}, ${FAR_MS} ms more for each request`,
          await drainFar(lab, edits),
        ),
      );
    }
    goals.push(
      atMost(
        'R7.8',
        25,
        "a person's write, 99 of 100, CPU slowed 4 ×",
        quantile(await slowWrites(lab, count), 0.99),
      ),
    );
    goals.push(
      atMost('G11', 3, "a person's write, median", quantile(writes, 0.5)),
      atMost('G11', 10, "a person's write, 95 of 100", quantile(writes, 0.95)),
    );
    return { comparisons, goals };
  },
};

/** Over a network that is slow to answer; once, because each takes long and waits for nothing else. */
const FAR_MS = 200;
const FAR = [
  [500, 10_000],
  [5_000, 90_000],
] as const;

const drainFar = async (lab: Lab, edits: number): Promise<number> => {
  const server = createSyncServer({ clients: edits + 100, daysBack: 5, daysAhead: 10 });
  lab.answerWith((request, response) => server.answer(request, response));
  const opened = await lab.open('store');
  try {
    await opened.call('bootstrap', BENCH_USER, server.businessId);
    await opened.call('idle');
    await opened.context.setOffline(true);
    await opened.call('edit', edits);
    server.delayMs = FAR_MS;
    const drained = opened.call<number>('drained');
    await opened.context.setOffline(false);
    return await drained;
  } finally {
    await opened.close();
  }
};

/** How long each write takes on a device a quarter as fast. */
const slowWrites = async (lab: Lab, count: number): Promise<number[]> => {
  const server = createSyncServer({ clients: count + 100, daysBack: 5, daysAhead: 10 });
  lab.answerWith((request, response) => server.answer(request, response));
  const opened = await lab.open('store');
  try {
    await opened.call('bootstrap', BENCH_USER, server.businessId);
    await opened.call('idle');
    await opened.throttle(4);
    return await opened.call<number[]>('edit', count);
  } finally {
    await opened.close();
  }
};
