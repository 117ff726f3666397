import { addDays, addMonths } from '#domain/time/day.ts';
import { bookAppointment, card, openDay, quietDay, swipe } from '#tests/harness/app.ts';
import { expect, signIn, test } from '#tests/harness/e2e.ts';
import type { Page } from '#tests/harness/e2e.ts';

test.use({ keepsForOffline: false });

const day = quietDay();
const client = 'Mona Month';

const bookOne = async (page: Page): Promise<void> => {
  await openDay(page, day);
  await bookAppointment(page, {
    client,
    isNewClient: true,
    service: 'Classic cut',
    with: 'Jonah Reyes',
    day,
    time: '07:00',
  });
};
const cell = (page: Page, of: string) => page.locator(`[data-day="${of}"]`);
const chosen = (page: Page) => new URL(page.url()).searchParams.get('date');

test('a month shows who comes when, opens a day, and is there again after a reload', async ({
  signedIn,
}) => {
  const { page } = signedIn;
  await bookOne(page);
  await page.getByRole('button', { name: 'Month', exact: true }).click();
  await expect(cell(page, day)).toContainText(client);
  await expect(cell(page, day)).toHaveAccessibleName(/, \d+ visits?, \d+% booked/);

  // Whoever is not shown does not count.
  await page.getByRole('button', { name: 'Jonah Reyes' }).first().click();
  await expect(cell(page, day)).toContainText(client);
  await page.getByRole('button', { name: 'Jonah Reyes' }).first().click();
  await page.getByRole('button', { name: 'Everybody' }).click();
  await expect(cell(page, day)).toContainText(client);

  // The name opens the visit, the day opens the day.
  await cell(page, day).getByText(client).click();
  await expect(page.getByRole('dialog', { name: client })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto('/calendar');
  await expect(page.getByRole('grid')).toBeVisible();
  await page.goto(`/calendar?date=${day}`);
  await cell(page, day).click({ position: { x: 30, y: 12 } });
  await expect(card(page, client)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('grid')).toBeVisible();
});

test('a month is walked with nothing but a keyboard', async ({ signedIn }) => {
  const { page } = signedIn;
  await bookOne(page);
  await page.keyboard.press('o');
  await expect(cell(page, day)).toContainText(client);
  await cell(page, day).focus();
  // A longer month may have no such date in a shorter one beside it.
  const later = addDays(day, 8);
  const nextMonth = addMonths(later, 1);
  const back = addMonths(nextMonth, -1);
  for (const [key, reached] of [
    ['ArrowRight', addDays(day, 1)],
    ['ArrowDown', later],
    ['PageDown', nextMonth],
    ['PageUp', back],
    ['ArrowUp', addDays(back, -7)],
    ['ArrowLeft', addDays(back, -8)],
  ] as const) {
    await page.keyboard.press(key);
    await expect(cell(page, reached)).toBeFocused();
  }
  // Whoever is quick does not wait for each step.
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp'])
    await page.keyboard.press(key);
  await expect(cell(page, addDays(back, -8))).toBeFocused();
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog', { name: 'New appointment' })).toBeVisible();
  await expect(page.getByLabel('Date', { exact: true })).toHaveValue(addDays(back, -8));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await cell(page, day).focus();
  await page.keyboard.press('Enter');
  await expect(card(page, client)).toBeVisible();
});

test('on a phone a tap lists the day, a second opens it, and a swipe turns the month', async ({
  signedIn,
  newDevice,
}) => {
  await bookOne(signedIn.page);
  const { page } = await newDevice({ viewport: { width: 360, height: 740 } });
  await signIn(page);
  // The day beside it is of the same month, too.
  const beside = day.endsWith('-01') ? addDays(day, 1) : addDays(day, -1);
  await page.goto(`/calendar?view=month&date=${beside}&staff=all`);
  await cell(page, day).click();
  const list = page.getByRole('list', { name: 'Appointments of the day' });
  await expect(list.getByRole('button', { name: new RegExp(client) })).toBeVisible();

  const grid = (await page.getByRole('grid').boundingBox())!;
  const y = grid.y + grid.height / 2;
  await swipe(page, { x: 300, y }, -180);
  await expect.poll(() => chosen(page)?.slice(0, 7)).not.toBe(day.slice(0, 7));
  await expect(page.getByRole('grid')).toBeVisible();
  await swipe(page, { x: 60, y }, 180);
  await expect.poll(() => chosen(page)?.slice(0, 7)).toBe(day.slice(0, 7));

  await cell(page, day).click();
  await expect(card(page, client)).toBeVisible();
});
