import {
  VISITOR,
  chooseService,
  chooseServiceAndStaff,
  chooseVisit,
  expectConfirmed,
  fillDetails,
} from '#tests/harness/booking-page.ts';
import { changeAnswers } from '#tests/harness/changed-answers.ts';
import type { PublicProfile } from '#remote/public-booking.ts';
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
  await page.getByLabel('Email', { exact: true }).fill(`${size}@example.com`);
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

const LONG = 'Donaudampfschifffahrtskapitänsmützenaufbereitung';

testLooks(
  'the booking page in euros, with long words, and without a connection halfway',
  async ({ page, see }) => {
    await changeAnswers<PublicProfile>(page, 'public_profile', (own) => ({
      ...own,
      business: {
        ...own.business,
        name: `Friseurmeisterbetrieb Annegret ${LONG}-Hohenschönhausen`,
        currency: 'EUR',
        locale: 'de-DE',
        time_zone: 'Europe/Berlin',
        time_format: 'h24',
        week_start: 1,
      },
      categories: own.categories.map((one, at) => ({
        ...one,
        name: `${one.name} ${at ? '' : LONG}`,
      })),
      services: own.services.map((one) =>
        one.name === 'Dry cut'
          ? { ...one, name: `Dry cut und ${LONG}`, description: `${LONG}, ${LONG}` }
          : one,
      ),
      variants: own.variants.map((one) => ({ ...one, price_cents: one.price_cents * 25 + 50 })),
      staff: own.staff.map((one) =>
        one.display_name === 'Jonah Reyes' ? { ...one, display_name: `Jonah Reyes-${LONG}` } : one,
      ),
    }));
    await page.goto(`/book/${DEMO.slug}`);
    await page.getByRole('checkbox', { name: /^Dry cut und/ }).check();
    await see('long-services');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('radio', { name: /^Jonah/ }).check();
    await see('long-staff');
    await page.getByRole('button', { name: 'Continue' }).click();
    const time = page.getByRole('button', { name: /^\d+:\d\d/ });
    await expect(time.first()).toBeVisible();
    await see('long-time');
    await time.last().click();
    await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible();
    await page.context().setOffline(true);
    await expect(page.getByText('You are offline.')).toBeVisible();
    await see('offline-details');
    await fillDetails(page, { ...VISITOR, first: 'Maximiliana', last: `von ${LONG}` });
    await expect(page.getByRole('heading', { name: 'Check and book' })).toBeVisible();
    await see('offline-review');
    await page.context().setOffline(false);
    await expect(page.getByText('You are offline.')).toHaveCount(0);
    await see('long-review');
  },
);
