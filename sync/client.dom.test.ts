import { expose } from 'comlink';
import { afterEach, expect, test, vi } from 'vitest';
import { startSync, type SyncClient, type SyncOptions } from './client.ts';
import { INITIAL_STATUS, type SyncStatus, type WindowApi, type WorkerApi } from './protocol.ts';

/** A worker as the window sees it, with its inside open for the test. */
type FakeWorker = {
  window: WindowApi;
  events: string[];
  stopped: boolean[];
  isTerminated: boolean;
  die: () => void;
};

const open: SyncClient[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.stop();
  vi.useRealTimers();
});

const setup = (more: Partial<SyncOptions> = {}, api: Partial<WorkerApi> = {}) => {
  const workers: FakeWorker[] = [];
  const arrivals: (() => void)[] = [];
  const createWorker = (): Worker => {
    const { port1, port2 } = new MessageChannel();
    const deaths: ((event: Event) => void)[] = [];
    const fake: FakeWorker = {
      window: {} as WindowApi,
      events: [],
      stopped: [],
      isTerminated: false,
      die: () => deaths.forEach((tell) => tell(new Event('error'))),
    };
    expose(
      {
        start: async (_config: unknown, window: WindowApi) => {
          fake.window = window;
          workers.push(fake);
          arrivals.shift()?.();
        },
        event: (event: string) => void fake.events.push(event),
        ping: async () => 1,
        ensureMonth: async (month: string) => month === '2026-01',
        check: async () => ({ differed: 0 }),
        prepareSignOut: async () => 3,
        unsent: async () => ({ v: 1, mutations: [] }),
        resume: async () => undefined,
        stop: async (everywhere: boolean) => void fake.stopped.push(everywhere),
        ...api,
      },
      port2,
    );
    const terminate = () => {
      fake.isTerminated = true;
      port1.close();
    };
    const addEventListener = (type: string, listener: (event: Event) => void) => {
      if (type === 'message') port1.addEventListener(type, listener);
      else if (type === 'error') deaths.push(listener);
    };
    const endpoint = {
      postMessage: port1.postMessage.bind(port1),
      addEventListener,
      removeEventListener: port1.removeEventListener.bind(port1),
      start: () => port1.start(),
      terminate,
    };
    return endpoint as unknown as Worker;
  };
  const locks: number[] = [];
  const logged: string[] = [];
  const client = startSync({
    userId: 'u',
    businessId: 'b',
    backendUrl: 'http://127.0.0.1',
    publishableKey: 'key',
    accessToken: async (refresh) => ({
      token: refresh ? 'new' : 'old',
      userId: 'u',
      expiresAtMs: 1,
    }),
    lock: () => void locks.push(1),
    log: (_level, message) => void logged.push(message),
    createWorker,
    ...more,
  });
  open.push(client);
  /** Resolves when the nth worker has started. */
  const worker = async (n: number): Promise<FakeWorker> => {
    while (workers.length < n) await new Promise<void>((resolve) => void arrivals.push(resolve));
    const found = workers[n - 1];
    if (found === undefined) throw new Error('no worker');
    return found;
  };
  return { client, worker, workers, locks, logged };
};

const status = (kind: 'idle' | 'needs-auth'): SyncStatus => ({ ...INITIAL_STATUS, kind });
const next = (client: SyncClient, wanted: SyncStatus['kind']) =>
  new Promise<SyncStatus>((resolve) => {
    client.status$.subscribe((now) => {
      if (now.kind === wanted) resolve(now);
    });
  });

test('the status of the worker is the status of the window, from the first moment on', async () => {
  const { client, worker } = setup();
  expect(client.status().kind).toBe('starting');
  (await worker(1)).window.status(status('idle'));
  expect((await next(client, 'idle')).kind).toBe('idle');
});

test('the worker gets its token from the window', async () => {
  const { worker } = setup();
  const { window } = await worker(1);
  expect(await window.accessToken(true)).toEqual({ token: 'new', userId: 'u', expiresAtMs: 1 });
});

test('[SYN-44] when only the person can go on, the window locks, once', async () => {
  const { client, worker, locks } = setup();
  const { window } = await worker(1);
  window.status(status('needs-auth'));
  window.status({ ...status('needs-auth'), pendingCount: 2 });
  window.status(status('idle'));
  await next(client, 'idle');
  expect(locks).toHaveLength(1);
});

test('[SYN-52] what happens in the window reaches the worker', async () => {
  const { client, worker } = setup();
  const started = await worker(1);
  client.nudge();
  client.nudge('sync-now');
  globalThis.dispatchEvent(new Event('online'));
  document.dispatchEvent(new Event('visibilitychange'));
  document.dispatchEvent(new Event('resume'));
  // An answered question comes after everything that was said before it.
  expect(await client.ensureMonth('2026-01')).toBe(true);
  expect(started.events).toEqual(['wrote', 'sync-now', 'online', 'visible', 'resume']);
});

test('[SYN-41] a worker that asks for it, or dies, is replaced; what the old one says is not heard', async () => {
  const { client, worker } = setup();
  const first = await worker(1);
  first.window.restartMe('lost');
  const second = await worker(2);
  expect(first.isTerminated).toBe(true);
  second.die();
  const third = await worker(3);
  third.window.status(status('idle'));
  await next(client, 'idle');
});

test('[SYN-41] a machine that keeps failing gets three new workers a minute, then a pause', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
  const { client, worker, workers } = setup();
  for (let n = 1; n <= 4; n += 1) (await worker(n)).die();
  expect((await next(client, 'storage-broken')).kind).toBe('storage-broken');
  expect(workers).toHaveLength(4);
  vi.advanceTimersByTime(60_000);
  await worker(5);
});

test('signing out ends the worker in all tabs and the status says so', async () => {
  const { client, worker } = setup();
  const started = await worker(1);
  expect(await client.prepareSignOut(10_000)).toBe(3);
  await client.stop(true);
  expect(started.stopped).toEqual([true]);
  expect(started.isTerminated).toBe(true);
  expect(client.status().kind).toBe('signed-out');
});

test('a worker that leaves the first screen alone is there at once for who asks, and to sign out', async () => {
  const waiting = setup({ startAfterMs: 3_600_000 });
  expect(waiting.workers).toHaveLength(0);
  expect(await waiting.client.check()).toEqual({ differed: 0 });
  const leaving = setup({ startAfterMs: 3_600_000 });
  await leaving.client.stop(true);
  expect(leaving.workers[0]?.stopped).toEqual([true]);
});

test('without a worker, questions are answered with what is known', async () => {
  const { client, worker } = setup();
  for (let n = 1; n <= 4; n += 1) (await worker(n)).die();
  expect(await client.check()).toBeNull();
  expect(await client.ensureMonth('2026-01')).toBe(false);
  expect(await client.prepareSignOut(1)).toBe(0);
  await expect(client.unsent()).rejects.toThrow('not running');
});

test('[SYN-25] the window says when it has nothing to do; where nobody can tell it says nothing', async () => {
  const { worker } = setup();
  const { window: api } = await worker(1);
  let isTold = false;
  const told = async (): Promise<void> => {
    await api.rests();
    isTold = true;
  };
  void told();
  await api.accessToken(false);
  expect(isTold).toBe(false);
  vi.stubGlobal('requestIdleCallback', (tell: () => void) => queueMicrotask(tell));
  await told();
  expect(isTold).toBe(true);
  vi.unstubAllGlobals();
});
