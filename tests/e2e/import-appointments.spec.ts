import { dayAhead } from '#tests/harness/app.ts';
import { expect, expectReadyForOffline, expectSynced, test } from '#tests/harness/e2e.ts';
import { expectEqualEverywhere } from '#tests/harness/equality.ts';
import { localRows, visitAhead } from '#tests/harness/local-data.ts';

/** `2027-03-12 03:15`, so many days from now, at night, when nobody is booked. */
const night = (days: number, time: string): string => `${dayAhead(days)} ${time}`;

test('bring the appointments to come from another program without a connection; nobody is told, and it can be taken back', async ({
  signedIn,
  server,
}) => {
  const { page, context } = signedIn;
  await expectReadyForOffline(page);
  const ahead = await visitAhead(page);
  const [work] = (await localRows(page, 'appointment_segments')).filter(
    ({ appointment_id }) => appointment_id === ahead.id,
  );
  const person = (await localRows(page, 'staff')).find(({ id }) => id === work?.['staff_id']);
  const list = [
    'Start;Client;E-mail;Service;Minutes;Staff',
    `${night(20, '03:15')};Nadia Moved;nadia@mail.example;Moved over;30;${String(person?.['display_name'])}`,
    `${night(27, '03:15')};Nadia Moved;nadia@mail.example;Moved over;30;Nobody We Know`,
    `${ahead.starts_at.replace('+00:00', 'Z')};Otto Clash;;Moved over;30;${String(person?.['display_name'])}`,
    `${night(-3, '03:15')};Past Client;;Moved over;30;`,
  ].join('\r\n');

  await context.setOffline(true);
  await page.goto('/clients');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Import appointments' }).click();
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'book.csv', mimeType: 'text/csv', buffer: Buffer.from(list) });
  await expect(page.getByLabel('“Start” is')).toHaveValue('start');
  await page.getByRole('button', { name: 'Check 4 rows' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'New clients' })).toHaveText(
    'Appointments2New clients1Left out as taken1Cannot be imported1',
  );
  await expect(page.getByText('1 appointment would stand where somebody is')).toBeVisible();
  await expect(page.getByText(/“Nobody We Know” is not in your team\. It goes to/)).toBeVisible();
  await page.getByRole('button', { name: 'Import 2 appointments' }).click();
  await expect(
    page.getByRole('heading', { name: '2 appointments and 1 client imported' }),
  ).toBeVisible();

  const mails = (await server.mails()).length;
  await context.setOffline(false);
  await expectSynced(page);
  await expectEqualEverywhere(server.url, [page]);
  const imported = (await localRows(page, 'appointments')).filter(
    ({ source }) => source === 'import',
  );
  expect(imported).toHaveLength(2);
  expect(imported.every(({ rev }) => Number(rev) > 0)).toBe(true);
  expect(await server.mails()).toHaveLength(mails);

  await page.getByRole('button', { name: 'Undo the import' }).click();
  await expect(page.getByText('2 appointments and 1 client taken back')).toBeVisible();
  await expectSynced(page);
  await expectEqualEverywhere(server.url, [page]);
  expect(
    (await localRows(page, 'appointments')).filter(({ source }) => source === 'import'),
  ).toEqual([]);
});
