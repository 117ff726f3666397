import { card, openDay, quietDay } from '#tests/harness/app.ts';
import { expectFocusSeen, hasFocus, press, tabTo } from '#tests/harness/by-keyboard.ts';
import { DEMO, expect, test } from '#tests/harness/e2e.ts';

test.use({ keepsForOffline: false });

test('Tab goes once around the booking page on a phone, caught and hidden nowhere', async ({
  newDevice,
}) => {
  const { page } = await newDevice({ viewport: { width: 360, height: 740 } });
  await page.goto(`/book/${DEMO.slug}`);
  // The first screenful is drawn before the rest.
  await expect(page.getByRole('region', { name: 'At your home' })).toBeVisible();
  const all = await page
    .locator('a[href], button, input, select, textarea, summary')
    .filter({ visible: true })
    .count();
  /** Whether something else lies over the middle of what has focus. */
  const whatHidesFocus = () =>
    page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return null;
      const { left, top, width, height } = focused.getBoundingClientRect();
      const seen = document.elementFromPoint(left + width / 2, top + height / 2);
      const row = focused.closest('label') ?? focused;
      return seen && (row.contains(seen) || seen.contains(row))
        ? null
        : `${focused.outerHTML.slice(0, 120)} lies under ${seen?.outerHTML.slice(0, 120)}`;
    });
  await page.keyboard.press('Tab');
  const start = await page.evaluateHandle(() => document.activeElement);
  let stops = 1;
  for (; stops <= all + 10; stops += 1) {
    await page.keyboard.press('Tab');
    expect(await whatHidesFocus()).toBeNull();
    if (await start.evaluate((element) => element === document.activeElement)) break;
  }
  expect(stops).toBeGreaterThan(10);
  expect(stops).toBeLessThanOrEqual(all + 1);
});

test('an appointment is made in the calendar with nothing but a keyboard', async ({ signedIn }) => {
  const { page } = signedIn;
  const day = quietDay();
  await openDay(page, day);

  // The first stop skips the navigation.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  // One stop for the whole grid; arrows walk over free moments and cards.
  const free = page.locator('.cal-free');
  await tabTo(page, free);
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  const before = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await page.keyboard.press('ArrowDown');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .not.toBe(before);
  await page.keyboard.press('End');
  for (let step = 0; step < 20 && !(await hasFocus(free)); step += 1) {
    await page.keyboard.press('ArrowUp');
  }
  await expect(free).toBeFocused();
  await expectFocusSeen(page);
  await page.keyboard.press('Enter');

  const sheet = page.getByRole('dialog', { name: 'New appointment' });
  const client = sheet.getByRole('combobox', { name: 'Client' });
  await expect(client).toBeFocused();
  await page.keyboard.type('Kim Keyboard');
  await expect(sheet.getByRole('option', { name: /New client/ })).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await press(page, sheet.getByRole('button', { name: /^(Add|Save)/ }));
  await expect(sheet.getByText('Kim Keyboard', { exact: true })).toBeVisible();

  await tabTo(page, sheet.getByRole('combobox', { name: 'Service' }));
  await page.keyboard.type('Dry cut');
  await expect(sheet.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(
    sheet.getByText('Dry cut').or(sheet.locator('input[value^="Dry cut"]')),
  ).not.toHaveCount(0);

  // Tab stays in the sheet, all the way around.
  const book = sheet.getByRole('button', { name: /^Book( anyway)?$/ });
  await tabTo(page, book);
  await tabTo(page, sheet.getByRole('button', { name: 'Close' }));
  expect(await sheet.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  await press(page, book);
  await expect(sheet).toBeHidden();
  await expect(card(page, 'Kim Keyboard', 'Dry cut')).toBeVisible();

  // Closing without a change gives focus back to where it was.
  await openDay(page, day);
  await tabTo(page, free);
  await page.keyboard.press('Enter');
  await expect(client).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(free).toBeFocused();
});
