import { expect } from '#tests/harness/e2e.ts';
import { testLooks } from '#tests/harness/looks.ts';

testLooks('the way from an account to the first calendar', async ({ page, server, size, see }) => {
  // The sizes share a server.
  const email = `nora-${size}@example.com`;
  await page.goto('/sign-up');
  await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible();
  await see('sign-up');
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill('blue tram at dawn');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('Code from the mail')).toBeVisible();
  await see('sign-up-code');
  const code = async (): Promise<string> => {
    const mail = (await server.mails()).find(({ to }) => to.includes(email));
    return /code: (\d{6})/.exec(mail?.text ?? '')?.[1] ?? '';
  };
  await expect.poll(code).not.toBe('');
  await page.getByLabel('Code from the mail').fill(await code());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Your business' })).toBeVisible();
  await see('create-business');
  await page.getByLabel('Name', { exact: true }).fill(`Nora Nails ${size}`);
  await page.getByLabel('What do you do?').selectOption({ label: 'Nails' });
  await page.getByRole('button', { name: 'Create my calendar' }).click();
  await expect(page.getByLabel('Your name')).toBeVisible();
  await see('onboarding-hours');
  await page.getByLabel('Your name').fill('Nora Quist');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'What do you offer?' })).toBeFocused();
  await see('onboarding-menu');
  await page.getByRole('button', { name: /^Add \d+ services$/ }).click();
  await expect(page.getByRole('heading', { name: 'Your booking link' })).toBeFocused();
  await see('onboarding-link');
  await page.getByRole('button', { name: 'Try a made-up day' }).click();
  const banner = page.getByRole('region', { name: 'Made-up day' });
  await expect(banner).toBeVisible();
  await see('made-up-day');
  await banner.getByRole('button', { name: 'End and remove' }).click();
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  await page.goto('/join?token=unknown');
  await expect(page.getByRole('button', { name: 'Join', exact: true })).toBeVisible();
  await see('join');
});
