import { axeFaults } from '#tests/harness/axe.ts';
import { bookAppointment, dayAhead, openCard, openDay } from '#tests/harness/app.ts';
import {
  expect,
  expectReadyForOffline,
  expectSynced,
  signIn,
  test,
  DEMO,
} from '#tests/harness/e2e.ts';
import { expectEqualEverywhere, serverRows } from '#tests/harness/equality.ts';
import { localRows } from '#tests/harness/local-data.ts';

const client = 'Olga Offline';

test('a visit is paid on a phone without signal, in two ways, and is the same to the cent everywhere', async ({
  server,
  signedIn: { page, context },
  newDevice,
}) => {
  const day = dayAhead(-1);
  await openDay(page, day);
  await expectReadyForOffline(page);
  await context.setOffline(true);
  await bookAppointment(page, {
    client,
    isNewClient: true,
    service: 'Classic cut',
    with: 'Jonah Reyes',
    day,
    time: '14:00',
  });
  const sheet = await openCard(page, client);
  await sheet.getByRole('button', { name: 'Arrived' }).click();
  await sheet.getByRole('button', { name: 'Start' }).click();
  await page.setViewportSize({ width: 360, height: 740 });
  await sheet.getByRole('link', { name: 'Checkout' }).click();

  await expect(page.getByRole('heading', { name: `Checkout: ${client}` })).toBeVisible();
  await page.getByRole('button', { name: 'Add another item' }).click();
  const item = page.locator('dialog[open]');
  await item.getByLabel('Name').fill('Matte clay');
  await item.getByLabel('Price of one').fill('17.35');
  await item.getByLabel('Number').fill('2');
  await item.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('button', { name: 'Change Matte clay' })).toBeVisible();
  await page
    .getByRole('group', { name: 'Discount on everything' })
    .getByRole('radio', { name: 'Percent' })
    .check();
  await page.getByLabel('Discount on everything in percent').fill('12.5');
  await page.getByRole('button', { name: /^18 % ·/ }).click();
  // What is rung up survives a reload.
  await page.reload();
  await expect(page.getByRole('button', { name: 'Change Matte clay' })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);

  const payment = page.getByRole('region', { name: 'Payment' });
  await payment.getByRole('button', { name: 'Card terminal' }).click();
  await payment.getByLabel('Amount').fill('20.01');
  await payment.getByRole('button', { name: 'Add payment of $20.01' }).click();
  await expect(payment.getByText('Still due')).toBeVisible();
  await payment.getByRole('button', { name: 'Cash', exact: true }).click();
  await payment.getByRole('group', { name: 'Cash received' }).getByRole('button').first().click();
  await expect(payment.getByText('Change due')).toBeVisible();
  await payment.getByRole('button', { name: /^Complete sale/ }).click();

  await expect(page.getByText('Paid', { exact: true })).toBeVisible();
  await expect(page.getByText('Waiting to sync').first()).toBeVisible();
  const receipt = page.getByRole('region', { name: /^Receipt / });
  await expect(receipt).toContainText('Matte clay');
  expect(await axeFaults(page)).toEqual([]);
  const words = (await receipt.textContent()) ?? '';
  const sale = (await localRows(page, 'sales'))[0]!;
  await page.reload();
  await expect(receipt).toHaveText(words);

  await context.setOffline(false);
  await expectSynced(page);
  await expect(page.getByText('Waiting to sync')).toHaveCount(0);
  const desk = await newDevice({ viewport: { width: 360, height: 740 } });
  await desk.page.emulateMedia({ colorScheme: 'dark' });
  await signIn(desk.page, DEMO.desk, '/transactions');
  await desk.page.getByRole('link', { name: client }).click();
  await expect(desk.page.getByRole('region', { name: /^Receipt / })).toHaveText(words);
  expect(await axeFaults(desk.page)).toEqual([]);
  await expectEqualEverywhere(server.url, [page, desk.page]);

  const rows = await serverRows(server.url, desk.page);
  const of = (table: string) => [...(rows[table]?.values() ?? [])];
  const sum = (table: string, field: string): number =>
    of(table).reduce((all, row) => all + Number(row[field]), 0);
  expect(sum('payments', 'amount_cents')).toBe(sale['total_cents']);
  expect(sum('sale_lines', 'total_cents') + sum('tips', 'amount_cents')).toBe(sale['total_cents']);
});
