import type { Worker } from '@playwright/test';
import { addClient, openSheet } from '#tests/harness/app.ts';
import { standStill, standStillAtStart, startCrashableDevice } from '#tests/harness/crash.ts';
import type { CrashableDevice } from '#tests/harness/crash.ts';
import { DEMO, TOLD, expect, expectSynced, signIn, test as base } from '#tests/harness/e2e.ts';
import type { Page } from '#tests/harness/e2e.ts';
import { expectEqualEverywhere } from '#tests/harness/equality.ts';
import { PUSH } from '#tests/harness/fault-plan.ts';
import {
  backToFirstVersion,
  databaseVersion,
  expectEverythingHere,
  FIRST_VERSION,
  localRows,
  waitingChanges,
} from '#tests/harness/local-data.ts';

/** SIGKILL of a real Chromium at the marked moments: all or nothing, and nothing twice. */
const test = base.extend<{ device: CrashableDevice }>({
  device: async ({ server, launchOptions }, use) => {
    const device = await startCrashableDevice(server.url, launchOptions);
    await use(device);
    await device.dispose();
  },
});

const count = async (page: Page, name: string): Promise<number> =>
  (await localRows(page, 'clients')).filter((row) => row['first_name'] === name).length;

/** Starts again and looks at what the disk holds before any line of the app has run. */
const restartBeside = async (device: CrashableDevice): Promise<Page> => {
  const page = await device.restart();
  await page.goto('/robots.txt');
  return page;
};

const syncWorker = async (page: Page): Promise<Worker> => {
  await expect.poll(() => page.workers().length).toBeGreaterThan(0);
  const [worker] = page.workers();
  if (!worker) throw new Error('The page has no worker');
  return worker;
};

/** As `addClient`, up to the press; what the screen says then is the test's question. */
const pressAdd = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('link', { name: 'Clients', exact: true }).click();
  await page.getByRole('button', { name: 'Add client' }).click();
  await openSheet(page).getByLabel('First name').fill(name);
  // The press may never be answered: the page stands still in the middle of it.
  void openSheet(page)
    .getByRole('button', { name: 'Add client' })
    .click({ noWaitAfter: true })
    .catch(() => undefined);
};

/** Signed in since yesterday: a browser writes what a page remembers seconds later, and it is killed sooner. */
const signInForGood = async (device: CrashableDevice): Promise<void> => {
  await signIn(device.page(), DEMO.email, '/clients');
  const page = await device.rest();
  await page.goto('/clients');
  await expectSynced(page);
};

/** Opens the app again and waits until everything is where it belongs. */
const expectSettled = async (
  page: Page,
  serverUrl: string,
  expected: Record<string, number>,
): Promise<void> => {
  await page.goto('/clients');
  // The app has opened its database: whoever looks into it sooner is in the way of an upgrade.
  await expect(page.getByRole('button', { name: 'Add client' })).toBeVisible();
  await expectEqualEverywhere(serverUrl, [page]);
  for (const [name, times] of Object.entries(expected)) {
    expect(await count(page, name), name).toBe(times);
  }
};

test('[CP-01] [CP-02] [SYN-1] killed before the commit: nothing is saved; after it: all is, though nobody was told', async ({
  server,
  device,
}) => {
  await signInForGood(device);
  await addClient(device.page(), 'Before');
  await expect.poll(() => waitingChanges(device.page())).toEqual([]);

  const open = await standStill(device.page(), device.proxy, { when: 'put', store: '_outbox' });
  await pressAdd(device.page(), 'Never');
  await open.reached;
  await device.kill();
  device.proxy.heal();
  let page = await restartBeside(device);
  expect(await count(page, 'Never')).toBe(0);
  expect(await waitingChanges(page)).toEqual([]);
  await page.goto('/clients');
  await expectSynced(page);

  const done = await standStill(page, device.proxy, { when: 'committed', store: '_outbox' });
  await pressAdd(page, 'Surely');
  await done.reached;
  await device.kill();
  device.proxy.heal();
  page = await restartBeside(device);
  expect(await count(page, 'Surely')).toBe(1);
  await expectSettled(page, server.url, { Before: 1, Never: 0, Surely: 1 });
});

test('[CP-04] [CP-05] [SYN-12] killed while a push is on its way, or answered: one effect', async ({
  server,
  device,
}) => {
  await signInForGood(device);
  for (const at of ['request', 'answer'] as const) {
    const held = device.proxy.script({ match: PUSH, fault: { kind: 'hold', at } });
    await addClient(device.page(), `Held at ${at}`);
    await held.firstMet;
    await device.kill();
    // The held request dies with the browser; what the server has done, it has done.
    device.proxy.heal();
    const page = await restartBeside(device);
    expect(await waitingChanges(page)).toHaveLength(1);
    await expectSettled(page, server.url, { [`Held at ${at}`]: 1 });
  }
});

