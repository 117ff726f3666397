import { axeFaults } from '#tests/harness/axe.ts';
import { openSheet } from '#tests/harness/app.ts';
import {
  DEMO,
  expect,
  expectReadyForOffline,
  expectSynced,
  signIn,
  test,
} from '#tests/harness/e2e.ts';
import { expectEqualEverywhere } from '#tests/harness/equality.ts';

const BARCODE = '4006381333931';

test('a product is added, sold by its barcode and counted on a phone without signal, and another device sees the same stock', async ({
  server,
  signedIn: { page, context },
  newDevice,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/inventory');
  await expect(page.getByText('No products yet')).toBeVisible();
  await expectReadyForOffline(page);
  await context.setOffline(true);

  await page.getByRole('button', { name: 'Add the first product' }).click();
  const form = openSheet(page);
  await form.getByLabel('Name').fill('Matte clay');
  await form.getByLabel('Barcode').fill(BARCODE);
  await form.getByLabel('Price').fill('17.35');
  await form.getByLabel('There now').fill('5');
  expect(await axeFaults(page)).toEqual([]);
  await form.getByRole('button', { name: 'Add product' }).click();
  await expect(page.getByRole('heading', { name: 'Matte clay' })).toBeVisible();
  const movements = page.getByRole('region', { name: 'Movements' });
  await expect(movements.getByText('Counted')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);

  // The scanner is a keyboard; nothing has to have the focus.
  await page.goto('/checkout');
  await expect(page.getByLabel('Add a product')).toBeVisible();
  await page.keyboard.type(`${BARCODE}\n`);
  await expect(page.getByRole('button', { name: 'Change Matte clay' })).toBeVisible();
  await page.getByLabel('Add a product').fill(BARCODE);
  await page.getByLabel('Add a product').press('Enter');
  await expect(page.getByText('2 × Matte clay')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: /^Complete sale/ }).click();
  await expect(page.getByText('Paid', { exact: true })).toBeVisible();

  await page.goto('/inventory');
  await expect(page.getByRole('link', { name: /^Matte clay.*3 left$/ })).toBeVisible();
  await page.getByRole('link', { name: 'Count' }).click();
  await expect(page.getByText('3 expected')).toBeVisible();
  const counted = page.getByLabel('Matte clay, counted');
  await counted.fill('4');
  await expect(page.getByText('+1 against that')).toBeVisible();
  await page.reload();
  await expect(counted).toHaveValue('4');
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save count of 1' }).click();
  await expect(page.getByRole('link', { name: /^Matte clay.*4 left$/ })).toBeVisible();

  // More of it is ordered, and a part of that comes.
  await page.goto('/inventory?supplier=new');
  const supplier = openSheet(page);
  await supplier.getByLabel('Name').fill('Barber and Sons');
  await supplier.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Start an order' }).click();
  await page.getByLabel('Add a product').selectOption({ label: 'Matte clay' });
  await page.getByLabel('Pieces').fill('6');
  await page.getByRole('button', { name: 'Save order' }).click();
  await page.getByRole('button', { name: 'Mark as ordered' }).click();
  await page.getByRole('button', { name: 'Receive' }).click();
  await openSheet(page).getByLabel('Matte clay').fill('2');
  await openSheet(page).getByRole('button', { name: 'Put in stock' }).click();
  await expect(page.getByText('2 received')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Receive' })).toBeVisible();
  await page.goto('/inventory');
  await page.getByRole('link', { name: /^Matte clay.*6 left$/ }).click();

  // A service uses it up when it is checked out.
  await page.getByRole('button', { name: 'Edit' }).click();
  await openSheet(page)
    .getByLabel('What it is for')
    .selectOption({ label: 'For sale and used at work' });
  await openSheet(page).getByRole('button', { name: 'Save' }).click();
  await expect(openSheet(page)).toHaveCount(0);
  await page.goto('/more/services');
  await page.getByRole('button', { name: /^Classic cut/ }).click();
  await page.getByRole('button', { name: 'Products used' }).click();
  const recipe = page.getByRole('dialog', { name: 'Products used' });
  await recipe.getByLabel('Add a product').first().selectOption({ label: 'Matte clay' });
  await recipe.getByRole('textbox', { name: 'Matte clay' }).fill('1');
  await recipe.getByRole('button', { name: 'Save' }).click();
  await expect(recipe).toHaveCount(0);
  await page.goto('/checkout');
  const services = page.getByLabel('Add a service');
  const cut = services.locator('option', { hasText: /^Classic cut/ }).first();
  await services.selectOption({ label: (await cut.textContent()) ?? '' });
  await page.getByRole('button', { name: /^Complete sale/ }).click();
  await expect(page.getByText('Paid', { exact: true })).toBeVisible();
  await page.goto('/inventory');
  await expect(page.getByRole('link', { name: /^Matte clay.*5 left$/ })).toBeVisible();

  await context.setOffline(false);
  await expectSynced(page);
  const desk = await newDevice({ viewport: { width: 360, height: 740 } });
  await desk.page.emulateMedia({ colorScheme: 'dark' });
  await signIn(desk.page, DEMO.desk, '/inventory');
  await desk.page.getByRole('link', { name: /^Matte clay.*5 left$/ }).click();
  const there = desk.page.getByRole('region', { name: 'Movements' });
  await expect(there.getByText('Sold')).toBeVisible();
  await expect(there.getByText('Counted')).toHaveCount(2);
  expect(await axeFaults(desk.page)).toEqual([]);
  await expectEqualEverywhere(server.url, [page, desk.page]);
});
