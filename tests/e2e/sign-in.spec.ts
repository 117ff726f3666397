import { bookAppointment, card, openDay, quietDay } from '#tests/harness/app.ts';
import {
  DEMO,
  expect,
  expectReadyForOffline,
  expectSynced,
  signIn,
  test,
} from '#tests/harness/e2e.ts';
import type { Page } from '#tests/harness/e2e.ts';
import type { TestMail, TestServer } from '#tests/harness/server.ts';

const NEWCOMER = { email: 'nora@example.com', password: 'blue tram at dawn' };

const typeCredentials = async (page: Page, email: string, password: string): Promise<void> => {
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
};

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });

/** The newest mail to somebody with these words in its subject, when it is there. */
const mailTo = async (
  server: TestServer,
  address: string,
  subject: string,
  count = 1,
): Promise<TestMail> => {
  const found = async () =>
    (await server.mails()).filter((mail) => mail.to.includes(address) && mail.subject === subject);
  await expect.poll(async () => (await found()).length).toBe(count);
  return (await found())[0]!;
};

const linkIn = (mail: TestMail): string => /https?:\/\/\S+/.exec(mail.text)?.[0] ?? '';

const openAccountMenu = (page: Page) =>
  page
    .getByRole('button', { name: /^Account/ })
    .first()
    .click();

/** What this browser profile keeps that the next person could read. */
const readable = (page: Page) =>
  page.evaluate(async () => {
    const allRecords = async (name: string): Promise<unknown[]> => {
      const opened = indexedDB.open(name);
      const database = await new Promise<IDBDatabase>((done, fail) => {
        opened.onsuccess = () => done(opened.result);
        opened.onerror = () => fail(opened.error);
      });
      const stores = [...database.objectStoreNames];
      const found = await Promise.all(
        stores.map(
          (store) =>
            new Promise<unknown[]>((done, fail) => {
              const all = database.transaction(store).objectStore(store).getAll();
              all.onsuccess = () => done(all.result);
              all.onerror = () => fail(all.error);
            }),
        ),
      );
      database.close();
      return found.flat();
    };
    const databases = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const records: Record<string, string> = {};
    for (const name of databases) records[name] = JSON.stringify(await allRecords(name));
    const cached: string[] = [];
    for (const name of await caches.keys()) {
      for (const request of await (await caches.open(name)).keys()) {
        cached.push(new URL(request.url).pathname);
      }
    }
    return {
      databases: databases.filter((name) => name.startsWith('daybook-f')),
      records: JSON.stringify(records),
      cached,
      storage: JSON.stringify({ ...localStorage, ...sessionStorage }),
      session: Object.keys(localStorage).filter((key) => key.startsWith('sb-')),
    };
  });

test('a wrong password is told, and the right one goes on from the same page', async ({
  newDevice,
}) => {
  const { page } = await newDevice();
  await page.goto('/login');
  await signInButton(page).click();
  await expect(
    page.getByText('You must provide either an email or phone number and a password'),
  ).toBeVisible();

  await typeCredentials(page, DEMO.email, 'not the password');
  await signInButton(page).click();
  await expect(page.getByText('The e-mail or the password is not right.')).toBeVisible();
  await expect(page).toHaveURL('/login');
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(DEMO.email);

  await page.getByLabel('Password', { exact: true }).fill(DEMO.password);
  await signInButton(page).click();
  await expect(page).toHaveURL('/');
  await expectSynced(page);
});

test('whoever is signed out is led to sign in, and back to where they wanted to go', async ({
  newDevice,
}) => {
  const { page } = await newDevice();
  await page.goto('/clients?q=anna');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('next')).toBe('/clients?q=anna');

  await typeCredentials(page, DEMO.email, DEMO.password);
  await signInButton(page).click();
  await expect(page).toHaveURL('/clients?q=anna');
  await expectSynced(page);
});

test('a remembered place is only ever a place of ours', async ({ newDevice }) => {
  for (const evil of ['//evil.example/x', '/\\evil.example', 'https://evil.example/']) {
    const { page, context } = await newDevice();
    await page.goto(`/login?${new URLSearchParams({ next: evil })}`);
    await typeCredentials(page, DEMO.desk, DEMO.password);
    await signInButton(page).click();
    await expect(page).toHaveURL('/');
    await context.close();
  }
});

test('a new account: sign up, mail, link, a business, and its calendar', async ({
  server,
  newDevice,
}) => {
  const { page } = await newDevice();
  await page.goto('/sign-up');
  await typeCredentials(page, NEWCOMER.email, 'short');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('This is too short.')).toBeVisible();

  await page.getByLabel('Password', { exact: true }).fill(NEWCOMER.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm your e-mail' })).toBeVisible();
  const first = await mailTo(server, NEWCOMER.email, 'Confirm your e-mail address');

  // Asked again, the mail comes again, and only the newer link works.
  await page.getByRole('button', { name: 'Send the mail again' }).click();
  await expect(page.getByText('The mail is on its way')).toBeVisible();
  const second = await mailTo(server, NEWCOMER.email, 'Confirm your e-mail address', 2);
  expect(linkIn(second)).not.toBe(linkIn(first));

  await page.goto(linkIn(second));
  await expect(page).toHaveURL('/onboarding');
  await expect(page.getByRole('heading', { name: 'Your business' })).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Nora Nails');
  await expect(page.getByLabel('Booking address')).toHaveValue('nora-nails');
  await page.getByLabel('What do you do?').selectOption({ label: 'Nails' });
  await page.getByRole('button', { name: 'Create my calendar' }).click();
  await expectSynced(page);

  await page.goto('/calendar');
  await expect(page.getByRole('region', { name: /calendar/i })).toBeVisible();
  await page.goto('/book/nora-nails');
  await expect(page.getByText('Nora Nails').first()).toBeVisible();
});

