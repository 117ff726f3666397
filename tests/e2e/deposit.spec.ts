import { axeFaults } from '#tests/harness/axe.ts';
import {
  VISITOR,
  chooseServiceAndStaff,
  expectConfirmed,
  fillDetails,
  laterTime,
} from '#tests/harness/booking-page.ts';
import {
  DEPOSITS_ASKED,
  askForDeposits,
  continueToPayment,
  giveCard,
  goToBank,
  goToPayment,
  payWith,
} from '#tests/harness/deposits.ts';
import { DEMO, TOLD, expect, expectSynced, test } from '#tests/harness/e2e.ts';

test.use({ keepsForOffline: false });

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
  expect(await axeFaults(first)).toEqual([]);
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

test('a bank takes its time, and the page asks until it knows; a part of the deposit goes back by hand; a bill is paid by its link', async ({
  server,
  signedIn: { page: pro },
  newDevice,
}) => {
  await askForDeposits(pro);
  const { page: visitor } = await newDevice({ viewport: { width: 360, height: 740 } });
  await goToPayment(visitor);
  await goToBank(visitor);
  const asking = visitor.waitForRequest(/\/functions\/v1\/payments$/);
  await giveCard(visitor, '4000 0000 0000 0077');
  await expect(visitor.getByRole('heading', { name: 'Checking your payment…' })).toBeVisible();
  await expect(visitor.getByRole('button', { name: /^Pay / })).toHaveCount(0);
  const asked = await asking;
  await expectConfirmed(visitor);
  const id = new URL(visitor.url()).searchParams.get('id') ?? '';

  await pro.goto(`/appointments/${id}`);
  const deposit = pro.getByRole('region', { name: 'Deposit', exact: true });
  await expect(deposit).toContainText('$14.40 counts at checkout', TOLD);

  // A part of it goes back to the card because somebody says so: first by mistake, then meant.
  const giveBack = async () => {
    await deposit.getByRole('button', { name: 'Give back to the card…' }).click();
    await deposit.getByLabel('Amount').fill('5.00');
    await deposit.getByLabel('Reason').fill('Shorter than planned');
    expect(await axeFaults(pro)).toEqual([]);
    await deposit.getByRole('button', { name: 'Give back', exact: true }).click();
    await expect(deposit).toContainText('$5.00 goes back to the card');
  };
  await giveBack();
  await deposit.getByRole('button', { name: 'Take back' }).click();
  await giveBack();
  await server.sql(
    `update private.asked_refunds set due_at = now() - interval '1 second' where state = 'asked'`,
  );
  // As the clock of the server does it, half a minute later.
  await visitor.request.post(asked.url(), {
    headers: { apikey: 'sb_publishable_daybook_local' },
    data: asked.postDataJSON() as object,
  });
  await expect(deposit).toContainText('$5.00 went back to the card.');
  await expect(deposit).toContainText('$9.40 counts at checkout');
  await expect
    .poll(async () => (await server.mails()).map(({ subject }) => subject).join('\n'), TOLD)
    .toContain('gives you $5.00 back');

  // A sale that is to be collected: its client pays the bill from the QR code, and it is paid at the counter.
  await pro.goto('/checkout');
  await pro.getByRole('button', { name: 'Add another item' }).click();
  const item = pro.locator('dialog[open]');
  await item.getByLabel('Name').fill('Matte clay');
  await item.getByLabel('Price of one').fill('17.35');
  await item.getByRole('button', { name: 'Add' }).click();
  const payment = pro.getByRole('region', { name: 'Payment' });
  await payment.getByRole('button', { name: 'Card, to be collected' }).click();
  await payment.getByRole('button', { name: /^Complete sale/ }).click();
  await expect(pro.getByText('To be collected', { exact: true })).toBeVisible();
  await expectSynced(pro);
  await pro.getByRole('button', { name: 'Payment link or QR code…' }).click();
  const sheet = pro.getByRole('dialog', { name: 'Pay by card online' });
  await sheet.getByRole('button', { name: 'Make the link' }).click();
  await expect(sheet.getByRole('img', { name: 'QR code of the bill' })).toBeVisible();
  expect(await axeFaults(pro)).toEqual([]);
  const link = await sheet.getByText(/\/bill\?token=/).textContent();
  await visitor.goto(link ?? '');
  await expect(visitor.getByRole('region', { name: /^Receipt / })).toContainText('Matte clay');
  expect(await axeFaults(visitor)).toEqual([]);
  await payWith(visitor, '4242 4242 4242 4242', '$17.35');
  await expect(visitor.getByRole('heading', { name: 'This is paid' })).toBeVisible();
  await expect(sheet.getByText('This is paid')).toBeVisible(TOLD);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(pro.getByText('Paid', { exact: true })).toBeVisible();
  await expect(pro.getByRole('button', { name: 'Give back to the card…' })).toBeVisible();
});

test('the question of the bank is left until the time runs out; then the message comes before the page, which is open twice', async ({
  server,
  newDevice,
}) => {
  await server.sql(DEPOSITS_ASKED);
  const { page: first, context } = await newDevice({ viewport: { width: 360, height: 740 } });
  await goToPayment(first);
  await payWith(first, '4000 0000 0000 3220');
  const yes = first.getByRole('button', { name: 'Yes, pay' });
  await expect(yes).toBeVisible();

  // Nobody answers it, and the payment is over before the page is looked at again.
  const second = await context.newPage();
  await second.goto(`/book/${DEMO.slug}/payment?back`);
  await expect(second.getByRole('heading', { name: 'Pay to book' })).toBeVisible();
  await server.sql(
    `update private.payment_intents set expires_at = now() - interval '1 second'
     where state = 'open'`,
  );
  await second.reload();
  await expect(second.getByRole('heading', { name: 'The payment ran out' })).toBeVisible();
  await yes.click();
  await expect(first.getByRole('heading', { name: 'The payment ran out' })).toBeVisible();
  await expect(first.getByText('Nothing was charged, and nothing is booked.')).toBeVisible();

  await first.getByRole('button', { name: 'Back to the booking' }).click();
  await expect(first.getByRole('heading', { name: 'Check and book' })).toBeVisible();
  await continueToPayment(first);
  // The page hears nothing: the message of the bank books it.
  await context.route('**/functions/v1/payments', (route) => route.abort());
  await payWith(first, '4242 4242 4242 4242');
  await expect(
    first.getByRole('heading', { name: 'The payment could not be checked' }),
  ).toBeVisible();
  const confirmations = async () =>
    (await server.mails()).filter(
      ({ to, text }) => to.includes(VISITOR.email) && text.includes('Dry cut'),
    ).length;
  await expect.poll(confirmations, TOLD).toBe(1);

  await second.goto(`/book/${DEMO.slug}/payment?back`);
  await expect(
    second.getByRole('heading', { name: 'The payment could not be checked' }),
  ).toBeVisible();
  await context.unroute('**/functions/v1/payments');
  for (const page of [first, second]) {
    await page.getByRole('button', { name: 'Check now' }).click();
    await expectConfirmed(page);
    await expect(page.getByText('Paid already')).toBeVisible();
  }
  const [one, other] = [first, second].map((page) => new URL(page.url()).searchParams.get('id'));
  expect(one).toBe(other);
  expect(await confirmations()).toBe(1);
  await second.goto(`/book/${DEMO.slug}/payment?back`);
  await expect(
    second.getByRole('heading', { name: 'This payment is not open here' }),
  ).toBeVisible();
});
