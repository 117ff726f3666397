import {
  VISITOR,
  chooseService,
  expectConfirmed,
  fillDetails,
  laterTime,
} from '#tests/harness/booking-page.ts';
import { changeAnswers, keepAnswers } from '#tests/harness/changed-answers.ts';
import { continueToPayment, payWith } from '#tests/harness/deposits.ts';
import { DEMO, expect } from '#tests/harness/e2e.ts';
import { testLooks } from '#tests/harness/looks.ts';

/** One service is paid for in part, so that the others stay as they are. */
const SERVICE = 'Beard trim';
const ASKED = `
  update public.services s set deposit_rule = '{"percent": 30}'
  from public.businesses b
  where b.id = s.business_id and b.slug = '${DEMO.slug}' and s.name = '${SERVICE}'`;
const DEPOSIT = '$7.20';

testLooks(
  'a deposit, and the question of the bank',
  async ({ page, server, size, see }) => {
    await server.sql(ASKED);
    // One person does it: there is nobody to choose.
    await chooseService(page, SERVICE);
    await page.getByRole('button', { name: 'Continue' }).click();
    await (await laterTime(page)).click();
    await fillDetails(page, { ...VISITOR, email: `deposit-${size}@example.com` });
    await expect(page.getByRole('heading', { name: 'Check and book' })).toBeVisible();
    await see('deposit-review');
    await continueToPayment(page);
    await see('payment');
    const asked = page.getByRole('heading', { name: 'Your bank asks: is this you?' });
    await payWith(page, '4000 0000 0000 3220', DEPOSIT);
    await expect(asked).toBeVisible();
    await page.getByRole('button', { name: 'No', exact: true }).click();
    await page.getByRole('link', { name: 'Back without paying' }).click();
    await expect(page.getByText('Your bank did not confirm the payment')).toBeVisible();
    await see('payment-declined');

    const payment = page.url();
    await changeAnswers(page, 'payments', (own) => ({ ...own, state: 'checking', url: null }));
    await page.goto(payment);
    await expect(page.getByText(/^Your bank has not answered yet/)).toBeVisible();
    await see('payment-checking');
    await page.route(/\/payments$/, (route) => route.abort());
    await page.goto(payment);
    const unknown = page.getByRole('heading', { name: 'The payment could not be checked' });
    await expect(unknown).toBeVisible();
    await see('payment-unknown');
    await page.unroute(/\/payments$/);
    await changeAnswers(page, 'payments', (own) => ({ ...own, state: 'over', url: null }));
    await page.goto(payment);
    await expect(page.getByRole('heading', { name: 'The payment ran out' })).toBeVisible();
    await see('payment-over');

    await keepAnswers(page, 'payments');
    await page.getByRole('button', { name: 'Back to the booking' }).click();
    // Somebody else was faster, and it is noticed when it is paid.
    await changeAnswers(page, 'start_payment', () => ({
      ok: false,
      code: 'slot_taken',
      field: 'starts_at',
    }));
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await expect(page.getByRole('alert')).toContainText('has just been taken');
    await see('payment-time-lost');
    await keepAnswers(page, 'start_payment');
    await page.getByRole('alert').getByRole('button').first().click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await continueToPayment(page);
    await page.context().setOffline(true);
    await expect(page.getByText(/^You are offline\. Nothing has been charged/)).toBeVisible();
    await see('payment-offline');
    await page.context().setOffline(false);
    await payWith(page, '4000 0000 0000 3220', DEPOSIT);
    await page.getByRole('button', { name: 'Yes, pay' }).click();
    await expectConfirmed(page);
    await see('deposit-confirmation');
  },
  { isColumn: true },
);
