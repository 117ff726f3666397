// One tab of a device at work, with its worker in reach of the one who measures: it can be ended.
import { createClient, editClient } from '#db/commands/clients.ts';
import { openDb } from '#db/open.ts';
import type { DaybookDb } from '#db/open.ts';
import { startSync } from '#sync/client.ts';
import type { SyncClient } from '#sync/client.ts';
import type { SyncStatus } from '#sync/protocol.ts';
import { offer } from './bench.ts';

let db: DaybookDb;
let client: SyncClient;
let worker: Worker;
let lockWorker: Worker;

/** The clock that all tabs of a machine share. */
const wallMs = (): number => performance.timeOrigin + performance.now();

const until = (is: (status: SyncStatus) => boolean): Promise<void> =>
  new Promise((resolve) => {
    const subscription = client.status$.subscribe((status) => {
      if (!is(status)) return;
      resolve();
      setTimeout(() => subscription.unsubscribe());
    });
  });

/** Waits for a lock in a worker, as the engine does, and for nothing else: the floor. */
const BARE_LOCK = `navigator.locks.request('bench-floor', () => {
  postMessage(performance.timeOrigin + performance.now());
  return new Promise(() => undefined);
})`;
let bareLock: Promise<number>;

type Server = { backendUrl: string; publishableKey: string; token: string };
const HERE: Server = { backendUrl: location.origin, publishableKey: 'bench', token: 'bench' };

offer({
  /** Resolves when everything is here. */
  join: async (userId: string, businessId: string, server: Server | null) => {
    const opened = await openDb({ userId, businessId });
    if (!opened.ok) throw new Error(opened.error.code);
    db = opened.value;
    const { backendUrl, publishableKey, token } = server ?? HERE;
    client = startSync({
      userId,
      businessId,
      backendUrl,
      publishableKey,
      accessToken: async () => ({ token, userId, expiresAtMs: Date.now() + 3_600_000 }),
      lock: () => undefined,
      log: () => undefined,
      createWorker: () => {
        worker = new Worker(new URL('../../../sync/worker.ts', import.meta.url), {
          type: 'module',
        });
        return worker;
      },
    });
    db.onWrote(() => client.nudge('wrote'));
    lockWorker = new Worker(URL.createObjectURL(new Blob([BARE_LOCK])));
    bareLock = new Promise((resolve) => {
      lockWorker.addEventListener('message', ({ data }) => resolve(data as number));
    });
    await until(({ coverage, kind }) => coverage.kind === 'full' && kind === 'idle');
  },
  leads: () => client.status().leads,
  /** When this tab leads, and when the bare lock came to it, by the wall clock. */
  leading: () => until(({ leads }) => leads).then(wallMs),
  holdingBareLock: () => bareLock,
  /** Ends both workers as a crash does: nobody is told. Answers when, by the wall clock. */
  endWorkers: () => {
    const at = wallMs();
    worker.terminate();
    lockWorker.terminate();
    return at;
  },
  idle: () => until(({ kind, pendingCount }) => kind === 'idle' && pendingCount === 0),
  /** Writes a note to some client; resolves when it is saved here. */
  write: async (note: string) => {
    const id = (await db.rows('clients').limit(1).primaryKeys())[0] as string;
    const result = await editClient(db, id, { alert_note: note });
    if (!result.ok) throw new Error(result.error.code);
  },
  /** When nothing waits to be sent any more, by the wall clock. */
  sent: () => until(({ pendingCount }) => pendingCount === 0).then(wallMs),
  add: async (name: string) => {
    const result = await createClient(db, { first_name: name });
    if (!result.ok) throw new Error(result.error.code);
  },
  /** The names that begin so, each as often as there are rows of it. */
  named: async (start: string) =>
    (await db.rows('clients').toArray())
      .map(({ first_name }) => first_name ?? '')
      .filter((name) => name.startsWith(start)),
});
