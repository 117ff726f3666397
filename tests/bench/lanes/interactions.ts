/** P18: what a person waits for after each touch, by Event Timing as browsers report it. */
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { SLUG } from '../database/served-business.ts';
import { UNWRAPPED } from '../lab.ts';
import { atMost } from '../lane.ts';
import type { Comparison, Goal, Lane } from '../lane.ts';
import { median, timingOf } from '../measure.ts';
import { DEMO, startProduct } from '../product.ts';

/** Below this, Event Timing reports nothing: what is not there took at most so long. */
const SHORTEST_MS = 16;

/** Put into every page before its own scripts. */
const WATCH = `
  ${UNWRAPPED}
  window.interactions = [];
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) {
      if (interactionId > 0) window.interactions.push(duration);
    }
  }).observe({ type: 'event', durationThreshold: ${SHORTEST_MS}, buffered: true });`;

/** One errand of a journey: what a person does, and what shows that they can go on. */
type Step = {
  name: string;
  act: (page: Page) => Promise<void>;
  shows: (page: Page) => Promise<void>;
};

export const interactions: Lane = {
  name: 'interactions',
  about:
    'Interaction to Next Paint, for every interaction by itself: from the touch, click or key to the ' +
    'next painted frame, as the browser reports it (Event Timing, in steps of 8 ms; what it leaves ' +
    'out took less than 16 ms). A step that has several interactions counts with its slowest.',
  run: async ({ lab: { browser }, isQuick, rounds }) => {
    const backend = await startProduct('small', { clients: 80, daysBack: 10, daysAhead: 35 });
    try {
      await backend.sql('update private.rate_rules set most = 1000000000');
      const bookings: Measured = new Map();
      for (let round = 0; round < rounds; round += 1)
        await book(browser, backend.url, round, bookings);

      const comparisons = [table('The booking journey, CPU slowed 4 ×', bookings, rounds)];
      const goals = [slowest('booking journey, CPU slowed 4 ×', bookings)];
      const page = await signedIn(browser, backend.url);
      for (const rate of isQuick ? [4] : [1, 4]) {
        const routes: Measured = new Map();
        for (let round = 0; round < rounds; round += 1) await visitAll(page, rate, routes);
        const slow = rate === 1 ? '' : ', CPU slowed 4 ×';
        comparisons.push(table(`From screen to screen when signed in${slow}`, routes, rounds));
        goals.push(slowest(`route changes when signed in${slow}`, routes));
      }
      await page.context().close();
      return { comparisons, goals };
    } finally {
      await backend.stop();
    }
  },
};

/** Milliseconds of each round, by the name of the step. */
type Measured = Map<string, number[]>;

const note = (measured: Measured, name: string, ms: number): void => {
  measured.set(name, [...(measured.get(name) ?? []), ms]);
};

const table = (title: string, measured: Measured, rounds: number): Comparison => ({
  title,
  rounds,
  thrownAway: 0,
  timings: [...measured].map(([name, times]) => timingOf(name, 'ours', times)),
});

const slowest = (what: string, measured: Measured): Goal => {
  const [worst] = [...measured]
    .map(([name, times]) => ({ name, ms: median(times) }))
    .toSorted((a, b) => b.ms - a.ms);
  if (!worst) throw new Error('Nothing was measured');
  return atMost('P18', 100, `INP, ${what}`, worst.ms, `The slowest step: ${worst.name}.`);
};

const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 780 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};

const openPage = async (browser: Browser, options: BrowserContextOptions): Promise<Page> => {
  const context = await browser.newContext({
    timezoneId: 'America/New_York',
    locale: 'en-US',
    ...options,
  });
  await context.addInitScript(WATCH);
  return context.newPage();
};

const slowDown = async (page: Page, rate: number): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
};

/** The slowest interaction since the last call; what is painted by now has been reported. */
const takeSlowest = async (page: Page): Promise<number> => {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() =>
          requestIdleCallback(() => setTimeout(done, 50), { timeout: 2_000 }),
        );
      }),
  );
  const all = await page.evaluate(() =>
    (window as unknown as { interactions: number[] }).interactions.splice(0),
  );
  return Math.max(SHORTEST_MS, ...all);
};

const walk = async (page: Page, steps: readonly Step[], measured: Measured): Promise<void> => {
  await takeSlowest(page);
  for (const { name, act, shows } of steps) {
    await act(page);
    await shows(page);
    note(measured, name, await takeSlowest(page));
  }
};

