import { bookAppointment, card, openCard, openDay, quietDay } from '#tests/harness/app.ts';
import { expect, expectReadyForOffline, expectSynced, test } from '#tests/harness/e2e.ts';
import { localRows } from '#tests/harness/local-data.ts';

const day = quietDay();
const client = 'Selma Second';

test('while the client is here without signal, a colleague does a second service at the same time', async ({
  signedIn,
}) => {
  const { page, context } = signedIn;
  await openDay(page, day);
  await bookAppointment(page, {
    client,
    isNewClient: true,
    service: 'Classic cut',
    with: 'Jonah Reyes',
    day,
    time: '11:00',
  });
  await expectSynced(page);
  await expectReadyForOffline(page);
  // What is fetched when it is wanted is on the device by then.
  await context.setOffline(true);

  const sheet = await openCard(page, client);
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
  await page.keyboard.press('Escape');
  await expect(card(page, client, 'Manicure', 'with Priya Raman', '11:00 AM to')).toBeVisible();
  await expect(card(page, client, 'Classic cut', 'with Jonah Reyes')).toBeVisible();

  await context.setOffline(false);
  await expectSynced(page);
  const [visit] = (await localRows(page, 'appointments')).filter(({ starts_at: at }) =>
    String(at).startsWith(day),
  );
  const parts = (await localRows(page, 'appointment_segments')).filter(
    ({ appointment_id: id }) => id === visit?.['id'],
  );
  expect(visit).toMatchObject({ conflict: false, reschedule_count: 0 });
  expect(parts.map(({ starts_at: at }) => at)).toEqual([
    visit?.['starts_at'],
    visit?.['starts_at'],
  ]);
});
