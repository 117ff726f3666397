import { atMost, atMostTimes, sides } from '../lane.ts';
import type { BenchPage } from '../lab.ts';
import type { Comparison, Goal, Lane } from '../lane.ts';
import { measure, median } from '../measure.ts';
import { BENCH_USER, createSyncServer } from '../sync-server.ts';

type First = { usable: number; full: number; rows: number; longest: number; usage: number };
type Raw = { usable: number; full: number; usage: number };

const PEERS = [
  { name: 'RxDB (Dexie storage)', page: 'peer-store-rxdb' },
  { name: 'PouchDB', page: 'peer-store-pouchdb' },
  { name: 'TinyBase (IndexedDB)', page: 'peer-store-tinybase' },
];

/** What takes its seconds and has no floor to be compared with is not done in each round. */
const EXTRAS = 3;

/** What the page itself keeps, without its worker. */
const heapMb = async ({ context, page }: BenchPage): Promise<number> => {
  const session = await context.newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1e6;
};

export const bootstrap: Lane = {
  name: 'bootstrap',
  about:
    'The first sync of a business into a fresh profile by the engine in its worker. The floor gets ' +
    'the very same answers, fetches the next one while it stores the last, and puts rows into bare ' +
    'IndexedDB with the same indexes and strict durability. Peers get the same rows in pages of ' +
    '2,000 through the way they offer (RxDB: pull replication; PouchDB: bulkDocs; TinyBase: a store ' +
    'and its persister).',
  run: async ({ lab, rounds, isQuick }) => {
    const server = createSyncServer(
      isQuick
        ? { clients: 1_500, daysBack: 120, daysAhead: 92 }
        : { clients: 8_900, daysBack: 730, daysAhead: 92 },
    );
    lab.answerWith(server.answer);
    let first: First | null = null;
    let raw: Raw | null = null;
    let calls: { name: string; body: string }[] = [];
    const usable = { ours: [] as number[], raw: [] as number[] };
    const cold = { ours: [] as number[], raw: [] as number[] };
    const coldPending: number[] = [];
    const heaps: number[] = [];
    const pending = isQuick ? 100 : 1_000;

    const ours = async (): Promise<number> => {
      server.takeCalls();
      const opened = await lab.open('store');
      const heapBefore = await heapMb(opened);
      first = await opened.call<First>('bootstrap', BENCH_USER, server.businessId);
      calls = server.takeCalls().filter(({ name }) => name === 'sync_window');
      usable.ours.push(first.usable);
      heaps.push((await heapMb(opened)) - heapBefore);
      const coldQuery = async (): Promise<number> => {
        await opened.page.reload();
        await opened.page.waitForFunction(() => 'bench' in window);
        return (await opened.call<{ ms: number }>('coldQuery', BENCH_USER, server.businessId)).ms;
      };
      cold.ours.push(await coldQuery());
      if (coldPending.length < EXTRAS) {
        // Nobody syncs on this page: what is written waits.
        await opened.call('edit', pending);
        coldPending.push(await coldQuery());
      }
      await opened.close();
      return first.full;
    };
    const floor = async (): Promise<number> => {
      if (calls.length === 0) await ours();
      const opened = await lab.open('raw-store');
      raw = await opened.call<Raw>('bootstrap', calls);
      usable.raw.push(raw.usable);
      await opened.page.reload();
      await opened.page.waitForFunction(() => 'bench' in window);
      const query = await opened.call<{ ms: number }>('coldQuery');
      cold.raw.push(query.ms);
      await opened.close();
      return raw.full;
    };
    const peer = async (page: string): Promise<number> => {
      const opened = await lab.open(page);
      try {
        return (await opened.call<{ full: number }>('bootstrap')).full;
      } finally {
        await opened.close();
      }
    };
    const measured = await measure({
      rounds,
      warmUps: isQuick ? 0 : 1,
      variants: [
        { name: 'Daybook', kind: 'ours', run: ours },
        { name: 'fetch and put by hand', kind: 'floor', run: floor },
        ...PEERS.map(({ name, page }) => ({ name, kind: 'peer' as const, run: () => peer(page) })),
      ],
    });
    const { ours: mine, peer: best } = sides(measured);
    const rxdb = measured.timings.find(({ name }) => name.startsWith('RxDB'));
    const { longest, usage, rows } = first ?? { longest: Number.NaN, usage: 0, rows: 0 };
    const pair = (title: string, { ours: a, raw: b }: typeof usable): Comparison => {
      const ratio = median(a) / median(b);
      const timing = (name: string, kind: 'ours' | 'floor', all: number[], times: number) => ({
        name,
        kind,
        median: median(all),
        low: Math.min(...all),
        high: Math.max(...all),
        timesFloor: times,
      });
      return {
        title,
        rounds: a.length,
        thrownAway: 0,
        timings: [timing('Daybook', 'ours', a, ratio), timing('by hand', 'floor', b, 1)],
      };
    };
    const window = pair('Until the calendar is usable (first window stored)', usable);
    const query = pair('Opening the database and reading this week', cold);
    const goals: Goal[] = [
      atMostTimes('G1', 1.25, `${rows} rows durable, times by hand`, mine.timesFloor ?? 0),
      ...(rxdb && Number.isFinite(rxdb.median)
        ? [atMostTimes('G1', 1 / 3.5, 'of the time of RxDB', mine.median / rxdb.median)]
        : []),
      ...(best
        ? [atMostTimes('G1', 1, `of the time of ${best.name}`, mine.median / best.median)]
        : []),
      atMost('G2', 700, 'first useful window', window.timings[0]!.median),
      atMostTimes(
        'G2',
        1.3,
        'first useful window, times by hand',
        window.timings[0]!.timesFloor ?? 0,
      ),
      atMost('P12', 1_000, 'calendar usable', window.timings[0]!.median),
      atMost('G3', 50, 'longest task on the window', longest),
      atMost('G6', 120, 'open and read the week', query.timings[0]!.median),
      atMostTimes(
        'G6',
        1.3,
        'open and read the week, times by hand',
        query.timings[0]!.timesFloor ?? 0,
      ),
      atMost('G6', 150, `open and read the week, ${pending} changes pending`, median(coldPending)),
      atMostTimes(
        'G10',
        1.25,
        'disk, times by hand',
        usage / ((raw as Raw | null)?.usage ?? Number.NaN),
      ),
      {
        id: 'G10',
        wanted: `window's heap, ${rows} rows more on the device, ≤ 10 MB more`,
        got: `${median(heaps).toFixed(1)} MB`,
        reached: median(heaps) <= 10,
      },
    ];
    return {
      comparisons: [{ title: `First sync of ${rows} rows`, ...measured }, window, query],
      goals,
    };
  },
};
