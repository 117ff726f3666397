import { axeFaults } from '#tests/harness/axe.ts';
import {
  bookAppointment,
  card,
  closeSheet,
  openCard,
  openDay,
  openSheet,
  quietDay,
} from '#tests/harness/app.ts';
import { expect, expectReadyForOffline, expectSynced, signIn, test } from '#tests/harness/e2e.ts';
import { localRows } from '#tests/harness/local-data.ts';

const day = quietDay();
const client = 'Hanna House';

test('a visit goes to the client’s: address, way and a word ahead, on a phone without signal', async ({
  newDevice,
}) => {
  const { page, context } = await newDevice({ viewport: { width: 360, height: 740 } });
  await signIn(page);
  await openDay(page, day);
  await expectReadyForOffline(page);
  await context.setOffline(true);
  await bookAppointment(page, {
    client,
    isNewClient: true,
    service: 'Dry cut',
    with: 'Mara Lindqvist',
    day,
    time: '10:00',
  });
  await openCard(page, client);
  const sheet = openSheet(page);
  await sheet.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Change place…' }).click();
  await sheet.getByLabel('Where').selectOption('client');
  await sheet.getByLabel('Street and number').fill('12 Orchard Lane');
  await sheet.getByLabel('City').fill('Kingston');
  await sheet.getByLabel('Way there').fill('45');
  expect(await axeFaults(page, { within: 'dialog[open]' })).toEqual([]);
  await sheet.getByRole('button', { name: 'Save' }).click();

  const place = sheet.getByRole('region', { name: 'Place' });
  await expect(place).toContainText('12 Orchard Lane, Kingston');
  await expect(place).toContainText('45 min there');
  await expect(place.getByRole('link', { name: 'Directions' })).toHaveAttribute(
    'href',
    /12%20Orchard%20Lane/,
  );
  await place.getByRole('button', { name: 'On my way' }).click();
  await expect(place.getByLabel('Message')).toBeVisible();
  await closeSheet(page);
  await expect(card(page, client, 'at the client’s', '45 minutes there')).toBeVisible();

  await context.setOffline(false);
  await expectSynced(page);
  const rows = await localRows(page, 'appointment_segments');
  const own = rows.filter(({ travel_before_min: travel }) => Number(travel) > 0);
  expect(own.map((row) => [row['buffer_before_min'], row['travel_before_min']])).toEqual([
    [45, 45],
  ]);
});
