import type { Page } from '@playwright/test';
import {
  bookAppointment,
  card,
  openSheet,
  moveByFields,
  openDay,
  quietDay,
} from '#tests/harness/app.ts';
import {
  DEMO,
  chip,
  expect,
  expectReadyForOffline,
  expectSynced,
  signIn,
  test,
} from '#tests/harness/e2e.ts';
import { waitingChanges } from '#tests/harness/local-data.ts';

test.use({ database: 'pglite' });

test('two devices offline change the same things: both end equal, nothing vanishes', async ({
  signedIn,
  newDevice,
}) => {
  const day = quietDay();
  const first = signedIn;
  await openDay(first.page, day);
  await bookAppointment(first.page, {
    client: 'Both Devices',
    isNewClient: true,
    service: 'Classic cut',
    with: 'Jonah Reyes',
    day,
    time: '09:00',
  });
  await expectSynced(first.page);
  const second = await newDevice();
  await signIn(second.page, DEMO.desk);
  await openDay(second.page, day);
  await expect(card(second.page, 'Both Devices', '9:00 AM')).toBeVisible();

  for (const { page } of [first, second]) await expectReadyForOffline(page);
  await first.context.setOffline(true);
  await second.context.setOffline(true);
  await moveByFields(first.page, ['Both Devices'], { time: '17:15' });
  await moveByFields(second.page, ['Both Devices'], { time: '08:15' });
  await editClient(first.page, 'Both Devices', { field: 'Pronouns', value: 'they/them' });
  await editClient(second.page, 'Both Devices', { field: 'Goes by', value: 'Bo' });

  await first.context.setOffline(false);
  await expectAllSent(first.page);
  await second.context.setOffline(false);
  await expectAllSent(second.page);

  // The later one to arrive stands; the other one's wish is kept as a question.
  for (const { page } of [first, second]) {
    await openDay(page, day);
    await expect(card(page, 'Both Devices')).toHaveCount(1);
    await expect(card(page, 'Both Devices', '8:15 AM')).toBeVisible();
    await expect(chip(page, /^Needs attention/)).toBeVisible();
    await openClient(page, 'Both Devices');
    await expect(page.getByText('they/them').first()).toBeVisible();
    await expect(page.getByText('“Bo”').first()).toBeVisible();
  }
});

const expectAllSent = (page: Page): Promise<void> =>
  expect.poll(() => waitingChanges(page)).toEqual([]);

const openClient = async (page: Page, name: string): Promise<void> => {
  await page.goto('/clients');
  await page.getByRole('searchbox').fill(name);
  await page
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: new RegExp(name) }).first()).toBeVisible();
};

const editClient = async (
  page: Page,
  name: string,
  { field, value }: { field: string; value: string },
): Promise<void> => {
  await openClient(page, name);
  await page.getByRole('button', { name: /^Edit/ }).first().click();
  const sheet = openSheet(page);
  await sheet.getByLabel(field).fill(value);
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet).toBeHidden();
};
