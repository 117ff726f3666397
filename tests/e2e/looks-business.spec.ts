import { expect } from '#tests/harness/e2e.ts';
import { localRows } from '#tests/harness/local-data.ts';
import { signInHere, testLooks } from '#tests/harness/looks.ts';

testLooks('the business and its settings', async ({ page, size, see }) => {
  await page.goto('/login');
  await signInHere(page);
  // Any picture will do.
  const picture = await page.screenshot();
  const person = String((await localRows(page, 'staff'))[0]?.['id']);
  const service = String((await localRows(page, 'services'))[0]?.['id']);
  for (const [screen, path, label, what] of [
    ['staff-profile', `/staff?person=${person}`, 'Picture', 'dialog'],
    ['service-form', `/more/services?service=${service}`, 'Picture', 'dialog'],
    ['business', '/settings', 'Logo', 'region'],
  ] as const) {
    await page.goto(path);
    const field = page.getByRole(what).getByRole('group', { name: label }).first();
    await field
      .getByLabel(`${label}: file`)
      .setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: picture });
    await expect(field.getByRole('button', { name: 'Remove' })).toBeVisible();
    await field.scrollIntoViewIfNeeded();
    await see(screen);
  }

  for (const [screen, path] of [
    ['services', '/more/services'],
    ['staff', '/staff'],
    ['settings', '/settings'],
    ['members', '/settings/members'],
    ['block-off-reasons', '/settings/block-off-reasons'],
    ['dashboard', '/'],
    ['analytics', '/analytics'],
    ['inventory', '/inventory'],
    ['billing', '/settings/billing'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await see(screen);
  }
  for (const [screen, path] of [
    ['staff-hours', `/staff?hours=${person}`],
    ['staff-travel', `/staff?hours=${person}&travel=on`],
    ['staff-away', `/staff?away=${person}`],
    ['time-off', `/staff?time-off=${person}`],
    ['invite', '/settings/members?invite=new'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('dialog').last()).toBeVisible();
    await see(screen);
  }
  await page.goto(`/staff?services=${person}&terms=${service}`);
  await page
    .getByRole('checkbox', { name: /^Own time/ })
    .first()
    .check();
  await see('staff-terms');
  await page.goto('/more/resources');
  await page.getByRole('button', { name: /^Add (the first )?group$/ }).click();
  await page.getByLabel('Name of the group').fill(`Rooms ${size}`);
  await page.getByLabel('One of them is called').fill('Room');
  await see('resource-group');
  await page.getByRole('dialog').getByRole('button', { name: 'Add group' }).click();
  const rooms = page.getByRole('region', { name: `Rooms ${size}` });
  await expect(rooms).toBeVisible();
  await see('resources');
  await rooms.getByRole('button', { name: /^Room 2/ }).click();
  await page.getByRole('switch', { name: 'Out of service' }).click();
  await see('resource-sheet');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(rooms.getByText('Out of service until further notice')).toBeVisible();
  await page.evaluate(() => localStorage.setItem('daybook.calendar.columns', 'resources'));
  await page.goto('/calendar?view=day');
  await expect(page.getByRole('group', { name: /^Room 2, Out of service/ }).first()).toBeAttached();
  await see('calendar-rooms');
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Add days' }).click();
  await page.getByRole('radio', { name: 'Other hours' }).check();
  await see('special-days');
  await page.reload();
  await page.getByRole('button', { name: 'Export everything' }).click();
  await expect(page.getByText('Your file is in the downloads')).toBeVisible();
  await page
    .getByRole('heading', { name: 'Your data' })
    .evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
  await see('your-data');
  await page.getByLabel('Erase clients without a visit for').selectOption('3');
  await expect(page.getByText(/(is|are) due/)).toBeVisible();
  await page
    .getByRole('heading', { name: 'Old clients' })
    .evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
  await see('retention');
  await page.getByRole('button', { name: /^Erase .* …$/ }).click();
  await expect(page.getByLabel('Type the name of the business')).toBeVisible();
  await see('erase-business');
  await page.keyboard.press('Escape');

  await page.goto('/settings#device');
  // The devices of the tests before this one are on the same server.
  await expect(
    page
      .getByText('You are signed in on this device only.')
      .or(page.getByRole('list', { name: 'Other devices' })),
  ).toBeVisible();
  await see('devices');
  await page.goto('/settings#security');
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  await see('second-step');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await see('security');
});
