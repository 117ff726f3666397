import type { AppointmentRow, ClientRow } from '#domain/rows.ts';
import {
  bookAppointment,
  card,
  chooseService,
  closeSheet,
  openDay,
  openSheet,
  pressNew,
  quietDay,
} from '#tests/harness/app.ts';
import {
  VISITOR,
  chooseServiceAndStaff,
  expectConfirmed,
  fillDetails,
  laterTime,
} from '#tests/harness/booking-page.ts';
import {
  DEMO,
  expect,
  expectReadyForOffline,
  expectSynced,
  signIn,
  test,
} from '#tests/harness/e2e.ts';
import { expectEverythingHere, localRows } from '#tests/harness/local-data.ts';

const OWNER = { service: 'Dry cut', with: 'Mara Lindqvist' };
const day = quietDay();

test('a morning at the desk, the network gone in between: a request, a mother who books for her son, the month, and what happened meanwhile', async ({
  server,
  newDevice,
}) => {
  await server.sql(`update public.booking_rules set approval_mode = 'all'`);
  const { page, context } = await newDevice();
  await signIn(page, undefined, '/');
  await expect(page.getByRole('region', { name: 'The day' })).toBeVisible();
  await expectEverythingHere(page);

  // Somebody asks for a time, and it shows by itself.
  const { page: visitor } = await newDevice();
  await chooseServiceAndStaff(visitor, { service: OWNER.service, staff: OWNER.with });
  await (await laterTime(visitor)).click();
  await fillDetails(visitor);
  await visitor.getByRole('button', { name: 'Send request' }).click();
  await expectConfirmed(visitor);
  const name = `${VISITOR.first} ${VISITOR.last}`;
  const approve = page.getByRole('button', { name: `Approve the request of ${name}` });
  await expect(approve).toBeVisible();
  await expectReadyForOffline(page);
  await context.setOffline(true);
  await approve.click();
  await expect(approve).toHaveCount(0);

  // A mother rings: her son is new here.
  const sheet = openSheet(page);
  const mother = ((await localRows(page, 'clients')) as ClientRow[]).find(
    ({ status, email, phone, first_name, last_name, preferred_name }) =>
      status === 'active' && email && phone && first_name && last_name && !preferred_name,
  )!;
  const mothersName = `${mother.first_name} ${mother.last_name}`;
  await page.goto('/clients?new=client');
  await sheet.getByLabel('First name').fill('Tim');
  await sheet.getByLabel('Last name').fill('Kid');
  await sheet.getByRole('button', { name: 'Add client' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tim Kid' })).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: /^Family/ }).click();
  await sheet.getByRole('combobox', { name: 'The guardian of Tim is' }).fill(mothersName);
  await sheet.getByRole('option').filter({ hasText: mothersName }).first().click();
  await expect(
    sheet.getByRole('switch', { name: `Messages go to ${mother.first_name}` }),
  ).toBeVisible();
  await closeSheet(page);
  await openDay(page, day);
  await pressNew(page, 'Appointment');
  await sheet.getByRole('combobox', { name: 'Client' }).fill(mothersName);
  await sheet
    .getByRole('option', { name: new RegExp(mothersName) })
    .filter({ hasNotText: 'New client' })
    .first()
    .click();
  await chooseService(sheet, OWNER.service);
  await sheet.getByLabel('With').selectOption({ label: OWNER.with });
  await sheet.getByLabel('Date', { exact: true }).fill(day);
  await sheet.getByLabel('Time', { exact: true }).fill('14:00');
  await sheet
    .getByRole('group', { name: 'Or for' })
    .getByRole('button', { name: 'Tim Kid' })
    .click();
  await sheet.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(card(page, 'Tim Kid', OWNER.service, 'waiting to sync')).toBeVisible();
  await expect(sheet).toHaveCount(0);

  // "When was that?" – seen from further away.
  await page.keyboard.press('o');
  const cell = page.locator(`[data-day="${day}"]`);
  await expect(cell).toHaveAccessibleName(/, \d+ visits?, /);
  await cell.getByText('Tim Kid').click();
  await expect(page.getByRole('dialog', { name: 'Tim Kid' })).toBeVisible();
  await closeSheet(page);

  // Meanwhile a colleague books at another desk.
  const { page: desk } = await newDevice();
  await signIn(desk, DEMO.desk);
  await openDay(desk, day);
  await bookAppointment(desk, {
    client: 'Cora Colleague',
    isNewClient: true,
    ...OWNER,
    day,
    time: '06:00',
  });
  await expectSynced(desk);

  await page.getByRole('link', { name: 'Today', exact: true }).click();
  await context.setOffline(false);
  await expectSynced(page);
  const missed = page.getByRole('region', { name: 'While you were offline' });
  await missed.getByRole('link', { name: /^Cora Colleague booked/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cora Colleague' })).toBeVisible();
  await page.goBack();
  await missed.getByRole('button', { name: 'Seen' }).click();
  await expect(missed).toHaveCount(0);

  const clients = (await localRows(page, 'clients')) as ClientRow[];
  const visits = (await localRows(page, 'appointments')) as AppointmentRow[];
  const visitOf = (is: (client: ClientRow) => boolean) =>
    visits.filter(({ client_id: of }) => clients.some((client) => client.id === of && is(client)));
  const fine = { status: 'booked', conflict: false };
  expect(visitOf(({ email }) => email === VISITOR.email)).toMatchObject([
    { ...fine, source: 'online' },
  ]);
  expect(visitOf(({ last_name: last }) => last === 'Kid')).toMatchObject([fine]);
});
