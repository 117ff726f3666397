import { wallAt } from '#domain/time/clock-text.ts';
import { addClientIn, card, openDay, openSheet, pressNew, quietDay } from '#tests/harness/app.ts';
import {
  VISITOR,
  expectConfirmed,
  fillDetails,
  heldTime,
  laterTime,
} from '#tests/harness/booking-page.ts';
import {
  DEMO,
  TOLD,
  expect,
  expectReadyForOffline,
  expectSynced,
  signIn,
  test,
} from '#tests/harness/e2e.ts';
import { localRows } from '#tests/harness/local-data.ts';

const PHONE = { width: 360, height: 740 };

test('services are sold together: put together and booked without signal, then booked by a client for one price', async ({
  newDevice,
}) => {
  const { page, context } = await newDevice({ viewport: PHONE });
  await signIn(page);
  await expectReadyForOffline(page);
  await context.setOffline(true);
  await page.goto('/more/services');
  await page.getByRole('button', { name: 'Add bundle' }).click();
  const sheet = openSheet(page);
  await sheet.getByLabel('Name', { exact: true }).fill('Best man');
  await sheet.getByLabel('Add a service').selectOption({ label: 'Classic cut – Standard' });
  await sheet.getByLabel('Add a service').selectOption({ label: 'Beard trim – Standard' });
  await sheet.getByLabel('Price together').fill('50');
  await expect(sheet).toContainText('50 min · $50.00 instead of $62.00');
  await sheet.getByRole('button', { name: 'Add bundle' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Best man/ })).toContainText(
    '$50.00 instead of $62.00',
  );

  // At the counter: both services at once, one price.
  const day = quietDay();
  await pressNew(page, 'Appointment');
  const form = page.getByRole('dialog', { name: 'New appointment' });
  await addClientIn(form, 'Bert Best');
  await form.getByLabel('Add a bundle').selectOption({ label: 'Best man' });
  for (const index of [0, 1]) {
    await form.getByLabel('With').nth(index).selectOption({ label: 'Jonah Reyes' });
  }
  await form.getByLabel('Date', { exact: true }).fill(day);
  await form.getByLabel('Time', { exact: true }).fill('10:00');
  await expect(form).toContainText('50 min · $50.00');
  await form.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(sheet).toHaveCount(0);
  // A phone shows its owner's own day first.
  await openDay(page, day);
  await expect(card(page, 'Bert Best', 'Classic cut', '10:00 AM')).toBeVisible();
  await expect(card(page, 'Bert Best', 'Beard trim', '10:30 AM')).toBeVisible();
  await context.setOffline(false);
  await expectSynced(page);
  const parts = (await localRows(page, 'appointment_segments')).filter(({ starts_at: at }) =>
    String(at).startsWith(day),
  );
  expect(parts).toHaveLength(2);
  expect(parts.reduce((sum, { price_cents: cents }) => sum + Number(cents), 0)).toBe(5000);

  const { page: visitor } = await newDevice({ viewport: PHONE, serviceWorkers: 'block' });
  await visitor.goto(`/book/${DEMO.slug}`);
  const offered = visitor.getByRole('region', { name: 'Bundles' });
  await expect(offered).toContainText('$50.00 · instead of $62.00');
  await offered.getByRole('checkbox', { name: /^Best man/ }).check();
  await visitor.getByRole('button', { name: 'Continue' }).click();
  // One person does both: nobody is asked who.
  await expect(visitor.getByRole('heading', { name: 'Choose a time' })).toBeVisible();
  await (await laterTime(visitor)).click();
  await expect(visitor.getByRole('heading', { name: 'Your details' })).toBeVisible();
  const booked = wallAt('America/New_York', await heldTime(visitor)).day;
  await fillDetails(visitor);
  const line = visitor.getByRole('listitem').filter({ hasText: 'Best man' });
  await expect(line).toContainText('Classic cut');
  await expect(line).toContainText('$50.00');
  await visitor.getByRole('button', { name: /^(Book|Confirm)/ }).click();
  await expectConfirmed(visitor);
  await expect(visitor.getByText('$50.00')).toBeVisible();

  await openDay(page, booked);
  const name = `${VISITOR.first} ${VISITOR.last}`;
  await expect(card(page, name, 'Classic cut', 'Jonah Reyes')).toBeVisible(TOLD);
  await expect(card(page, name, 'Beard trim', 'Jonah Reyes')).toBeVisible();
});
