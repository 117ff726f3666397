import { readFile } from 'node:fs/promises';
import { dayAhead } from '#tests/harness/app.ts';
import { chooseServiceAndStaff, fillDetails, laterTime } from '#tests/harness/booking-page.ts';
import {
  DEMO,
  expect,
  expectReadyForOffline,
  expectSynced,
  signIn,
  test,
} from '#tests/harness/e2e.ts';
import type { Page } from '#tests/harness/e2e.ts';
import { localRows, visitAhead } from '#tests/harness/local-data.ts';

const CLINICAL = 'planted: lumbar spine, degenerative';
const ALERT = 'Planted: allergic to latex';

/** Somebody who has a booked appointment ahead. */
const somebodyComing = async (page: Page): Promise<{ id: string; appointment: string }> => {
  const { id, client_id: client } = await visitAhead(page);
  return { id: String(client), appointment: id };
};

const addNote = async (page: Page, kind: string, text: string): Promise<void> => {
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByLabel('Kind').selectOption(kind);
  await page.getByRole('textbox', { name: 'Note' }).fill(text);
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(
    page.getByRole('article', { name: `${kind} note` }).filter({ hasText: text }),
  ).toBeVisible();
};

test('write notes without a connection; alerts go everywhere, clinical ones only where they may', async ({
  signedIn,
  newDevice,
}) => {
  const { page, context } = signedIn;
  await expectReadyForOffline(page);
  const { id, appointment } = await somebodyComing(page);
  await context.setOffline(true);
  await page.goto(`/clients/${id}`);
  await addNote(page, 'Alert', ALERT);
  await addNote(page, 'Clinical', CLINICAL);
  await expect(page.getByText('Waiting to sync').first()).toBeVisible();
  await page.goto(`/appointments/${appointment}`);
  await expect(page.getByRole('region', { name: 'Client' })).toContainText(ALERT);
  await page.goto(`/checkout/${appointment}`);
  await expect(page.getByText(ALERT)).toBeVisible();
  await context.setOffline(false);
  await expectSynced(page);

  const desk = await newDevice();
  await signIn(desk.page, DEMO.desk, `/clients/${id}`);
  await expect(desk.page.getByRole('article', { name: 'Alert note' })).toContainText(ALERT);
  await expect(desk.page.getByText(CLINICAL)).toHaveCount(0);
  expect(JSON.stringify(await localRows(desk.page, 'client_notes'))).not.toContain(CLINICAL);
});

test('write down that somebody wants news by text message, and that they no longer do', async ({
  signedIn,
}) => {
  const { page, context } = signedIn;
  await expectReadyForOffline(page);
  const { id } = await somebodyComing(page);
  await context.setOffline(true);
  await page.goto(`/clients/${id}`);
  for (const says of ['Yes', 'No longer']) {
    await page.getByRole('button', { name: 'Record a consent' }).click();
    const sheet = page.getByRole('dialog', { name: 'Record a consent' });
    await sheet.getByLabel('About').selectOption('News and offers by text message');
    await sheet.getByRole('radio', { name: says }).check();
    await sheet.getByRole('button', { name: 'Write down' }).click();
    await expect(sheet).toBeHidden();
  }
  await expect(page.getByRole('list', { name: 'Consents now' })).toContainText('Withdrawn');
  await context.setOffline(false);
  await expectSynced(page);
  await page.getByRole('button', { name: 'History (2)' }).click();
  await expect(
    page.getByRole('list', { name: 'History of consents' }).getByRole('listitem'),
  ).toHaveCount(2);
});

