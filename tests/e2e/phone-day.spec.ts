import type { AppointmentRow, TimeBlockRow } from '#domain/rows.ts';
import { addDays } from '#domain/time/day.ts';
import {
  addClientIn,
  bookAppointment,
  card,
  chooseService,
  closeSheet,
  dayAhead,
  fillAppointment,
  heldToast,
  openCard,
  openDay,
  openSheet,
  pressNew,
  quietDay,
} from '#tests/harness/app.ts';
import { expect, expectReadyForOffline, expectSynced, signIn, test } from '#tests/harness/e2e.ts';
import { expectEverythingHere, localRows } from '#tests/harness/local-data.ts';

const PHONE = { width: 360, height: 740 };
const OWNER = { service: 'Dry cut', with: 'Mara Lindqvist' };
const day = quietDay();

test('a day at the counter on a phone without signal: friends together, lunch, a second service, running late', async ({
  newDevice,
}) => {
  const { page, context } = await newDevice({ viewport: PHONE });
  await signIn(page);
  await openDay(page, day);
  await expectReadyForOffline(page);
  await context.setOffline(true);
  const sheet = openSheet(page);

  // Three friends, one of them with somebody else.
  await fillAppointment(page, {
    client: 'Petra Phone',
    isNewClient: true,
    ...OWNER,
    day,
    time: '10:00',
  });
  for (const [number, name] of [
    [2, 'Paula Pal'],
    [3, 'Pia Pal'],
  ] as const) {
    await sheet.getByRole('button', { name: 'Another person' }).click();
    const person = sheet.getByRole('region', { name: `Person ${number}` });
    await addClientIn(person, name);
    await chooseService(person, 'Dry cut');
    await person.getByLabel('With').selectOption({ label: OWNER.with });
  }
  await sheet.getByRole('button', { name: 'Book 3 appointments' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(card(page, 'Petra Phone', 'group of 3')).toBeVisible();
  const booked = async () =>
    ((await localRows(page, 'appointments')) as AppointmentRow[]).filter(
      ({ starts_at: at, status }) => at.startsWith(day) && status === 'booked',
    );
  expect(await booked()).toHaveLength(3);

  // Lunch, every week.
  await pressNew(page, 'Appointment');
  await page.getByRole('button', { name: 'Block this time instead' }).click();
  await expect(sheet.getByRole('heading', { name: 'Block time' })).toBeVisible();
  // The one before is on its way out.
  await expect(sheet).toHaveCount(1);
  const who = sheet.getByRole('group', { name: 'Who' });
  await who.getByRole('button', { name: 'Everybody' }).click();
  await who.getByRole('button', { name: OWNER.with }).click();
  await sheet.getByLabel('Date', { exact: true }).fill(day);
  await sheet.getByLabel('From', { exact: true }).fill('13:00');
  await sheet.getByRole('button', { name: 'Lunch' }).click();
  await sheet.getByLabel('Repeats').selectOption('week');
  await sheet.getByRole('radio', { name: 'After a number' }).check();
  await sheet.getByLabel('How many times').fill('3');
  await sheet.getByRole('button', { name: 'Block 3 dates' }).click();
  await expect(sheet).toHaveCount(0);
  const lunches = ((await localRows(page, 'time_blocks')) as TimeBlockRow[]).filter(
    ({ repeat_id: repeats, starts_at: at }) => repeats && at >= day,
  );
  expect(lunches.map(({ starts_at: at }) => at.slice(0, 10)).toSorted()).toEqual([
    day,
    addDays(day, 7),
    addDays(day, 14),
  ]);

  // A second service for one of them.
  await openDay(page, day);
  await openCard(page, 'Petra Phone');
  await sheet.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Change services…' }).click();
  await sheet.getByRole('button', { name: 'Another service' }).click();
  await sheet.getByRole('combobox', { name: 'Service 2' }).fill('Manicure');
  await sheet
    .getByRole('option', { name: /^Manicure/ })
    .first()
    .click();
  await sheet.getByLabel('With').last().selectOption({ label: 'Priya Raman' });
  await sheet.getByLabel('At the same time as the service before').check();
  await sheet.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('.toast', { hasText: 'services changed' })).toBeVisible();
  // Their time for a calendar of their own.
  await sheet.getByRole('button', { name: 'More actions' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Add to my calendar' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.ics$/);
  await closeSheet(page);

  // Running late, and taken back.
  const opening = (await booked()).toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1))[0]!;
  await page.goto(`/calendar?view=day&date=${day}&staff=all&open=${opening.id}&part=late`);
  const moved = page.getByRole('list', { name: 'Who moves' });
  await expect(moved).toBeVisible();
  await page.getByRole('button', { name: '10 min' }).click();
  await page.getByRole('button', { name: /^Move \d appointments$/ }).click();
  const toast = await heldToast(page, /appointments moved/);
  expect((await booked()).some(({ starts_at: at }) => at === opening.starts_at)).toBe(false);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(async () => (await booked()).some(({ starts_at: at }) => at === opening.starts_at))
    .toBe(true);

  // The same from further away.
  await page.goto(`/calendar?view=week&date=${day}`);
  await expect(card(page, 'Petra Phone', 'Dry cut')).toBeVisible();
  await page.goto(`/calendar?view=month&date=${day}`);
  await expect(page.locator(`[data-day="${day}"]`)).toHaveAccessibleName(/, 3 visits, /);

  await context.setOffline(false);
  await expectSynced(page);
  expect((await booked()).map(({ conflict }) => conflict)).toEqual([false, false, false]);
  await page.goto(`/appointments/${opening.id}`);
  await page.getByRole('button', { name: 'History', exact: true }).click();
  await expect(page.getByText(/^Booked.* for /).first()).toBeVisible();
});

test('what is kept about clients is kept on a phone without signal: a late cancellation, tags, a filter, one of two', async ({
  newDevice,
}) => {
  const { page, context } = await newDevice({ viewport: PHONE });
  await signIn(page);
  await page.goto('/settings');
  const fees = page.getByRole('region', { name: 'Fees' });
  const late = fees.getByRole('region', { name: 'Cancelled late by the client' });
  await late.getByLabel('Costs').selectOption('Part of the price');
  await fees.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Fees saved')).toBeVisible();
  await expectEverythingHere(page);
  const yesterday = dayAhead(-1);
  await openDay(page, yesterday);
  await expectReadyForOffline(page);
  await context.setOffline(true);
  const sheet = openSheet(page);

  await bookAppointment(page, {
    client: 'Paul Paid',
    isNewClient: true,
    ...OWNER,
    day: yesterday,
    time: '14:00',
  });
  await openCard(page, 'Paul Paid');
  await sheet.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Cancel appointment…' }).click();
  await sheet.getByRole('button', { name: 'Cancel, charge later' }).click();
  await expect(sheet.getByRole('region', { name: 'Fee' })).toContainText('To be charged later.');
  await sheet.getByRole('link', { name: 'Paul Paid' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Paul Paid' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Owes \$/ })).toBeVisible();

  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByLabel('Kind').selectOption('Alert');
  await page.getByRole('textbox', { name: 'Note' }).fill('Comes with a dog');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByRole('article', { name: 'Alert note' })).toContainText('Comes with a dog');
  await page.getByRole('button', { name: 'Record a consent' }).click();
  const consent = page.getByRole('dialog', { name: 'Record a consent' });
  await consent.getByLabel('About').selectOption('News and offers by text message');
  await consent.getByRole('radio', { name: 'Yes' }).check();
  await consent.getByRole('button', { name: 'Write down' }).click();
  await expect(consent).toBeHidden();
  const tag = page.getByRole('combobox', { name: 'Add a tag' });
  await tag.fill('Dogs');
  await page.getByRole('option', { name: /Dogs/ }).click();
  await expect(page.getByRole('list', { name: 'Tags of this client' })).toContainText('Dogs');
  await page.reload();
  await expect(page.getByRole('list', { name: 'Tags of this client' })).toContainText('Dogs');

  // Everybody with that tag, kept as a filter.
  await page.goto('/clients');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const filter = page.getByRole('dialog', { name: 'Filter clients' });
  await filter.getByRole('group', { name: 'Tags' }).getByRole('button', { name: /^Dogs/ }).click();
  await filter.getByLabel('Save this filter as').fill('Dog people');
  await filter.getByLabel('Save this filter as').press('Enter');
  await filter.getByRole('button', { name: /^Show \d+$/ }).click();
  await expect(page.getByRole('main').getByRole('status')).toHaveText(/^1 of \d+ clients$/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Dog people 1' })).toBeVisible();

  // The same person twice becomes one.
  const visits = await localRows(page, 'appointments');
  const regular = (await localRows(page, 'clients')).find(
    ({ id, email, status, last_name: name }) =>
      status === 'active' && email && name && visits.some(({ client_id: of }) => of === id),
  );
  await page.goto('/clients?new=client');
  const form = page.getByRole('dialog');
  await form.getByLabel('First name').fill('Twin');
  await form.getByLabel('E-mail').fill(String(regular?.['email']));
  await expect(form.getByText('Somebody like this is already here')).toBeVisible();
  await form.getByRole('button', { name: 'Add client' }).click();
  await page.getByRole('link', { name: 'Compare' }).press('Enter');
  const merge = page.getByRole('dialog', { name: 'Merge clients' });
  await merge.getByRole('group', { name: 'First name' }).getByLabel('Twin').check();
  await merge.getByRole('button', { name: 'Merge' }).click();
  await expect(page.getByText('Everybody is there once')).toBeVisible();

  await context.setOffline(false);
  await expectSynced(page);
  const [merged] = await localRows(page, 'clients', { id: regular?.['id'] });
  expect(merged).toMatchObject({ first_name: 'Twin', status: 'active' });
});