test('[CP-07] [CP-10] [SYN-14] [SYN-20] killed inside a merge: neither half of it is there', async ({
  server,
  device,
  newDevice,
}) => {
  await signInForGood(device);
  await expectEqualEverywhere(server.url, [device.page()]);

  await test.step('the outbox is emptied, the transaction is open', async () => {
    const worker = await syncWorker(device.page());
    const inside = await standStill(worker, device.proxy, { when: 'deleted', store: '_outbox' });
    await addClient(device.page(), 'Confirmed');
    await inside.reached;
    await device.kill();
    device.proxy.heal();
    const page = await restartBeside(device);
    expect(await waitingChanges(page)).toHaveLength(1);
    expect(await localRows(page, '_shadow')).toHaveLength(1);
    await expectSettled(page, server.url, { Confirmed: 1 });
  });

  await test.step('rows of another device are stored, the cursor is not', async () => {
    const other = await newDevice();
    await signIn(other.page, DEMO.desk, '/clients');
    const worker = await syncWorker(device.page());
    const cursor = async (page: Page): Promise<unknown> =>
      (await localRows(page, '_meta')).find(({ key }) => key === 'sync')?.['cursor'];
    const before = await cursor(device.page());
    const inside = await standStill(worker, device.proxy, {
      when: 'put',
      store: '_meta',
      key: 'sync',
    });
    await addClient(other.page, 'Elsewhere');
    await inside.reached;
    await device.kill();
    device.proxy.heal();
    const page = await restartBeside(device);
    expect(await count(page, 'Elsewhere')).toBe(0);
    expect(await cursor(page)).toBe(before);
    await expectSettled(page, server.url, { Elsewhere: 1 });
  });
});

test('[CP-14] [SYN-50] the leading tab is killed while it drains: the other one goes on at once', async ({
  server,
  device,
}) => {
  const leader = device.page();
  await signIn(leader, DEMO.email, '/clients');
  const follower = await device.context().newPage();
  await follower.goto('/clients');
  await expectSynced(follower);
  const held = device.proxy.script({ match: PUSH, fault: { kind: 'hold', at: 'answer' } });
  await addClient(leader, 'From leader');
  await held.firstMet;
  await addClient(follower, 'From follower');
  await device.killTab(leader);
  await expect.poll(() => waitingChanges(follower), TOLD).toEqual([]);
  await expectEqualEverywhere(server.url, [follower]);
  expect(await count(follower, 'From leader')).toBe(1);
  expect(await count(follower, 'From follower')).toBe(1);
});

test('[CP-16] killed in the middle of an upgrade of its database: the old version is whole, and the next start upgrades', async ({
  server,
  device,
}) => {
  await signInForGood(device);
  await expectEverythingHere(device.page());
  const away = device.proxy.script({ match: PUSH, fault: { kind: 'drop' }, times: Infinity });
  await addClient(device.page(), 'Waits');
  await away.firstMet;
  await device.page().goto('/robots.txt');
  await backToFirstVersion(device.page());
  const clients = (await localRows(device.page(), 'clients')).length;

  const inside = await standStillAtStart(device.page(), device.proxy, {
    when: 'put',
    store: '_meta',
  });
  // Never answered: the window stands still while it opens its database.
  void device
    .page()
    .goto('/clients')
    .catch(() => undefined);
  await inside.reached;
  await device.kill();
  device.proxy.heal();
  const page = await restartBeside(device);
  expect(await databaseVersion(page)).toBe(FIRST_VERSION);
  expect(await waitingChanges(page)).toEqual(['client.create']);
  expect(await localRows(page, 'clients')).toHaveLength(clients);
  await expectSettled(page, server.url, { Waits: 1 });
});

test('[CP-18] [SYN-61] killed while signing out: the next start finishes it before anything is shown', async ({
  device,
}) => {
  await signIn(device.page(), DEMO.email, '/clients');
  const wiping = await standStill(device.page(), device.proxy, { when: 'wipe' });
  await device
    .page()
    .getByRole('button', { name: /^Account/ })
    .click();
  await device.page().getByRole('menuitem', { name: 'Sign out' }).click();
  await wiping.reached;
  await device.kill();
  device.proxy.heal();

  const page = await device.restart();
  await page.goto('/clients');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  const left = await page.evaluate(async () =>
    (await indexedDB.databases()).filter(({ name }) => name?.startsWith('daybook-f')),
  );
  expect(left).toEqual([]);
  const keys = await page.evaluate(() => Object.keys(localStorage));
  expect(keys.filter((key) => /auth-token|business/.test(key))).toEqual([]);
});
