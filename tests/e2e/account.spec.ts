import { codeAt } from '#supabase/local/auth/totp.ts';
import { DEMO, expect, expectSynced, signIn, test } from '#tests/harness/e2e.ts';
import type { Page } from '#tests/harness/e2e.ts';
import { expireToken } from '#tests/harness/local-data.ts';
import type { TestServer } from '#tests/harness/server.ts';

test.use({ keepsForOffline: false });

const databases = (page: Page): Promise<string[]> =>
  page.evaluate(async () =>
    (await indexedDB.databases())
      .flatMap(({ name }) => name ?? [])
      .filter((name) => name.startsWith('daybook-f')),
  );

const KEY = { apikey: 'sb_publishable_daybook_local', 'content-type': 'application/json' };

/** What somebody gets who has the password and speaks to the server without the app. */
const statusForThief = async ({ url }: TestServer): Promise<number> => {
  const signedIn = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: KEY,
    body: JSON.stringify({ email: DEMO.email, password: DEMO.password }),
  });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const clients = await fetch(`${url}/rest/v1/clients?select=id&limit=1`, {
    headers: { ...KEY, authorization: `Bearer ${token}` },
  });
  return clients.status;
};

test('with a second step, the password alone opens nothing', async ({
  server,
  signedIn,
  newDevice,
}) => {
  const { page } = signedIn;
  const { page: phone } = await newDevice({ viewport: { width: 390, height: 844 } });
  await signIn(phone);
  expect(await statusForThief(server)).toBe(200);
  await page.goto('/settings#security');
  const sheet = page.getByRole('dialog');
  const begin = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Add an authenticator app' }).click();
    await sheet.getByRole('button', { name: 'Continue' }).click();
    await expect(sheet.getByRole('img', { name: /QR code/ })).toBeVisible();
  };
  // Given up half-way, and begun anew under the same name.
  await begin();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await begin();
  const key = (await sheet.getByRole('group', { name: 'Key' }).innerText()).replaceAll(' ', '');
  const code = (): string => codeAt(key, new Date());
  await sheet.getByLabel('Code', { exact: true }).fill('000000');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet.getByText(/This code is not right/)).toBeVisible();
  await sheet.getByLabel('Code', { exact: true }).fill(code());
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  const paper = await sheet
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .first()
    .innerText();
  await sheet.getByRole('button', { name: 'I have saved them' }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByText(/^10 recovery codes left/)).toBeVisible();
  await expect(page.getByText('Add a second one')).toBeVisible();
  await page.goto('/calendar');
  await expectSynced(page);

  expect(await statusForThief(server)).toBe(401);
  // The phone was signed in with the password alone: that is over, and what it holds stays sealed.
  await phone.goto('/clients');
  await expect(phone).toHaveURL(/\/login/);
  expect(await databases(phone)).toHaveLength(1);
  await phone.getByLabel('E-mail', { exact: true }).fill(DEMO.email);
  await phone.getByLabel('Password', { exact: true }).fill(DEMO.password);
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(phone.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible();
  await expect(phone.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await phone.getByLabel('Code').fill(code());
  await phone.getByRole('button', { name: 'Confirm' }).click();
  await expectSynced(phone);
  await expect(phone.getByRole('heading', { name: 'Clients', level: 1 })).toBeVisible();

  // The app is lost: a code on paper gets its owner in, and nobody else stays.
  const { page: laptop } = await newDevice();
  await laptop.goto('/login');
  await laptop.getByLabel('E-mail', { exact: true }).fill(DEMO.email);
  await laptop.getByLabel('Password', { exact: true }).fill(DEMO.password);
  await laptop.getByRole('button', { name: 'Sign in', exact: true }).click();
  await laptop.getByRole('button', { name: 'Lost the app? Use a recovery code' }).click();
  const recovery = laptop.getByLabel('Recovery code', { exact: true });
  const use = laptop.getByRole('button', { name: 'Use this code' });
  await recovery.fill('AAAAA-AAAAA');
  await use.click();
  await expect(laptop.getByText(/This code is not right/)).toBeVisible();
  await recovery.fill(paper.toLowerCase());
  await use.click();
  await expect(laptop.getByRole('heading', { name: 'You are in again' })).toBeVisible();
  await laptop.getByRole('button', { name: 'Set up a new app' }).click();
  await expect(laptop.getByRole('button', { name: 'Add an authenticator app' })).toBeVisible();
  expect(await statusForThief(server)).toBe(200);
  const subjects = async () => (await server.mails()).map(({ subject }) => subject);
  await expect.poll(subjects).toContain('A recovery code was used');
});

test('a lost device is forgotten from another one, and loses what it holds', async ({
  signedIn,
  newDevice,
}) => {
  const { page: lost } = await newDevice({ viewport: { width: 390, height: 844 } });
  await signIn(lost);
  expect(await databases(lost)).toHaveLength(1);

  const { page } = signedIn;
  await page.goto('/settings#device');
  const others = page.getByRole('list', { name: 'Other devices' });
  await expect(others.getByRole('listitem')).toHaveCount(1);
  await others.getByRole('button', { name: /^Forget/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Forget device' }).click();
  await expect(page.getByText('You are signed in on this device only.')).toBeVisible();

  await lost.reload();
  await expect(lost).toHaveURL(/\/login/);
  await expect.poll(() => databases(lost)).toEqual([]);
  // The one that forgot it goes on.
  await page.goto('/calendar');
  await expectSynced(page);
  // It can be signed in again, as a new device.
  await signIn(lost);
  expect(await databases(lost)).toHaveLength(1);
});

test('sign in with another address once both have said yes, and end every other session', async ({
  server,
  signedIn: { page },
  newDevice,
}) => {
  const address = 'mara@lumen.example';
  const { page: phone } = await newDevice({ viewport: { width: 390, height: 844 } });
  await signIn(phone);
  await page.goto('/settings#security');
  const security = page.getByRole('region', { name: 'Security' });
  await security.getByRole('button', { name: 'Change e-mail' }).click();
  await page.getByLabel('New e-mail').fill(address);
  await page.getByRole('button', { name: 'Send the mails' }).click();
  await expect(security.getByText('Not confirmed yet')).toBeVisible();
  const openLink = async (to: string): Promise<void> => {
    const link = async (): Promise<string> => {
      const mail = (await server.mails()).find(
        (one) => one.to.includes(to) && one.subject === 'Confirm your new e-mail address',
      );
      return /https?:\/\/\S+\/verify\?\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    };
    await expect.poll(link).not.toBe('');
    await page.goto(await link());
  };
  await openLink(DEMO.email);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await openLink(address);
  await expectSynced(page);
  await page.goto('/settings#security');
  await expect(security.getByText(address)).toBeVisible();
  await expect(security.getByText('Not confirmed yet')).toHaveCount(0);

  await security.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(page.getByText('Signed out everywhere else')).toBeVisible();
  await phone.goto('/login');
  await expireToken(phone);
  await phone.goto('/calendar');
  await expect(phone).toHaveURL(/\/login/);
  await signIn(phone, address);
  await expect(phone.getByRole('button', { name: `Account: ${address}` })).toBeVisible();
});
