import type { Page } from '@playwright/test';
import { axeFaults } from '#tests/harness/axe.ts';
import {
  bookAppointment,
  dayAhead,
  heldToast,
  openCard,
  openDay,
  openSheet,
} from '#tests/harness/app.ts';
import {
  DEMO,
  expect,
  expectReadyForOffline,
  expectSynced,
  signIn,
  test,
} from '#tests/harness/e2e.ts';
import { expectEqualEverywhere } from '#tests/harness/equality.ts';
import { localRows } from '#tests/harness/local-data.ts';

const client = 'Nora Nowhere';

/** Status and fee of the only visit that has one, as this device has them. */
const fee = async (page: Page): Promise<unknown[]> => {
  const row = (await localRows(page, 'appointments')).find(({ fee_state }) => fee_state !== 'none');
  return row ? [row['status'], row['fee_kind'], row['fee_state']] : [];
};

const setFees = async (page: Page): Promise<void> => {
  await page.goto('/settings');
  const card = page.getByRole('region', { name: 'Fees' });
  const late = card.getByRole('region', { name: 'Cancelled late by the client' });
  await late.getByLabel('Costs').selectOption('Part of the price');
  const missed = card.getByRole('region', { name: 'Did not come' });
  await missed.getByLabel('Costs').selectOption('Part of the price');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Fees saved')).toBeVisible();
  await expectSynced(page);
};

test('who does not come owes a fee: proposed and kept offline, taken back, waived on another device', async ({
  server,
  signedIn: { page, context },
  newDevice,
}) => {
  await setFees(page);
  const day = dayAhead(-1);
  await openDay(page, day);
  await expectReadyForOffline(page);
  await context.setOffline(true);
  await bookAppointment(page, {
    client,
    isNewClient: true,
    service: 'Classic cut',
    with: 'Jonah Reyes',
    day,
    time: '14:00',
  });
  const sheet = await openCard(page, client);
  const card = sheet.getByRole('region', { name: 'Fee' });
  const more = async (item: string): Promise<void> => {
    await sheet.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  // Cancelled by the client long after the deadline: one press decides, one press takes it back.
  await more('Cancel appointment…');
  const later = sheet.getByRole('button', { name: 'Cancel, charge later' });
  await expect(later).toBeVisible();
  expect(await axeFaults(page, { within: 'dialog[open]' })).toEqual([]);
  await later.click();
  const cancelled = await heldToast(page, 'cancelled');
  await expect(card).toContainText('To be charged later.');
  expect(await fee(page)).toEqual(['cancelled', 'late_cancel', 'owed']);
  await cancelled.getByRole('button', { name: 'Undo' }).click();
  await expect(card).toBeHidden();
  await expect(sheet.getByRole('button', { name: 'Arrived' })).toBeVisible();
  expect(await fee(page)).toEqual([]);

  await more('Did not come');
  await expect(card).toContainText('Nobody has decided yet.');
  await card.getByRole('button', { name: 'Charge later' }).click();
  await expect(card).toContainText('To be charged later.');
  const amount = /\$\d+\.\d\d/.exec((await card.textContent()) ?? '')?.[0] ?? '';
  expect(amount).not.toBe('');

  // It is safe on this device, and the client's page says it.
  await page.reload();
  await expect(openSheet(page).getByRole('region', { name: 'Fee' })).toContainText(amount);
  await openSheet(page).getByRole('link', { name: client }).click();
  await expect(page.getByRole('link', { name: `Owes ${amount} for ` })).toBeVisible();

  await context.setOffline(false);
  await expectSynced(page);
  const desk = await newDevice({ viewport: { width: 360, height: 740 } });
  await signIn(desk.page, DEMO.desk, new URL(page.url()).pathname);
  await desk.page.getByRole('link', { name: `Owes ${amount} for ` }).click();
  const kept = desk.page.getByRole('region', { name: 'Fee' });
  await kept.getByRole('button', { name: 'Waive' }).click();
  await expect(kept).toContainText('Waived');
  await expect.poll(() => fee(page)).toEqual(['no_show', 'no_show', 'waived']);
  await expect(page.getByRole('link', { name: /^Owes/ })).toHaveCount(0);
  await expectEqualEverywhere(server.url, [page, desk.page]);
});
