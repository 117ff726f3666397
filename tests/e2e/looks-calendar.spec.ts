import type { Page } from '@playwright/test';
import { busyDay, chooseService } from '#tests/harness/app.ts';
import { expect } from '#tests/harness/e2e.ts';
import { localRows, visitAhead } from '#tests/harness/local-data.ts';
import { signInHere, testLooks } from '#tests/harness/looks.ts';

testLooks('the calendar and what stands in it', async ({ page, see }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await see('sign-in');

  await signInHere(page);
  await page.goto(`/calendar?view=day&date=${busyDay()}&staff=all`);
  await expect(page.locator('.cal-columns:not([aria-hidden]) .cal-card').first()).toBeAttached();
  await see('calendar-day');
  await page.goto('/calendar?view=three&staff=all');
  await expect(page.locator('.cal-columns:not([aria-hidden]) .cal-card').first()).toBeAttached();
  await see('calendar-three');
  await page.goto('/calendar?view=week&staff=all');
  await expect(page.locator('.cal-columns:not([aria-hidden]) .cal-card').first()).toBeAttached();
  await see('calendar-week');

  await page.goto('/calendar?view=month&staff=all');
  await expect(page.getByRole('gridcell', { name: /\d visits/ }).first()).toBeVisible();
  await see('calendar-month');
  await page.goto('/calendar?view=agenda&staff=all');
  await see('calendar-list');

  const { id: appointment } = await visitAhead(page);
  await page.goto(`/calendar?view=day&staff=all&open=${appointment}`);
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByRole('button', { name: 'More actions' })).toBeVisible();
  await see('appointment-sheet');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Change services…' }).click();
  await page.getByRole('button', { name: 'Change', exact: true }).first().click();
  await see('appointment-services');
  await page.goto(`/appointments/${appointment}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await see('appointment-page');
  await page.getByRole('button', { name: 'History', exact: true }).click();
  await expect(page.getByText(/^Booked.* for /).first()).toBeVisible();
  await see('appointment-history');
  for (const [screen, part, waitsFor] of [
    // What they say depends on what the sizes before have made of the visit.
    ['appointment-move', 'move', /^(Save|Move)/],
    ['appointment-cancel', 'cancel', /^Cancel/],
    ['running-late', 'late', /^10 min$/],
  ] as const) {
    await page.goto(`/calendar?view=day&staff=all&open=${appointment}&part=${part}`);
    await expect(
      page.getByRole('dialog').getByRole('button', { name: waitsFor }).first(),
    ).toBeVisible();
    await see(screen);
  }
  await page.goto('/calendar?view=day&staff=all&new=appointment');
  await expect(page.getByRole('combobox', { name: 'Client' })).toBeVisible();
  await see('new-appointment');
  await page.getByLabel('Where').selectOption('client');
  await page.getByLabel('Way there').scrollIntoViewIfNeeded();
  await see('new-visit');
  await page.goto('/calendar?view=day&staff=all&new=block');
  await page.getByLabel('Repeats').selectOption('week');
  await see('block-time');
  await page.goto('/calendar?view=day&staff=all&new=class');
  await page.getByLabel('Service', { exact: true }).selectOption({ index: 1 });
  await page.getByLabel('Time', { exact: true }).fill('06:00');
  await see('plan-class');
  await page.getByRole('button', { name: /^Plan (class|anyway)$/ }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto(`/appointments/${await aClass(page)}`);
  await page.getByRole('combobox', { name: 'Give somebody a seat' }).fill('a');
  await page.getByRole('option').filter({ hasNotText: 'New client' }).first().click();
  await expect(page.getByRole('list', { name: 'With a seat' })).toBeVisible();
  await see('class');
  await page.goto(`/appointments/${appointment}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Add another person…' }).click();
  await page.getByRole('button', { name: 'Walk-in' }).click();
  await chooseService(page.locator('body'), 'Dry cut');
  await see('group-person');
  await page.getByRole('button', { name: /^Book( anyway)?$/ }).click();
  await page.getByRole('region', { name: 'Group' }).scrollIntoViewIfNeeded();
  await see('group');
  await page.getByRole('button', { name: 'Move…' }).click();
  await page.getByRole('radio', { name: 'Whole group' }).check();
  await expect(page.getByRole('list', { name: 'Who is moved' })).toBeVisible();
  await see('group-move');
});

/** The newest one. */
const aClass = async (page: Page): Promise<string> => {
  const classes = (await localRows(page, 'appointments')).filter(
    ({ capacity }) => typeof capacity === 'number',
  );
  return String(classes.at(-1)?.['id']);
};
