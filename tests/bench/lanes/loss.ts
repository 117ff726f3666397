import { randomUUID } from 'node:crypto';
import type { Backend } from '#supabase/local/backend-types.ts';
import { BACKEND, randomFrom } from '#tests/harness/fault-plan.ts';
import { startFaultProxy } from '#tests/harness/fault-proxy.ts';
import type { FaultProxy } from '#tests/harness/fault-proxy.ts';
import type { BenchPage, Lab } from '../lab.ts';
import type { Comparison, Goal, Lane } from '../lane.ts';
import { within } from '../measure.ts';
import { signIn, startProduct } from '../product.ts';
import type { Account } from '../product.ts';

const LOSS = 0.3;
/** As people write: below the rate at which anybody gathers. */
const PACE_MS = 250;
/** How long anybody waits for rows that are still missing. */
const PATIENCE_MS = 15_000;
const QUICK_PATIENCE_MS = 4_000;
const STEP_LIMIT_MS = 30_000;

export const loss: Lane = {
  name: 'loss',
  about:
    'One device writes sixty rows, another one looks on, through networks that lose 30 % of the ' +
    'realtime messages and, of 30 % of the requests, the answer or send it twice. Counted are the ' +
    'rows that the other device holds: while it goes on so, after its network was gone and came ' +
    'back whole, and after a reload. The peers are used with their own plug-ins for Supabase ' +
    'against the same server, each with a table of its own.',
  run: async ({ lab, isQuick }) => {
    const backend = await startProduct('small', { clients: 80, daysBack: 10, daysAhead: 35 });
    try {
      await backend.sql('update private.rate_rules set most = 1000000000');
      const account = await signIn(backend);
      const count = isQuick ? 20 : 60;
      const patienceMs = isQuick ? QUICK_PATIENCE_MS : PATIENCE_MS;
      const seen: Seen[] = [];
      for (const side of SIDES) {
        seen.push(await watch({ lab, backend, account, side, count, patienceMs }));
      }
      return { comparisons: tables(seen, count), goals: goalsOf(seen, count) };
    } finally {
      await backend.stop();
    }
  },
};

type Target = { backendUrl: string; publishableKey: string; token: string };

/** How one engine joins, adds a row and says which rows it holds. */
type Side = {
  name: string;
  kind: 'ours' | 'peer';
  page: string;
  /** Before anybody joins. */
  prepare: (backend: Backend) => Promise<void>;
  /** Of the rows that were written, so many different ones are on the server. */
  stored: string;
  join: (page: BenchPage, target: Target, account: Account) => Promise<unknown>;
  add: (page: BenchPage, note: string) => Promise<unknown>;
  notes: (page: BenchPage) => Promise<string[]>;
};

const peer = (name: string, page: string, table: string): Side => ({
  name,
  kind: 'peer',
  page,
  prepare: ({ sql }) => makeTable(sql, table),
  stored: `select count(distinct note)::int as rows from public.${table}`,
  join: (opened, target) => opened.call('join', table, target),
  add: (opened, note) => opened.call('add', randomUUID(), note),
  notes: (opened) => opened.call('all'),
});

const SIDES: readonly Side[] = [
  {
    name: 'Daybook',
    kind: 'ours',
    page: 'device',
    prepare: async () => undefined,
    stored: `select count(distinct first_name)::int as rows from public.clients
             where first_name like 'Live %'`,
    join: (page, target, { userId, businessId }) => page.call('join', userId, businessId, target),
    add: (page, note) => page.call('add', note),
    notes: (page) => page.call('named', 'Live '),
  },
  peer('RxDB, replication-supabase', 'peer-live-rxdb', 'live_rxdb'),
  peer('Legend-State, syncedSupabase', 'peer-live-legend-state', 'live_legend'),
];

/** With everything that the plug-ins ask for, open to whoever is signed in. */
const makeTable = async (sql: Backend['sql'], table: string): Promise<void> => {
  for (const statement of [
    `create table public.${table} (
       id text primary key, note text not null, _deleted boolean not null default false,
       created_at timestamptz not null default clock_timestamp(),
       _modified timestamptz not null default clock_timestamp())`,
    `alter table public.${table} enable row level security`,
    `create policy everything on public.${table} for all to authenticated using (true) with check (true)`,
    `grant select, insert, update on public.${table} to authenticated`,
    `create or replace function public.${table}_modified() returns trigger language plpgsql as
     'begin new._modified := clock_timestamp(); return new; end'`,
    `create trigger modified before insert or update on public.${table}
       for each row execute function public.${table}_modified()`,
    `alter publication supabase_realtime add table public.${table}`,
  ]) {
    await sql(statement);
  }
};

type Seen = {
  name: string;
  kind: Side['kind'];
  /** Different rows that the server had at the end. */
  stored: number;
  /** Different rows that were there. */
  live: number;
  reconnected: number;
  reloaded: number;
  /** Rows too many, on the device at the end. */
  doubled: number;
  /** From the last write until nothing was missing; null when something still was. */
  tookMs: number | null;
  failed?: string;
};

type Watch = {
  lab: Lab;
  backend: Backend;
  account: Account;
  side: Side;
  count: number;
  patienceMs: number;
};

