import { bookAppointment, openDay, quietDay } from '#tests/harness/app.ts';
import { DATE_SHORT, formatDate } from '#domain/time/format.ts';
import { expect, test } from '#tests/harness/e2e.ts';
import type { Page } from '#tests/harness/e2e.ts';

test.use({ keepsForOffline: false });

const day = quietDay();
const client = 'Paula Paper';
/** As it stands above each person's table: sheets come apart. */
const paperDay = formatDate(day, { locale: 'en-US', parts: { ...DATE_SHORT, weekday: 'short' } });

/** How many sheets a printer would give out. */
const sheets = async (page: Page): Promise<number> =>
  (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

test('a day and a week go to paper without navigation, a page for each day', async ({
  signedIn,
}) => {
  const { page } = signedIn;
  await openDay(page, day);
  await bookAppointment(page, {
    client,
    isNewClient: true,
    service: 'Classic cut',
    with: 'Jonah Reyes',
    day,
    time: '07:00',
  });
  await page.getByRole('button', { name: 'Calendar options' }).click();
  await page.getByRole('menuitem', { name: 'Print' }).click();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const plan = page.getByRole('region', { name: 'Day plan', includeHidden: true });
  await expect(plan).toBeVisible();
  await expect(plan).toContainText('Studio Lumen');
  const row = plan.getByRole('row', { name: new RegExp(client) });
  await expect(row).toContainText('7:00 AM – 7:30 AM');
  await expect(row).toHaveCSS('color', 'rgb(0, 0, 0)');
  for (const screenOnly of [
    page.getByRole('navigation').first(),
    page.getByRole('button', { name: 'Calendar options' }),
    page.locator('.cal'),
    // Paper repeats what is fixed to the window, above the window too, on every sheet.
    page.getByRole('link', { name: 'Skip to content', includeHidden: true }),
  ]) {
    await expect(screenOnly).toBeHidden();
  }
  await expect(plan.locator('caption').first()).toContainText(paperDay);
  const forOneDay = await sheets(page);

  await page.emulateMedia({ media: 'screen' });
  await expect(plan).toBeHidden();
  await page.getByRole('button', { name: 'Jonah Reyes' }).first().click();
  await page.getByRole('button', { name: 'Week', exact: true }).click();
  await expect(page.locator('.cal-columns:not([aria-hidden]) .cal-column')).toHaveCount(7);
  await page.keyboard.press('Control+p');
  await page.emulateMedia({ media: 'print' });
  await expect(plan.getByRole('heading', { level: 2 })).toHaveCount(7);
  expect(await sheets(page)).toBe(7);
  expect(forOneDay).toBeLessThan(4);
});
