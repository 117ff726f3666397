import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { RELEASE_1, startReleaseHost } from '#tests/harness/release-host.ts';
import type { ReleaseHost } from '#tests/harness/release-host.ts';
import { expectReadyForOffline } from '#tests/harness/e2e.ts';
import { keptAssets } from '#tests/harness/release-list.ts';
import {
  acceptUpdate,
  lookForUpdate,
  notice,
  openApp,
  release,
  storedFiles,
} from '#tests/harness/release-page.ts';

const test = base.extend<{ host: ReleaseHost }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter list
  host: async ({}, use) => {
    const host = await startReleaseHost();
    await use(host);
    await host.stop();
  },
  baseURL: async ({ host }, use) => use(host.url),
});

test('[SW-01] after one visit every signed-in address opens with the host gone', async ({
  host,
  context,
}) => {
  const page = await openApp(context);
  // Each request costs a phone more than the small file that it brings: most come in packs.
  const requests = host.asked.filter((path) => path.startsWith('/assets/'));
  expect(requests.length).toBeLessThan((await keptAssets(RELEASE_1)).length / 2);
  await host.stop();
  for (const path of ['/login', '/calendar?date=2026-11-21', '/clients/1', '/forms/new']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  }
});

test('[SW-02] a first visit without the host, or one that breaks off, is not half an app', async ({
  host,
  context,
}) => {
  const page = await context.newPage();
  await context.setOffline(true);
  await expect(page.goto('/login')).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
  await context.setOffline(false);

  // One of the last: what is in packs has come by then.
  const icon = '/icons/icon-512.png';
  host.answer(icon, { status: 503, body: 'busy', type: 'text/plain' });
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect.poll(() => host.asked.includes(icon)).toBe(true);
  // What came stays for the next try, but nothing answers from it.
  const active = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active ?? null);
  expect(await active()).toBeNull();

  host.answer(icon, null);
  await page.reload();
  await expectReadyForOffline(page);
  await host.stop();
  await page.goto('/clients');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
});

test('[SW-02] packs that are missing or wrong are made up for by single files', async ({
  host,
  context,
}) => {
  const packs = await assetsLike(/^pack-.*\.json$/);
  expect(packs.length).toBeGreaterThan(1);
  for (const [index, path] of packs.entries()) {
    host.answer(
      path,
      index % 2 === 0
        ? { status: 404, body: 'gone', type: 'text/plain' }
        : { body: '<!doctype html><p>Sign in to the network', type: 'text/html' },
    );
  }
  const page = await openApp(context);
  expect(host.asked).toEqual(expect.arrayContaining(packs));
  await host.stop();
  await page.goto('/calendar');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
});

test('[SW-03] [SW-05] a new release waits until a person wants it, then takes over once', async ({
  host,
  context,
}) => {
  const page = await openApp(context);
  await page.getByLabel('E-mail', { exact: true }).fill('half typed');
  await host.deploy('aaaabbbb');
  await lookForUpdate(page);
  const notice = page.getByRole('region', { name: 'New version' });
  await expect(notice).toBeVisible();
  // Nothing has changed under the person's hands.
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue('half typed');
  expect(await release(page)).toBeUndefined();
  await notice.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => release(page).catch(() => undefined)).toBe('aaaabbbb');
  await expect(notice).toBeHidden();
});

test('[SW-05] a new release takes over at once, however often a device tries its server meanwhile', async ({
  host,
  context,
}) => {
  const page = await openApp(context);
  await page.reload();
  await page.evaluate(() => {
    const ask = (path: string, method: string) => fetch(path, { method }).catch(() => undefined);
    setInterval(() => {
      void ask('/rest/v1/rpc/sync_push', 'POST');
      void ask('/auth/v1/user', 'GET');
    }, 3);
  });
  await host.deploy('aaaabbbb');
  await lookForUpdate(page);
  await acceptUpdate(page, 'aaaabbbb');
});

test('[SW-07] a second tab is told, not reloaded', async ({ host, context }) => {
  const page = await openApp(context);
  const other = await openApp(context);
  await other.getByLabel('E-mail', { exact: true }).fill('half typed');
  await host.deploy('aaaabbbb');
  await lookForUpdate(page);
  // Both have drawn it: to fetch it meanwhile would keep the old worker (sw/decisions/0003).
  await expect(notice(other)).toBeVisible();
  await acceptUpdate(page, 'aaaabbbb');
  await expect(other.getByText('Another tab uses it already.')).toBeVisible();
  await expect(other.getByLabel('E-mail', { exact: true })).toHaveValue('half typed');
});

