import type { Page } from '@playwright/test';
import {
  bookAppointment,
  card,
  heldToast,
  openDay,
  quietDay,
  steady,
  swipe,
} from '#tests/harness/app.ts';
import { expect, signIn, test } from '#tests/harness/e2e.ts';

test.use({ keepsForOffline: false });

const day = quietDay();
const client = 'Greta Gesture';

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

/** The middle of the card, and how tall an hour is. */
const measure = async (
  page: Page,
): Promise<{ x: number; y: number; bottom: number; hour: number }> => {
  const box = await steady(card(page, client));
  const grid = (await page.locator('.cal-grid').boundingBox())!;
  return {
    x: box.x + box.width / 2,
    y: box.y + 10,
    bottom: box.y + box.height,
    hour: grid.height / 24,
  };
};

test('a mouse moves, resizes and lets go; undo brings the appointment back', async ({
  signedIn,
}) => {
  const { page } = signedIn;
  await bookOne(page);
  const { mouse } = page;

  const from = await measure(page);
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(from.x, from.y + 20, { steps: 3 });
  await mouse.move(from.x, from.y + from.hour, { steps: 5 });
  await expect(page.locator('.cal-ghost')).toContainText('8:00 AM');
  await mouse.up();
  const toast = await heldToast(page, 'moved to');
  await expect(card(page, client, '8:00 AM to')).toBeVisible();
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(card(page, client, '7:00 AM to')).toBeVisible();

  const edge = await measure(page);
  await mouse.move(edge.x, edge.bottom - 3);
  await mouse.down();
  await mouse.move(edge.x, edge.bottom + 10, { steps: 3 });
  await mouse.move(edge.x, edge.bottom - 3 + edge.hour / 2, { steps: 5 });
  await mouse.up();
  await expect(card(page, client, '7:00 AM to 8:00 AM')).toBeVisible();

  const away = await measure(page);
  await mouse.move(away.x, away.y);
  await mouse.down();
  await mouse.move(away.x, away.y + away.hour * 2, { steps: 5 });
  await expect(page.locator('.cal-ghost')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('.cal-ghost')).toBeHidden();
  await mouse.up();
  await expect(card(page, client, '7:00 AM to 8:00 AM')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('the keyboard books, opens and comes back to where it was', async ({ signedIn }) => {
  const { page } = signedIn;
  await bookOne(page);
  await page.locator('.cal-free').focus();
  await page.keyboard.press('Home');
  // Focus follows a key with the next drawing.
  const label = () =>
    page.evaluate(
      () =>
        new Promise<string>((done) => {
          const read = () => done(document.activeElement?.getAttribute('aria-label') ?? '');
          requestAnimationFrame(() => setTimeout(read));
        }),
    );
  for (let step = 0; step < 8 && !(await label()).startsWith(client); step += 1) {
    await page.keyboard.press(step < 2 ? 'ArrowRight' : 'ArrowUp');
  }
  expect(await label()).toMatch(new RegExp(`^${client}, Classic cut.*, 7:00 AM to`));
  await page.keyboard.press('m');
  await expect(page.getByRole('dialog', { name: `Move ${client}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await label()).toMatch(new RegExp(`^${client}`));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: client })).toBeVisible();
});

test('a finger scrolls, lifts by resting, and swipes to the next day; reload stays there', async ({
  signedIn,
  newDevice,
}) => {
  await bookOne(signedIn.page);
  const { page } = await newDevice({ viewport: { width: 390, height: 780 } });
  await signIn(page);
  await page.goto(`/calendar?view=day&date=${day}&staff=all`);
  await page.getByRole('button', { name: 'Jonah Reyes' }).first().click();
  await expect(card(page, client)).toBeVisible();

  const touch = await page.context().newCDPSession(page);
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
    });
  const from = await measure(page);
  await finger('touchStart', from.x, from.y);
  // Rests until the card is lifted: the ghost appears with the first small movement.
  await expect
    .poll(async () => {
      await finger('touchMove', from.x, from.y + 1);
      return page.locator('.cal-ghost').count();
    })
    .toBe(1);
  for (let step = 1; step <= 8; step += 1) {
    await finger('touchMove', from.x, from.y + (from.hour * step) / 8);
  }
  await finger('touchEnd');
  await expect(card(page, client, '8:00 AM to')).toBeVisible();

  const middle = (await page.locator('.cal').boundingBox())!;
  const y = middle.y + middle.height / 2;
  await swipe(page, { x: 320, y }, -200);
  await expect(card(page, client)).toBeHidden();
  const next = new URL(page.url()).searchParams.get('date');
  expect(next! > day).toBe(true);
  await page.reload();
  await expect(page.getByRole('region', { name: /calendar/i })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('date')).toBe(next);
  await page.goBack();
  await expect(card(page, client, '8:00 AM to')).toBeVisible();
});

test('a wheel with Ctrl and two fingers draw hours taller and shorter around the hand; it stays so', async ({
  signedIn,
}) => {
  const { page } = signedIn;
  await bookOne(page);
  const usual = await measure(page);
  const where = async () => (await card(page, client).boundingBox())!.y;
  const hourAfter = async (): Promise<number> =>
    (await page.locator('.cal-grid').boundingBox())!.height / 24;
  await page.mouse.move(usual.x, usual.y);
  const before = await where();
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await expect.poll(hourAfter).toBeGreaterThan(usual.hour * 1.5);
  // What was under the hand is still there.
  await expect.poll(async () => Math.abs((await where()) - before)).toBeLessThan(12);
  await page.reload();
  await expect(card(page, client)).toBeVisible();
  await expect.poll(hourAfter).toBeGreaterThan(usual.hour * 1.5);

  // There and back again is the same place, also from the bottom of the day.
  const scrolledTo = () => page.locator('.cal').evaluate((element) => element.scrollTop);
  await page.locator('.cal').evaluate((element) => element.scrollTo(0, 1300));
  await expect.poll(scrolledTo).toBe(1300);
  await page.keyboard.press('-');
  await expect.poll(hourAfter).toBeCloseTo(usual.hour, 0);
  await page.keyboard.press('+');
  await expect.poll(hourAfter).toBeGreaterThan(usual.hour * 1.5);
  await expect.poll(async () => Math.abs((await scrolledTo()) - 1300)).toBeLessThan(4);

  const touch = await page.context().newCDPSession(page);
  const box = (await page.locator('.cal').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const fingers = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart = 0) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd'
          ? []
          : [
              { x, y: y - apart / 2, id: 1 },
              { x, y: y + apart / 2, id: 2 },
            ],
    });
  await fingers('touchStart', 300);
  for (const apart of [280, 250, 225]) await fingers('touchMove', apart);
  await fingers('touchEnd');
  await expect.poll(hourAfter).toBeCloseTo(usual.hour, 0);
});