test('have a service insist on a patch test, and add the test when it is missing; a client who has none asks first', async ({
  signedIn,
  newDevice,
}) => {
  const { page, context } = signedIn;
  await expectReadyForOffline(page);
  const { id } = await somebodyComing(page);
  await context.setOffline(true);
  await page.goto('/more/services');
  await page
    .getByRole('main')
    .getByRole('button', { name: /Fringe trim/ })
    .first()
    .click();
  const sheet = page.getByRole('dialog');
  const nameField = sheet.getByLabel('Name', { exact: true }).first();
  await expect(nameField).toHaveValue(/Fringe trim/);
  const name = await nameField.inputValue();
  await sheet.getByLabel('Clients need a patch test before').check();
  await sheet.getByRole('radio', { name: 'Do not book' }).check();
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet).toBeHidden();

  await page.goto(`/clients/${id}?test=new`);
  const test = page.getByRole('dialog', { name: 'Add patch test' });
  await test.getByLabel('Product').fill('Tint 6N');
  await test.getByLabel('Batch').fill('L-204');
  await test.getByRole('radio', { name: 'No reaction' }).check();
  await test.getByRole('button', { name: 'Add patch test' }).click();
  await expect(page.getByRole('region', { name: 'Patch tests' })).toContainText('Tint 6N');

  await page.goto(`/calendar?new=appointment&client=${id}`);
  await page.getByRole('combobox', { name: 'Service' }).fill(name);
  await page.getByRole('option', { name }).first().click();
  const booking = page.getByRole('dialog', { name: 'New appointment' });
  await booking.getByLabel('Date').fill(dayAhead(1));
  await booking.getByLabel('Time', { exact: true }).fill('11:00');
  await expect(page.getByText(`${name} needs a patch test`)).toBeVisible();
  await expect(page.getByText(/too short before the visit/)).toBeVisible();
  await context.setOffline(false);
  await expectSynced(page);

  const { page: visitor } = await newDevice({ viewport: { width: 360, height: 740 } });
  await chooseServiceAndStaff(visitor, { service: name, staff: 'Mara Lindqvist' });
  await (await laterTime(visitor)).click();
  await fillDetails(visitor);
  await visitor.getByRole('button', { name: /^(Book now|Send request)$/ }).click();
  await expect(visitor.getByRole('heading', { name: 'Request sent' })).toBeVisible();
});

test('take along what is kept about one person, without a connection', async ({ signedIn }) => {
  const { page, context } = signedIn;
  await expectReadyForOffline(page);
  const { id } = await somebodyComing(page);
  await context.setOffline(true);
  await page.goto(`/clients/${id}`);
  await addNote(page, 'Formula', 'Planted: 6N + 20 vol');
  const save = async (item: string): Promise<string> => {
    await page.getByRole('button', { name: 'More actions' }).click();
    const started = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: item }).click();
    return readFile(await (await started).path(), 'utf8');
  };
  expect(JSON.parse(await save('Save their data as JSON'))).toMatchObject({
    format: 'daybook.client',
    client: { id },
    notes: [{ body: 'Planted: 6N + 20 vol', kind: 'formula' }],
  });
  expect(await save('Save their data as a page')).toContain('Planted: 6N + 20 vol');
});

test('erase somebody for good: gone here, on the other device, and after coming back', async ({
  signedIn,
  newDevice,
}) => {
  const { page, context } = signedIn;
  await expectReadyForOffline(page);
  const { id, appointment } = await somebodyComing(page);
  const desk = await newDevice();
  await signIn(desk.page, DEMO.desk, `/clients/${id}`);
  const before = (await localRows(desk.page, 'clients')).find((client) => client['id'] === id);
  const [name, phone] = [String(before?.['last_name']), String(before?.['phone'])];
  await expect(desk.page.getByRole('heading', { level: 1 })).toContainText(name);

  await context.setOffline(true);
  await page.goto(`/clients/${id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: /^Erase for good/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Erase / });
  await dialog.getByRole('textbox').fill('ERASE');
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Erased client' })).toBeVisible();
  await context.setOffline(false);
  await expectSynced(page);

  await expect(desk.page.getByRole('heading', { level: 1, name: 'Erased client' })).toBeVisible();
  const after = (await localRows(desk.page, 'clients')).find((client) => client['id'] === id);
  expect(JSON.stringify(after)).not.toContain(phone);
  expect(after).toMatchObject({ status: 'anonymised', last_name: '' });
  const visits = await localRows(desk.page, 'appointments');
  expect(visits.find((visit) => visit['id'] === appointment)).toMatchObject({ client_id: id });
});
