import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { Day } from '#domain/rows.ts';
import { addDays, dayNumber, weekdayOf } from '#domain/time/day.ts';
import { SMALL } from '#supabase/demo/seed.ts';

/** How a test does what a person does in the signed-in app. One function per errand. */

/** The demo's zone; tests pick days far enough ahead that no zone can turn them into the past. */
const ZONE = 'America/New_York';

/** One moment for the whole run of this process: a test that midnight comes to goes on with its day. */
const TODAY = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(new Date());

/** `YYYY-MM-DD` in the demo's zone, so many days from today. */
export const dayAhead = (days: number): Day => addDays(TODAY, days);

/**
 * A Tuesday past the last appointment of the demo (and inside its booking window): the owner and the
 * barber work then, no holiday is near, and no made-up visit is in the way of what a test books.
 */
export const quietDay = (): Day => {
  for (let days = SMALL.daysAhead + 1; ; days += 1) {
    const day = dayAhead(days);
    if (weekdayOf(dayNumber(day)) === TUESDAY && !HOLIDAYS.has(day.slice(5))) return day;
  }
};
/** A day on which the demo is at work and full: today, or soon. */
export const busyDay = (): Day => {
  for (let days = 0; ; days += 1) {
    const day = dayAhead(days);
    if (weekdayOf(dayNumber(day)) !== SUNDAY && !HOLIDAYS.has(day.slice(5))) return day;
  }
};
/** Counted from Monday. */
const TUESDAY = 1;
const SUNDAY = 6;
/** The demo is closed then. */
const HOLIDAYS = new Set(['07-04', '12-25', '01-01']);

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

/** Where something is once it stands still and nothing lies over it; what is measured before moves on. */
export const steady = async (
  element: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> => {
  await element.click({ trial: true, position: { x: 12, y: 8 } });
  return (await element.boundingBox())!;
};

/**
 * A finger that strokes sideways and never rests: all of it is on its way before the page has seen
 * the beginning, or on a busy machine it would be a long press.
 */
export const swipe = async (
  page: Page,
  from: { x: number; y: number },
  distance: number,
): Promise<void> => {
  const touch = await page.context().newCDPSession(page);
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y: from.y }],
    });
  const steps = [1, 2, 3, 4, 5, 6, 7, 8].map((step) => from.x + (distance * step) / 8);
  await Promise.all([
    finger('touchStart', from.x),
    ...steps.map((x) => finger('touchMove', x)),
    finger('touchEnd'),
  ]);
  await touch.detach();
};

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

/** Presses what makes something new in the calendar; a phone asks first what. */
export const pressNew = async (page: Page, what: 'Appointment' | 'Class'): Promise<void> => {
  if ((page.viewportSize()?.width ?? 0) < 768) {
    await page.locator('.bottom-bar').getByRole('button', { name: 'New' }).click();
    await page.getByRole('link', { name: new RegExp(`^${what}`) }).click();
  } else {
    await page.getByRole('main').getByRole('button', { name: 'New', exact: true }).click();
  }
};

export const fillAppointment = async (page: Page, wanted: NewAppointment): Promise<void> => {
  await pressNew(page, 'Appointment');
  const sheet = page.getByRole('dialog', { name: 'New appointment' });
  if (wanted.isNewClient) {
    await addClientIn(sheet, wanted.client);
  } else {
    await sheet.getByRole('combobox', { name: 'Client' }).fill(wanted.client);
    // The offer to make a new one of this name is there before those that are found.
    await sheet
      .getByRole('option', { name: new RegExp(wanted.client) })
      .filter({ hasNotText: 'New client' })
      .first()
      .click();
  }
  await chooseService(sheet, wanted.service);
  await sheet.getByLabel('With').selectOption({ label: wanted.with });
  await sheet.getByLabel('Date', { exact: true }).fill(wanted.day);
  await sheet.getByLabel('Time', { exact: true }).fill(wanted.time);
};

/** Adds somebody new where a client is asked for, and waits until they are chosen there. */
export const addClientIn = async (form: Locator, name: string): Promise<void> => {
  await form.getByRole('combobox', { name: 'Client' }).fill(name);
  await form.getByRole('option', { name: /New client/ }).click();
  await form.getByRole('button', { name: 'Add client' }).click();
  await expect(form.getByText(name, { exact: true })).toBeVisible();
};

/** Finds a service by its name where one is asked for; the person for it can be chosen then. */
export const chooseService = async (form: Locator, name: string): Promise<void> => {
  await form.getByRole('combobox', { name: 'Service' }).fill(name);
  await form
    .getByRole('option', { name: new RegExp(`^${name}`) })
    .first()
    .click();
  await expect(form.getByRole('combobox', { name: 'Service' })).toHaveValue(new RegExp(`^${name}`));
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
  await saveStep(sheet, /^(Save|Move anyway)$/);
  await closeSheet(page);
};

export const cancelByButton = async (page: Page, facts: string[]): Promise<void> => {
  const sheet = await openCard(page, ...facts);
  await sheet.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Cancel appointment…' }).click();
  await saveStep(sheet, 'Cancel appointment');
  await closeSheet(page);
};

/** Presses what saves a step of an appointment, and waits until the appointment is shown again. */
export const saveStep = async (sheet: Locator, name: string | RegExp): Promise<void> => {
  await sheet.getByRole('button', { name }).click();
  await expect(sheet.getByRole('button', { name: 'More actions' })).toBeVisible();
};

export const closeSheet = async (page: Page): Promise<void> => {
  await openSheet(page).getByRole('button', { name: 'Close', exact: true }).click();
  await expect(openSheet(page)).toHaveCount(0);
};

/** What is told in passing, held under the mouse: it stays while it is looked at. */
export const heldToast = async (page: Page, words: string | RegExp): Promise<Locator> => {
  const toast = page.locator('.toast', { hasText: words });
  await toast.hover();
  return toast;
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
