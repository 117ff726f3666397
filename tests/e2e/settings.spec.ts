import { addDays } from '#domain/time/day.ts';
import {
  bookAppointment,
  card,
  openDay,
  openSheet,
  pressNew,
  quietDay,
} from '#tests/harness/app.ts';
import { chooseDay, chooseServiceAndStaff } from '#tests/harness/booking-page.ts';
import { expect, expectReadyForOffline, expectSynced, signIn, test } from '#tests/harness/e2e.ts';
import { localRows } from '#tests/harness/local-data.ts';

const PHONE = { width: 360, height: 740 };
const day = quietDay();

test('another name and clock, a tax and a reason to block time are set up and used on a phone without signal; clients see them', async ({
  newDevice,
}) => {
  const { page, context } = await newDevice({ viewport: PHONE });
  await signIn(page);
  await expectReadyForOffline(page);
  await context.setOffline(true);
  const sheet = openSheet(page);
  await page.goto('/settings');
  const business = page.getByRole('region', { name: 'Business', exact: true });
  await business.getByLabel('Name', { exact: true }).fill('Studio Lumen North');
  await business.getByRole('radio', { name: '14:30' }).check();
  await business.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Business details saved')).toBeVisible();

  const own = page.getByRole('region', { name: 'Booking page', exact: true });
  await own.getByLabel('Privacy notice').fill('We keep your number in a red book.');
  await own.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Booking page saved')).toBeVisible();

  const taxes = page.getByRole('region', { name: 'Taxes' });
  await taxes.getByRole('button', { name: 'Add a tax' }).click();
  await sheet.getByLabel('Name', { exact: true }).fill('City tax');
  await sheet.getByLabel('Percent').fill('8.875');
  await sheet.getByRole('radio', { name: /^Added to the price/ }).check();
  await sheet.getByRole('button', { name: 'Add a tax' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(taxes).toContainText(/City tax 8\.875\s%.*no service yet/);
  await page.goto('/more/services');
  await page.getByRole('button', { name: /^Dry cut/ }).click();
  await sheet.getByLabel('Tax').selectOption({ label: 'City tax 8.875 %' });
  await sheet.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(sheet).toHaveCount(0);

  await page.goto('/settings/block-off-reasons');
  await page.getByRole('button', { name: 'Add reason' }).click();
  await sheet.getByLabel('Name', { exact: true }).fill('School run');
  await sheet.getByLabel('Usual length').fill('45');
  await sheet.getByRole('button', { name: 'Add reason' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'In use' })).toContainText('School run');
  await openDay(page, day);
  await pressNew(page, 'Appointment');
  await page.getByRole('button', { name: 'Block this time instead' }).click();
  await expect(sheet.getByRole('heading', { name: 'Block time' })).toBeVisible();
  const who = sheet.getByRole('group', { name: 'Who' });
  await who.getByRole('button', { name: 'Everybody' }).click();
  await who.getByRole('button', { name: 'Mara Lindqvist' }).click();
  await sheet.getByLabel('Date', { exact: true }).fill(day);
  await sheet.getByLabel('From', { exact: true }).fill('12:00');
  await sheet.getByRole('button', { name: 'School run' }).click();
  await sheet.getByRole('button', { name: 'Block time', exact: true }).click();
  await expect(sheet).toHaveCount(0);
  await openDay(page, day);
  await expect(card(page, 'Blocked, School run', '12:00 to 12:45')).toBeVisible();

  await context.setOffline(false);
  await expectSynced(page);
  const [tax] = await localRows(page, 'tax_rates', { name: 'City tax' });
  expect(tax).toMatchObject({ milli_percent: 8_875, inclusive: false });
  expect(await localRows(page, 'services', { name: 'Dry cut' })).toMatchObject([
    { tax_rate_id: tax?.['id'] },
  ]);

  const { page: visitor } = await newDevice({ viewport: PHONE });
  await chooseServiceAndStaff(visitor, { service: 'Dry cut', staff: 'Mara Lindqvist' });
  await expect(visitor.getByText('Studio Lumen North').first()).toBeVisible();
  await chooseDay(visitor, day);
  const time = (clock: string) => visitor.getByRole('button', { name: clock, exact: true });
  await expect(time('13:00')).toBeVisible();
  await expect(time('12:00')).toHaveCount(0);
  await expect(time('12:30')).toHaveCount(0);
  await visitor.getByRole('link', { name: /privacy/i }).click();
  await expect(visitor.getByText('We keep your number in a red book.')).toBeVisible();
});

test('a payment for the product fails: everybody is told, the calendar goes on without signal, and paying puts it right', async ({
  newDevice,
}) => {
  const { page, context } = await newDevice({ viewport: PHONE });
  await signIn(page, undefined, '/settings/billing');
  await expectReadyForOffline(page);
  await expect(page.getByRole('list', { name: 'Mails sent' }).getByRole('listitem')).toHaveCount(3);
  await page.getByRole('button', { name: /: Team$/ }).click();
  await page.getByRole('button', { name: 'Let a payment fail' }).click();
  await expect(page.getByText('A payment failed', { exact: true })).toBeVisible();

  const banner = page.getByRole('region', { name: 'Billing', exact: true });
  await openDay(page, addDays(day, 1));
  await expect(banner).toContainText('Everything is still open.');
  await context.setOffline(true);
  await page.reload();
  await expect(banner).toContainText('The last payment for Daybook failed.');
  await bookAppointment(page, {
    client: 'Nora Unpaid',
    isNewClient: true,
    service: 'Dry cut',
    with: 'Mara Lindqvist',
    day: addDays(day, 1),
    time: '13:00',
  });
  await context.setOffline(false);

  await page.goto('/settings/billing');
  await page.getByRole('button', { name: 'Pay with a test card' }).click();
  await expect(page.getByText('Everything is open', { exact: true })).toBeVisible();
  await openDay(page, day);
  await expect(banner).toHaveCount(0);
});
