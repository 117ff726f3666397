import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import {
  chooseServiceAndStaff,
  expectConfirmed,
  fillDetails,
  laterTime,
} from '#tests/harness/booking-page.ts';
import { askForDeposits, payWith } from '#tests/harness/deposits.ts';
import { DEMO, TOLD, expect, test } from '#tests/harness/e2e.ts';

test.use({ keepsForOffline: false });

const expectAccessible = async (page: Page): Promise<void> => {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
};

test('a deposit is declined, left and gone on with; both sides see it, and it goes back when cancelled', async ({
  signedIn: { page: pro },
  newDevice,
}) => {
  await askForDeposits(pro);

  const { page: first, context } = await newDevice({ viewport: { width: 360, height: 740 } });
  await chooseServiceAndStaff(first, { service: 'Dry cut', staff: 'Jonah Reyes' });
  await (await laterTime(first)).click();
  await fillDetails(first);
  await expect(first.getByText('$14.40 now, by card')).toBeVisible();
  await first.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(first.getByRole('heading', { name: 'Pay to book' })).toBeVisible();
  await expectAccessible(first);
  await payWith(first, '4000 0000 0000 0002');
  await expect(first.getByRole('alert')).toContainText('declined');

  // The tab is closed at the bank, and the booking opened again.
  await first.close();
  const visitor = await context.newPage();
  await visitor.goto(`/book/${DEMO.slug}/payment`);
  await expect(visitor.getByText('Your card was declined')).toBeVisible();
  await payWith(visitor, '4000 0000 0000 3220');
  await expect(
    visitor.getByRole('heading', { name: 'Your bank asks: is this you?' }),
  ).toBeVisible();
  await visitor.getByRole('button', { name: 'Yes, pay' }).click();
  await expectConfirmed(visitor);
  await expect(visitor.getByText('Paid already')).toBeVisible();
  const id = new URL(visitor.url()).searchParams.get('id') ?? '';

  await pro.goto(`/appointments/${id}`);
  await expect(pro.getByRole('region', { name: 'Deposit' })).toContainText(
    '$14.40 counts at checkout',
    TOLD,
  );
  await pro.goto(`/checkout/${id}`);
  const payment = pro.getByRole('region', { name: 'Payment' });
  await expect(payment.getByText('Deposit, paid online')).toBeVisible();
  await expect(payment.getByText('$33.60').first()).toBeVisible();

  await visitor.getByRole('link', { name: 'Change or cancel' }).click();
  await visitor.getByRole('link', { name: 'Cancel it' }).click();
  await expect(
    visitor.getByText('The $14.40 that you have paid goes back to your card.'),
  ).toBeVisible();
  await visitor.getByRole('button', { name: 'Cancel the appointment' }).click();
  await expect(
    visitor.getByRole('heading', { name: 'This appointment is cancelled' }),
  ).toBeVisible();

  await pro.goto('/settings/stripe/return');
  await expect(pro.getByText('Online payments are being tried out')).toBeVisible();
});
