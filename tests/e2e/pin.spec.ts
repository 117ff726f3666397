import { DEMO, expect, expectReadyForOffline, expectSynced, test } from '#tests/harness/e2e.ts';
import type { Page } from '#tests/harness/e2e.ts';

const PINS = { owner: '271828', desk: '314159' };

const setPin = async (page: Page, name: string, pin: string): Promise<void> => {
  const part = page.getByRole('region', { name: 'PIN on this device' });
  await part.getByRole('button', { name: 'Set a PIN' }).click();
  await part.getByLabel('Your name').fill(name);
  await part.getByLabel('PIN', { exact: true }).fill(pin);
  await part.getByLabel('PIN once more').fill(pin);
  await part.getByRole('button', { name: 'Save PIN' }).click();
  await part.getByRole('button', { name: 'Lock now' }).click();
  await expect(page.getByRole('heading', { name: 'Who is there?' })).toBeVisible();
};

const type = async (page: Page, pin: string): Promise<void> => {
  await page.getByLabel('PIN', { exact: true }).fill(pin);
  await page.getByRole('button', { name: 'Unlock' }).click();
};

const accountOf = (page: Page, email: string) =>
  page.getByRole('button', { name: `Account: ${email}` }).first();

test('two people share the device at the desk, each with a PIN, also without a network', async ({
  signedIn,
}) => {
  const { page, context } = signedIn;
  await page.goto('/settings#device');
  await setPin(page, 'Mara', PINS.owner);

  // The first lock of a second person: once with the password.
  const withPassword = page.getByRole('button', { name: 'Sign in with a password' });
  await withPassword.click();
  // Whoever pressed that in error comes back to the PINs.
  await page.getByRole('button', { name: 'Come in with a PIN' }).click();
  await withPassword.click();
  await page.getByLabel('E-mail', { exact: true }).fill(DEMO.desk);
  await page.getByLabel('Password', { exact: true }).fill(DEMO.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expectSynced(page);
  await expectReadyForOffline(page);
  // Where Mara was is hers: everybody else begins at the start.
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/settings#device');
  await setPin(page, 'Front desk', PINS.desk);

  await context.setOffline(true);
  const people = page.getByRole('list', { name: 'People of this device' });
  await expect(people.getByRole('listitem')).toHaveText([/Front desk/, /Mara/]);
  await people.getByRole('button', { name: /Mara/ }).click();
  await type(page, PINS.desk);
  await expect(page.getByText('This is not the PIN. Try again.')).toBeVisible();
  await type(page, PINS.owner);
  await expect(accountOf(page, DEMO.email)).toBeVisible();

  // What she does is hers, and nobody else's session is in reach.
  const kept = await page.evaluate(() => Object.values({ ...localStorage }).join(' '));
  expect(kept).not.toContain(DEMO.desk);
  await accountOf(page, DEMO.email).click();
  await page.getByRole('menuitem', { name: 'Lock' }).click();
  await expect(people.getByRole('listitem')).toHaveCount(2);
  await page.goto('/calendar');
  await expect(page.getByRole('heading', { name: 'Who is there?' })).toBeVisible();
  await people.getByRole('button', { name: /Front desk/ }).click();
  await type(page, PINS.desk);
  await expect(accountOf(page, DEMO.desk)).toBeVisible();
  await context.setOffline(false);
});

test('five wrong PINs make a pause, over a reload', async ({ signedIn }) => {
  const { page } = signedIn;
  await page.goto('/settings#device');
  await setPin(page, 'Mara', PINS.owner);
  for (let time = 0; time < 4; time += 1) {
    await type(page, `00000${time}`);
    await expect(page.getByText('This is not the PIN. Try again.')).toBeVisible();
    await expect(page.getByLabel('PIN', { exact: true })).toHaveValue('');
  }
  await type(page, '000009');
  await expect(page.getByText(/Too many wrong PINs/)).toBeVisible();
  await page.reload();
  await type(page, PINS.owner);
  await expect(page.getByText(/Too many wrong PINs/)).toBeVisible();
});
