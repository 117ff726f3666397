import { readFile } from 'node:fs/promises';
import { expect, expectReadyForOffline, expectSynced, signIn, test } from '#tests/harness/e2e.ts';
import type { Page } from '#tests/harness/e2e.ts';
import { expectEverythingHere, localRows } from '#tests/harness/local-data.ts';

/** As a program for Windows writes it: semicolons, an old alphabet, a name and an address in quotes. */
const LIST = Buffer.from(
  [
    'Vorname;Nachname;Handy;E-Mail;Geburtstag;Straße;Ort;Notizen',
    '"Zo\xeb";M\xfcller;+49 151 23456789;ZOE@mail.example;17.05.1990;"Lange Gasse 3;\nHinterhof";K\xf6ln;"sagt ""du"""',
    'Otto;Bergkvist;12;;31.02.1990;;;=HYPERLINK("http://evil.example")',
    'Zoe;Mueller;0049 151 23456789;;;;;Zweitname Ina',
    ';;;;;Nirgendwo 1;;',
  ].join('\r\n'),
  'latin1',
);

const choose = (page: Page, name: string, buffer: Buffer): Promise<void> =>
  page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer });

const clientNamed = async (page: Page, last: string) =>
  (await localRows(page, 'clients')).filter(({ last_name }) => last_name === last);

test('bring clients from another program without a connection, and take them back', async ({
  signedIn,
  server,
  newDevice,
}) => {
  const { page, context } = signedIn;
  await expectReadyForOffline(page);
  await expectEverythingHere(page);
  await server.stop();
  await context.setOffline(true);
  await page.goto('/clients');
  const before = (await localRows(page, 'clients')).length;
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Import clients' }).click();
  await choose(page, 'salon.csv', LIST);

  await expect(page.getByLabel('“Handy” is')).toHaveValue('phone');
  await expect(page.getByLabel('“Straße” is')).toHaveValue('line1');
  await page.getByLabel('“Notizen” is').selectOption('alert_note');
  await page.getByRole('button', { name: 'Check 4 rows' }).click();

  await expect(page.getByRole('status').filter({ hasText: 'New clients' })).toHaveText(
    'New clients2Updated0Skipped as duplicates1Cannot be imported1',
  );
  await expect(page.getByText('“12” is no phone number. It goes to the note.')).toBeVisible();
  await expect(page.getByText('Stays out: No name, phone or e-mail.')).toBeVisible();
  await page.getByLabel('What to do with Zoë Müller').selectOption('update');
  await page.getByRole('button', { name: 'Import 2 clients' }).click();
  await expect(page.getByRole('heading', { name: '2 clients imported' })).toBeVisible();

  const [zoe] = await clientNamed(page, 'Mueller');
  expect(zoe).toMatchObject({
    first_name: 'Zoe',
    phone: '+4915123456789',
    email: 'zoe@mail.example',
    birthday: '1990-05-17',
    address: { line1: 'Lange Gasse 3;\nHinterhof', city: 'Köln' },
    alert_note: 'sagt "du"\nZweitname Ina',
  });
  const [otto] = await clientNamed(page, 'Bergkvist');
  expect(otto).toMatchObject({
    phone: null,
    alert_note: '=HYPERLINK("http://evil.example")',
    note: 'Phone: 12\nBirthday: 31.02.1990',
  });

  await context.setOffline(false);
  await server.start();
  await expectSynced(page);
  const second = await newDevice();
  await signIn(second.page, undefined, '/clients');
  await second.page.getByRole('searchbox').fill('zoe mueller');
  await expect(second.page.getByRole('link', { name: /Zoe Mueller/ })).toBeVisible();

  await page.goto('/settings');
  await page.getByRole('link', { name: /Import clients/ }).click();
  await page.getByRole('button', { name: 'Undo the import of salon.csv' }).click();
  await page.getByRole('button', { name: 'Take it back' }).click();
  await expect(page.getByText('2 clients taken back').first()).toBeVisible();
  expect(await localRows(page, 'clients')).toHaveLength(before);
  await expectSynced(page);
  await expect(second.page.getByText('Nobody found for “zoe mueller”')).toBeVisible();
});

test('a file imported again changes nobody, and an exported one comes back whole', async ({
  signedIn,
}) => {
  const { page } = signedIn;
  await expectEverythingHere(page);
  await page.goto('/clients');
  const active = (await localRows(page, 'clients')).filter(({ status }) => status === 'active');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Export everybody' }).click();
  const file = await readFile(await (await saved).path());
  expect([...file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);

  await page.goto('/clients/import');
  await choose(page, 'clients.csv', file);
  await page.getByRole('button', { name: /^Check/ }).click();
  await page.getByRole('radio', { name: 'Update' }).check();
  await expect(page.getByRole('status').filter({ hasText: 'New clients' })).toHaveText(
    /^New clients0Updated0/,
  );
  expect(active.length).toBeGreaterThan(0);
});

test('import two thousand clients, by keyboard, and stop half-way', async ({ signedIn }) => {
  const { page } = signedIn;
  await expectEverythingHere(page);
  const rows = Array.from(
    { length: 2_000 },
    (_, place) => `Person ${place},Import,imported-${place}@mail.example`,
  );
  const before = (await localRows(page, 'clients')).length;
  await page.goto('/clients/import');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).focus();
  await page.keyboard.press('Enter');
  await (
    await chooser
  ).setFiles({
    name: 'big.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`First name,Last name,Mail\n${rows.join('\n')}`),
  });
  await page.getByRole('button', { name: 'Check 2,000 rows' }).press('Enter');
  // The step in hand is finished, the others are not begun: pressed by the page itself.
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      if (!/\d00 of 2,000/.test(document.body.textContent)) return;
      const stop = [...document.querySelectorAll('button')].find(
        ({ textContent }) => textContent === 'Stop',
      );
      if (!stop) return;
      observer.disconnect();
      stop.click();
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  await page.getByRole('button', { name: 'Import 2,000 clients' }).press('Enter');
  await expect(
    page.getByRole('heading', { name: 'The import of big.csv was stopped' }),
  ).toBeVisible();
  const there = (await localRows(page, 'clients')).length - before;
  expect(there).toBeGreaterThan(0);
  expect(there).toBeLessThan(2_000);
  await page.getByRole('button', { name: 'Undo the import' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  expect(await localRows(page, 'clients')).toHaveLength(before);
  await expectSynced(page);
});
