import { expect } from '#tests/harness/e2e.ts';
import { signInHere, testLooks } from '#tests/harness/looks.ts';

testLooks('gift cards, packages, products, figures and messages', async ({ page, see }) => {
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
  await page.goto('/gift-cards');
  await expect(page.getByRole('list', { name: 'Gift cards' })).toBeVisible();
  await see('gift-cards');
  await page.goto('/more/services?package=new');
  const offer = page.getByRole('dialog', { name: 'Add package' });
  await offer
    .getByLabel('Name', { exact: true })
    .fill('Ten massages with a name that is longer than a phone is wide');
  await see('package-form');
  await page.goto('/book/studio-lumen/gift-card');
  await expect(page.getByRole('heading', { name: 'Buy a gift card' })).toBeVisible();
  await see('buy-gift-card');

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
  await page.goto('/analytics');
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await see('analytics');
  await page.goto('/settings/emails');
  await page.getByRole('button', { name: /^First reminder/ }).click();
  await expect(page.getByRole('dialog').getByLabel('Text of the mail')).toBeVisible();
  await see('message-form');
  await page.reload();
  await see('messages');
  await page.goto('/settings/stripe/return');
  await expect(page.getByText('Online payments are being tried out')).toBeVisible();
  await see('payments');
});
