import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { SMALL } from '#supabase/demo/seed.ts';

/** How a test does what a person does in the signed-in app. One function per errand. */

/** The demo's zone; tests pick days far enough ahead that no zone can turn them into the past. */
const ZONE = 'America/New_York';

/** `YYYY-MM-DD` in the demo's zone, so many days from today. */
export const dayAhead = (days: number): string => {
  const day = new Date(Date.now() + days * 86_400_000);
  return new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(day);
};

/**
 * A Tuesday past the last appointment of the demo (and inside its booking window): the owner and the
 * barber work then, no holiday is near, and no made-up visit is in the way of what a test books.
 */
export const quietDay = (): string => {
  for (let days = SMALL.daysAhead + 1; ; days += 1) {
    const day = dayAhead(days);
    const isTuesday = new Date(`${day}T12:00:00Z`).getUTCDay() === 2;
    if (isTuesday && !['07-04', '12-25', '01-01'].includes(day.slice(5))) return day;
  }
};

export const openDay = async (page: Page, day: string): Promise<void> => {
  await page.goto(`/calendar?view=day&date=${day}&staff=all`);
  await expect(page.getByRole('region', { name: /calendar/i })).toBeVisible();
};

/** The card of an appointment; `facts` are words of its description, in any order. */
export const card = (page: Page, ...facts: string[]): Locator =>
  facts.reduce(
    (found, fact) => found.and(page.locator(`[aria-label*=${JSON.stringify(fact)}]`)),
    page.locator('.cal-columns:not([aria-hidden]) .cal-card'),
  );

export type NewAppointment = {
  client: string;
  /** Makes the client on the spot instead of finding them. */
  isNewClient?: boolean;
  service: string;
  with: string;
  day: string;
  /** `HH:MM` */
  time: string;
};

export const fillAppointment = async (page: Page, wanted: NewAppointment): Promise<void> => {
  await page.getByRole('button', { name: 'New', exact: true }).last().click();
  // A phone asks first what shall be made.
  if ((page.viewportSize()?.width ?? 0) < 768) {
    await page.getByRole('link', { name: /^Appointment/ }).click();
  }
  const sheet = page.getByRole('dialog', { name: 'New appointment' });
  await sheet.getByRole('combobox', { name: 'Client' }).fill(wanted.client);
  if (wanted.isNewClient) {
    await sheet.getByRole('option', { name: /New client/ }).click();
    await sheet.getByRole('button', { name: /^(Add|Save)/ }).click();
  } else {
    // The offer to make a new one of this name is there before those that are found.
    await sheet
      .getByRole('option', { name: new RegExp(wanted.client) })
      .filter({ hasNotText: 'New client' })
      .first()
      .click();
  }
  await sheet.getByRole('combobox', { name: 'Service' }).fill(wanted.service);
  await sheet
    .getByRole('option', { name: new RegExp(`^${wanted.service}`) })
    .first()
    .click();
  await sheet.getByLabel('With').selectOption({ label: wanted.with });
  await sheet.getByLabel('Date', { exact: true }).fill(wanted.day);
  await sheet.getByLabel('Time', { exact: true }).fill(wanted.time);
};

/** Books by the sheet of the calendar and waits until it stands there. */
export const bookAppointment = async (page: Page, wanted: NewAppointment): Promise<void> => {
  await fillAppointment(page, wanted);
  await page.getByRole('button', { name: /^Book( anyway)?$/ }).click();
  await expect(card(page, wanted.client, wanted.service)).toBeVisible();
  // Until the sheet is gone, keys are its own.
  await expect(openSheet(page)).toHaveCount(0);
};

/** The sheet or modal in front; toasts are dialogs to assistive technology too. */
export const openSheet = (page: Page): Locator => page.locator('dialog[open]');

/** Opens the sheet of an appointment by its card. */
export const openCard = async (page: Page, ...facts: string[]): Promise<Locator> => {
  await card(page, ...facts).click({ position: { x: 12, y: 8 } });
  const sheet = openSheet(page);
  await expect(sheet.getByRole('button', { name: 'Move…' })).toBeVisible();
  return sheet;
};

export const moveByFields = async (
  page: Page,
  facts: string[],
  to: { day?: string; time?: string; with?: string },
): Promise<void> => {
  const sheet = await openCard(page, ...facts);
  await sheet.getByRole('button', { name: 'Move…' }).click();
  if (to.day) await sheet.getByLabel('Date', { exact: true }).fill(to.day);
  if (to.time) await sheet.getByLabel('Time', { exact: true }).fill(to.time);
  if (to.with) await sheet.getByLabel('With').selectOption({ label: to.with });
  await sheet.getByRole('button', { name: /^(Save|Move anyway)$/ }).click();
  await closeSheet(page);
};

export const cancelByButton = async (page: Page, facts: string[]): Promise<void> => {
  const sheet = await openCard(page, ...facts);
  await sheet.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Cancel appointment…' }).click();
  await sheet.getByRole('button', { name: 'Cancel appointment' }).click();
  await closeSheet(page);
};

export const closeSheet = async (page: Page): Promise<void> => {
  const sheet = openSheet(page);
  if (await sheet.isVisible())
    await sheet.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(sheet).toBeHidden();
};

/** Adds a client by the sheet, without loading the app anew; resolves when the app says it is saved. */
export const addClient = async (page: Page, firstName: string): Promise<void> => {
  await page.getByRole('link', { name: 'Clients', exact: true }).click();
  await page.getByRole('button', { name: 'Add client' }).click();
  const sheet = openSheet(page);
  await sheet.getByLabel('First name').fill(firstName);
  await sheet.getByRole('button', { name: 'Add client' }).click();
  await expect(sheet).toBeHidden();
};
