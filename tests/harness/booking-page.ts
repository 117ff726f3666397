import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { Day } from '#domain/rows.ts';
import { DEMO } from './e2e.ts';

export type Visitor = { first: string; last: string; email: string; phone: string };

export const VISITOR: Visitor = {
  first: 'Wanda',
  last: 'Maximova',
  email: 'wanda@example.com',
  phone: '(718) 555-9911',
};

/** Finds a service by its name and chooses it, without going on. */
export const chooseService = async (page: Page, service: string): Promise<void> => {
  await page.goto(`/book/${DEMO.slug}`);
  await page.getByLabel('Search services').fill(service);
  // The list is short by then, and stands still.
  await expect(page.getByRole('status').filter({ hasText: /fits?$/ })).toBeAttached();
  await page.getByRole('checkbox', { name: service }).first().check();
};

const goOn = (page: Page): Promise<void> => page.getByRole('button', { name: 'Continue' }).click();

/** Chooses a service and a person, and stops where times are shown. */
export const chooseServiceAndStaff = async (
  page: Page,
  { service, staff }: { service: string; staff: string },
): Promise<void> => {
  await chooseService(page, service);
  await goOn(page);
  await page.getByRole('radio', { name: new RegExp(staff) }).check();
  await goOn(page);
  await expect(page.getByRole('heading', { name: 'Choose a time' })).toBeVisible();
};

/** Chooses what is done at the client's, and stops where it is asked where that is. */
export const chooseVisit = async (page: Page, service: string): Promise<void> => {
  await chooseService(page, service);
  await goOn(page);
  await expect(page.getByRole('heading', { name: 'Where shall we come to?' })).toBeVisible();
};

/** It is known what is free: until then the month may still turn to where something is. */
const expectTimes = (page: Page): Promise<void> =>
  expect(page.getByRole('heading', { level: 2, name: /\d times? free$/ })).toBeVisible();

/** Shows the times of a day that is far enough ahead to be cancelled again; answers the first one. */
export const laterTime = async (page: Page): Promise<Locator> => {
  await expectTimes(page);
  await page.getByRole('button', { name: 'Next month' }).click();
  await page
    .getByRole('button', { name: /\d times? free$/ })
    .nth(2)
    .click();
  return page.getByRole('button', { name: /^\d+:\d\d [AP]M/ }).first();
};

/** Turns to the month of a day and shows its times. */
export const chooseDay = async (page: Page, day: Day): Promise<void> => {
  const words = (parts: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en-US', { ...parts, timeZone: 'UTC' }).format(new Date(day));
  const month = page.getByRole('heading', { level: 2, name: /^[A-Z][a-z]+ \d{4}$/ });
  await expectTimes(page);
  while ((await month.innerText()) !== words({ month: 'long', year: 'numeric' })) {
    await page.getByRole('button', { name: 'Next month' }).click();
  }
  const date = words({ month: 'long', day: 'numeric' });
  await page.getByRole('button', { name: new RegExp(`${date}\\b.*\\d times? free$`) }).click();
};

/** The start of the time that this browser holds. */
export const heldTime = async (page: Page): Promise<string> => {
  const read = () =>
    page.evaluate(() => {
      const draft = Object.values(localStorage).find((value) => value.includes('startsAt'));
      return /"startsAt":"([^"]+)"/.exec(draft ?? '')?.[1] ?? '';
    });
  await expect.poll(read).not.toBe('');
  return read();
};

export const fillDetails = async (page: Page, visitor: Visitor = VISITOR): Promise<void> => {
  await page.getByLabel('First name').fill(visitor.first);
  await page.getByLabel('Last name').fill(visitor.last);
  await page.getByLabel('Email', { exact: true }).fill(visitor.email);
  await page.getByLabel('Phone').fill(visitor.phone);
  await page.getByRole('button', { name: 'Continue' }).click();
};

export const expectConfirmed = (page: Page): Promise<void> =>
  expect(page).toHaveURL(new RegExp(`/book/${DEMO.slug}/confirmation`));
