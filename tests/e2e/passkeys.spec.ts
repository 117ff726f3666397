import { DEMO, expect, expectSynced, signIn, test } from '#tests/harness/e2e.ts';

test.use({ keepsForOffline: false });

test('a passkey is added, opens the account without a password, and no longer once it is removed', async ({
  server,
  newDevice,
}) => {
  // Browsers keep passkeys for names only.
  const { context, page } = await newDevice({
    viewport: { width: 360, height: 780 },
    baseURL: server.url.replace('127.0.0.1', 'localhost'),
  });
  const devTools = await context.newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });

  await signIn(page, DEMO.email, '/settings#security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Name').fill('Phone at the desk');
  await sheet.getByRole('button', { name: 'Continue' }).click();
  const keys = page.getByRole('list', { name: 'Passkeys' });
  await expect(keys.getByText('Phone at the desk')).toBeVisible();
  await expect(keys.getByText(/not used yet/)).toBeVisible();
  const { credentials } = await devTools.send('WebAuthn.getCredentials', { authenticatorId });
  expect(credentials).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }]);
  // The same device twice: the browser knows.
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await sheet.getByRole('button', { name: 'Continue' }).click();
  await expect(sheet.getByText('This passkey is already registered.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();

  const leave = async (): Promise<void> => {
    // As a browser that was cleaned: the session is gone, the passkey is not.
    await page.evaluate(() => localStorage.clear());
    await page.goto('/login');
  };
  // The browser fills it in: this one takes what it is offered without asking.
  await leave();
  await expectSynced(page);
  // From here on as in a browser that does not.
  await page.addInitScript(() => {
    Object.defineProperty(PublicKeyCredential, 'isConditionalMediationAvailable', { value: null });
  });
  await leave();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expectSynced(page);
  await page.goto('/settings#security');
  await expect(keys.getByText(/last used/)).toBeVisible();
  await keys.getByRole('button', { name: 'Remove Phone at the desk' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(keys).toBeHidden();

  await leave();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('This passkey opens no account here.')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
});
