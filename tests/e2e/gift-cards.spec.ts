import { axeFaults } from '#tests/harness/axe.ts';
import { closeSheet } from '#tests/harness/app.ts';
import {
  expect,
  expectReadyForOffline,
  expectSynced,
  signIn,
  test,
  DEMO,
  TOLD,
} from '#tests/harness/e2e.ts';
import { payWith } from '#tests/harness/deposits.ts';
import { expectEqualEverywhere } from '#tests/harness/equality.ts';

test('a gift card is sold and used on a phone without signal, under a lease, and says the same elsewhere', async ({
  server,
  signedIn: { page, context },
  newDevice,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await expectReadyForOffline(page);
  await context.setOffline(true);
  await page.goto('/gift-cards');
  await page.getByRole('link', { name: 'Sell a gift card' }).click();
  const sheet = page.getByRole('dialog', { name: 'Gift card' });
  await sheet.getByRole('button', { name: '$100.00' }).click();
  await sheet.getByLabel('For').fill('Bea');
  expect(await axeFaults(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('button', { name: 'Complete sale · $100.00' }).click();
  await page.getByRole('link', { name: /^Show the gift card/ }).click();
  const card = page.getByRole('dialog', { name: 'Gift card' });
  await expect(card.getByRole('status')).toContainText('Waiting to sync');
  const code = (await card.getByLabel('Code of the gift card').textContent()) ?? '';
  expect(await axeFaults(page)).toEqual([]);

  const use = async (price: string) => {
    await page.goto('/checkout');
    await page.getByRole('button', { name: 'Add another item' }).click();
    const item = page.locator('dialog[open]');
    await item.getByLabel('Name').fill('Wax');
    await item.getByLabel('Price of one').fill(price);
    await item.getByRole('button', { name: 'Add' }).click();
    const payment = page.getByRole('region', { name: 'Payment' });
    await payment.getByRole('button', { name: 'Gift card' }).click();
    await payment.getByLabel('Code').fill(code);
    await payment.getByRole('button', { name: 'Use gift card' }).click();
    return payment;
  };

  await closeSheet(page);

  // The server hears of it, and keeps what is on it for this phone.
  await context.setOffline(false);
  await expectSynced(page);
  await page.getByRole('button', { name: new RegExp(`…${code.slice(-4)}`) }).click();
  await expect(card.getByRole('status')).toContainText('Active');
  await card.getByRole('button', { name: 'Keep on this device' }).click();
  await expect(card.getByText(/^\$100\.00 kept on this device until/)).toBeVisible();

  await context.setOffline(true);
  const payment = await use('35');
  await expect(page.getByText('Paid', { exact: true })).toBeVisible();
  await expect(payment).toHaveCount(0);
  await expect(page.getByText('Waiting to sync').first()).toBeVisible();
  await context.setOffline(false);
  await expectSynced(page);

  const desk = await newDevice({ viewport: { width: 360, height: 740 } });
  await desk.page.emulateMedia({ colorScheme: 'dark' });
  await signIn(desk.page, DEMO.desk, '/gift-cards');
  await desk.page.getByLabel('Search gift cards').fill(code);
  await desk.page.getByRole('button', { name: new RegExp(`…${code.slice(-4)}`) }).click();
  const there = desk.page.getByRole('dialog', { name: 'Gift card' });
  await expect(there.getByRole('status')).toHaveText('$65.00Active');
  await expect(there.getByText(/^Used/)).toBeVisible();
  // The phone keeps the rest, and alone knows the code.
  await expect(there.getByLabel('Code of the gift card')).toHaveCount(0);
  expect(await axeFaults(desk.page)).toEqual([]);
  await there.getByRole('button', { name: 'Keep on this device' }).click();
  await expect(
    desk.page.getByText('Another device keeps this gift card for work without signal.').first(),
  ).toBeVisible();
  await expectEqualEverywhere(server.url, [page, desk.page]);
});

test('a gift card is bought online for somebody, comes by mail, and is known to the business', async ({
  server,
  signedIn: { page: pro },
  newDevice,
}) => {
  const { page: buyer } = await newDevice({ viewport: { width: 360, height: 740 } });
  await buyer.goto(`/book/${DEMO.slug}`);
  await buyer.getByRole('contentinfo').getByRole('link', { name: 'Gift cards' }).click();
  await expect(buyer.getByRole('heading', { name: 'Buy a gift card' })).toBeVisible();
  await buyer.getByRole('button', { name: '$50.00' }).click();
  await buyer.getByLabel('Your name').fill('Ann Okafor');
  await buyer.getByLabel('Your email').fill('ann.buys@example.com');
  await buyer.getByLabel('Their name').fill('Bea');
  await buyer.getByLabel('Their email').fill('bea.gets@example.com');
  await buyer.getByLabel('Your message').fill('Happy birthday!');
  expect(await axeFaults(buyer)).toEqual([]);
  await buyer.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(buyer.getByRole('heading', { name: 'Pay for the gift card' })).toBeVisible();
  expect(await axeFaults(buyer)).toEqual([]);
  await payWith(buyer, '4242 4242 4242 4242', '$50.00');
  await expect(buyer.getByRole('heading', { name: 'Thank you' })).toBeVisible();

  const codeOf = async () =>
    /Code: (\S+)/.exec(
      (await server.mails()).find(({ to }) => to.includes('bea.gets@example.com'))?.text ?? '',
    )?.[1] ?? '';
  await expect.poll(codeOf, TOLD).toMatch(/^.{4}-.{4}-.{4}$/);
  const code = await codeOf();
  await pro.goto('/gift-cards');
  await pro.getByLabel('Search gift cards').fill(code);
  const row = pro.getByRole('button', { name: new RegExp(`…${code.slice(-4)}`) });
  await expect(row).toBeVisible(TOLD);
  await row.click();
  const card = pro.getByRole('dialog', { name: 'Gift card' });
  await expect(card.getByRole('status')).toHaveText('$50.00Active');

  // Its holder scans it, or follows the mail.
  await buyer.goto(`/book/${DEMO.slug}/gift-card?check=#${code}`);
  await expect(buyer.getByText('It never expires.')).toBeVisible();
  await expect(buyer.getByRole('region', { name: 'What happened' })).toContainText('Bought');
  expect(await axeFaults(buyer)).toEqual([]);
});
