import type { Browser } from '@playwright/test';
import { quietDay } from '#tests/harness/app.ts';
import {
  DEMO,
  EXPECTED_NOISE,
  expect,
  expectReadyForOffline,
  signIn,
  test,
} from '#tests/harness/e2e.ts';
import { expectEqualEverywhere } from '#tests/harness/equality.ts';
import { randomFrom } from '#tests/harness/fault-plan.ts';
import { startFaultProxy } from '#tests/harness/fault-proxy.ts';
import { checkJournal, createJournal } from './journal.ts';
import { readHeap, readRss } from './memory.ts';
import type { Heap } from './memory.ts';
import { work } from './person.ts';
import type { Person } from './person.ts';
import { createPublicBooker } from './public-booker.ts';
import { changeWeather, pause, restartServer, rollDice } from './weather.ts';

test.use({ database: 'pglite' });

const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 10);
const SEED = Number(process.env['SOAK_SEED'] ?? 1);
/** Reloads and restarts give memory back: they end here, and what grows afterwards is seen. */
const ROUGH_SHARE = 0.5;
/** Megabytes that a heap may be larger at the end than in the middle: rows and caches, not a leak. */
const MAY_GROW_MB = 12;
/** How often a client books on the public page: the server allows 30 in ten minutes. */
const BOOK_EVERY_MS = 24_000;
/** Waiting for what is still on its way, back-off included. */
const CALM_MS = 240_000;

test(`${MINUTES} minutes of work in two browsers, seed ${SEED}: equal, nothing lost, memory steady`, async ({
  server,
  playwright,
  launchOptions,
}) => {
  const journal = createJournal();
  const errors: string[] = [];
  const browsers: Browser[] = [];
  const startPerson = async (name: string, email: string, seed: number): Promise<Person> => {
    const browser = await playwright.chromium.launch(launchOptions);
    browsers.push(browser);
    const proxy = await startFaultProxy(server.url);
    const context = await browser.newContext({
      baseURL: proxy.url,
      viewport: { width: 1440, height: 900 },
      locale: 'en-US',
      timezoneId: 'America/New_York',
    });
    context.setDefaultTimeout(15_000);
    await journal.listenTo(context);
    const page = await context.newPage();
    page.on('pageerror', (error) => errors.push(`${name}: ${String(error)}`));
    page.on('console', (message) => {
      const text = message.text();
      if (message.type() !== 'error' || EXPECTED_NOISE.some((noise) => noise.test(text))) return;
      errors.push(`${name}: ${text}`);
    });
    await signIn(page, email);
    await expectReadyForOffline(page);
    await page.reload();
    return { name, page, context, proxy, random: randomFrom(seed), done: {}, failed: [] };
  };
  const people = [
    await startPerson('Ada', DEMO.email, SEED * 4 + 1),
    await startPerson('Ben', DEMO.desk, SEED * 4 + 2),
  ];
  await expectEqualEverywhere(
    server.url,
    people.map(({ page }) => page),
  );
  const measure = async (): Promise<{ heaps: Heap[]; rss: number }> => ({
    heaps: await Promise.all(people.map(({ page }) => readHeap(page))),
    rss: await readRss(server.pid),
  });

  const startMs = Date.now();
  const lengthMs = MINUTES * 60_000;
  const isOver = (): boolean => Date.now() - startMs >= lengthMs;
  const isSmooth = (): boolean => Date.now() - startMs >= lengthMs * ROUGH_SHARE;
  const world = randomFrom(SEED * 4 + 3);
  const atStart = await measure();
  const publicProxy = await startFaultProxy(server.url);
  for (const [at, one] of [...people, { proxy: publicProxy }].entries()) {
    rollDice(one, SEED * 4 + at);
  }
  const days = [0, 1, 2].map((weeks) => daysAfter(quietDay(), weeks));
  const booker = createPublicBooker(publicProxy.url, days[0] ?? '');
  const bookNowAndThen = async (): Promise<void> => {
    while (!isOver()) {
      await pause(BOOK_EVERY_MS, isOver);
      const id = await booker.book(world);
      if (id) journal.booked.push(id);
    }
  };
  const measureInTheMiddle = async () => {
    await pause(lengthMs * (ROUGH_SHARE + 0.1), isOver);
    return measure();
  };
  const [inTheMiddle, restarts] = await Promise.all([
    measureInTheMiddle(),
    restartServer(server, randomFrom(SEED * 4 + 3), isSmooth),
    bookNowAndThen(),
    ...people.map((person) =>
      work(person, journal, days, { isOver, mayReload: () => !isSmooth() }),
    ),
    ...people.map((person) => changeWeather(person, world, isOver)),
  ]);

  for (const { proxy } of people) proxy.heal();
  publicProxy.heal();
  const calmMs = Date.now();
  await expectEqualEverywhere(
    server.url,
    people.map(({ page }) => page),
    CALM_MS,
  );
  const equalAfterS = (Date.now() - calmMs) / 1000;
  const atEnd = await measure();
  const { lost, counts } = await checkJournal(server, journal);
  const faults = people.flatMap(({ proxy }) => proxy.passed.filter(({ fault }) => fault !== null));
  const asked = people.reduce((sum, { proxy }) => sum + proxy.passed.length, 0);
  console.log(
    JSON.stringify(
      {
        seed: SEED,
        minutes: MINUTES,
        done: Object.fromEntries(people.map(({ name, done }) => [name, done])),
        failed: people.flatMap(({ failed }) => failed),
        acknowledged: journal.mutations.size,
        ended: counts,
        publicBookings: journal.booked.length,
        requests: { asked, hit: faults.length },
        restarts,
        equalAfterS,
        memoryMb: { atStart, inTheMiddle, atEnd },
        errors: [...new Set(errors)].slice(0, 20),
      },
      (_key, value: unknown) =>
        typeof value === 'number' && !Number.isInteger(value) ? Math.round(value * 10) / 10 : value,
      1,
    ),
  );
  for (const browser of browsers) await browser.close();
  for (const { proxy } of [...people, { proxy: publicProxy }]) await proxy.stop();

  expect(lost).toEqual([]);
  expect(journal.mutations.size).toBeGreaterThan(MINUTES * 5);
  for (const [at, heap] of atEnd.heaps.entries()) {
    const before = inTheMiddle.heaps[at] ?? heap;
    expect(heap.window - before.window).toBeLessThan(MAY_GROW_MB);
    expect(heap.worker - before.worker).toBeLessThan(MAY_GROW_MB);
  }
  expect(atEnd.rss).toBeLessThan(inTheMiddle.rss * 1.5);
  expect(errors).toEqual([]);
});

const daysAfter = (day: string, weeks: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + weeks * 7 * 86_400_000).toISOString().slice(0, 10);
