import { expect, signIn, test } from '#tests/harness/e2e.ts';
import type { Page } from '#tests/harness/e2e.ts';
import { expectEverythingHere, localRows } from '#tests/harness/local-data.ts';

test.use({ keepsForOffline: false });

/** The least that a thumb hits (WCAG 2.5.5). */
const LEAST_PX = 44;

/** Buttons that are smaller on purpose. */
const SMALLER: readonly { selector: string; why: string }[] = [
  { selector: '.cal-card, .cal-free', why: 'as tall as the visit is long; there is the list' },
  { selector: '[class*="after:inset-0"]', why: 'its whole row takes the press' },
];

/** `name: 36 × 20` of what is too small to be hit. */
const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate(
    ({ least, except }) =>
      [...document.querySelectorAll('main button, nav button, nav a, dialog[open] button')].flatMap(
        (button) => {
          const { width, height } = button.getBoundingClientRect();
          const isSeen = width > 0 && height > 0 && !button.closest('[aria-hidden=true]');
          // Half a pixel is the rounding of the screen.
          const isLarge = width >= least - 0.5 && height >= least - 0.5;
          if (!isSeen || isLarge || button.matches(except)) return [];
          const name = button.getAttribute('aria-label') ?? button.textContent ?? '';
          return [`${name.trim()}: ${Math.round(width)} × ${Math.round(height)}`];
        },
      ),
    { least: LEAST_PX, except: SMALLER.map(({ selector }) => selector).join(', ') },
  );

test('on a phone every button is large enough for a thumb', async ({ newDevice }) => {
  const { page } = await newDevice({ viewport: { width: 360, height: 740 }, hasTouch: true });
  await signIn(page);
  await expectEverythingHere(page);
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
  const client = String((await localRows(page, 'clients', { status: 'active' }))[0]?.['id']);
  const service = String((await localRows(page, 'services'))[0]?.['id']);
  const visit = String((await localRows(page, 'appointments', { status: 'booked' }))[0]?.['id']);
  const found: string[] = [];
  for (const path of [
    '/',
    '/calendar?view=agenda',
    '/clients',
    `/clients/${client}`,
    `/appointments/${visit}`,
    '/more/services',
    '/staff',
    '/settings',
    '/checkout',
    '/forms',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('button').first()).toBeVisible();
    found.push(...(await tooSmall(page)).map((what) => `${path} ${what}`));
  }
  for (const path of [
    `/more/services?service=${service}`,
    '/calendar?view=agenda&new=appointment',
    '/clients?new=client',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('dialog').last()).toBeVisible();
    found.push(...(await tooSmall(page)).map((what) => `${path} ${what}`));
  }
  expect(found).toEqual([]);
});
