import { bookAppointment, card, openDay, quietDay } from '#tests/harness/app.ts';
import { expect, expectReadyForOffline, signIn, test } from '#tests/harness/e2e.ts';
import type { Page } from '#tests/harness/e2e.ts';

const day = quietDay();

const chooseOption = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Calendar options' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};

test('tap a gap to book, look at three days and at the list, on a phone without signal; view and people are there again', async ({
  newDevice,
}) => {
  const { page, context } = await newDevice({ viewport: { width: 360, height: 740 } });
  await signIn(page);
  await openDay(page, day);
  await expectReadyForOffline(page);
  await context.setOffline(true);
  const column = page.getByRole('group', { name: /^Mara Lindqvist/ });
  const { height } = (await column.boundingBox())!;
  await column.click({ position: { x: 60, y: (height * 15) / 24 + 4 } });
  const sheet = page.getByRole('dialog', { name: 'New appointment' });
  await expect(sheet.getByLabel('Date', { exact: true })).toHaveValue(day);
  await expect(sheet.getByLabel('Time', { exact: true })).toHaveValue('15:00');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();

  await bookAppointment(page, {
    client: 'Lila List',
    isNewClient: true,
    service: 'Dry cut',
    with: 'Mara Lindqvist',
    day,
    time: '10:00',
  });
  await chooseOption(page, '3 days');
  await expect(page.getByRole('group', { name: /^\w+day, / })).toHaveCount(3);
  await expect(card(page, 'Lila List')).toBeVisible();

  await chooseOption(page, 'List');
  const list = page.getByRole('list', { name: 'Appointments of the day' });
  await list.getByRole('button', { name: /^Lila List, Dry cut/ }).click();
  await expect(page.getByRole('dialog', { name: 'Lila List' })).toBeVisible();
  await page.keyboard.press('Escape');
  // A phone begins with one's own column.
  const everybody = page
    .getByRole('group', { name: 'People shown' })
    .getByRole('button', { name: 'Everybody' });
  await everybody.click();
  await page.goto(`/calendar?date=${day}`);
  await expect(list.getByRole('button', { name: /^Lila List/ })).toBeVisible();
  await expect(everybody).toHaveAttribute('aria-pressed', 'true');
  await list
    .getByRole('button', { name: /^Free .*, Mara Lindqvist$/ })
    .last()
    .click();
  await expect(sheet.getByLabel('Date', { exact: true })).toHaveValue(day);
  await expect(sheet.getByLabel('Time', { exact: true })).not.toHaveValue('');
});

test('colour the calendar by service instead of by person; it stays so', async ({
  signedIn: { page },
}) => {
  await openDay(page, day);
  await bookAppointment(page, {
    client: 'Carla Colour',
    isNewClient: true,
    service: 'Dry cut',
    with: 'Jonah Reyes',
    day,
    time: '10:00',
  });
  const own = card(page, 'Carla Colour');
  await expect(own).toHaveAttribute('data-colour', 'blue');
  await chooseOption(page, 'Colour by service');
  await expect(own).toHaveAttribute('data-colour', 'teal');
  await page.reload();
  await expect(own).toHaveAttribute('data-colour', 'teal');
  await chooseOption(page, 'Colour by person');
  await expect(own).toHaveAttribute('data-colour', 'blue');
});
