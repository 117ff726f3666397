import {
  bookAppointment,
  cancelByButton,
  card,
  moveByFields,
  openDay,
  quietDay,
} from '#tests/harness/app.ts';
import {
  DEMO,
  expect,
  expectReadyForOffline,
  expectSynced,
  signIn,
  test,
} from '#tests/harness/e2e.ts';

test.use({ database: 'pglite' });

test('a whole offline day survives reloads and reaches a second device', async ({
  server,
  signedIn,
  newDevice,
}) => {
  const { page, context } = signedIn;
  const day = quietDay();
  const owner = 'Mara Lindqvist';
  const barber = 'Jonah Reyes';
  await expectReadyForOffline(page);

  await server.stop();
  await context.setOffline(true);
  // Nobody has asked for anything yet.
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: /Offline since/ })
      .first(),
  ).toBeVisible();
  await page.reload();
  await openDay(page, day);
  await bookAppointment(page, {
    client: 'Olga Offline',
    isNewClient: true,
    service: 'Dry cut',
    with: owner,
    day,
    time: '15:00',
  });
  await bookAppointment(page, {
    client: 'Olga Offline',
    service: 'Buzz cut',
    with: barber,
    day,
    time: '10:00',
  });
  await bookAppointment(page, {
    client: 'Olga Offline',
    service: 'Beard trim',
    with: barber,
    day,
    time: '16:00',
  });
  await moveByFields(page, ['Olga Offline', 'Dry cut'], { time: '15:45' });
  await cancelByButton(page, ['Olga Offline', 'Beard trim']);

  await page.reload();
  await openDay(page, day);
  await expect(card(page, 'Olga Offline', 'Dry cut', '3:45 PM', 'waiting to sync')).toBeVisible();
  await expect(card(page, 'Olga Offline', 'Buzz cut', '10:00 AM', 'waiting to sync')).toBeVisible();
  await expect(card(page, 'Olga Offline', 'Beard trim', 'booked')).toBeHidden();
  await page.goto('/clients');
  await page.getByRole('searchbox').fill('olga off');
  await expect(page.getByText('Olga Offline').first()).toBeVisible();
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: /Offline since/ })
      .first(),
  ).toBeVisible();

  await context.setOffline(false);
  await server.start();
  await expectSynced(page);

  const second = await newDevice();
  await signIn(second.page, DEMO.desk);
  await openDay(second.page, day);
  await expect(card(second.page, 'Olga Offline', 'Dry cut', '3:45 PM')).toBeVisible();
  await expect(card(second.page, 'Olga Offline', 'Buzz cut', '10:00 AM')).toBeVisible();
  await expect(card(second.page, 'Olga Offline', 'Beard trim', 'booked')).toBeHidden();
  await openDay(page, day);
  await expect(card(page, 'Olga Offline', 'waiting to sync')).toHaveCount(0);
});
