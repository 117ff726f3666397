import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { addClient } from '#tests/harness/app.ts';
import {
  chip,
  expect,
  expectReadyForOffline,
  expectSynced,
  signIn,
  test as base,
} from '#tests/harness/e2e.ts';
import { expectEqualEverywhere, serverRows } from '#tests/harness/equality.ts';
import { waitingChanges } from '#tests/harness/local-data.ts';
import { RELEASE_1, startReleaseHost } from '#tests/harness/release-host.ts';
import type { ReleaseHost } from '#tests/harness/release-host.ts';
import { keptAssets } from '#tests/harness/release-list.ts';
import {
  acceptUpdate,
  lookForUpdate,
  notice,
  openApp,
  release,
} from '#tests/harness/release-page.ts';
import { brokenRelease2, release2 } from '#tests/harness/releases.ts';

/** Two whole builds after each other on one host, with and without the backend behind them. */
const test = base.extend<{ files: ReleaseHost; tab: Page; host: ReleaseHost }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter list
  files: async ({}, use) => {
    const host = await startReleaseHost();
    await use(host);
    await host.stop();
  },
  // A visitor of the host without a backend, ready for offline.
  tab: async ({ files, browser }, use) => {
    const context = await browser.newContext({ baseURL: files.url });
    await use(await openApp(context));
    await context.close();
  },
  host: async ({ server }, use) => {
    const host = await startReleaseHost(server.url);
    await use(host);
    await host.stop();
  },
});

// In one worker, one after the other: the next release is built once, in time of its own.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  test.setTimeout(600_000);
  await brokenRelease2();
});

/** Goes somewhere inside the app, as a link does. */
const go = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
/** Something that does not survive a reload. */
const markPage = (page: Page): Promise<void> => page.evaluate(() => void (window.name = 'same'));
const debugScreen = (page: Page) => page.getByRole('heading', { name: 'Device and sync' });

test('[SW-05] [SW-08] [SW-23] a new release with a new database version waits for a person, and finds everything', async ({
  server,
  host,
  newDevice,
}) => {
  const next = await release2();
  const { page, context } = await newDevice({ baseURL: host.url });
  await signIn(page);
  await expectReadyForOffline(page);
  await page.reload();
  await expectSynced(page);
  const other = await context.newPage();
  await other.goto('/clients');
  await expect(other.getByRole('button', { name: 'Add client' })).toBeVisible();

  host.backend(false);
  for (const name of ['Kept1', 'Kept2', 'Kept3']) await addClient(page, name);
  await go(page, '/settings');
  await page.getByLabel('Name', { exact: true }).first().fill('Half typed');
  const waiting = await waitingChanges(page);
  expect(waiting).toHaveLength(3);

  host.deployFolder(next);
  await lookForUpdate(page);
  await expect(notice(page)).toBeVisible();
  await go(page, '/checkout');
  await expect(notice(page)).toBeHidden();
  await go(page, '/settings');
  await acceptUpdate(page, 'release-2');
  await expect(page.getByLabel('Name', { exact: true }).first()).toHaveValue('Half typed');
  expect(await waitingChanges(page)).toEqual(waiting);
  const version = await page.evaluate(async () =>
    (await indexedDB.databases()).find(({ name }) => name?.startsWith('daybook-f')),
  );
  expect(version?.version).toBe(900);

  // The other tab has let go of the old database at once, or this one could not have opened it. The
  // screen that says so is a file of the old release, which is gone: so it loads anew by itself.
  await expect.poll(() => release(other).catch(() => '')).toBe('release-2');
  await expect(other.getByRole('button', { name: 'Add client' })).toBeVisible();

  host.backend(true);
  await expect.poll(() => waitingChanges(page)).toEqual([]);
  await expectEqualEverywhere(server.url, [page, other]);
});

