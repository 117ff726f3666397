import { readFile } from 'node:fs/promises';
import { csvRows } from '#domain/text/csv.ts';
import { openSheet, steady } from '#tests/harness/app.ts';
import { expect, expectReadyForOffline, expectSynced, test } from '#tests/harness/e2e.ts';
import { expectEqualEverywhere } from '#tests/harness/equality.ts';

test('on a phone without signal a sale is set aside, another one is split and taken back, the drawer is counted, and the day is saved for the accountant', async ({
  server,
  signedIn: { page, context },
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/checkout');
  const another = page.getByRole('button', { name: 'Add another item' });
  await expect(another).toBeVisible();
  await expectReadyForOffline(page);
  await context.setOffline(true);
  const add = async (name: string, price: string): Promise<void> => {
    // What can be done without signal is less: the page moves when that is known.
    await steady(another);
    await another.click();
    const item = openSheet(page);
    await item.getByLabel('Name').fill(name);
    await item.getByLabel('Price of one').fill(price);
    await item.getByRole('button', { name: 'Add' }).click();
    await expect(page.getByRole('button', { name: `Change ${name}` })).toBeVisible();
  };

  await add('Wax', '20');
  await page.getByRole('button', { name: 'Set this sale aside…' }).click();
  await page.getByLabel('Name of this sale').fill('Blue coat');
  await page.getByRole('button', { name: 'Set aside', exact: true }).click();
  const goOn = page.getByRole('button', { name: 'Go on with Blue coat' });
  await expect(goOn).toBeEnabled();

  await add('Comb', '10');
  await expect(goOn).toBeDisabled();
  const payment = page.getByRole('region', { name: 'Payment' });
  await payment.getByLabel('Split into equal parts').selectOption('2');
  await payment.getByRole('button', { name: 'Add payment of $5.00' }).click();
  await payment.getByRole('button', { name: 'Complete sale · $5.00' }).click();
  await expect(page.getByText('Paid', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Take back…' }).click();
  await openSheet(page).getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByRole('button', { name: 'Take back…' })).toHaveCount(0);

  await page.goto('/transactions?do=drawer');
  await openSheet(page).getByLabel('Cash in the drawer').fill('50');
  await openSheet(page).getByRole('button', { name: 'Open drawer' }).click();
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await page.goto('/checkout');
  await goOn.click();
  await page.getByRole('button', { name: 'Complete sale · $20.00' }).click();
  await expect(page.getByText('Paid', { exact: true })).toBeVisible();
  await page.goto('/transactions?do=drawer');
  await expect(openSheet(page).getByText('$70.00').first()).toBeVisible();
  await openSheet(page).getByLabel('Counted', { exact: true }).fill('70');
  await openSheet(page).getByRole('button', { name: 'Count and close' }).click();
  await expect(page.locator('dialog[open]')).toHaveCount(0);

  await page.getByRole('button', { name: 'CSV…' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    openSheet(page).getByRole('button', { name: 'Save accounts' }).click(),
  ]);
  const [head = [], day = [], ...more] = [
    ...csvRows(await readFile(await file.path(), 'utf8'), ','),
  ];
  // What was taken back the same day is nothing.
  expect(day[head.indexOf('Sold together')]).toBe('20.00');
  expect(more).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: /^Wax/ }).click();
  await expect(page.getByText(/^The drawer was counted since/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take back…' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Refund…' })).toBeVisible();

  await context.setOffline(false);
  await expectSynced(page);
  await expectEqualEverywhere(server.url, [page]);
});
