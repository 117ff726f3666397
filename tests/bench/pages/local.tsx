// What the local database costs by itself: against bare IndexedDB, live queries, rebase, import.
import { liveQuery } from 'dexie';
import { importClients } from '#db/commands/import-clients.ts';
import { openDb } from '#db/open.ts';
import type { DaybookDb } from '#db/open.ts';
import { write } from '#db/write.ts';
import { EMPTY_CLIENT } from '#domain/clients/schema.ts';
import { patchOp } from '#domain/commands/op.ts';
import type { AnyRow, Rows } from '#domain/rows.ts';
import { exportEverything } from '#features/settings/data/export-everything.ts';
import { exportInWorker } from '#features/settings/data/in-worker.ts';
import { createBreather } from '#platform/breathe.ts';
import { createDexieStore } from '#sync/adapters/dexie-store.ts';
import { mergeInto } from '#sync/engine/merge.ts';
import { offer } from './bench.ts';
import { oldBusiness } from './old-business.ts';
import { openRaw, putAll } from './raw-db.ts';

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 0, 1);
const DAYS = 20;

const at = (ms: number): string => new Date(ms).toISOString().replace('.000Z', '+00:00');
const idOf = (n: number): string => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`;
/** Shaped as the calendar's rows are, spread over some weeks. */
const appointments = (count: number, rev: number): AnyRow[] =>
  Array.from({ length: count }, (_, n) => {
    // Never at midnight, where a day's query ends and the next one begins.
    const startMs = START_MS + (n % (DAYS * 24)) * HOUR_MS + HOUR_MS / 2;
    return {
      id: idOf(n),
      business_id: idOf(0),
      rev,
      created_at: at(START_MS),
      updated_at: at(START_MS),
      created_by: null,
      client_id: idOf(n % 997),
      starts_at: at(startMs),
      ends_at: at(startMs + HOUR_MS),
      status: 'booked',
      staff_note: `Note ${n}`,
    } as unknown as AnyRow;
  });
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};

/** An export: how long, how large, and the longest task of the window meanwhile. */
const watched = async (
  work: (options: {
    signal: AbortSignal;
    onProgress: () => void;
  }) => ReturnType<typeof exportInWorker>,
) => {
  longest = 0;
  let bytes = 0;
  let rows = 0;
  const took = await timed(async () => {
    const result = await work({
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    if (!result.ok || !result.value) throw new Error(result.ok ? 'stopped' : result.error.code);
    bytes = result.value.file.size;
    rows = Object.values(result.value.facts.counts).reduce((sum, count) => sum + count, 0);
  });
  return { took, longest, bytes, rows };
};

let db: DaybookDb;
let raw: IDBDatabase;
let longest = 0;

const day = (n: number): [string, string] => [
  at(START_MS + n * 24 * HOUR_MS),
  at(START_MS + (n + 1) * 24 * HOUR_MS),
];

offer({
  open: async () => {
    const opened = await openDb({ userId: idOf(1), businessId: idOf(2) });
    if (!opened.ok) throw new Error(opened.error.code);
    db = opened.value;
    raw = await openRaw();
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    }).observe({ type: 'longtask' });
  },
  put: (count: number) => {
    const rows = appointments(count, 1);
    return timed(() => db.table('appointments').bulkPut(rows));
  },
  rawPut: (count: number) => {
    const rows = appointments(count, 1);
    return timed(() => putAll(raw, { appointments: rows }));
  },
  read: (days: number) => {
    const [from, to] = [day(0)[0], day(days)[0]];
    return timed(() =>
      db.table('appointments').where('starts_at').between(from, to, true, false).toArray(),
    );
  },
  rawRead: (days: number) => {
    const range = IDBKeyRange.bound(day(0)[0], day(days)[0], false, true);
    return timed(
      () =>
        new Promise((resolve, reject) => {
          const request = raw
            .transaction('appointments')
            .objectStore('appointments')
            .index('starts_at')
            .getAll(range);
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error as Error);
        }),
    );
  },
  /** How many of twenty queries, a day each, run again when 200 rows of two days arrive. */
  affected: async () => {
    const runs = Array.from({ length: DAYS }, () => 0);
    const subscriptions = await Promise.all(
      runs.map(
        (_, n) =>
          new Promise<{ unsubscribe: () => void }>((resolve) => {
            const [from, to] = day(n);
            const subscription = liveQuery(() =>
              db.table('appointments').where('starts_at').between(from, to, true, false).toArray(),
            ).subscribe(() => {
              runs[n]! += 1;
              resolve(subscription);
            });
          }),
      ),
    );
    const before = [...runs];
    const two = (await db.table('appointments').toArray()).filter(
      ({ starts_at }: { starts_at: string }) => starts_at >= day(3)[0] && starts_at < day(5)[0],
    );
    const rows = two.slice(0, 200).map((row: AnyRow) => ({ ...row, rev: row.rev + 1 }));
    const store = createDexieStore(db);
    await store.transaction('write', ['appointments'], (tx) =>
      mergeInto(
        tx,
        store,
        { tables: { appointments: rows }, dead: [] },
        { confirmedSeq: 0, bulk: false },
      ),
    );
    // Long enough for every query that was told to run again.
    await new Promise((resolve) => void setTimeout(resolve, 1_000));
    for (const subscription of subscriptions) subscription.unsubscribe();
    return { rows: rows.length, again: runs.filter((count, n) => count > before[n]!).length };
  },
  /** A page of so many rows that all have a pending change here. */
  rebase: async (count: number) => {
    await db.table('appointments').bulkPut(appointments(count, 1));
    for (let n = 0; n < count; n += 1) {
      const saved = await write(db, 'bench', () => ({
        ops: [patchOp('appointments', idOf(n), { staff_note: `mine ${n}` })],
        value: null,
      }));
      if (!saved.ok) throw new Error(saved.error.code);
    }
    const store = createDexieStore(db);
    const rows = appointments(count, 2).map((row) => ({ ...row, status: 'arrived' })) as AnyRow[];
    return timed(() =>
      store.transaction('write', ['appointments'], (tx) =>
        mergeInto(
          tx,
          store,
          { tables: { appointments: rows }, dead: [] },
          { confirmedSeq: 0, bulk: true },
        ),
      ),
    );
  },
  /** Puts in a business with so many clients and their years of visits; answers how many rows. */
  grow: async (clients: number) => {
    let total = 0;
    for (const [table, rows] of Object.entries(oldBusiness(idOf(1), idOf(2), clients))) {
      const all = rows as Rows[keyof Rows][];
      for (let from = 0; from < all.length; from += 5_000) {
        await db.table(table).bulkPut(all.slice(from, from + 5_000));
      }
      total += all.length;
    }
    return total;
  },
  exportBeside: () => watched((options) => exportInWorker(db, options)),
  exportInWindow: () =>
    watched((options) => exportEverything(db, { ...options, breathe: createBreather() })),
  import: async (count: number) => {
    longest = 0;
    const creates = Array.from({ length: count }, (_, n) => ({
      ...EMPTY_CLIENT,
      first_name: `First ${n}`,
      last_name: `Last ${n}`,
      email: `client${n}@example.com`,
    }));
    const took = await timed(() =>
      importClients(
        db,
        'clients.csv',
        { creates, updates: [], skipped: 0 },
        { breathe: createBreather() },
      ),
    );
    return { took, longest };
  },
});
