import type { Locator, Page } from '@playwright/test';
import { addDays } from '#domain/time/day.ts';
import { openSheet, quietDay } from '#tests/harness/app.ts';
import { chooseServiceAndStaff } from '#tests/harness/booking-page.ts';
import { expect, expectReadyForOffline, expectSynced, signIn, test } from '#tests/harness/e2e.ts';

const PHONE = { width: 360, height: 740 };
/** A Tuesday, on which the owner works from nine to five, as on the day after. */
const closed = quietDay();
const short = addDays(closed, 1);

/** The button of a day in the month of the booking page, wherever that is. */
const dayButton = async (page: Page, day: string): Promise<Locator> => {
  const name = new Date(day).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
  });
  const button = page.getByRole('gridcell').getByRole('button', { name: new RegExp(`${name}\\b`) });
  while (!(await button.isVisible()))
    await page.getByRole('button', { name: 'Next month' }).click();
  return button;
};

test('a closed day and other hours are set on a phone without signal; then clients are offered no more than that', async ({
  newDevice,
}) => {
  const { page, context } = await newDevice({ viewport: PHONE });
  await signIn(page);
  await expectReadyForOffline(page);
  await context.setOffline(true);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Add days' }).click();
  const sheet = openSheet(page);
  await sheet.getByLabel('First day').fill(closed);
  await sheet.getByLabel('Last day').fill(closed);
  await sheet.getByLabel('Note').fill('Stocktaking');
  await sheet.getByRole('button', { name: 'Add days' }).click();
  await expect(page.getByText('Closed · Stocktaking')).toBeVisible();

  await page.goto('/staff');
  const owner = page.getByRole('listitem').filter({ hasText: 'Mara Lindqvist' });
  await owner.getByRole('button', { name: /^Working hours/ }).click();
  await sheet.getByLabel('Wednesday from').fill('13:00');
  await sheet.getByLabel('Wednesday to').fill('15:00');
  await sheet.getByRole('button', { name: 'Save hours' }).click();
  await expect(sheet).toHaveCount(0);
  await page.reload();
  await expect(owner.getByRole('button', { name: /^Working hours/ })).toContainText('1:00 PM');
  await context.setOffline(false);
  await expectSynced(page);

  const { page: visitor } = await newDevice({ viewport: PHONE });
  await chooseServiceAndStaff(visitor, { service: 'Dry cut', staff: 'Mara Lindqvist' });
  await expect(visitor.getByRole('heading', { name: 'Choose a time' })).toBeVisible();
  await expect(await dayButton(visitor, closed)).toHaveAccessibleName(/nothing free$/);
  await (await dayButton(visitor, short)).click();
  const times = visitor.getByRole('button', { name: /^\d+:\d\d [AP]M/ });
  await expect(times.first()).toHaveText('1:00 PM');
  await expect(times.last()).toHaveText('2:30 PM');
});

test('somebody works every other Tuesday and shorter on one day, entered on a phone without signal; clients are offered that', async ({
  newDevice,
}) => {
  const { page, context } = await newDevice({ viewport: PHONE });
  await signIn(page);
  await expectReadyForOffline(page);
  await context.setOffline(true);
  await page.goto('/staff');
  const sheet = openSheet(page);
  const barber = page.getByRole('listitem').filter({ hasText: 'Jonah Reyes' });
  await barber.getByRole('button', { name: /^Working hours/ }).click();
  await sheet.getByLabel('From', { exact: true }).fill(closed);
  await sheet.getByRole('radio', { name: '2 weeks' }).check();
  await sheet.getByRole('button', { name: /^Week 2 \(from / }).click();
  await sheet.getByRole('switch', { name: 'Tuesday' }).click();
  await sheet.getByRole('button', { name: 'Save hours' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(barber).toContainText(/Other hours from /);

  await barber.getByRole('button', { name: /^Time off/ }).click();
  await sheet.getByRole('button', { name: 'Other hours on a day' }).click();
  const form = page.getByRole('dialog', { name: 'Jonah Reyes on one day' });
  await form.getByLabel('Day', { exact: true }).fill(short);
  await form.getByLabel('Works on this day from').fill('12:00');
  await form.getByLabel('Works on this day to').fill('15:00');
  await form.getByRole('button', { name: 'Save day' }).click();
  await expect(page.getByText('12:00 PM – 3:00 PM')).toBeVisible();
  await page.reload();
  await expect(page.getByText('12:00 PM – 3:00 PM')).toBeVisible();
  await context.setOffline(false);
  await expectSynced(page);

  const { page: visitor } = await newDevice({ viewport: PHONE });
  await chooseServiceAndStaff(visitor, { service: 'Dry cut', staff: 'Jonah Reyes' });
  await expect(await dayButton(visitor, closed)).toHaveAccessibleName(/times free$/);
  await (await dayButton(visitor, short)).click();
  const times = visitor.getByRole('button', { name: /^\d+:\d\d [AP]M/ });
  await expect(times.first()).toHaveText('12:00 PM');
  await expect(times.last()).toHaveText('2:30 PM');
  await expect(await dayButton(visitor, addDays(closed, 7))).toHaveAccessibleName(/nothing free$/);
  await expect(await dayButton(visitor, addDays(closed, 14))).toHaveAccessibleName(/times free$/);
});
