import { axeFaults } from '#tests/harness/axe.ts';
import { addClientIn, openSheet } from '#tests/harness/app.ts';
import {
  DEMO,
  expect,
  expectReadyForOffline,
  expectSynced,
  signIn,
  test,
} from '#tests/harness/e2e.ts';
import { expectEqualEverywhere } from '#tests/harness/equality.ts';

const client = 'Olga Offline';

test('a package is put together, sold and used on a phone without signal, and another device knows what is left', async ({
  server,
  signedIn: { page, context },
  newDevice,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/more/services');
  await expectReadyForOffline(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Add package' }).click();
  const form = openSheet(page);
  await form.getByLabel('Name', { exact: true }).fill('Three cuts');
  await form.getByLabel('Visits', { exact: true }).fill('3');
  await form.getByLabel('Price, taxes included').fill('100');
  await form.getByLabel('Classic cut').check();
  expect(await axeFaults(page)).toEqual([]);
  await form.getByRole('button', { name: 'Add package' }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Three cuts/ })).toContainText(
    '3 visits · $100.00',
  );

  await page.goto('/checkout');
  const main = page.locator('main');
  await addClientIn(main, client);
  await page.getByLabel('Sell a package').selectOption({ label: 'Three cuts · $100.00' });
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Complete sale · $100.00' }).click();
  await expect(page.getByText('Paid', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'New sale' }).click();
  await main.getByRole('combobox', { name: 'Client' }).fill(client);
  await main
    .getByRole('option', { name: new RegExp(client) })
    .filter({ hasNotText: 'New client' })
    .first()
    .click();
  await page.getByLabel('Add a service').selectOption({ label: 'Classic cut – Standard · $38.00' });
  await page.getByRole('button', { name: 'Use a visit for Classic cut – Standard' }).click();
  await expect(page.getByText('2 of 3 visits left')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Complete sale · $33.33' }).click();
  await expect(page.getByText('Package: Three cuts', { exact: true })).toBeVisible();
  await context.setOffline(false);
  await expectSynced(page);

  const desk = await newDevice({ viewport: { width: 360, height: 740 } });
  await desk.page.emulateMedia({ colorScheme: 'dark' });
  await signIn(desk.page, DEMO.desk, '/clients');
  await desk.page.getByRole('searchbox').fill(client);
  await desk.page.getByRole('link', { name: new RegExp(client) }).click();
  await expect(desk.page.getByRole('region', { name: 'Packages' })).toContainText(
    '2 of 3 visits left',
  );
  expect(await axeFaults(desk.page)).toEqual([]);
  await expectEqualEverywhere(server.url, [page, desk.page]);
});
