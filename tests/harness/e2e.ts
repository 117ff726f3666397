import { expect, test as base } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { startFaultProxy } from './fault-proxy.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { waitingChanges } from './local-data.ts';
import type { DatabaseKind } from './server-data.ts';
import { startServer } from './server.ts';
import type { TestServer } from './server.ts';

export { expect };
export type { Page };

export const DEMO = {
  email: 'demo@daybook.example',
  password: 'daybook-demo',
  desk: 'desk@daybook.example',
  slug: 'studio-lumen',
} as const;

/** One browser profile: a device to the sync engine, with its own storage. */
export type Device = { context: BrowserContext; page: Page };
export type ProxiedDevice = Device & { proxy: FaultProxy };

type Fixtures = {
  /**
   * Where the server keeps its data. A spec about one process that has everything, which is killed or
   * whose disk is read, says `pglite`: what the product has by itself.
   */
  database: DatabaseKind;
  /**
   * Whether devices install the service worker, which fetches the whole app. A spec that never goes
   * offline says no: fetching is nearly half of what a test costs before it does anything.
   */
  keepsForOffline: boolean;
  /** A Daybook of this test alone. */
  server: TestServer;
  /** A fresh browser profile with one page; errors on its console fail the test. */
  newDevice: (options?: {
    viewport?: { width: number; height: number };
    /** Instead of the server itself: the address of what stands before it. */
    baseURL?: string;
    /** `block`: a browser that keeps nothing for offline, whatever `keepsForOffline` says. */
    serviceWorkers?: 'allow' | 'block';
  }) => Promise<Device>;
  /** The same behind a network of its own that fails on command. */
  newProxiedDevice: () => Promise<ProxiedDevice>;
  /** A device that is signed in as the demo owner and has finished its first sync. */
  signedIn: Device;
};

/** What browsers log by themselves when a test takes the network away on purpose. */
export const EXPECTED_NOISE = [
  /Failed to load resource/,
  /WebSocket connection to/,
  /net::ERR_/,
  // The auth library's own line when it cannot reach the server.
  /^TypeError: Failed to fetch\n/,
];

export const test = base.extend<Fixtures>({
  database: ['postgres', { option: true }],
  keepsForOffline: [true, { option: true }],
  server: async ({ database }, use) => {
    const server = await startServer({ database });
    await use(server);
    await server.dispose();
  },
  baseURL: async ({ server }, use) => use(server.url),
  newDevice: async ({ browser, server, keepsForOffline }, use) => {
    const contexts: BrowserContext[] = [];
    const errors: string[] = [];
    await use(async ({ viewport = { width: 1440, height: 900 }, ...options } = {}) => {
      const context = await browser.newContext({
        baseURL: server.url,
        viewport,
        serviceWorkers: keepsForOffline ? 'allow' : 'block',
        ...options,
      });
      contexts.push(context);
      // A print dialog that nobody closes: a browser without a window has none.
      await context.addInitScript(() => {
        window.print = () => undefined;
      });
      const page = await context.newPage();
      page.on('console', (message) => {
        if (message.type() !== 'error') return;
        if (EXPECTED_NOISE.some((noise) => noise.test(message.text()))) return;
        errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(String(error)));
      return { context, page };
    });
    for (const context of contexts) await context.close();
    expect(errors, 'errors on the console').toEqual([]);
  },
  newProxiedDevice: async ({ newDevice, server }, use) => {
    const proxies: FaultProxy[] = [];
    await use(async () => {
      const proxy = await startFaultProxy(server.url);
      proxies.push(proxy);
      return { ...(await newDevice({ baseURL: proxy.url })), proxy };
    });
    for (const proxy of proxies) await proxy.stop();
  },
  signedIn: async ({ newDevice }, use) => {
    const device = await newDevice();
    await signIn(device.page);
    await use(device);
  },
});

/** Signs in by the form, as a person does, and waits for the first sync. */
export const signIn = async (
  page: Page,
  email: string = DEMO.email,
  path = '/calendar',
): Promise<void> => {
  await page.goto(path);
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expectSynced(page);
};

/** Everything that an offline start needs is stored: what the service worker lists is in a cache. */
export const expectReadyForOffline = (page: Page): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate(async () => {
          const stored = new Set<string>();
          for (const name of await caches.keys()) {
            const keys = await (await caches.open(name)).keys();
            for (const { url } of keys) stored.add(new URL(url).pathname.replace('/assets/', ''));
          }
          // As release-files.ts reads them from the build; this runs in the page. Nothing where a bad network
          // answers nothing. A file is there by itself or in its pack, whose name stands before its own.
          const namesIn = async (url: string): Promise<{ name: string; isHere: boolean }[]> => {
            const response = await fetch(url).catch(() => null);
            const list = ((await response?.text()) ?? '').replaceAll('\\n', '\n');
            const found = list.matchAll(
              /(pack-[\w-]{8}\.json)|([\w.-]+-[\w-]{8}\.(?:js|css|svg|txt)) /g,
            );
            let isPackHere = false;
            return [...found].flatMap(([, pack, name]) => {
              if (pack !== undefined) isPackHere = stored.has(pack);
              if (name === undefined) return [];
              return [{ name, isHere: stored.has(name) || (isPackHere && !name.endsWith('.txt')) }];
            });
          };
          const core = await namesIn('/sw.js');
          const appList = core.find(({ name }) => name.endsWith('.txt'));
          if (!appList?.isHere) return false;
          const later = await namesIn(`/assets/${appList.name}`);
          return later.length > 0 && [...core, ...later].every(({ isHere }) => isHere);
        }),
      { timeout: 120_000, intervals: [250, 500] },
    )
    .toBe(true);

/** The chip that says how sync is: its words are its name. */
export const chip = (page: Page, words: string | RegExp) =>
  page.getByRole('button', { name: words, exact: true });

/** For what a device is told at once: sooner than the pull that finds what telling has missed. */
export const TOLD = { timeout: 20_000 };

/** Asked until it holds: also of a page that loads anew meanwhile, which ends the question. */
export const eventually = (holds: () => Promise<void>): Promise<void> =>
  expect(holds).toPass({ timeout: 60_000 });

/** Everything here is on the server and the other way round. */
export const expectSynced = async (page: Page): Promise<void> => {
  const chipSaysSo = () => expect(chip(page, 'Synced')).toBeVisible();
  await chipSaysSo();
  // The chip hears of a change a moment after the screen that made it.
  await eventually(async () => expect(await waitingChanges(page)).toEqual([]));
  await chipSaysSo();
};
