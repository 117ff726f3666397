import type { Page } from '@playwright/test';
import type { TimeBlockRow } from '#domain/rows.ts';
import { addDays } from '#domain/time/day.ts';
import { wallAt } from '#domain/time/clock-text.ts';
import { axeFaults } from '#tests/harness/axe.ts';
import {
  bookAppointment,
  card,
  heldToast,
  openDay,
  openSheet,
  pressNew,
  quietDay,
  steady,
} from '#tests/harness/app.ts';
import { expect, expectReadyForOffline, expectSynced, test } from '#tests/harness/e2e.ts';
import { localRows } from '#tests/harness/local-data.ts';

const ZONE = 'America/New_York';
const day = quietDay();

/** `week hour` of the lunches, as this device has them. */
const lunches = async (page: Page): Promise<string[]> => {
  const rows = (await localRows(page, 'time_blocks')) as TimeBlockRow[];
  return (
    rows
      .filter(({ repeat_id: repeats }) => repeats)
      .map(({ starts_at: start }) => wallAt(ZONE, start))
      // The demo has repeating blocks of its own before that.
      .filter((wall) => wall.day >= day)
      .map(({ day: on, minute }) => `${on} ${minute / 60}`)
      .toSorted()
  );
};
const weekly = (...hours: number[]): string[] =>
  hours.map((hour, week) => `${addDays(day, week * 7)} ${hour}`);

test('lunch is blocked every week without signal, over who is booked, and dragged from one date on', async ({
  signedIn,
}) => {
  const { page, context } = signedIn;
  await openDay(page, addDays(day, 7));
  await bookAppointment(page, {
    client: 'Lena Lunch',
    isNewClient: true,
    service: 'Buzz cut',
    with: 'Jonah Reyes',
    day: addDays(day, 7),
    time: '12:00',
  });
  await expectSynced(page);
  await openDay(page, day);
  await expectReadyForOffline(page);
  await context.setOffline(true);

  await pressNew(page, 'Appointment');
  await page.getByRole('button', { name: 'Block this time instead' }).click();
  const sheet = openSheet(page);
  await expect(sheet.getByRole('heading', { name: 'Block time' })).toBeVisible();
  await expect(sheet).toHaveCount(1);
  const who = sheet.getByRole('group', { name: 'Who' });
  await who.getByRole('button', { name: 'Everybody' }).click();
  await who.getByRole('button', { name: 'Jonah Reyes' }).click();
  await sheet.getByLabel('Date', { exact: true }).fill(day);
  await sheet.getByLabel('From', { exact: true }).fill('12:00');
  await sheet.getByRole('button', { name: 'Lunch' }).click();
  await sheet.getByLabel('Repeats').selectOption('week');
  await sheet.getByRole('radio', { name: 'After a number' }).check();
  await sheet.getByLabel('How many times').fill('4');
  await expect(sheet.getByRole('list', { name: 'Booked in this time' })).toContainText(
    'Lena Lunch',
  );
  expect(await axeFaults(page, { within: 'dialog[open]' })).toEqual([]);
  await sheet.getByRole('button', { name: 'Block 4 dates' }).click();
  await expect.poll(() => lunches(page)).toEqual(weekly(12, 12, 12, 12));

  // From the third date on an hour later: by hand, then asked how far that reaches.
  await openDay(page, addDays(day, 14));
  const box = await steady(card(page, 'Blocked, Lunch'));
  const hour = (await page.locator('.cal-grid').boundingBox())!.height / 24;
  const [x, y] = [box.x + box.width / 2, box.y + 6];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + hour / 2, { steps: 4 });
  await page.mouse.move(x, y + hour, { steps: 4 });
  await page.mouse.up();
  const question = page.getByRole('dialog', { name: 'Lunch to 1:00 PM' });
  await question.getByRole('button', { name: 'This and following…' }).click();
  await expect(sheet.getByLabel('From', { exact: true })).toHaveValue('13:00');
  await sheet.getByRole('button', { name: 'Save 2 dates' }).click();
  const toast = await heldToast(page, '2 dates changed');
  await expect.poll(() => lunches(page)).toEqual(weekly(12, 12, 13, 13));
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => lunches(page)).toEqual(weekly(12, 12, 12, 12));

  await context.setOffline(false);
  await expectSynced(page);
  expect(await lunches(page)).toEqual(weekly(12, 12, 12, 12));
});
