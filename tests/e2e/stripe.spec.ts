import {
  chooseServiceAndStaff,
  expectConfirmed,
  fillDetails,
  laterTime,
} from '#tests/harness/booking-page.ts';
import { askForDeposits, payWith } from '#tests/harness/deposits.ts';
import { DEMO, expect, test as base, type Page } from '#tests/harness/e2e.ts';
import { startServer } from '#tests/harness/server.ts';
import { startStripe, type StripeEmulator } from '#tests/harness/stripe/emulator.ts';

/** Without the network: what stands in for Stripe has its interface, its pages and its messages. */
const test = base.extend<{ stripe: StripeEmulator }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter list
  stripe: async ({}, use) => {
    const stripe = await startStripe();
    await use(stripe);
    await stripe.stop();
  },
  server: async ({ stripe }, use) => {
    const server = await startServer(stripe.env);
    stripe.tellTo(server.url);
    await use(server);
    await server.dispose();
  },
});

/** From the services to the page where the card is asked for. */
const goToPayment = async (page: Page): Promise<void> => {
  await chooseServiceAndStaff(page, { service: 'Dry cut', staff: 'Jonah Reyes' });
  await (await laterTime(page)).click();
  await fillDetails(page);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByRole('heading', { name: 'Pay to book' })).toBeVisible();
};

test('an account is connected, then deposits are paid by Stripe, with the tab open or closed', async ({
  signedIn: { page: pro },
  newDevice,
  stripe,
}) => {
  await pro.goto('/settings/stripe/return');
  await pro.getByRole('button', { name: 'Connect with Stripe' }).click();
  await pro.getByRole('button', { name: 'Leave for now' }).click();
  await expect(pro.getByRole('heading', { name: 'Stripe needs to know more' })).toBeVisible();
  await pro.getByRole('button', { name: 'Continue with Stripe' }).click();
  await pro.getByRole('button', { name: 'Everything is told', exact: true }).click();
  await expect(pro.getByRole('heading', { name: 'Clients can pay online' })).toBeVisible();
  await askForDeposits(pro);

  const { page: first, context } = await newDevice({ viewport: { width: 360, height: 740 } });
  await goToPayment(first);
  await payWith(first, '4000 0000 0000 0002');
  await expect(first.getByRole('alert')).toContainText('declined');
  await first.close();

  const visitor = await context.newPage();
  await visitor.goto(`/book/${DEMO.slug}/payment`);
  await expect(visitor.getByText('Your card was declined')).toBeVisible();
  await payWith(visitor, '4000 0000 0000 3220');
  await visitor.getByRole('button', { name: 'Complete' }).click();
  await expectConfirmed(visitor);
  await expect(visitor.getByText('Paid already')).toBeVisible();

  // The tab is closed on Stripe's page, where the card is given all the same.
  const { page: second, context: other } = await newDevice();
  await goToPayment(second);
  await second.getByRole('button', { name: 'Pay $14.40' }).click();
  await expect(second.getByLabel('Card number')).toBeVisible();
  const session = new URL(second.url()).pathname.split('/').at(-1) ?? '';
  await second.close();
  expect(stripe.book.pay(session, '4242 4242 4242 4242', null)).toBe('paid');
  await stripe.quiet();
  expect(stripe.book.sessionById(session).payment_intent?.status).toBe('succeeded');
  const back = await other.newPage();
  await back.goto(`/book/${DEMO.slug}/payment`);
  await expectConfirmed(back);
});
