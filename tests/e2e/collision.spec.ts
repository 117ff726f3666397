import { clockText, wallAt } from '#domain/time/clock-text.ts';
import { bookAppointment, card, openDay, openSheet, saveStep } from '#tests/harness/app.ts';
import {
  VISITOR,
  chooseServiceAndStaff,
  expectConfirmed,
  fillDetails,
  heldTime,
  laterTime,
} from '#tests/harness/booking-page.ts';
import { chip, expect, expectReadyForOffline, expectSynced, test } from '#tests/harness/e2e.ts';

test('an offline appointment that meets an online booking: both are kept and a person decides', async ({
  signedIn,
  newDevice,
}) => {
  const pro = signedIn.page;
  const { page: visitor } = await newDevice({ viewport: { width: 390, height: 780 } });
  await chooseServiceAndStaff(visitor, { service: 'Dry cut', staff: 'Jonah Reyes' });
  const time = await laterTime(visitor);
  await time.click();
  await expect(visitor.getByRole('heading', { name: 'Your details' })).toBeVisible();
  const { day, minute } = wallAt('America/New_York', await heldTime(visitor));

  await openDay(pro, day);
  await expectReadyForOffline(pro);
  await signedIn.context.setOffline(true);
  await bookAppointment(pro, {
    client: 'Paula Phone',
    isNewClient: true,
    service: 'Dry cut',
    with: 'Jonah Reyes',
    day,
    time: clockText(minute),
  });
  await fillDetails(visitor);
  await visitor.getByRole('button', { name: /^(Book|Confirm)/ }).click();
  await expectConfirmed(visitor);

  await signedIn.context.setOffline(false);
  await expect(card(pro, `${VISITOR.first} ${VISITOR.last}`)).toBeVisible();
  await expect(card(pro, 'Paula Phone', 'conflict')).toBeVisible();

  await chip(pro, 'Needs attention (1)').click();
  await pro.getByRole('link', { name: 'See other times' }).click();
  const sheet = pro.getByRole('dialog', { name: 'Move Paula Phone' });
  await expect(sheet.getByText('Best times')).toBeVisible();
  await sheet.getByRole('button', { name: /[AP]M/ }).first().click();
  await saveStep(openSheet(pro), 'Save');
  await expectSynced(pro);
});
