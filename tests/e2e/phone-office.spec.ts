import { readFile } from 'node:fs/promises';
import { csvRows } from '#domain/text/csv.ts';
import { openSheet } from '#tests/harness/app.ts';
import {
  DEMO,
  expect,
  expectReadyForOffline,
  expectSynced,
  signIn,
  test,
} from '#tests/harness/e2e.ts';
import { serverRows } from '#tests/harness/equality.ts';
import { expectEverythingHere, localRows, visitAhead } from '#tests/harness/local-data.ts';
import { unzip } from '#tests/harness/unzip.ts';

const PHONE = { width: 360, height: 740 };
const PIN = '271828';
const NEWCOMERS = 30;
const LIST = [
  'First name;Last name;E-mail',
  ...Array.from({ length: NEWCOMERS }, (_, at) => `Nia ${at};Newcomer;nia-${at}@office.example`),
].join('\n');

test('what is done at the office is done on a phone: a colleague may do less; without signal thirty clients come and go, everything is taken along, somebody is erased, and the phone is locked', async ({
  server,
  newDevice,
}) => {
  const { page, context } = await newDevice({ viewport: PHONE });
  await signIn(page);
  const sheet = openSheet(page);

  // The front desk books no more, and cannot come in for now.
  await page.goto('/settings/members');
  const desk = page.getByRole('listitem').filter({ hasText: DEMO.desk });
  await desk.getByRole('button').click();
  await sheet.getByText('What exactly').click();
  await sheet.getByLabel('Book, move and change appointments').selectOption({ label: 'No' });
  await expect(sheet.getByText('1 thing is different from the role')).toBeVisible();
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(desk).toContainText('Front desk, adjusted');
  await desk.getByRole('button').click();
  await sheet.getByRole('button', { name: /^Suspend/ }).click();
  await expect(sheet).toHaveCount(0);
  await expect(desk).toContainText('Suspended');

  await expectEverythingHere(page);
  await expectReadyForOffline(page);
  const leaving = await visitAhead(page);
  const before = (await localRows(page, 'clients')).length;
  await context.setOffline(true);

  // Clients of another program.
  await page.goto('/clients');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Import clients' }).click();
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'office.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) });
  await expect(page.getByLabel('“E-mail” is')).toHaveValue('email');
  await page.getByRole('button', { name: `Check ${NEWCOMERS} rows` }).click();
  await page.getByRole('button', { name: `Import ${NEWCOMERS} clients` }).click();
  await expect(page.getByRole('heading', { name: `${NEWCOMERS} clients imported` })).toBeVisible();

  // Everything, in one file.
  await page.goto('/settings');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export everything' }).click(),
  ]);
  const files = unzip(new Uint8Array(await readFile(await download.path())));
  const clients = [...csvRows(files.get('clients.csv') ?? '', ',')];
  expect(clients.filter((values) => values.includes('Newcomer'))).toHaveLength(NEWCOMERS);

  // They were the wrong ones.
  await page.goto('/clients/import');
  await page.getByRole('button', { name: 'Undo the import of office.csv' }).click();
  await page.getByRole('button', { name: 'Take it back' }).click();
  await expect(page.getByText(`${NEWCOMERS} clients taken back`).first()).toBeVisible();
  expect(await localRows(page, 'clients')).toHaveLength(before);

  // Somebody wants to be forgotten.
  await page.goto(`/clients/${leaving.client_id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: /^Erase for good/ }).click();
  await sheet.getByRole('textbox').fill('ERASE');
  await sheet.getByRole('button', { name: 'Erase for good' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Erased client' })).toBeVisible();

  // The phone lies on the counter.
  await page.goto('/settings#device');
  const part = page.getByRole('region', { name: 'PIN on this device' });
  await part.getByRole('button', { name: 'Set a PIN' }).click();
  await part.getByLabel('Your name').fill('Mara');
  await part.getByLabel('PIN', { exact: true }).fill(PIN);
  await part.getByLabel('PIN once more').fill(PIN);
  await part.getByRole('button', { name: 'Save PIN' }).click();
  await part.getByRole('button', { name: 'Lock now' }).click();
  await expect(page.getByRole('heading', { name: 'Who is there?' })).toBeVisible();
  await page.getByLabel('PIN', { exact: true }).fill(PIN);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(part.getByRole('button', { name: 'Lock now' })).toBeVisible();

  // The settings show the state of sync twice.
  await page.goto('/clients');
  await context.setOffline(false);
  await expectSynced(page);
  const there = await serverRows(server.url, page);
  expect(there['clients']?.size).toBe(before);
  expect(there['clients']?.get(leaving.client_id)).toMatchObject({
    status: 'anonymised',
    last_name: '',
  });
  const members = [...(there['memberships']?.values() ?? [])];
  expect(members.filter(({ email }) => email === DEMO.desk)).toMatchObject([
    { status: 'suspended', custom_permissions: { 'appointments.edit': 'none' } },
  ]);
});