for (const [rule, what, fault] of [
  ['SW-10', 'a script that is a web page', { body: '<!doctype html><p>Sign in to the network' }],
  ['SW-11', 'an old index.html', { body: '<!doctype html><p>old', type: 'text/html' }],
  ['SW-09', 'an error', { status: 500, body: 'no', type: 'text/plain' }],
] as const) {
  test(`[${rule}] a release with ${what} is not installed, and the old one keeps serving`, async ({
    host,
    context,
  }) => {
    const page = await openApp(context);
    await host.deploy('aaaabbbb');
    host.answer('/index.html', fault);
    await lookForUpdate(page);
    expect(
      await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting),
    ).toBeNull();
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
    expect(await release(page)).toBeUndefined();

    // Once the host is well again, the next look finds it.
    await host.deploy('aaaacccc');
    await lookForUpdate(page);
    await expect(page.getByRole('region', { name: 'New version' })).toBeVisible();
  });
}

test('[SW-12] [SW-20] nothing but the files of the release is ever stored', async ({ context }) => {
  const page = await openApp(context);
  await page.goto('/auth/callback?code=secret-code');
  await page.goto('/book/studio-lumen');
  await page.goto('/cancel-appointment?token=secret-token');
  await page.goto('/login');
  const urls = await storedFiles(page);
  const others = urls.filter((url) => !/\/(assets|icons)\/|\/index\.html\?revision=/.test(url));
  expect(others).toEqual([]);
  expect(urls.join()).not.toContain('secret');
});

test('[SW-14] the kill switch frees every tab and keeps what people entered', async ({
  host,
  context,
  request,
}) => {
  const page = await openApp(context);
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
  host.answer('/sw.js', { body: await (await request.get(`${host.url}/sw-kill.js`)).text() });
  await page.goto('/login');
  await expect.poll(() => storedFiles(page).catch(() => ['between two pages'])).toEqual([]);
  // From now on the host answers, whatever the old release had stored.
  const html = await (await request.get(`${host.url}/index.html`)).text();
  host.answer('/index.html', { body: html.replace('<html ', '<html data-release="rescued" ') });
  await expect
    .poll(async () => {
      // The rescue worker may be reloading the page itself.
      await page.goto('/login').catch(() => undefined);
      return release(page).catch(() => 'between two pages');
    })
    .toBe('rescued');
  const databases = await page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name }) => name),
  );
  expect(databases).toContain('something precious');
});

test('[SW-14] the flag does the same without a deployment', async ({ host, context }) => {
  const page = await openApp(context);
  host.answer('/sw-flags.json', { body: '{"serviceWorker":"off"}' });
  await page.goto('/login');
  await expect
    .poll(() =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
    )
    .toBe(0);
  await expect.poll(() => storedFiles(page)).toEqual([]);
});

test('[SW-16] a broken sw.js changes nothing', async ({ host, context }) => {
  const page = await openApp(context);
  for (const fault of [
    { status: 404, body: 'gone', type: 'text/plain' },
    { body: '<!doctype html>', type: 'text/html' },
    { body: 'this is not a script(' },
  ]) {
    host.answer('/sw.js', fault);
    await lookForUpdate(page);
  }
  await host.stop();
  await page.goto('/calendar');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
});

test('[SW-19] a client who only looks around stores nothing', async ({ page }) => {
  await page.goto('/book/studio-lumen');
  await expect(page.locator('html[data-ready]')).toBeAttached();
  expect(
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
  ).toBe(0);
  expect(await page.locator('link[rel=manifest]').count()).toBe(0);
});

test('[SW-04] without a worker, a chunk that is gone reloads the page once', async ({
  host,
  browser,
}) => {
  const context = await browser.newContext({ baseURL: host.url, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  const loads = () => host.asked.filter((path) => path === '/debug').length;
  for (const path of await assetsLike(/^debug-screen-.*\.js$/)) {
    host.answer(path, { status: 404, body: 'gone', type: 'text/plain' });
  }
  await page.evaluate(() => {
    window.history.pushState(null, '', '/debug');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page.getByText('Oops! Something went wrong.')).toBeVisible();
  expect(loads()).toBe(1);
  await context.close();
});

/** The addresses of those files of the build whose names are like this. */
const assetsLike = async (name: RegExp): Promise<string[]> => {
  const files = await readdir(join(RELEASE_1, 'assets'));
  return files.filter((file) => name.test(file)).map((file) => `/assets/${file}`);
};
