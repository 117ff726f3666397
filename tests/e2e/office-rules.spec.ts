import {
  card,
  dayAhead,
  fillAppointment,
  openDay,
  openSheet,
  quietDay,
} from '#tests/harness/app.ts';
import { expect, expectReadyForOffline, expectSynced, signIn, test } from '#tests/harness/e2e.ts';
import { serverRows } from '#tests/harness/equality.ts';
import { expectEverythingHere, visitAhead } from '#tests/harness/local-data.ts';

const SIZES = [
  ['on a phone', { width: 360, height: 740 }],
  ['at a desk', { width: 1440, height: 900 }],
] as const;
const LAST_DAY = '2031-03-14';
const TRIP = { from: dayAhead(200), to: dayAhead(210) };

for (const [where, viewport] of SIZES) {
  test(`what holds for the team and its clients is written down ${where}, without signal: how long somebody stays, whom to call, where they travel, and what a first visit costs`, async ({
    server,
    newDevice,
  }) => {
    const { page, context } = await newDevice({ viewport });
    await signIn(page);
    const sheet = openSheet(page);

    // Who is erased when is shown by the server before anybody decides.
    await page.goto('/settings');
    await page.getByLabel('Erase clients without a visit for').selectOption('5 years');
    await page.getByRole('button', { name: 'Erase after 5 years' }).click();
    await expect(page.getByText('Clients are erased after 5 years').first()).toBeVisible();
    await expectEverythingHere(page);
    await expectReadyForOffline(page);
    const known = await visitAhead(page);
    await context.setOffline(true);

    await page.goto('/staff');
    const jonah = page.getByRole('listitem').filter({ hasText: 'Jonah Reyes' });
    await jonah.getByRole('button', { name: 'More for Jonah Reyes' }).click();
    await page.getByRole('menuitem', { name: /^Edit/ }).click();
    await sheet.getByLabel(/^Last day/).fill(LAST_DAY);
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect(sheet).toHaveCount(0);
    await expect(jonah).toContainText('Until March 14, 2031');
    await jonah.getByRole('button', { name: /^Emergency contact/ }).click();
    await sheet.getByLabel(/^Their name/).fill('Rosa Reyes');
    await sheet.getByLabel(/^Their phone/).fill('+1 718 555 0199');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect(sheet).toHaveCount(0);
    await expect(
      jonah.getByRole('button', { name: /^Emergency contact: Rosa Reyes/ }),
    ).toBeVisible();
    await jonah.getByRole('button', { name: /^Working hours/ }).click();
    await sheet.getByRole('button', { name: 'Works from another time zone…' }).click();
    const travel = page.getByRole('dialog', { name: 'Travel of Jonah Reyes' });
    await travel.getByRole('button', { name: 'Add a time zone' }).click();
    await travel.getByRole('combobox', { name: 'Time zone' }).fill('lisbon');
    await travel.getByRole('option', { name: /^Europe\/Lisbon/ }).click();
    await travel.getByLabel('First day there').fill(TRIP.from);
    await travel.getByLabel('Last day there').fill(TRIP.to);
    await travel.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(/by the clocks of Lisbon/).first()).toBeVisible();

    // Who comes for the first time takes longer.
    await page.goto('/more/services');
    await page.getByRole('button', { name: /^Dry cut/ }).click();
    await sheet.getByRole('button', { name: 'Add an option' }).click();
    await sheet.getByRole('textbox', { name: 'Option 1' }).fill('Return');
    await sheet.getByRole('textbox', { name: 'Option 2' }).fill('First');
    const option = (no: number) => sheet.getByRole('group', { name: `Option ${no}` });
    await option(1).getByLabel('For').selectOption('Returning clients only');
    await option(2).getByLabel('For').selectOption('First visit only');
    await option(2).getByLabel('Amount').fill('77');
    await option(2).getByLabel('Length').fill('90');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect(sheet).toHaveCount(0);

    const day = quietDay();
    await openDay(page, day);
    await fillAppointment(page, {
      client: 'Fay First',
      isNewClient: true,
      service: 'Dry cut',
      with: 'Mara Lindqvist',
      day,
      time: '11:00',
    });
    await expect(sheet.getByText(/^New client: this is now .*First/)).toBeVisible();
    await expect(sheet.getByText(/\$77\.00/).first()).toBeVisible();
    await sheet.getByRole('button', { name: 'Book', exact: true }).click();
    await expect(card(page, 'Fay First', 'Dry cut', '11:00 AM to 12:30 PM')).toBeVisible();
    await expect(sheet).toHaveCount(0);

    await page.reload();
    await context.setOffline(false);
    await expectSynced(page);
    const there = await serverRows(server.url, page);
    const staff = [...(there['staff']?.values() ?? [])];
    const row = staff.find(({ display_name: name }) => name === 'Jonah Reyes');
    expect(row).toMatchObject({
      employed_until: LAST_DAY,
      travel: [{ time_zone: 'Europe/Lisbon', from_day: TRIP.from, to_day: TRIP.to }],
    });
    expect(there['staff_contacts']?.get(String(row?.['id']))).toMatchObject({
      emergency_contact: { name: 'Rosa Reyes' },
    });
    expect([...(there['businesses']?.values() ?? [])]).toMatchObject([{ retention_years: 5 }]);
    expect(there['clients']?.get(known.client_id)).toBeDefined();
  });
}
