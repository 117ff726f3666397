import { readFile } from 'node:fs/promises';
import { axeFaults } from '#tests/harness/axe.ts';
import { dayAhead } from '#tests/harness/app.ts';
import {
  DEMO,
  expect,
  expectReadyForOffline,
  expectSynced,
  signIn,
  test,
} from '#tests/harness/e2e.ts';
import { expectEverythingHere, localRows } from '#tests/harness/local-data.ts';

test('figures of the last days on a phone without signal: compared, as a table, as a file, and a sale that is rung up now', async ({
  newDevice,
}) => {
  const { page, context } = await newDevice({ viewport: { width: 360, height: 740 } });
  await signIn(page, DEMO.email, '/analytics');
  await expectEverythingHere(page);
  await expectReadyForOffline(page);
  await context.setOffline(true);
  // A start without signal: the worker that counts comes from the device as well.
  await page.reload();

  const figure = (name: string) =>
    page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
  await page.getByLabel('Period').selectOption({ label: 'Other days' });
  await page.getByLabel('From').fill(dayAhead(-7));
  await page.getByLabel('To').fill(dayAhead(-1));
  await page.getByLabel('Report').selectOption({ label: 'Visits' });
  const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' });
  const visits = (await localRows(page, 'appointments')).filter((row) => {
    const day = dayOf.format(new Date(String(row['starts_at'])));
    return day >= dayAhead(-7) && day <= dayAhead(-1) && !row['capacity'];
  });
  const kept = visits.filter(({ status }) =>
    ['booked', 'arrived', 'in_service', 'completed'].includes(String(status)),
  ).length;
  const missed = visits.filter(({ status }) => status === 'no_show').length;
  expect(kept).toBeGreaterThan(0);
  await expect(figure('Kept')).toContainText(`Kept${kept}`);
  await expect(figure('Kept')).toContainText('was ');
  await expect(figure('No-shows')).toContainText(`No-shows${missed}`);
  await page.getByText('As a table').click();
  const table = page.getByRole('table', { name: 'Kept visits' });
  await expect(table.getByRole('row')).toHaveCount(8);
  const seen = await table.getByRole('row').getByRole('cell').allTextContents();
  const sum = seen.filter((_, place) => place % 2 === 0).reduce((all, one) => all + Number(one), 0);
  expect(sum).toBe(kept);
  // A table of three columns is scrolled within, not the page.
  const [wide, room] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(wide).toBe(room);
  await page.getByLabel('Compare with').selectOption({ label: 'Nothing' });
  await expect(figure('Kept')).not.toContainText('was ');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toContain(`Kept,${kept},`);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeFaults(page)).toEqual([]);
  }

  await page.goto('/checkout');
  await page.getByRole('button', { name: /^Add (another )?item$/ }).click();
  const item = page.locator('dialog[open]');
  await item.getByLabel('Name').fill('Matte clay');
  await item.getByLabel('Price of one').fill('17.35');
  await item.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('button', { name: /^Complete sale/ }).click();
  await expect(page.getByText('Waiting to sync').first()).toBeVisible();
  await page.goto('/analytics');
  await page.getByLabel('Period').selectOption({ label: 'Today' });
  await expect(figure('Net sales')).toContainText('$17.35');
  await expect(page.getByText('1 of 1 sales and refunds not synced yet.')).toBeVisible();
  await context.setOffline(false);
  await expectSynced(page);
  // What sync brings is counted by itself.
  await expect(page.getByText('not synced yet')).toHaveCount(0);
  await expect(figure('Net sales')).toContainText('$17.35');
});
