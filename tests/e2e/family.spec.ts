import { axeFaults } from '#tests/harness/axe.ts';
import { card, chooseService, closeSheet, openDay, quietDay } from '#tests/harness/app.ts';
import { expect, expectReadyForOffline, expectSynced, signIn, test } from '#tests/harness/e2e.ts';
import { expectEverythingHere, localRows } from '#tests/harness/local-data.ts';

const day = quietDay();
const PHONE = { width: 360, height: 740 };

test('a mother answers for her son: linked, called and booked for on a phone without signal; the mail goes to her', async ({
  server,
  newDevice,
}) => {
  const { page, context } = await newDevice({ viewport: PHONE });
  await signIn(page);
  await expectReadyForOffline(page);
  await expectEverythingHere(page);
  const mother = (await localRows(page, 'clients')).find(
    ({ status, email, phone, first_name, last_name, preferred_name }) =>
      status === 'active' && email && phone && first_name && last_name && !preferred_name,
  );
  const [id, email, phone] = [mother?.['id'], mother?.['email'], mother?.['phone']].map(String);
  const first = String(mother?.['first_name']);
  const name = `${first} ${String(mother?.['last_name'])}`;
  await context.setOffline(true);

  await page.goto('/clients?new=client');
  const form = page.getByRole('dialog');
  await form.getByLabel('First name').fill('Tim');
  await form.getByLabel('Last name').fill('Kid');
  await form.getByRole('button', { name: 'Add client' }).click();
  await expect(page.getByRole('heading', { name: 'Tim Kid' })).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: /^Family/ }).click();
  const family = page.getByRole('dialog', { name: 'Family of Tim Kid' });
  await family.getByRole('combobox', { name: 'The guardian of Tim is' }).fill(name);
  await family.getByRole('option').filter({ hasText: name }).first().click();
  await expect(family.getByRole('switch', { name: `Messages go to ${first}` })).toBeVisible();
  expect(await axeFaults(page, { within: 'dialog[open]' })).toEqual([]);
  await closeSheet(page);
  await expect(page.getByRole('link', { name: `Call ${first}` })).toHaveAttribute(
    'href',
    `tel:${phone}`,
  );

  await page.getByRole('region', { name: 'Family' }).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Family' }).getByRole('link', { name: 'Tim Kid' }),
  ).toBeVisible();
  await page.getByRole('link', { name: `Book ${first}` }).click();
  const sheet = page.getByRole('dialog', { name: 'New appointment' });
  const orFor = sheet.getByRole('group', { name: 'Or for' });
  await orFor.getByRole('button', { name: 'Tim Kid' }).click();
  await expect(orFor.getByRole('button', { name })).toBeVisible();
  await chooseService(sheet, 'Dry cut');
  await sheet.getByLabel('With').selectOption({ label: 'Mara Lindqvist' });
  await sheet.getByLabel('Date', { exact: true }).fill(day);
  await sheet.getByLabel('Time', { exact: true }).fill('10:00');
  await sheet.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(sheet).toHaveCount(0);
  await openDay(page, day);
  await expect(card(page, 'Tim Kid', 'waiting to sync')).toBeVisible();

  await context.setOffline(false);
  await expectSynced(page);
  await expect
    .poll(() =>
      server.sql(
        `select m.to_email, m.data #>> '{client,dependant}' as about from private.mail_outbox m
         where m.data #>> '{client,dependant}' is not null`,
      ),
    )
    .toEqual([{ to_email: email, about: 'Tim Kid' }]);

  const second = await newDevice({ viewport: PHONE });
  await signIn(second.page, undefined, `/clients/${id}`);
  await expect(
    second.page.getByRole('region', { name: 'Family' }).getByRole('link', { name: 'Tim Kid' }),
  ).toBeVisible();
});
