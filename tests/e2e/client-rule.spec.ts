import { openSheet } from '#tests/harness/app.ts';
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

test('keep somebody from booking online, on a phone without signal; they are told no reason, others book', async ({
  newDevice,
}) => {
  const { page, context } = await newDevice({ viewport: PHONE });
  await signIn(page);
  await expectReadyForOffline(page);
  const client = (await localRows(page, 'clients')).find(
    ({ status, email }) => status === 'active' && email,
  );
  await context.setOffline(true);
  await page.goto(`/clients/${String(client?.['id'])}?edit=details`);
  await openSheet(page).getByRole('radio', { name: 'Not possible' }).check();
  await openSheet(page).getByRole('button', { name: 'Save' }).click();
  await expect(openSheet(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Cannot book online')).toBeVisible();
  await context.setOffline(false);
  await expectSynced(page);

  const { page: visitor } = await newDevice({ viewport: PHONE });
  await chooseServiceAndStaff(visitor, { service: 'Dry cut', staff: 'Jonah Reyes' });
  await (await laterTime(visitor)).click();
  await fillDetails(visitor, { ...VISITOR, email: String(client?.['email']) });
  await visitor.getByRole('button', { name: 'Book now' }).click();
  await expect(
    visitor.getByText('Online booking is not possible. Please contact the business.'),
  ).toBeVisible();

  const { page: other } = await newDevice({ viewport: PHONE });
  await chooseServiceAndStaff(other, { service: 'Dry cut', staff: 'Jonah Reyes' });
  await (await laterTime(other)).click();
  await fillDetails(other);
  await other.getByRole('button', { name: 'Book now' }).click();
  await expectConfirmed(other);
});