const book = async (
  browser: Browser,
  url: string,
  round: number,
  measured: Measured,
): Promise<void> => {
  const page = await openPage(browser, PHONE);
  try {
    await page.goto(`${url}/book/${SLUG}`);
    await page.getByLabel('Search services').waitFor();
    // The steps that are fetched while a client reads the first one.
    await page.waitForLoadState('networkidle');
    await slowDown(page, 4);
    await walk(page, bookingSteps(round), measured);
  } finally {
    await page.context().close();
  }
};

const KEY_MS = 60;
const type = async (page: Page, label: string, text: string): Promise<void> => {
  await page.getByLabel(label).tap();
  await page.keyboard.type(text, { delay: KEY_MS });
};
const tap = (page: Page, button: string | RegExp): Promise<void> =>
  page.getByRole('button', { name: button }).tap();
const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name }).waitFor();

const bookingSteps = (round: number): Step[] => [
  {
    name: 'search a service, key by key',
    act: (page) => type(page, 'Search services', 'Dry cut'),
    shows: (page) => page.getByRole('checkbox', { name: 'Dry cut' }).first().waitFor(WAS_DRAWN),
  },
  {
    name: 'choose the service',
    act: (page) => page.locator('label').filter({ hasText: 'Dry cut' }).first().tap(),
    shows: (page) => page.getByText('1 service', { exact: false }).first().waitFor(),
  },
  {
    name: 'on to the people',
    act: (page) => tap(page, 'Continue'),
    shows: (page) => page.getByRole('radio').first().waitFor(WAS_DRAWN),
  },
  {
    name: 'choose a person',
    act: (page) => page.locator('label').filter({ hasText: 'Jonah Reyes' }).first().tap(),
    shows: (page) =>
      page.getByRole('radio', { name: /Jonah Reyes/, checked: true }).waitFor(WAS_DRAWN),
  },
  {
    name: 'on to the times',
    act: (page) => tap(page, 'Continue'),
    shows: (page) => page.getByRole('button', { name: FREE_DAY }).first().waitFor(),
  },
  {
    name: 'next month',
    act: (page) => tap(page, 'Next month'),
    shows: (page) => page.getByRole('button', { name: FREE_DAY }).nth(2).waitFor(),
  },
  {
    name: 'choose a day',
    act: (page) =>
      page
        .getByRole('button', { name: FREE_DAY })
        .nth(2 + round)
        .tap(),
    shows: (page) => page.getByRole('button', { name: TIME }).first().waitFor(),
  },
  {
    name: 'choose a time',
    act: (page) => page.getByRole('button', { name: TIME }).first().tap(),
    shows: heading('Your details'),
  },
  {
    name: 'enter name, e-mail and phone, key by key',
    act: async (page) => {
      await type(page, 'First name', 'Wanda');
      await type(page, 'Last name', 'Maximova');
      await type(page, 'Email', `wanda${round}@example.com`);
      await type(page, 'Phone', '7185559911');
    },
    shows: async () => undefined,
  },
  {
    name: 'on to the review',
    act: (page) => tap(page, 'Continue'),
    shows: (page) => page.getByRole('button', { name: BOOK }).waitFor(),
  },
  {
    name: 'book',
    act: (page) => tap(page, BOOK),
    shows: (page) => page.waitForURL(/\/confirmation/),
  },
];

/** Boxes and dots of choices are drawn by their neighbours; they themselves have no size. */
const WAS_DRAWN = { state: 'attached' } as const;
const FREE_DAY = /\d times? free$/;
const TIME = /^\d+:\d\d [AP]M/;
const BOOK = /^(Book now|Send request)$/;

const SCREENS = ['Today', 'Clients', 'Services', 'Staff', 'Settings', 'Calendar'] as const;

const signedIn = async (browser: Browser, url: string): Promise<Page> => {
  const page = await openPage(browser, { viewport: { width: 1400, height: 900 } });
  await page.goto(`${url}/calendar`);
  await page.getByLabel('E-mail', { exact: true }).fill(DEMO.email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Synced', exact: true }).waitFor({ timeout: 60_000 });
  return page;
};

const visitAll = async (page: Page, rate: number, measured: Measured): Promise<void> => {
  await slowDown(page, rate);
  await walk(
    page,
    SCREENS.map((screen): Step => ({
      name: `to ${screen}`,
      act: (at) =>
        at
          .getByRole('navigation', { name: 'Main' })
          .getByRole('link', { name: screen, exact: true })
          .first()
          .click(),
      shows: (at) =>
        at
          .locator('nav[aria-label=Main] a[aria-current=page]', { hasText: screen })
          .first()
          .waitFor(),
    })),
    measured,
  );
  await slowDown(page, 1);
};
