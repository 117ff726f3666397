import {
  DEMO,
  chip,
  eventually,
  expect,
  expectReadyForOffline,
  expectSynced,
  signIn,
  test,
} from '#tests/harness/e2e.ts';
import type { Page } from '#tests/harness/e2e.ts';
import { findIn } from '#tests/harness/left-behind.ts';

test.use({ database: 'pglite' });

const databases = (page: Page): Promise<string[]> =>
  page.evaluate(async () =>
    (await indexedDB.databases())
      .flatMap(({ name }) => name ?? [])
      .filter((name) => name.startsWith('daybook-f')),
  );

const addClient = async (page: Page, name: string): Promise<void> => {
  await page.goto('/clients?new=client');
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('First name').fill(name);
  await sheet.getByRole('button', { name: /^(Save|Add)/ }).click();
  await expect(sheet).toBeHidden();
};

const askToSignOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
};

test('[INV-13] with everything sent, signing out leaves nothing on the device, in any tab', async ({
  signedIn,
}) => {
  const { page, context } = signedIn;
  await addClient(page, 'Zq7marker');
  await expectSynced(page);
  const others = [await context.newPage(), await context.newPage()];
  for (const other of others) {
    await other.goto('/clients');
    await expectSynced(other);
  }
  const [database = '', ...more] = await databases(page);
  expect(more).toEqual([]);
  // Of the person and of the business; whoever looks for them must find them while they are here.
  const [, userId = '', businessId = ''] = /^daybook-f\d+-(.{36})-(.{36})$/.exec(database) ?? [];
  const secrets = ['Zq7marker', DEMO.email, DEMO.password, userId, businessId];
  for (const secret of ['Zq7marker', DEMO.email, userId, businessId]) {
    expect(await findIn(page, [secret]), secret).not.toEqual([]);
  }
  await askToSignOut(page);
  for (const tab of [page, ...others]) {
    await expect(tab).toHaveURL(/\/login/);
    // Nobody is told that their session has ended: they ended it.
    await expect(tab.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
    await expect(tab.getByText('Please sign in again')).toBeHidden();
  }
  await eventually(async () => expect(await databases(page)).toEqual([]));
  for (const tab of [page, ...others]) expect(await findIn(tab, secrets)).toEqual([]);
});

test('a session that is over already signs out like any other', async ({ server, signedIn }) => {
  const { page } = signedIn;
  const headers = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? '';
    const session = JSON.parse(localStorage.getItem(key) ?? '') as { access_token: string };
    return {
      apikey: 'sb_publishable_daybook_local',
      authorization: `Bearer ${session.access_token}`,
    };
  });
  const ended = await fetch(`${server.url}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers,
  });
  expect(ended.ok).toBe(true);

  const refused = page.waitForResponse((response) => response.url().includes('/auth/v1/logout'));
  await askToSignOut(page);
  await expect(page).toHaveURL(/\/login/);
  expect([401, 403, 404]).toContain((await refused).status());
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await eventually(async () => expect(await databases(page)).toEqual([]));
});

test('unsent work is never lost without being asked about', async ({ server, signedIn }) => {
  const { page, context } = signedIn;
  await expectReadyForOffline(page);
  await server.stop();
  await context.setOffline(true);
  await addClient(page, 'Unsent');
  await expect(chip(page, /^Offline since/)).toBeVisible();

  await test.step('stay', async () => {
    await askToSignOut(page);
    const dialog = page.getByRole('dialog', { name: 'Sign out' });
    await expect(dialog.getByText('1 change', { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Stay signed in' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('save as a file', async () => {
    await askToSignOut(page);
    const dialog = page.getByRole('dialog', { name: 'Sign out' });
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save them as a file' }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toMatch(/unsent changes studio-lumen .*\.json$/);
  });

  await test.step('keep sealed for the same person', async () => {
    const dialog = page.getByRole('dialog', { name: 'Sign out' });
    await dialog.getByRole('button', { name: 'Keep them here for me and sign out' }).click();
    await expect(page).toHaveURL(/\/login/);
    expect(await databases(page)).toHaveLength(1);
  });

  await test.step('and they are sent after the next sign-in', async () => {
    await context.setOffline(false);
    await server.start();
    await signIn(page, DEMO.email, '/clients');
    await page.getByRole('searchbox').fill('unsent');
    await expect(page.getByText('Unsent').first()).toBeVisible();
    await expectSynced(page);
  });
});

test('discarding takes the number of changes, typed', async ({ server, signedIn }) => {
  const { page, context } = signedIn;
  await expectReadyForOffline(page);
  await server.stop();
  await context.setOffline(true);
  await addClient(page, 'Doomed');
  await askToSignOut(page);
  const dialog = page.getByRole('dialog', { name: 'Sign out' });
  await dialog.getByRole('button', { name: 'Discard them …' }).click();
  const discard = dialog.getByRole('button', { name: 'Discard and sign out' });
  await expect(discard).toBeDisabled();
  await dialog.getByRole('textbox').fill('1');
  await discard.click();
  await expect(page).toHaveURL(/\/login/);
  await eventually(async () => expect(await databases(page)).toEqual([]));
});
