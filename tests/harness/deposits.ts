import type { Page } from '@playwright/test';
import { expect, expectSynced } from './e2e.ts';

/** A part of the price, from everybody who books online. */
export const askForDeposits = async (page: Page): Promise<void> => {
  await page.goto('/settings');
  const card = page.getByRole('region', { name: 'Fees and deposits' });
  const part = card.getByRole('region', { name: 'Paid when booking online' });
  await part.getByLabel('Deposit').selectOption('Part of the price');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Fees saved')).toBeVisible();
  await expectSynced(page);
};

/** From the payment of a booking or a gift card to the page of the bank, with a card. */
export const payWith = async (page: Page, card: string, amount = '$14.40'): Promise<void> => {
  await page.getByRole('button', { name: `Pay ${amount}` }).click();
  await page.getByLabel('Card number').fill(card);
  await page.getByRole('button', { name: `Pay ${amount}` }).click();
};
