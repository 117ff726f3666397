import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { Browser, BrowserContext, LaunchOptions, Page, Worker } from '@playwright/test';
import { startFaultProxy } from './fault-proxy.ts';
import type { FaultProxy } from './fault-proxy.ts';

/** A whole Chromium with a profile on disk, that can be killed and started again. */
export type CrashableDevice = {
  proxy: FaultProxy;
  context: () => BrowserContext;
  /** The first page. */
  page: () => Page;
  /** SIGKILL of every process of this browser, as the system does when memory is short. */
  kill: () => Promise<void>;
  /** The process that draws this page dies at once, as when it runs out of memory. */
  killTab: (page: Page) => Promise<void>;
  /** Starts it again on the same profile; the page is still empty. */
  restart: () => Promise<Page>;
  /** Closed as people close it, and started again: what the browser writes later is on the disk. */
  rest: () => Promise<Page>;
  dispose: () => Promise<void>;
};

export const startCrashableDevice = async (
  serverUrl: string,
  launchOptions: LaunchOptions,
): Promise<CrashableDevice> => {
  const profile = await mkdtemp(join(tmpdir(), 'daybook-profile-'));
  const proxy = await startFaultProxy(serverUrl);
  const launch = (): Promise<BrowserContext> =>
    chromium.launchPersistentContext(profile, {
      ...launchOptions,
      headless: true,
      baseURL: proxy.url,
      viewport: { width: 1440, height: 900 },
      locale: 'en-US',
      timezoneId: 'America/New_York',
      // `standStill` asks for a file synchronously; a service worker would need the thread it stops.
      serviceWorkers: 'block',
    });
  let context = await launch();
  const page = (): Page => {
    const [first] = context.pages();
    if (!first) throw new Error('The browser has no page');
    return first;
  };

  return {
    proxy,
    context: () => context,
    page,
    kill: async () => {
      const pids = (await processesOf(context)).map(({ id }) => id);
      const gone = new Promise((done) => context.once('close', done));
      // The browser first: it would start again what it misses.
      for (const pid of pids) killNow(pid);
      await gone;
    },
    killTab: async (tab) => {
      const session = await context.newCDPSession(tab);
      const gone = new Promise((done) => tab.once('crash', done));
      // Never answered: there is nobody left to.
      void session.send('Page.crash').catch(() => undefined);
      await gone;
    },
    restart: async () => {
      context = await launch();
      return page();
    },
    rest: async () => {
      await context.close();
      context = await launch();
      return page();
    },
    dispose: async () => {
      await context.close();
      await proxy.stop();
      await rm(profile, { recursive: true, force: true });
    },
  };
};

const killNow = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It went with its parent.
  }
};

type Process = { id: number; type: string };

const processesOf = async (context: BrowserContext): Promise<Process[]> => {
  const browser: Browser | null = context.browser();
  if (!browser) throw new Error('This browser has no processes to look at');
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.sort((a, b) => Number(b.type === 'browser') - Number(a.type === 'browser'));
};

/** The moment at which a window or a worker stands still, inside IndexedDB. */
export type Standstill =
  /** A row was put into this store; its transaction is open. */
  | { when: 'put'; store: string; key?: string }
  /** Rows were deleted from this store; the transaction is open. */
  | { when: 'deleted'; store: string }
  /** A transaction that put into this store has committed; the screen does not say so yet. */
  | { when: 'committed'; store: string }
  /** A database is about to be deleted. */
  | { when: 'wipe' };

const STANDSTILL = '/_standstill';

/**
 * Makes `where` stop dead at the moment: a request without an answer, made synchronously, keeps the
 * thread (and so its transaction) where it is. Answers a promise of the moment; then kill.
 */
export const standStill = async (
  where: Page | Worker,
  proxy: FaultProxy,
  moment: Standstill,
): Promise<{ reached: Promise<void> }> => {
  const held = holdThere(proxy);
  const set = where.evaluate.bind(where) as (
    run: typeof stopAt,
    options: { moment: Standstill; path: string },
  ) => Promise<void>;
  await set(stopAt, { moment, path: STANDSTILL });
  return { reached: held.firstMet };
};

/**
 * The same for the next page that is opened there, before a line of the app has run. Its worker never
 * begins: of two that open one database either may be the first, and it is the window that stands still.
 */
export const standStillAtStart = async (
  page: Page,
  proxy: FaultProxy,
  moment: Standstill,
): Promise<{ reached: Promise<void> }> => {
  const held = holdThere(proxy);
  await page.addInitScript(stopAt, { moment, path: STANDSTILL });
  await page.addInitScript(() => {
    class NoWorker extends EventTarget {
      postMessage(): void {}
      terminate(): void {}
    }
    Object.assign(globalThis, { Worker: NoWorker });
  });
  return { reached: held.firstMet };
};

const holdThere = (proxy: FaultProxy) =>
  proxy.script({
    match: new RegExp(STANDSTILL),
    fault: { kind: 'hold', at: 'request' },
    times: Infinity,
  });

/** Runs in the window or the worker. */
const stopAt = ({ moment, path }: { moment: Standstill; path: string }): void => {
  const stop = (): void => {
    const request = new XMLHttpRequest();
    request.open('GET', path, false);
    request.send();
  };
  const wrap = <Arguments extends unknown[], Answer>(
    prototype: object,
    name: string,
    around: (self: never, args: Arguments, call: () => Answer) => Answer,
  ): void => {
    const original = Reflect.get(prototype, name) as (...args: Arguments) => Answer;
    Reflect.set(prototype, name, function (this: never, ...args: Arguments): Answer {
      return around(this, args, () => Reflect.apply(original, this, args));
    });
  };
  type Request = IDBRequest<unknown>;
  if (moment.when === 'put') {
    wrap<[{ key?: unknown }], Request>(
      IDBObjectStore.prototype,
      'put',
      (store: IDBObjectStore, [value], call) => {
        const request = call();
        const isIt = moment.key === undefined || value.key === moment.key;
        if (store.name === moment.store && isIt) request.addEventListener('success', stop);
        return request;
      },
    );
  } else if (moment.when === 'deleted') {
    wrap<unknown[], Request>(
      IDBObjectStore.prototype,
      'delete',
      (store: IDBObjectStore, _args, call) => {
        const request = call();
        if (store.name === moment.store) request.addEventListener('success', stop);
        return request;
      },
    );
  } else if (moment.when === 'committed') {
    wrap<unknown[], Request>(
      IDBObjectStore.prototype,
      'put',
      (store: IDBObjectStore, _args, call) => {
        // The app may have heard of it by then; nothing is painted before this returns.
        if (store.name === moment.store) store.transaction.addEventListener('complete', stop);
        return call();
      },
    );
  } else {
    wrap<unknown[], Request>(IDBFactory.prototype, 'deleteDatabase', (_self, _args, call) => {
      stop();
      return call();
    });
  }
};
