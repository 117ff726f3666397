import { bookAppointment, card, openDay, quietDay } from '#tests/harness/app.ts';
import { expect, signIn, test } from '#tests/harness/e2e.ts';
import type { Page } from '#tests/harness/e2e.ts';

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
const next = (of: string, days: number): string =>
  new Date(Date.parse(of) + days * 86_400_000).toISOString().slice(0, 10);
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
  await page.keyboard.press('ArrowRight');
  await expect(cell(page, next(day, 1))).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(cell(page, next(day, 8))).toBeFocused();
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageUp');
  await expect(cell(page, next(day, 8))).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await expect(cell(page, day)).toBeFocused();
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog', { name: 'New appointment' })).toBeVisible();
  await expect(page.getByLabel('Date', { exact: true })).toHaveValue(day);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
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
  await page.goto(`/calendar?view=month&date=${next(day, 1)}&staff=all`);
  const touch = await page.context().newCDPSession(page);
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
    });
  await cell(page, day).click();
  const list = page.getByRole('list', { name: 'Appointments of the day' });
  await expect(list.getByRole('button', { name: new RegExp(client) })).toBeVisible();

  const grid = (await page.getByRole('grid').boundingBox())!;
  const y = grid.y + grid.height / 2;
  await finger('touchStart', 300, y);
  for (let step = 1; step <= 6; step += 1) await finger('touchMove', 300 - step * 30, y);
  await finger('touchEnd');
  await expect.poll(() => chosen(page)?.slice(0, 7)).not.toBe(day.slice(0, 7));
  await expect(page.getByRole('grid')).toBeVisible();
  await finger('touchStart', 60, y);
  for (let step = 1; step <= 6; step += 1) await finger('touchMove', 60 + step * 30, y);
  await finger('touchEnd');
  await expect.poll(() => chosen(page)?.slice(0, 7)).toBe(day.slice(0, 7));

  await cell(page, day).click();
  await expect(card(page, client)).toBeVisible();
});
