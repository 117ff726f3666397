import {
  bookAppointment,
  card,
  heldToast,
  openCard,
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
import { localRows } from '#tests/harness/local-data.ts';

const day = quietDay();
const client = 'Stella Steps';

test('a visit goes from confirmed to done with one button, on a phone without signal, and a slip is taken back', async ({
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

  const sheet = await openCard(page, client);
  await sheet.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Client has confirmed' }).click();
  await expect(sheet.getByText('Confirmed by client', { exact: true })).toBeVisible();
  const step = (name: string) => sheet.getByRole('button', { name, exact: true });
  await step('Arrived').click();
  await step('Start').click();
  // A slip of the thumb.
  const toast = await heldToast(page, `${client}: in service`);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(sheet.getByText('Arrived', { exact: true })).toBeVisible();
  await step('Start').click();
  // Who pays on another day is done all the same.
  await expect(sheet.getByRole('link', { name: 'Checkout' })).toBeVisible();
  await sheet.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Complete', exact: true }).click();
  await expect(sheet.getByText('Completed', { exact: true })).toBeVisible();
  await expect(sheet.getByRole('link', { name: 'Checkout' })).toBeVisible();
  await expect(sheet.getByRole('region', { name: 'History' })).toContainText(
    /Arrived.*Started.*Finished/,
  );

  await page.reload();
  await expect(card(page, client, 'completed', 'waiting to sync')).toBeVisible();
  await context.setOffline(false);
  await expectSynced(page);
  const visits = await localRows(page, 'appointments');
  expect(visits.filter(({ starts_at: at }) => String(at).startsWith(day))).toMatchObject([
    {
      status: 'completed',
      confirmation: 'confirmed',
      arrived_at: expect.any(String),
      started_at: expect.any(String),
      finished_at: expect.any(String),
    },
  ]);
  const desk = await newDevice();
  await signIn(desk.page, DEMO.desk);
  await openDay(desk.page, day);
  await expect(card(desk.page, client, 'completed')).toBeVisible();
});