test('[CP-26] [SW-23] a new release takes over while a change is on its way: it arrives once', async ({
  server,
  host,
  newDevice,
}) => {
  const { page } = await newDevice({ baseURL: host.url });
  await signIn(page, undefined, '/clients');
  await expectReadyForOffline(page);
  await page.reload();
  await expectSynced(page);

  const letGo = host.holdAnswers('/rest/v1/rpc/sync_push');
  await addClient(page, 'Underway');
  const onServer = async () =>
    [...((await serverRows(server.url, page)).clients?.values() ?? [])].filter(
      ({ first_name: name }) => name === 'Underway',
    ).length;
  await expect.poll(onServer).toBe(1);
  // It is there, and the device has not heard so when the page with its request goes.
  expect(await waitingChanges(page)).toHaveLength(1);
  await host.deploy('aaaabbbb');
  await lookForUpdate(page);
  await acceptUpdate(page, 'aaaabbbb');
  expect(await waitingChanges(page)).toHaveLength(1);

  letGo();
  await expect.poll(() => waitingChanges(page)).toEqual([]);
  await expectEqualEverywhere(server.url, [page]);
  expect(await onServer()).toBe(1);
});

test('[SW-15] a rollback to a release with an older database version keeps what waits', async ({
  server,
  host,
  newDevice,
}) => {
  host.deployFolder(await release2());
  const { page } = await newDevice({ baseURL: host.url });
  await signIn(page, undefined, '/clients');
  await expectReadyForOffline(page);
  await page.reload();
  await expectSynced(page);
  host.backend(false);
  await addClient(page, 'Rolled back');
  host.deployFolder(RELEASE_1);
  await lookForUpdate(page);
  await acceptUpdate(page, undefined);
  expect(await waitingChanges(page)).toHaveLength(1);
  await addClient(page, 'On the old one');
  expect(await waitingChanges(page)).toHaveLength(2);
  host.backend(true);
  await expect.poll(() => waitingChanges(page)).toEqual([]);
  await expectEqualEverywhere(server.url, [page]);
});

test('[SW-06] [SW-21] a server that is too new: the outbox waits, a reload into the new release sends it', async ({
  server,
  host,
  newDevice,
}) => {
  const next = await release2();
  const { page } = await newDevice({ baseURL: host.url });
  await signIn(page, undefined, '/clients');
  await expectReadyForOffline(page);
  await page.reload();
  await expectSynced(page);
  const body = JSON.stringify({
    ok: false,
    code: 'upgrade_needed',
    server_time: new Date().toISOString(),
  });
  const calls = ['push', 'pull', 'window', 'digest'].map((call) => `/rest/v1/rpc/sync_${call}`);
  for (const call of calls) host.answer(call, { body, type: 'application/json' });
  await addClient(page, 'Patient');
  await expect(chip(page, 'Reload to update')).toBeVisible();
  await addClient(page, 'Also patient');
  expect(await waitingChanges(page)).toHaveLength(2);

  host.deployFolder(next);
  await lookForUpdate(page);
  await acceptUpdate(page, 'release-2');
  await expect.poll(() => waitingChanges(page)).toEqual([]);
  await expectEqualEverywhere(server.url, [page]);
});

test('[SW-13] a release that does not start offers a repair, which keeps what people entered', async ({
  files,
  tab: page,
}) => {
  const broken = await brokenRelease2();
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const opening = indexedDB.open('something precious', 1);
        opening.onsuccess = () => {
          opening.result.close();
          done();
        };
      }),
  );
  files.deployFolder(broken);
  await lookForUpdate(page);
  await acceptUpdate(page, 'release-2');
  const repair = page.getByRole('button', { name: 'Repair the app (your data stays)' });
  await expect(repair).toBeVisible();

  files.deployFolder(await release2());
  await repair.click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  expect(
    await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)),
  ).toContain('something precious');
  // And it is whole again: it starts without the host.
  await expectReadyForOffline(page);
  await page.context().setOffline(true);
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
});

