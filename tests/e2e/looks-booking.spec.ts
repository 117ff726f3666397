import {
  VISITOR,
  chooseService,
  chooseServiceAndStaff,
  chooseVisit,
  expectConfirmed,
  fillDetails,
} from '#tests/harness/booking-page.ts';
import { DEMO, expect } from '#tests/harness/e2e.ts';
import { testLooks } from '#tests/harness/looks.ts';

testLooks('the booking page and what follows', async ({ page, size, see }) => {
  await chooseVisit(page, 'Home visit: cut');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Please enter your city.')).toBeVisible();
  await see('book-where');
  // A visit and work at the business are not one booking.
  await page.evaluate(() => localStorage.clear());

  await page.goto(`/book/${DEMO.slug}`);
  await expect(page.getByRole('heading', { name: 'Choose your services' })).toBeVisible();
  await see('book-services');
  await chooseService(page, 'Dry cut');
  await see('book-chosen');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Who would you like?' })).toBeVisible();
  await see('book-staff');

  await chooseServiceAndStaff(page, { service: 'Buzz cut', staff: 'Jonah Reyes' });
  const time = page.getByRole('button', { name: /^\d+:\d\d [AP]M/ });
  await expect(time.first()).toBeVisible();
  await see('book-time');
  await page.getByRole('button', { name: 'Join the waitlist' }).click();
  await expect(page.getByRole('heading', { name: 'Join the waitlist' })).toBeVisible();
  await page.getByRole('button', { name: 'Other days' }).click();
  await see('book-waitlist');
  await page.getByLabel('First name').fill(VISITOR.first);
  await page.getByLabel('Email').fill(`${size}@example.com`);
  await page.getByLabel('Phone').fill(VISITOR.phone);
  await page.getByRole('button', { name: 'Join the waitlist' }).click();
  await expect(page.getByRole('heading', { name: 'You’re on the waitlist' })).toBeVisible();
  await see('waitlist-joined');
  await page.goto(`/book/${DEMO.slug}?step=time`);
  await expect(time.first()).toBeVisible();
  // Far enough ahead to be cancelled online.
  await page.getByRole('button', { name: 'Next month' }).click();
  await page
    .getByRole('gridcell')
    .getByRole('button', { name: /times? free/ })
    .last()
    .click();
  await time.first().click();
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible();
  await see('book-details');
  await fillDetails(page, { ...VISITOR, email: `${size}@example.com` });
  await expect(page.getByRole('heading', { name: 'Check and book' })).toBeVisible();
  await see('book-review');
  await page.getByRole('button', { name: 'Book now' }).click();
  await expectConfirmed(page);
  await see('book-confirmation');
  await page.getByRole('link', { name: 'Change or cancel' }).click();
  await expect(page).toHaveURL(/\/cancel-appointment/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await see('manage');
  await page.getByRole('link', { name: /^Cancel/ }).click();
  await expect(page.getByRole('heading', { name: 'Cancel this appointment?' })).toBeVisible();
  await see('cancel');
});