test('an address that is not confirmed cannot sign in, and the code of the mail confirms it', async ({
  server,
  newDevice,
}) => {
  const { page } = await newDevice();
  await page.goto('/sign-up');
  await typeCredentials(page, NEWCOMER.email, NEWCOMER.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  const mail = await mailTo(server, NEWCOMER.email, 'Confirm your e-mail address');

  await page.goto('/login');
  await typeCredentials(page, NEWCOMER.email, NEWCOMER.password);
  await signInButton(page).click();
  await expect(page.getByText(/not confirmed yet/)).toBeVisible();
  await page.getByRole('link', { name: 'Send the mail again' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm your e-mail' })).toBeVisible();

  const code = /code: (\d{6})/.exec(mail.text)?.[1] ?? '';
  const wrong = code === '000000' ? '111111' : '000000';
  await page.getByLabel('Code from the mail').fill(wrong);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('This code is not right. Check it and try again.')).toBeVisible();
  await page.getByLabel('Code from the mail').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Your business' })).toBeVisible();
});

test('a forgotten password: mail, link, new password, and only the new one works', async ({
  server,
  newDevice,
}) => {
  const { page } = await newDevice();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('E-mail', { exact: true }).fill(DEMO.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { name: 'Look into your mail' })).toBeVisible();

  await page.goto(linkIn(await mailTo(server, DEMO.email, 'Set a new password')));
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill(NEWCOMER.password);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByText('Your new password is set')).toBeVisible();
  await expectSynced(page);

  const { page: other } = await newDevice();
  await other.goto('/login');
  await typeCredentials(other, DEMO.email, DEMO.password);
  await signInButton(other).click();
  await expect(other.getByText('The e-mail or the password is not right.')).toBeVisible();
  await other.getByLabel('Password', { exact: true }).fill(NEWCOMER.password);
  await signInButton(other).click();
  await expectSynced(other);
});

test('links that lead nowhere say so', async ({ newDevice }) => {
  const { page } = await newDevice();
  await page.goto('/auth/callback');
  await expect(page.getByText('No session defined in URL')).toBeVisible();

  await page.goto('/auth/callback?error=access_denied&error_code=otp_expired');
  await expect(page.getByText('This link has expired or was used before.')).toBeVisible();
  await page.getByRole('link', { name: 'Send a new link' }).click();
  await expect(page).toHaveURL('/forgot-password');

  await page.goto('/update-password');
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});

test('signing out with nothing waiting leaves nothing that the next person could read', async ({
  signedIn,
}) => {
  const { page } = signedIn;
  await expectReadyForOffline(page);
  const before = await readable(page);
  expect(before.databases).toHaveLength(1);
  expect(before.session).toHaveLength(1);
  expect(before.storage).toContain('Studio Lumen');
  expect(before.records).toContain('Jonah Reyes');

  await openAccountMenu(page);
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();

  // Only looked at by name: who opens one that is being removed makes it anew.
  const names = () =>
    page.evaluate(async () =>
      (await indexedDB.databases()).filter(({ name }) => name?.startsWith('daybook-f')),
    );
  await expect.poll(names).toEqual([]);
  const after = await readable(page);
  expect(after.session).toEqual([]);
  const known = /Studio Lumen|Jonah Reyes|daybook\.example/;
  expect(after.storage).not.toMatch(known);
  // The log of the device stays; it never held a name.
  expect(after.records).not.toMatch(known);
  // What stays is the app itself, the same for everybody.
  expect(
    after.cached.filter((path) => !/^\/(assets|icons)\/|^\/[\w-]*(\.\w+)?$/.test(path)),
  ).toEqual([]);
  await page.goto('/clients');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
});

test('signing out with changes waiting asks, and keeps them sealed for the same person', async ({
  signedIn,
}) => {
  const { page, context } = signedIn;
  const day = quietDay();
  await expectReadyForOffline(page);
  await openDay(page, day);
  await context.setOffline(true);
  const waiting = {
    client: 'Selma Sealed',
    isNewClient: true,
    service: 'Dry cut',
    with: 'Mara Lindqvist',
    day,
    time: '15:00',
  };
  await bookAppointment(page, waiting);

  await openAccountMenu(page);
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out' });
  await expect(dialog.getByText(/2 changes.*could not be sent yet/)).toBeVisible();

  const file = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save them as a file' }).click();
  expect((await file).suggestedFilename()).toContain('studio-lumen');

  await dialog.getByRole('button', { name: 'Discard them …' }).click();
  await dialog.getByRole('textbox').fill('1');
  await expect(dialog.getByRole('button', { name: 'Discard and sign out' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Back' }).click();

  await dialog.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(card(page, 'Selma Sealed', 'waiting to sync')).toBeVisible();

  await openAccountMenu(page);
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await dialog.getByRole('button', { name: 'Keep them here for me and sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect(page.getByText('Selma Sealed')).toHaveCount(0);
  expect((await readable(page)).databases).toHaveLength(1);

  // Somebody else signs in on the same device: they neither see nor send it.
  await context.setOffline(false);
  await signIn(page, DEMO.desk, `/calendar?view=day&date=${day}&staff=all`);
  await openDay(page, day);
  await expect(card(page, 'Selma Sealed')).toHaveCount(0);
  await openAccountMenu(page);
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();

  await signIn(page, DEMO.email, `/calendar?view=day&date=${day}&staff=all`);
  await openDay(page, day);
  await expect(card(page, 'Selma Sealed', 'Dry cut')).toBeVisible();
  await expectSynced(page);
  await expect(card(page, 'Selma Sealed', 'waiting to sync')).toHaveCount(0);
});