const watch = async ({ lab, backend, account, side, count, patienceMs }: Watch): Promise<Seen> => {
  const nothing = {
    stored: Number.NaN,
    live: Number.NaN,
    reconnected: Number.NaN,
    reloaded: Number.NaN,
    doubled: 0,
  };
  const about = { name: side.name, kind: side.kind };
  const proxies: FaultProxy[] = [];
  const pages: BenchPage[] = [];
  try {
    await side.prepare(backend);
    const openDevice = async (): Promise<[BenchPage, FaultProxy, Target]> => {
      const proxy = await startFaultProxy(backend.url);
      proxies.push(proxy);
      const page = await lab.open(side.page);
      pages.push(page);
      const { publishableKey } = backend;
      const target = { backendUrl: proxy.url, publishableKey, token: account.token };
      await within(STEP_LIMIT_MS, side.join(page, target, account));
      return [page, proxy, target];
    };
    const [writer, writersNetwork] = await openDevice();
    const [reader, readersNetwork, target] = await openDevice();
    // Channels are joined a moment after the first rows are there.
    await pause(2_000);
    const next = randomFrom(7);
    readersNetwork.sockets.loses = () => next() < LOSS;
    readersNetwork.sockets.mode = 'lossy';
    for (const [at, network] of [writersNetwork, readersNetwork].entries()) {
      network.roll({
        seed: 7 + at,
        rate: LOSS,
        match: BACKEND,
        faults: [{ kind: 'lose' }, { kind: 'duplicate' }],
      });
    }

    const different = async (): Promise<number> => new Set(await side.notes(reader)).size;
    const waitForAll = async (): Promise<number> => {
      const until = performance.now() + patienceMs;
      let here = await different();
      while (here < count && performance.now() < until) {
        await pause(50);
        here = await different();
      }
      return here;
    };
    for (let at = 0; at < count; at += 1) {
      const from = performance.now();
      await within(STEP_LIMIT_MS, side.add(writer, `Live ${at}`));
      await pause(Math.max(0, PACE_MS - (performance.now() - from)));
    }
    const written = performance.now();
    const live = await waitForAll();
    const tookMs = live === count ? performance.now() - written : null;

    await reader.context.setOffline(true);
    readersNetwork.sockets.cut();
    await pause(1_000);
    writersNetwork.heal();
    readersNetwork.heal();
    await reader.context.setOffline(false);
    const reconnected = await waitForAll();

    await reader.page.reload();
    await reader.page.waitForFunction(() => 'bench' in window);
    await within(STEP_LIMIT_MS, side.join(reader, target, account));
    const reloaded = await waitForAll();
    const doubled = (await side.notes(reader)).length - reloaded;
    const [{ rows: stored } = { rows: 0 }] = await backend.sql<{ rows: number }>(side.stored);
    console.log(`   ${side.name}: ${live}, ${reconnected}, ${reloaded} of ${stored} of ${count}`);
    return { ...about, stored, live, reconnected, reloaded, doubled, tookMs };
  } catch (error) {
    if (side.kind === 'ours') throw error;
    return { ...about, ...nothing, tookMs: null, failed: String(error).split('\n')[0] ?? '' };
  } finally {
    for (const page of pages) await page.close();
    for (const proxy of proxies) await proxy.stop();
  }
};

const pause = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms));

const STAGES = [
  { key: 'live', title: 'while the network loses' },
  { key: 'reconnected', title: 'after the network was gone and is whole again' },
  { key: 'reloaded', title: 'after a reload as well' },
] as const;

const tables = (seen: readonly Seen[], count: number): Comparison[] =>
  STAGES.map(({ key, title }) => ({
    title: `Of ${count} rows, ${title}`,
    unit: 'rows',
    rounds: 1,
    thrownAway: 0,
    timings: seen.map((one) => ({
      name: one.name,
      kind: one.kind,
      median: one[key],
      low: one[key],
      high: one[key],
      timesFloor: null,
      ...(one.failed === undefined ? {} : { failed: one.failed }),
    })),
  }));

const goalsOf = (seen: readonly Seen[], count: number): Goal[] => {
  const ours = seen.find(({ kind }) => kind === 'ours')!;
  const others = seen
    .filter(({ kind, failed }) => kind === 'peer' && failed === undefined)
    .map(
      ({ name, stored, reloaded, doubled }) =>
        `${name} ended with ${reloaded} of ${count} (${stored} on the server` +
        `${doubled > 0 ? `, ${doubled} doubled` : ''})`,
    );
  const note = [
    ours.tookMs === null
      ? 'Before the network was whole again not everything had come.'
      : `The last one came ${ours.tookMs.toFixed(0)} ms after it was written, on the lossy network.`,
    ...(others.length > 0 ? [`On the same networks ${others.join('; ')}.`] : []),
  ].join(' ');
  const missing = count - ours.reloaded;
  return [
    {
      id: 'G7',
      wanted: `of ${count} rows, 30 % of realtime lost, missing: 0`,
      got: String(missing),
      reached: missing === 0,
      note,
    },
    { id: 'G7', wanted: 'rows doubled: 0', got: String(ours.doubled), reached: ours.doubled === 0 },
  ];
};
