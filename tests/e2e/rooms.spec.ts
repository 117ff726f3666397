import type { Locator } from '@playwright/test';
import {
  bookAppointment,
  closeSheet,
  fillAppointment,
  openCard,
  openDay,
  openSheet,
  quietDay,
} from '#tests/harness/app.ts';
import { chooseDay, chooseServiceAndStaff } from '#tests/harness/booking-page.ts';
import { expect, expectReadyForOffline, expectSynced, test } from '#tests/harness/e2e.ts';

const SERVICE = 'Dry cut';

test('two treatment rooms: the third booking of the same time is refused online and warned about by staff, offline too', async ({
  signedIn,
  newDevice,
}) => {
  const pro = signedIn.page;
  const day = quietDay();

  await pro.goto('/more/resources');
  await pro.getByRole('button', { name: 'Add the first group' }).click();
  const group = openSheet(pro);
  await group.getByLabel('Name of the group').fill('Treatment rooms');
  await group.getByLabel('One of them is called').fill('Room');
  await group.getByLabel('How many').fill('2');
  await group.getByRole('button', { name: 'Add group' }).click();
  await expect(pro.getByRole('region', { name: 'Treatment rooms' })).toContainText('Room 2');
  await pro.goto('/more/services');
  await pro.getByRole('button', { name: new RegExp(`^${SERVICE}`) }).click();
  await openSheet(pro).getByLabel('Needs 1 of Treatment rooms').check();
  await openSheet(pro).getByRole('button', { name: 'Save' }).click();
  await expect(openSheet(pro)).toBeHidden();
  await expectSynced(pro);

  // A client looks at the times while both rooms are free; then the team takes them.
  const { page: visitor } = await newDevice({ viewport: { width: 390, height: 780 } });
  await chooseServiceAndStaff(visitor, { service: SERVICE, staff: 'Jonah Reyes' });
  await chooseDay(visitor, day);
  const time = visitor.getByRole('button', { name: /^2:00\sPM/ });
  await expect(time).toBeVisible();
  await openDay(pro, day);
  const visit = { isNewClient: true, service: SERVICE, day, time: '14:00' };
  await bookAppointment(pro, { ...visit, client: 'Rosa One', with: 'Mara Lindqvist' });
  await bookAppointment(pro, { ...visit, client: 'Tara Two', with: 'Theo Okafor' });
  await expectSynced(pro);
  await time.click();
  await expect(visitor.getByText('This time has just been taken')).toBeVisible();
  await expect(time).toHaveCount(0);

  // The same at the counter, on a phone without signal.
  await expectReadyForOffline(pro);
  await pro.setViewportSize({ width: 390, height: 780 });
  await signedIn.context.setOffline(true);
  await fillAppointment(pro, { ...visit, client: 'Paula Phone', with: 'Jonah Reyes' });
  const sheet = openSheet(pro);
  await expect(sheet.getByText('Nothing free of Treatment rooms')).toBeVisible();
  await expect(sheet.getByText(/^In use by Rosa One, Tara Two/)).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Book anyway' })).toBeVisible();
  await sheet.getByLabel('Time', { exact: true }).fill('14:30');
  await expect(sheet.getByText('Nothing free of Treatment rooms')).toBeHidden();
  await sheet.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(sheet).toHaveCount(0);

  // The day by rooms instead of people, and another room by hand.
  await pro.setViewportSize({ width: 1440, height: 900 });
  await pro.getByRole('button', { name: 'Calendar options' }).click();
  await pro.getByRole('menuitem', { name: 'Columns by room' }).click();
  const visitIn = (room: string): Locator =>
    pro
      .getByRole('group', { name: new RegExp(`^${room}, `) })
      .getByRole('button', { name: /^Paula Phone/ });
  await expect(visitIn('Room 1')).toBeVisible();
  const details = await openCard(pro, 'Paula Phone');
  await details.getByRole('button', { name: 'Room 1, change' }).click();
  await pro.getByRole('menuitem', { name: 'Room 2' }).click();
  await expect(details.getByRole('button', { name: 'Room 2, change' })).toBeVisible();
  await closeSheet(pro);
  await expect(visitIn('Room 2')).toBeVisible();
  await signedIn.context.setOffline(false);
  await expectSynced(pro);
  await expect(visitIn('Room 2')).toBeVisible();
});
