import { dayAhead } from '#tests/harness/app.ts';
import { expect, expectSynced } from '#tests/harness/e2e.ts';
import { localRows } from '#tests/harness/local-data.ts';
import { signInHere, testLooks } from '#tests/harness/looks.ts';
import { MONEY_TROUBLE } from '#tests/harness/money-trouble.ts';
import { PAST_SALES } from '#tests/harness/shop.ts';

testLooks('gift cards, packages, products, figures and messages', async ({ page, server, see }) => {
  await server.sql(MONEY_TROUBLE);
  await server.sql(PAST_SALES);
  await page.goto('/login');
  await signInHere(page);
  await page.goto('/checkout?sell=gift_card');
  const card = page.getByRole('dialog', { name: 'Gift card' });
  await card.getByRole('button', { name: '$50.00' }).click();
  await card.getByLabel(/^For/).fill('Bea with a name that is longer than a phone is wide');
  await see('gift-card-form');
  await card.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: /^Complete sale/ }).click();
  await page.getByRole('link', { name: /^Show the gift card/ }).click();
  await expect(card.getByLabel('Code of the gift card')).toBeVisible();
  await see('gift-card');
  const code = (await card.getByLabel('Code of the gift card').textContent()) ?? '';
  await page.goto('/gift-cards');
  await expect(page.getByRole('list', { name: 'Gift cards' })).toBeVisible();
  await see('gift-cards');
  await page.getByRole('button', { name: 'What was on cards on a day' }).click();
  await expect(page.getByRole('dialog').getByRole('list', { name: 'Cards' })).toBeVisible();
  await see('gift-report');
  await expectSynced(page);
  await page.goto('/more/services?package=new');
  const offer = page.getByRole('dialog', { name: 'Add package' });
  await offer
    .getByLabel('Name', { exact: true })
    .fill('Ten massages with a name that is longer than a phone is wide');
  await see('package-form');

  // A membership whose card failed, in the list, with its client, and on the client's own page.
  await page.goto('/more/services');
  const members = page.getByRole('region', { name: 'Members' });
  await members.scrollIntoViewIfNeeded();
  await see('members');
  await members.getByRole('link').first().click();
  const membership = page.getByRole('region', { name: 'Memberships' });
  await membership
    .getByRole('button', { name: /^Link for another card/ })
    .first()
    .click();
  const link = membership.getByText(/\/membership\?token=/);
  await link.scrollIntoViewIfNeeded();
  await see('client-membership');
  await page.goto(await link.innerText());
  await expect(page.getByRole('heading', { name: 'Your payment is open' })).toBeVisible();
  await see('membership');

  // What banks want back: the latest of each, as its sale tells it.
  const entries = await localRows(page, 'dispute_entries');
  const open = entries.filter(({ dispute_id, state }) =>
    entries.every((other) => other['dispute_id'] !== dispute_id || other['state'] === state),
  );
  for (const [outcome, [entry]] of [
    ['lost', entries.filter(({ state }) => state === 'lost')],
    ['won', entries.filter(({ state }) => state === 'won')],
    ['open', open],
  ] as const) {
    const [paid] = await localRows(page, 'payments', {
      method: 'deposit',
      appointment_id: entry?.['appointment_id'],
    });
    await page.goto(`/checkout/success?sale=${String(paid?.['sale_id'])}`);
    await page.getByRole('region', { name: 'Disputes' }).scrollIntoViewIfNeeded();
    await see(`sale-dispute-${outcome}`);
  }
  await page.getByRole('button', { name: 'Evidence for the bank' }).click();
  await expect(page.getByRole('article', { name: 'Evidence' })).toBeVisible();
  await see('evidence');
  await page.goto('/transactions');
  await page.getByLabel('From').fill(dayAhead(-10));
  await expect(page.getByRole('region', { name: 'Paid online' })).toBeVisible();
  await see('transactions-disputed');
  await page.goto('/book/studio-lumen/gift-card');
  await expect(page.getByRole('heading', { name: 'Buy a gift card' })).toBeVisible();
  await see('buy-gift-card');
  await page.goto(`/book/studio-lumen/gift-card?check=#${code}`);
  await expect(page.getByRole('region', { name: 'What happened' })).toBeVisible();
  await see('gift-balance');

  await page.goto('/inventory');
  await page
    .getByRole('button', { name: /^Add (the first )?product$/ })
    .first()
    .click();
  const product = page.getByRole('dialog');
  await product
    .getByLabel('Name')
    .fill('Matte clay with a name that is longer than a phone is wide');
  await product.getByLabel('Price').fill('17.35');
  await product.getByLabel('There now').fill('5');
  await see('product-form');
  await product.getByRole('button', { name: 'Add product' }).click();
  await expect(page.getByRole('region', { name: 'Movements' })).toBeVisible();
  await see('product');
  await page.goto('/inventory/count');
  await page
    .getByLabel(/, counted$/)
    .first()
    .fill('4');
  await see('count');
  await page.goto('/inventory?supplier=new');
  const supplier = page.getByRole('dialog');
  await supplier.getByLabel('Name').fill('Barber and Sons, wholesale for hairdressers');
  await see('supplier-form');
  await supplier.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: /^(Start an order|Order what is low)$/ }).click();
  await expect(page).toHaveURL(/\/inventory\/orders\//);
  await see('order');
  await page.getByLabel('Add a product').selectOption({ index: 1 });
  const save = page.getByRole('button', { name: 'Save order' });
  await save.click();
  await expect(save).toBeHidden();
  await expectSynced(page);
  await page.getByRole('button', { name: 'Mark as ordered' }).click();
  await page.getByRole('button', { name: 'Receive' }).click();
  await expect(page.getByRole('dialog', { name: 'Receive' })).toBeVisible();
  await see('arrival');
  await page.goto('/transactions?do=day');
  await expect(
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^Close/ })
      .last(),
  ).toBeVisible();
  await see('day-close');
  await page.goto('/analytics');
  await page.getByLabel('Period').selectOption({ label: 'Other days' });
  await page.getByLabel('From').fill(dayAhead(-12));
  await page.getByLabel('To').fill(dayAhead(-1));
  await page.getByText('As a table').first().click();
  await page.getByRole('table', { name: 'Net sales' }).scrollIntoViewIfNeeded();
  await see('analytics');
  await page.getByLabel('Report').selectOption({ label: 'Team' });
  await page.getByRole('table', { name: 'By person', exact: true }).scrollIntoViewIfNeeded();
  await see('analytics-team');
  await page.getByLabel('Report').selectOption({ label: 'Sales' });
  await page.getByLabel('From').fill('2020-01-01');
  await page.getByLabel('To').fill('2020-01-31');
  await expect(page.getByText(/^January 1, 2020 to January 31, 2020/)).toBeVisible();
  await see('analytics-empty');
  await page.goto('/staff/pay');
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await see('pay');
  // A run is made of what somebody is given by hand, and its statement goes to paper.
  const pay = page.getByRole('list', { name: 'Pay' });
  await pay.getByRole('button').first().click();
  const person = page.getByRole('dialog');
  await person.getByLabel(/^Put on top/).fill('10');
  await person.getByRole('button', { name: 'Add a rate for a service' }).click();
  await see('pay-person');
  await person.getByRole('button', { name: /^Remove the rate/ }).click();
  await person.getByRole('button', { name: 'Save' }).click();
  await expect(person).toHaveCount(0);
  await expect(pay).toContainText('Extra $10.00');
  // The walk at the other size may have closed it before.
  const close = page.getByRole('button', { name: 'Close this run' });
  if (await close.isVisible()) {
    await close.click();
    await page.getByRole('button', { name: 'Close run' }).click();
    await expect(page.getByRole('region', { name: 'Closed runs' })).toBeVisible();
  }
  // Without what was just told: on a phone it lies over the run.
  await page.reload();
  await page.getByRole('region', { name: 'Closed runs' }).getByRole('button').first().click();
  await page
    .getByRole('dialog')
    .getByRole('list', { name: 'Pay' })
    .getByRole('button', { name: /Extra \$10\.00/ })
    .click();
  const statement = page.getByRole('region', { name: /^Statement for/ });
  await expect(statement).toBeVisible();
  await see('pay-run');
  await page.emulateMedia({ media: 'print' });
  await expect(statement).toContainText('Together$10.00');
  await expect(page.getByRole('button', { name: 'Print', includeHidden: true })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await page.goto('/settings/emails');
  await page.getByRole('button', { name: /^First reminder/ }).click();
  await expect(page.getByRole('dialog').getByLabel('Text of the mail')).toBeVisible();
  await see('message-form');
  await page.goto('/settings/emails');
  await expect(page.getByRole('button', { name: /^First reminder/ })).toBeVisible();
  await see('messages');
  await page.goto('/settings/stripe/return');
  await expect(page.getByText('Online payments are being tried out')).toBeVisible();
  await see('payments');

  await page.goto('/settings#device');
  const pin = page.getByRole('region', { name: 'PIN on this device' });
  await pin.getByRole('button', { name: 'Set a PIN' }).click();
  await pin.getByLabel('Your name').fill('Mara');
  await pin.getByLabel('PIN', { exact: true }).fill('271828');
  await pin.getByLabel('PIN once more').fill('271828');
  await see('pin-form');
  await pin.getByRole('button', { name: 'Save PIN' }).click();
  await pin.getByRole('button', { name: 'Lock now' }).click();
  await expect(page.getByRole('heading', { name: 'Who is there?' })).toBeVisible();
  await see('locked');
});
