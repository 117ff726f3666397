import type { Page } from '@playwright/test';
import type { Instant } from '#domain/rows.ts';
import { clockText, wallAt } from '#domain/time/clock-text.ts';
import { bookAppointment, openDay } from './app.ts';
import { chooseServiceAndStaff, fillDetails, laterTime } from './booking-page.ts';
import { DEMO, expect, expectSynced } from './e2e.ts';

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

/** The same, said to the database: for tests in which nobody of the team takes part before. */
export const DEPOSITS_ASKED = `
  update public.booking_rules r set deposit_rule = '{"percent": 30}'
  from public.businesses b where b.id = r.id and b.slug = '${DEMO.slug}'`;

/** A booking as its page has sent it to be paid for. */
type Held = { hold_key: string; starts_at: Instant };

const SERVICE = { service: 'Dry cut', staff: 'Jonah Reyes' } as const;

/** From the review of a booking to the page where the card is asked for. */
export const continueToPayment = async (page: Page): Promise<Held> => {
  const asked = page.waitForRequest(/\/rpc\/start_payment$/);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByRole('heading', { name: 'Pay to book' })).toBeVisible();
  return ((await asked).postDataJSON() as { request: Held }).request;
};

/** From the services to the page where the card is asked for. */
export const goToPayment = async (page: Page): Promise<Held> => {
  await chooseServiceAndStaff(page, SERVICE);
  await (await laterTime(page)).click();
  await fillDetails(page);
  return continueToPayment(page);
};

/** From the payment of a booking or a gift card to the page of the bank; answers where that is. */
export const goToBank = async (page: Page, amount = '$14.40'): Promise<string> => {
  await page.getByRole('button', { name: `Pay ${amount}` }).click();
  await expect(page.getByLabel('Card number')).toBeVisible();
  return page.url();
};

/** On the page of the bank. */
export const giveCard = async (page: Page, card: string, amount = '$14.40'): Promise<void> => {
  await page.getByLabel('Card number').fill(card);
  await page.getByRole('button', { name: `Pay ${amount}` }).click();
};

/** From the payment of a booking or a gift card to the page of the bank, with a card. */
export const payWith = async (page: Page, card: string, amount = '$14.40'): Promise<void> => {
  await goToBank(page, amount);
  await giveCard(page, card, amount);
};

/** The time that was kept for somebody at the bank is not any more, and the team gives it to another client. */
export const loseTime = async (pro: Page, siteUrl: string, held: Held): Promise<void> => {
  const released = await fetch(`${siteUrl}/rest/v1/rpc/release_hold`, {
    method: 'POST',
    headers: { apikey: 'sb_publishable_daybook_local', 'content-type': 'application/json' },
    body: JSON.stringify({ slug: DEMO.slug, hold_key: held.hold_key }),
  });
  expect(await released.json()).toEqual({ ok: true });
  const { day, minute } = wallAt('America/New_York', held.starts_at);
  await openDay(pro, day);
  await bookAppointment(pro, {
    client: 'Nora Nowhere',
    isNewClient: true,
    service: SERVICE.service,
    with: SERVICE.staff,
    day,
    time: clockText(minute),
  });
  await expectSynced(pro);
};

/** Led back to the times: says so, takes the nearest one that is free, and goes on to the payment. */
export const chooseNearestTime = async (page: Page): Promise<Held> => {
  await expect(page.getByRole('heading', { name: 'Choose a time' })).toBeVisible();
  const lost = page.getByRole('alert');
  await expect(lost).toContainText('has just been taken');
  await lost.getByRole('button').first().click();
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  return continueToPayment(page);
};
