// The local database and the sync engine of the product, in the product's own worker.
import { liveQuery } from 'dexie';
import { editClient } from '#db/commands/clients.ts';
import { calendarPeriod } from '#db/queries/calendar.ts';
import { searchClients } from '#db/queries/clients.ts';
import { openDb } from '#db/open.ts';
import type { DaybookDb } from '#db/open.ts';
import { startSync } from '#sync/client.ts';
import type { SyncClient } from '#sync/client.ts';
import type { SyncStatus } from '#sync/protocol.ts';
import { offer } from './bench.ts';

let db: DaybookDb;
let client: SyncClient;
let longest = 0;

const until = (is: (status: SyncStatus) => boolean): Promise<void> =>
  new Promise((resolve) => {
    const subscription = client.status$.subscribe((status) => {
      if (!is(status)) return;
      resolve();
      setTimeout(() => subscription.unsubscribe());
    });
  });

const open = async (userId: string, businessId: string): Promise<void> => {
  const opened = await openDb({ userId, businessId });
  if (!opened.ok) throw new Error(opened.error.code);
  db = opened.value;
};

type Server = { backendUrl: string; publishableKey: string; token: string };
const HERE: Server = { backendUrl: location.origin, publishableKey: 'bench', token: 'bench' };

const sync = ({ backendUrl, publishableKey, token }: Server = HERE): void => {
  client = startSync({
    userId: db.userId,
    businessId: db.businessId,
    backendUrl,
    publishableKey,
    accessToken: async () => ({ token, userId: db.userId, expiresAtMs: Date.now() + 3_600_000 }),
    lock: () => undefined,
    log: () => undefined,
  });
  db.onWrote(() => client.nudge('wrote'));
};

/** The week around today, as the calendar asks for it. */
const week = () => {
  const from = new Date(Date.now() - 3 * 86_400_000).toISOString();
  const to = new Date(Date.now() + 4 * 86_400_000).toISOString();
  return calendarPeriod(db, from.replace('Z', '+00:00'), to.replace('Z', '+00:00'));
};

offer({
  /** First sync: milliseconds until usable, until everything is there, and the longest task here. */
  bootstrap: async (userId: string, businessId: string) => {
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    }).observe({ type: 'longtask' });
    const from = performance.now();
    await open(userId, businessId);
    sync();
    await until(({ coverage }) => coverage.kind !== 'none');
    const usable = performance.now() - from;
    await until(({ coverage }) => coverage.kind === 'full');
    const full = performance.now() - from;
    let rows = 0;
    for (const table of db.tables) if (!table.name.startsWith('_')) rows += await table.count();
    const { usage = 0 } = await navigator.storage.estimate();
    return { usable, full, rows, longest, usage };
  },
  status: () => client.status(),
  idle: () => until(({ kind, pendingCount }) => kind === 'idle' && pendingCount === 0),
  /** Changes so many clients; milliseconds of each. */
  edit: async (count: number) => {
    const ids = (await db.rows('clients').limit(count).primaryKeys()) as string[];
    const times: number[] = [];
    for (const [at, id] of ids.entries()) {
      const from = performance.now();
      const result = await editClient(db, id, { alert_note: `Note ${at} ${from}` });
      if (!result.ok) throw new Error(result.error.code);
      times.push(performance.now() - from);
    }
    return times;
  },
  /** Milliseconds from the network's return to an empty queue. */
  drained: () =>
    new Promise((resolve) => {
      addEventListener(
        'online',
        () => {
          const from = performance.now();
          void until(({ pendingCount }) => pendingCount === 0).then(() =>
            resolve(performance.now() - from),
          );
        },
        { once: true },
      );
    }),
  /** Joins a real server and waits until everything is here. */
  connect: async (userId: string, businessId: string, server: Server) => {
    await open(userId, businessId);
    sync(server);
    await until(({ coverage, kind }) => coverage.kind === 'full' && kind === 'idle');
    return (await db.rows('clients').limit(1).primaryKeys())[0];
  },
  /** Writes a note and answers when that was asked for, by the wall clock. */
  write: async (id: string, note: string) => {
    const from = performance.timeOrigin + performance.now();
    const result = await editClient(db, id, { alert_note: note });
    if (!result.ok) throw new Error(result.error.code);
    return from;
  },
  /** When a live query here first answers with that note, by the wall clock. */
  seen: (id: string, note: string) =>
    new Promise((resolve, reject) => {
      const subscription = liveQuery(() => db.rows('clients').get(id)).subscribe({
        next: (row) => {
          if (row?.alert_note !== note) return;
          resolve(performance.timeOrigin + performance.now());
          setTimeout(() => subscription.unsubscribe());
        },
        error: reject,
      });
    }),
  /** From nothing open to the rows of this week. */
  coldQuery: async (userId: string, businessId: string) => {
    const from = performance.now();
    await open(userId, businessId);
    const period = await week();
    return { ms: performance.now() - from, appointments: period.appointments.length };
  },
  /** One figure for each keystroke of the text, the first answer of the index not counted. */
  search: async (texts: string[]) => {
    await searchClients(db, '');
    const times: number[] = [];
    for (const text of texts) {
      for (let length = 1; length <= text.length; length += 1) {
        const from = performance.now();
        await searchClients(db, text.slice(0, length));
        times.push(performance.now() - from);
      }
    }
    return times;
  },
});
