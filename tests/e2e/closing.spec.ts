import { openSheet } from '#tests/harness/app.ts';
import { expect, expectSynced, signIn, test } from '#tests/harness/e2e.ts';
import type { Page } from '#tests/harness/e2e.ts';

test.use({ keepsForOffline: false });

const databases = (page: Page): Promise<number> =>
  page.evaluate(
    async () =>
      (await indexedDB.databases()).filter(({ name }) => name?.startsWith('daybook-f')).length,
  );

test('an owner closes the business: every device removes its copy and says why, until it is taken back', async ({
  server,
  signedIn,
  newDevice,
}) => {
  const owner = signedIn.page;
  const sam = await newDevice({ viewport: { width: 390, height: 780 } });
  await signIn(sam.page, 'sam@daybook.example', '/clients');

  await owner.goto('/settings#data');
  await owner.getByRole('button', { name: 'Erase Studio Lumen …' }).click();
  await openSheet(owner).getByLabel('Type the name of the business').fill('studio lumen');
  await openSheet(owner).getByRole('button', { name: 'Close and erase' }).click();

  await expect(owner.getByRole('heading', { name: 'Studio Lumen is closed' })).toBeVisible();
  await expect(
    sam.page.getByText(/Its owner has closed it.*This device removes its copy/),
  ).toBeVisible();
  for (const page of [owner, sam.page]) await expect.poll(() => databases(page)).toBe(0);
  await expect(sam.page.getByRole('button', { name: 'Take it back' })).toHaveCount(0);
  await expect
    .poll(async () => (await server.mails()).map(({ subject }) => subject))
    .toContain('Studio Lumen is closed');

  // Also later, and on any device, as long as it is not erased.
  await owner.getByRole('button', { name: 'Go on' }).click();
  await expect(owner.getByText('Studio Lumen is closed')).toBeVisible();
  await owner.getByRole('button', { name: 'Take it back' }).click();
  await expectSynced(owner);
  await owner.goto('/clients');
  await expect(owner.getByRole('main').getByRole('link', { name: /\w/ }).first()).toBeVisible();
  await sam.page.getByRole('button', { name: 'Go on' }).click();
  await expectSynced(sam.page);
});
