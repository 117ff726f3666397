import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import type { BrowserContext, Page } from 'playwright';
import { ensureChromium } from '../../../.ci/chromium.mjs';
import { CHROMIUM_FLAGS, UNWRAPPED } from '../lab.ts';
import type { Answerer } from '../lab.ts';
import { atMost, atMostTimes, sides } from '../lane.ts';
import type { Comparison, Goal, Lane } from '../lane.ts';
import { measure, median, quantile } from '../measure.ts';
import type { Timing, Variant } from '../measure.ts';
import { DEMO, startProduct } from '../product.ts';
import { createSyncServer } from '../sync-server.ts';

/** Put into every page before its own scripts: when the first cards had been painted. */
const WATCH = `
  ${UNWRAPPED}
  (() => {
    const look = () => {
      if (document.querySelector('.cal-card, .raw-card') === null) return requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        const shown = '.cal-columns:not([aria-hidden]) .cal-card, .raw-card';
        window.painted = { ms: performance.now(), cards: document.querySelectorAll(shown).length };
      };
      port2.postMessage(null);
    };
    requestAnimationFrame(look);
  })()`;

type Painted = { ms: number; cards: number };
type Start = { cold: number; warm: number };

/** The floor's page is there without a server too. */
const SERVICE_WORKER = `
  const FILES = ['/page/cold-floor', '/built/cold-floor/page.js', '/built/cold-floor/style.css'];
  addEventListener('install', (event) => {
    event.waitUntil(caches.open('floor').then((cache) => cache.addAll(FILES)));
  });
  addEventListener('fetch', (event) => {
    event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request)));
  });`;

const withServiceWorker =
  (answer: Answerer): Answerer =>
  async (request, response) => {
    if (request.url !== '/cold-floor-sw.js') return answer(request, response);
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(SERVICE_WORKER);
    return true;
  };