test('[SW-04] a tab of the old release finds its parts, though the host has none of them any more', async ({
  files,
  tab: page,
}) => {
  files.deployFolder(await release2());
  await lookForUpdate(page);
  await expect(notice(page)).toBeVisible();
  await markPage(page);
  await go(page, '/debug');
  await expect(debugScreen(page)).toBeVisible();
  expect(await page.evaluate(() => window.name)).toBe('same');
  expect(await release(page)).toBeUndefined();
});

test('[SW-04] [SW-07] an old tab under the new worker loads anew once, where it wanted to go', async ({
  files,
  tab: page,
}) => {
  const old = await openApp(page.context());
  files.deployFolder(await release2());
  await lookForUpdate(page);
  // Both have drawn it: to fetch it meanwhile would keep the old worker (sw/decisions/0003).
  await expect(notice(old)).toBeVisible();
  await acceptUpdate(page, 'release-2');
  await expect(notice(old)).toContainText('Another tab uses it already.');
  let loads = 0;
  old.on('domcontentloaded', () => (loads += 1));
  await go(old, '/debug');
  await expect(debugScreen(old)).toBeVisible();
  expect(await release(old)).toBe('release-2');
  expect(new URL(old.url()).pathname).toBe('/debug');
  expect(loads).toBe(1);
});

test('[SW-17] no room for a new release: the old one goes on, and the next look succeeds', async ({
  files,
  tab: page,
}) => {
  files.deployFolder(await release2());
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: files.url, quotaSize: 1 });
  await lookForUpdate(page);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBeNull();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  expect(await release(page)).toBeUndefined();

  await session.send('Storage.overrideQuotaForOrigin', { origin: files.url });
  await lookForUpdate(page);
  await acceptUpdate(page, 'release-2');
});

test('[SW-18] caches that the browser has thrown away come back with the next visit', async ({
  tab: page,
}) => {
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expectReadyForOffline(page);
  await page.context().setOffline(true);
  await page.goto('/calendar');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
});

test('[SW-22] a new release downloads what has changed and nothing else', async ({
  files,
  tab: page,
}) => {
  const next = await release2();
  const before = new Set(await readdir(join(RELEASE_1, 'assets')));
  const isNew = (path: string): boolean => !before.has(path.replace('/assets/', ''));
  const kept = (await keptAssets(next)).map((name) => `/assets/${name}`);
  const changed = kept.filter(isNew);
  expect(changed.length).toBeLessThan(kept.length);
  files.deployFolder(next);
  const { length } = files.asked;
  await lookForUpdate(page);
  await expect(notice(page)).toBeVisible();
  const asked = files.asked.slice(length).filter((path) => path.startsWith('/assets/'));
  const [packs, singles] = [asked.filter(isPack), asked.filter((path) => !isPack(path))];
  const inPacks = (await Promise.all(packs.map((path) => filesIn(join(next, path))))).flat();
  // Each file that changed comes once, and what comes beside it in a pack is less than that.
  expect([...singles, ...inPacks.filter(isNew)].sort()).toEqual(changed.sort());
  const again = inPacks.filter((path) => !isNew(path));
  expect(again.length).toBeLessThanOrEqual(inPacks.length / 2);
});

const isPack = (path: string): boolean => /\/pack-.*\.json$/.test(path);
const filesIn = async (pack: string): Promise<string[]> =>
  Object.keys(JSON.parse(await readFile(pack, 'utf8')) as object);

test('[SW-01] the visit that installs the app goes on without network as well', async ({
  host,
  newDevice,
}) => {
  const { page, context } = await newDevice({ baseURL: host.url });
  await signIn(page);
  await expectReadyForOffline(page);
  await context.setOffline(true);
  await go(page, '/settings/block-off-reasons');
  await expect(page.getByRole('button', { name: 'Add reason' })).toBeVisible();
});
