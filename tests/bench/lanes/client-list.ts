/** P15 in the built product: what a person sees after each key of a search, and while they scroll. */
import type { Browser, Page } from 'playwright';
import { UNWRAPPED } from '../lab.ts';
import { atMost } from '../lane.ts';
import type { Lane } from '../lane.ts';
import { quantile, timingOf } from '../measure.ts';
import { DEMO, startProduct } from '../product.ts';

const TEXTS = ['maria', 'lopez', 'anna le', '718 555', 'sch', 'example.com'];
/** Somebody who types fast. */
const KEY_MS = 120;
/** What has not been drawn by then belongs to no key. */
const REST_MS = 500;
const FRAMES = 240;
const SCROLL_PX = 60;

/** A frame or two of a screen with 60 of them a second. */
const TWO_FRAMES_MS = 34;
const FRAME_MS = 17;

/** From a key to the last frame in which the list or its count became another. */
const WATCH = `
  ${UNWRAPPED}
  window.keys = [];
  let key = null;
  addEventListener('keydown', (event) => {
    key = { at: event.timeStamp, painted: null };
    window.keys.push(key);
  }, true);
  new MutationObserver((changes) => {
    const own = key;
    const isAnswer = changes.some(({ target }) => {
      const element = target instanceof Element ? target : target.parentElement;
      return element?.closest('main') && !element.closest('[role=search]');
    });
    if (!own || !isAnswer) return;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { own.painted = performance.now() - own.at; };
      port2.postMessage(null);
    });
  }).observe(document, { subtree: true, childList: true, characterData: true });`;

type Key = { at: number; painted: number | null };

export const clientList: Lane = {
  name: 'client-list',
  about:
    'The list of all clients in the built product: from each key of a search to the last painted ' +
    'frame of its answer, and the time between frames while the whole list is scrolled.',
  run: async ({ lab: { browser }, isQuick, rounds }) => {
    const clients = isQuick ? 2_000 : 20_000;
    const backend = await startProduct(`clients-${clients}`, {
      clients,
      daysBack: 2,
      daysAhead: 2,
    });
    try {
      const page = await openList(browser, backend.url);
      const keys: number[] = [];
      const frames: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        for (const text of TEXTS) keys.push(...(await search(page, text)));
        frames.push(...(await scroll(page)));
      }
      await page.context().close();
      return {
        comparisons: [
          {
            title: `${clients} clients in the built product`,
            rounds,
            thrownAway: 0,
            note:
              `The slowest key took ${Math.max(...keys).toFixed(0)} ms, ` +
              `the slowest frame ${Math.max(...frames).toFixed(0)} ms.`,
            timings: [
              timingOf('from a key to its painted answer', 'ours', keys),
              timingOf('a frame while scrolling', 'ours', frames),
            ],
          },
        ],
        goals: [
          atMost(
            'P15',
            TWO_FRAMES_MS,
            'from a key to its painted answer, 95 of 100',
            quantile(keys, 0.95),
          ),
          atMost('P15', FRAME_MS, 'a frame while scrolling, 95 of 100', quantile(frames, 0.95)),
        ],
      };
    } finally {
      await backend.stop();
    }
  },
};

const openList = async (browser: Browser, url: string): Promise<Page> => {
  const context = await browser.newContext({
    timezoneId: 'America/New_York',
    locale: 'en-US',
    viewport: { width: 1400, height: 900 },
  });
  await context.addInitScript(WATCH);
  const page = await context.newPage();
  await page.goto(`${url}/clients`);
  await page.getByLabel('E-mail', { exact: true }).fill(DEMO.email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  // Everybody is there: what is searched before that is searched in fewer.
  await page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /^[\d,]+ clients$/ })
    .waitFor({ timeout: 300_000 });
  return page;
};

const rest = (page: Page): Promise<void> =>
  page.evaluate((ms) => new Promise<void>((done) => setTimeout(done, ms)), REST_MS);

/** Milliseconds of each key that changed what is seen. */
const search = async (page: Page, text: string): Promise<number[]> => {
  const box = page.getByRole('searchbox', { name: 'Search clients' });
  await box.fill('');
  await rest(page);
  await page.evaluate(() => void (window as unknown as { keys: Key[] }).keys.splice(0));
  await box.pressSequentially(text, { delay: KEY_MS });
  await rest(page);
  const keys = await page.evaluate(() =>
    (window as unknown as { keys: Key[] }).keys.splice(0).map(({ painted }) => painted),
  );
  await box.fill('');
  return keys.flatMap((painted) => painted ?? []);
};

/** Milliseconds between the frames of a fast walk down the list. */
const scroll = async (page: Page): Promise<number[]> => {
  await rest(page);
  return page.evaluate(
    async ({ frames, by }) => {
      window.scrollTo(0, 0);
      const next = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));
      const times: number[] = [];
      let last = await next();
      for (let frame = 0; frame < frames; frame += 1) {
        window.scrollBy(0, by);
        const now = await next();
        times.push(now - last);
        last = now;
      }
      window.scrollTo(0, 0);
      return times;
    },
    { frames: FRAMES, by: SCROLL_PX },
  );
};
