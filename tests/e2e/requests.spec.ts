import {
  VISITOR,
  chooseServiceAndStaff,
  expectConfirmed,
  fillDetails,
  laterTime,
} from '#tests/harness/booking-page.ts';
import { expect, expectReadyForOffline, expectSynced, signIn, test } from '#tests/harness/e2e.ts';
import { localRows } from '#tests/harness/local-data.ts';

const PHONE = { width: 360, height: 740 };

test('clients ask first from now on: decided on a phone without signal; a request comes and is approved', async ({
  newDevice,
}) => {
  const { page, context } = await newDevice({ viewport: PHONE });
  await signIn(page);
  await expectReadyForOffline(page);
  await context.setOffline(true);
  await page.goto('/settings');
  const rules = page.getByRole('region', { name: 'Booking rules' });
  await rules.getByRole('radio', { name: 'Everybody asks first' }).check();
  await rules.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Booking rules saved')).toBeVisible();
  await page.goto('/');
  await context.setOffline(false);
  await expectSynced(page);

  const { page: visitor } = await newDevice({ viewport: PHONE });
  await chooseServiceAndStaff(visitor, { service: 'Dry cut', staff: 'Mara Lindqvist' });
  await (await laterTime(visitor)).click();
  await fillDetails(visitor);
  await visitor.getByRole('button', { name: 'Send request' }).click();
  await expectConfirmed(visitor);
  await expect(visitor.getByRole('heading', { name: 'Request sent' })).toBeVisible();

  const name = `${VISITOR.first} ${VISITOR.last}`;
  const approve = page.getByRole('button', { name: `Approve the request of ${name}` });
  await approve.click();
  await expect(approve).toHaveCount(0);
  await expectSynced(page);
  const clients = await localRows(page, 'clients');
  const own = clients.find(({ email }) => email === VISITOR.email);
  const visits = await localRows(page, 'appointments');
  expect(visits.filter(({ client_id: id }) => id === own?.['id'])).toMatchObject([
    { status: 'booked', source: 'online' },
  ]);
});
