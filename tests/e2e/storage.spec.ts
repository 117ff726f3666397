import { addClient, heldToast } from '#tests/harness/app.ts';
import { chip, expect, expectSynced, signIn, test } from '#tests/harness/e2e.ts';
import {
  backToFirstVersion,
  countLocalRows,
  expectEverythingHere,
} from '#tests/harness/local-data.ts';

/** What only a browser can do to the data on a device; the rest is in src/db/open.test.ts. */
test.use({ keepsForOffline: false });

test('[F22] what the browser deletes under the open page comes back, and what was lost is said', async ({
  server,
  signedIn,
}) => {
  const { page, context } = signedIn;
  // With it come the parts that are wanted again without network.
  await addClient(page, 'Sent');
  await expectSynced(page);
  await expectEverythingHere(page);
  const clients = await countLocalRows(page, 'clients');
  await context.setOffline(true);
  await addClient(page, 'Unsent');
  await expect(chip(page, /^Offline since/)).toBeVisible();
  const kept = (): Promise<string[]> =>
    page.evaluate(() =>
      Object.entries(localStorage).flatMap(([key, value]: [string, string]) =>
        key.startsWith('daybook-kept-') ? [value.split(' ')[1] ?? ''] : [],
      ),
    );
  await expect.poll(kept).toEqual(['1']);

  const browser = await context.newCDPSession(page);
  await browser.send('Storage.clearDataForOrigin', {
    origin: server.url,
    storageTypes: 'indexeddb,cache_storage',
  });
  await expect(await heldToast(page, '1 change was not sent and is lost')).toBeVisible();
  await context.setOffline(false);
  await expectSynced(page);
  // Without the lost one, and nothing of the others was deleted for being absent here.
  await expect.poll(() => countLocalRows(page, 'clients')).toBe(clients);
});

test('[F24] [F26] a tab that holds an older version, and a browser without a database, are spoken of', async ({
  server,
  newDevice,
}) => {
  const { page, context } = await newDevice();
  await signIn(page);
  await page.goto('/robots.txt');
  await backToFirstVersion(page);
  const holder = await context.newPage();
  await holder.goto('/robots.txt');
  await holder.evaluate(async () => {
    const [own] = (await indexedDB.databases()).filter(({ name }) => name?.startsWith('daybook-f'));
    const request = indexedDB.open(own?.name ?? '');
    await new Promise((resolve) => (request.onsuccess = resolve));
    // Held for as long as the page lives.
    Object.assign(window, { held: request.result });
  });
  await page.goto('/clients');
  await expect(page.getByRole('heading', { name: 'Please close the other tabs' })).toBeVisible();
  await holder.close();
  await expectSynced(page);

  await context.addInitScript(() =>
    Object.defineProperty(window, 'indexedDB', { value: undefined }),
  );
  await page.goto(`${server.url}/clients`);
  await expect(page.getByText('This browser stores nothing here')).toBeVisible();
});
