import { openDay, quietDay } from '#tests/harness/app.ts';
import { expect, signIn, test } from '#tests/harness/e2e.ts';

test('what a device has not fetched yet says so without network, and opens with it', async ({
  newDevice,
}) => {
  // A browser that keeps no files for offline: only what was opened before is there.
  const { page, context } = await newDevice({ serviceWorkers: 'block' });
  await signIn(page);
  await openDay(page, quietDay());
  await context.setOffline(true);

  await page.getByRole('link', { name: 'Staff', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Not on this device yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Calendar', exact: true }).click();

  const calendar = page.getByRole('region', { name: /calendar/i });
  const add = page.getByRole('main').getByRole('button', { name: 'New', exact: true });
  const sheet = page.getByRole('dialog', { name: 'New appointment' });
  await expect(calendar).toBeVisible();
  await add.click();
  await expect(sheet.getByRole('status')).toHaveText(/^This part is not on this device yet/);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();
  await expect(calendar).toBeVisible();
  await add.click();
  await expect(sheet.getByRole('status')).toBeVisible();

  await context.setOffline(false);
  await expect(sheet.getByRole('combobox', { name: 'Client' })).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'Staff', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Staff', exact: true })).toBeVisible();
});
