/** G16: a person signs out in one of three tabs. */
import type { Page } from 'playwright';
import { UNWRAPPED } from '../lab.ts';
import type { LaneOptions, LaneResult } from '../lane.ts';
import { atMost } from '../lane.ts';
import { median, timingOf, within } from '../measure.ts';
import { DEMO, signIn, startProduct } from '../product.ts';
import { findIn } from '#tests/harness/left-behind.ts';

const TABS = 3;
const LIMIT_MS = 30_000;
/** A page of the same origin on which no line of the app runs. */
const BESIDE = '/robots.txt';

export const measureSignOut = async ({
  lab: { browser },
  isQuick,
  rounds,
}: LaneOptions): Promise<LaneResult> => {
  const backend = await startProduct('small', { clients: 80, daysBack: 10, daysAhead: 35 });
  try {
    const { userId, businessId } = await signIn(backend);
    const [client] = await backend.sql<{ last_name: string }>(
      'select last_name from public.clients where business_id = $1 and last_name is not null limit 1',
      [businessId],
    );
    const secrets = [DEMO.email, DEMO.password, userId, businessId, client!.last_name];
    const times: number[] = [];
    const readable = new Set<string>();
    for (let round = 0; round < (isQuick ? 1 : rounds); round += 1) {
      const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
      try {
        await context.addInitScript(UNWRAPPED);
        const beside = await context.newPage();
        await beside.goto(backend.url + BESIDE);
        const first = await signInByForm(await context.newPage(), backend.url);
        const others = await Promise.all(
          Array.from({ length: TABS - 1 }, async () => {
            const page = await context.newPage();
            await page.goto(`${backend.url}/clients`);
            await synced(page);
            return page;
          }),
        );
        if ((await databases(beside)).length === 0) throw new Error('There is nothing to remove');
        times.push(await within(LIMIT_MS, signOut(first, beside)));
        for (const page of [first, ...others]) await page.waitForURL(/\/login/);
        for (const found of await findIn(beside, secrets)) readable.add(found);
        for (const page of [first, ...others]) {
          for (const found of await findIn(page, secrets)) readable.add(found);
        }
      } finally {
        await context.close();
      }
    }
    return {
      comparisons: [
        {
          title: `Signing out with ${TABS} tabs`,
          note: 'From the press to the moment at which no database of the person is there any more.',
          rounds: times.length,
          thrownAway: 0,
          timings: [timingOf('Daybook', 'ours', times)],
        },
      ],
      goals: [
        atMost('G16', 2_000, `sign-out with ${TABS} tabs, all databases gone`, median(times)),
        {
          id: 'G16',
          wanted: 'of the person, readable afterwards: nothing',
          got: [...readable].join(', ') || 'nothing',
          reached: readable.size === 0,
          note:
            'Looked for in databases, caches and both storages of every tab: e-mail, password, the ' +
            'ids of person and business, the name of a client.',
        },
      ],
    };
  } finally {
    await backend.stop();
  }
};

const synced = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Synced', exact: true }).waitFor({ timeout: 60_000 });

const signInByForm = async (page: Page, url: string): Promise<Page> => {
  await page.goto(`${url}/clients`);
  await page.getByLabel('E-mail', { exact: true }).fill(DEMO.email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await synced(page);
  return page;
};

const databases = (page: Page): Promise<string[]> =>
  page.evaluate(async () =>
    (await indexedDB.databases())
      .flatMap(({ name }) => name ?? [])
      .filter((name) => name.startsWith('daybook-f')),
  );

/** Milliseconds from the press to the last database's end, seen from a page that has no part in it. */
const signOut = async (page: Page, beside: Page): Promise<number> => {
  await page.bringToFront();
  await page.getByRole('button', { name: /^Account/ }).click();
  const item = page.getByRole('menuitem', { name: 'Sign out' });
  await item.waitFor();
  const from = performance.timeOrigin + performance.now();
  await item.click();
  const gone = await beside.evaluate(async () => {
    for (;;) {
      const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
      if (!names.some((name) => name.startsWith('daybook-f'))) {
        return performance.timeOrigin + performance.now();
      }
      await new Promise((done) => void setTimeout(done, 10));
    }
  });
  return gone - from;
};
