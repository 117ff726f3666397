import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { DEMO } from './e2e.ts';

export type Visitor = { first: string; last: string; email: string; phone: string };

export const VISITOR: Visitor = {
  first: 'Wanda',
  last: 'Maximova',
  email: 'wanda@example.com',
  phone: '(718) 555-9911',
};

/** Chooses a service and a person, and stops where times are shown. */
export const chooseServiceAndStaff = async (
  page: Page,
  { service, staff }: { service: string; staff: string },
): Promise<void> => {
  await page.goto(`/book/${DEMO.slug}`);
  await page.getByLabel('Search services').fill(service);
  await page.getByRole('checkbox', { name: service }).first().check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('radio', { name: new RegExp(staff) }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
};

/** Chooses what is done at the client's, and stops where it is asked where that is. */
export const chooseVisit = async (page: Page, service: string): Promise<void> => {
  await page.goto(`/book/${DEMO.slug}`);
  await page.getByLabel('Search services').fill(service);
  await page.getByRole('checkbox', { name: service }).first().check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Where shall we come to?' })).toBeVisible();
};

/** Shows the times of a day that is far enough ahead to be cancelled again; answers the first one. */
export const laterTime = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Next month' }).click();
  await page
    .getByRole('button', { name: /\d times? free$/ })
    .nth(2)
    .click();
  return page.getByRole('button', { name: /^\d+:\d\d [AP]M/ }).first();
};

export const fillDetails = async (page: Page, visitor: Visitor = VISITOR): Promise<void> => {
  await page.getByLabel('First name').fill(visitor.first);
  await page.getByLabel('Last name').fill(visitor.last);
  await page.getByLabel('Email').fill(visitor.email);
  await page.getByLabel('Phone').fill(visitor.phone);
  await page.getByRole('button', { name: 'Continue' }).click();
};

export const expectConfirmed = (page: Page): Promise<void> =>
  expect(page).toHaveURL(new RegExp(`/book/${DEMO.slug}/confirmation`), { timeout: 20_000 });
