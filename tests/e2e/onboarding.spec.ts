import { fillDetails, laterTime } from '#tests/harness/booking-page.ts';
import { expect, expectReadyForOffline, expectSynced, test } from '#tests/harness/e2e.ts';

const NEWCOMER = { email: 'nora@example.com', password: 'blue tram at dawn' };
const PHONE = { width: 360, height: 740 };

test('a new business gets its hours and its menu on a phone without signal, before it is made, and its first test booking shows by itself', async ({
  server,
  newDevice,
}) => {
  const { page, context } = await newDevice({ viewport: PHONE });
  await page.goto('/sign-up');
  await page.getByLabel('E-mail', { exact: true }).fill(NEWCOMER.email);
  await page.getByLabel('Password', { exact: true }).fill(NEWCOMER.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('Code from the mail')).toBeVisible();
  const code = async (): Promise<string> => {
    const mail = (await server.mails()).find(({ to }) => to.includes(NEWCOMER.email));
    return /code: (\d{6})/.exec(mail?.text ?? '')?.[1] ?? '';
  };
  await expect.poll(code).not.toBe('');
  await page.getByLabel('Code from the mail').fill(await code());
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Nora Nails');
  await page.getByLabel('What do you do?').selectOption({ label: 'Nails' });
  await page.getByLabel('Currency').selectOption({ label: 'Euro (EUR)' });
  await expectReadyForOffline(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Create my calendar' }).click();
  await expect(page.getByText('Waiting for a connection')).toBeVisible();
  await page.getByLabel('Your name').fill('Nora Quist');
  await page.getByLabel('From', { exact: true }).fill('10:00');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'What do you offer?' })).toBeFocused();
  await page.reload();
  await page.getByRole('checkbox', { name: 'Extensions' }).uncheck();
  await page.getByRole('button', { name: 'Keep 5 services' }).click();
  await expect(page.getByText(/^That is all for now/)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Your booking link' })).toBeVisible();
  await expectSynced(page);
  await expect(page.getByText('Try it: book yourself in')).toBeVisible();

  const { page: visitor } = await newDevice({ viewport: PHONE });
  await visitor.goto('/book/nora-nails');
  await expect(visitor.getByText('Extensions')).toHaveCount(0);
  await expect(visitor.getByText('€', { exact: false }).first()).toBeVisible();
  await visitor.getByRole('checkbox', { name: /^Pedicure/ }).check();
  await visitor.getByRole('button', { name: 'Continue' }).click();
  const first = await laterTime(visitor);
  await expect(first).toHaveText(/^10:00 AM/);
  await first.click();
  await fillDetails(visitor);
  await visitor.getByRole('button', { name: 'Book now' }).click();
  await expect(visitor).toHaveURL(/\/book\/nora-nails\/confirmation/);

  await expect(page.getByText('Your first booking is here')).toBeVisible();
  await page.getByRole('link', { name: 'Show it' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Wanda/ })).toBeVisible();
});