export const coldStart: Lane = {
  name: 'cold-start',
  about:
    'The built product, its server gone: from the start of the navigation to the painted week, ' +
    'through the service worker and the local database. Warm is a reload in a running browser, cold ' +
    'the first page of a browser that was just started on its profile. The floor is a page of React ' +
    'and Dexie alone, with a demo business of the same size in the same tables, that draws the week ' +
    'from its own service worker.',
  run: async ({ lab, isQuick, rounds }) => {
    const size = isQuick
      ? { clients: 80, daysBack: 10, daysAhead: 35 }
      : { clients: 2_000, daysBack: 730, daysAhead: 92 };
    const backend = await startProduct(isQuick ? 'small' : 'big', size);
    const profiles = {
      ours: await mkdtemp(join(tmpdir(), 'daybook-bench-')),
      floor: await mkdtemp(join(tmpdir(), 'daybook-bench-')),
    };
    const executablePath = await ensureChromium();
    const launch = async (profile: string): Promise<BrowserContext> => {
      const context = await chromium.launchPersistentContext(profile, {
        executablePath,
        args: CHROMIUM_FLAGS,
        viewport: { width: 1400, height: 900 },
      });
      await context.addInitScript(WATCH);
      return context;
    };
    const address = `${backend.url}/calendar?view=week&staff=all`;
    const painted = async (page: Page): Promise<Painted> => {
      const handle = await page.waitForFunction(
        () => Reflect.get(window, 'painted') as unknown,
        null,
        {
          timeout: 60_000,
        },
      );
      return (await handle.jsonValue()) as Painted;
    };
    let isUp = true;
    try {
      let rows = 0;
      const first = await launch(profiles.ours);
      const page = await first.newPage();
      await page.goto(address);
      await page.getByLabel('E-mail', { exact: true }).fill(DEMO.email);
      await page.getByLabel('Password', { exact: true }).fill(DEMO.password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await painted(page);
      // The history too, and the service worker with all its files.
      rows = await until(() => localRows(page), 600_000);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await page.waitForTimeout(3_000);
      await first.close();
      await backend.stop();
      isUp = false;

      const floorAddress = `${lab.url}/page/cold-floor`;
      lab.answerWith(withServiceWorker(createSyncServer(size).answer));
      // Builds the page.
      await (await lab.open('cold-floor')).close();
      const filling = await launch(profiles.floor);
      const floorPage = await filling.newPage();
      await floorPage.goto(floorAddress);
      await floorPage.waitForFunction(() => 'bench' in window);
      await floorPage.evaluate('window.bench.fill()');
      await filling.close();

      let cards = { ours: 0, floor: 0 };
      const cold = async (who: 'ours' | 'floor', rate: number): Promise<Start> => {
        const context = await launch(profiles[who]);
        const url = who === 'ours' ? address : floorAddress;
        try {
          const opened = context.pages()[0] ?? (await context.newPage());
          const session = await context.newCDPSession(opened);
          if (rate > 1) await session.send('Emulation.setCPUThrottlingRate', { rate });
          await opened.goto(url);
          const start = await painted(opened);
          cards = { ...cards, [who]: start.cards };
          const warm: number[] = [];
          for (let reload = 0; reload < 3; reload += 1) {
            await opened.waitForTimeout(300);
            await opened.reload();
            warm.push((await painted(opened)).ms);
          }
          return { cold: start.ms, warm: median(warm) };
        } finally {
          await context.close();
        }
      };
      const comparisons: Comparison[] = [];
      const goals: Goal[] = [];
      for (const [rate, warmMs, coldMs] of [
        [1, 200, 450],
        [4, 600, 1_000],
      ] as const) {
        const warm = { ours: [] as number[], floor: [] as number[] };
        const variant = (name: string, who: 'ours' | 'floor'): Variant => ({
          name,
          kind: who,
          run: async () => {
            const one = await cold(who, rate);
            warm[who].push(one.warm);
            return one.cold;
          },
        });
        const measured = await measure({
          rounds,
          variants: [variant('Daybook', 'ours'), variant('React and Dexie alone', 'floor')],
        });
        const slow = rate === 1 ? '' : ', CPU slowed 4 ×';
        const warmTimes = median(warm.ours) / median(warm.floor);
        const warmTiming = (name: string, who: 'ours' | 'floor'): Timing => ({
          name,
          kind: who,
          median: median(warm[who]),
          low: quantile(warm[who], 0.25),
          high: quantile(warm[who], 0.75),
          timesFloor: who === 'ours' ? warmTimes : 1,
        });
        const what = `${rows} rows on the device, ${cards.ours} cards (floor: ${cards.floor})${slow}`;
        comparisons.push(
          { title: `Cold browser, ${what}`, ...measured },
          {
            title: `Warm browser, ${what}`,
            rounds: warm.ours.length,
            thrownAway: 0,
            timings: [warmTiming('Daybook', 'ours'), warmTiming('React and Dexie alone', 'floor')],
          },
        );
        const { ours } = sides(measured);
        goals.push(
          atMost('P10', warmMs, `offline open, warm${slow}`, median(warm.ours)),
          atMostTimes('P10', 2, `offline open, warm${slow}, times the floor`, warmTimes),
          atMost('P10', coldMs, `offline open, cold browser${slow}`, ours.median),
          atMostTimes(
            'P10',
            2,
            `offline open, cold browser${slow}, times the floor`,
            ours.timesFloor ?? Number.NaN,
          ),
        );
      }
      return { comparisons, goals };
    } finally {
      if (isUp) await backend.stop();
      for (const profile of Object.values(profiles)) {
        await rm(profile, { recursive: true, force: true });
      }
    }
  },
};

/** How many rows the device holds once its history is complete; null before. */
const localRows = (page: Page): Promise<number | null> =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const name = names.find((one) => one.startsWith('daybook-f'));
    if (name === undefined) return null;
    const opened = indexedDB.open(name);
    const db = await new Promise<IDBDatabase>((done, fail) => {
      opened.onsuccess = () => done(opened.result);
      opened.onerror = () => fail(opened.error as Error);
    });
    const stores = [...db.objectStoreNames];
    const transaction = db.transaction(stores);
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((done) => {
        request.onsuccess = () => done(request.result);
      });
    const coverage = (await answer(transaction.objectStore('_meta').get('coverage'))) as
      { missing: unknown[] | null; clients: string } | undefined;
    let rows = 0;
    for (const store of stores) {
      if (!store.startsWith('_')) rows += await answer(transaction.objectStore(store).count());
    }
    db.close();
    return coverage?.missing?.length === 0 && coverage.clients === 'all' ? rows : null;
  });

const until = async <T>(ask: () => Promise<T | null>, limitMs: number): Promise<T> => {
  const from = Date.now();
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (Date.now() - from > limitMs) throw new Error('The first sync did not end');
    await new Promise((done) => void setTimeout(done, 500));
  }
};
