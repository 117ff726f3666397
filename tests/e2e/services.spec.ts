import { card, fillAppointment, openDay, openSheet, quietDay } from '#tests/harness/app.ts';
import {
  DEMO,
  expect,
  expectReadyForOffline,
  expectSynced,
  signIn,
  test,
} from '#tests/harness/e2e.ts';
import { localRows } from '#tests/harness/local-data.ts';

const PHONE = { width: 360, height: 740 };

test('put a service with options, times, add-ons and its team on the menu without signal, on a phone; clients find it so', async ({
  newDevice,
}) => {
  const { page, context } = await newDevice({ viewport: PHONE });
  await signIn(page);
  await expectReadyForOffline(page);
  await context.setOffline(true);
  await page.goto('/more/services');
  await page.getByRole('button', { name: 'Add service' }).click();
  const sheet = openSheet(page);
  await sheet.getByLabel('Name', { exact: true }).fill('Silk press');
  await sheet.getByLabel('Category').selectOption({ label: 'Cut & style' });
  await sheet.getByLabel('Price', { exact: true }).selectOption({ label: 'Starting from' });
  await sheet.getByLabel('Amount').fill('95');
  await sheet.getByLabel('Length').fill('45');
  await sheet.getByRole('button', { name: 'Processing time and buffers' }).click();
  await sheet.getByLabel('Then processing').fill('20');
  await sheet.getByLabel('Then finishing').fill('15');
  await sheet.getByLabel('Buffer after').fill('10');
  await sheet.getByRole('button', { name: 'Add an option' }).click();
  await sheet.getByRole('textbox', { name: 'Option 1' }).fill('Short');
  await sheet.getByRole('textbox', { name: 'Option 2' }).fill('Long');
  await sheet.getByRole('group', { name: 'Option 2' }).getByLabel('Amount').fill('125');
  await sheet.getByLabel('Theo Okafor').uncheck();
  await sheet.getByRole('button', { name: 'Add service' }).click();
  await expect(sheet).toHaveCount(0);
  const line = page.getByRole('button', { name: /^Silk press/ });
  await expect(line).toContainText('New');
  await expect(line).toContainText('2 options · 1 hr 20 min · from $95.00 – $125.00');

  await page.getByRole('button', { name: 'Add group' }).click();
  await sheet.getByLabel('Name of the group').fill('Silk extras');
  await sheet.getByLabel('Name', { exact: true }).fill('Scalp oil');
  await sheet.getByLabel('Price').fill('12');
  await sheet.getByLabel('Longer by').fill('10');
  await sheet.getByLabel('Silk press').check();
  await sheet.getByRole('button', { name: 'Add group' }).click();
  await expect(sheet).toHaveCount(0);
  const addOns = page.getByRole('region', { name: 'Add-ons' });
  await expect(addOns).toContainText('Scalp oil (+$12.00 · +10 min)');

  // Booked at the counter with the extra: its minutes and its price count.
  const day = quietDay();
  await openDay(page, day);
  await fillAppointment(page, {
    client: 'Sophie Silk',
    isNewClient: true,
    service: 'Silk press',
    with: 'Mara Lindqvist',
    day,
    time: '10:00',
  });
  await sheet.getByRole('button', { name: /^Scalp oil/ }).click();
  await sheet.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(card(page, 'Sophie Silk', 'Silk press', '10:00 AM to 11:30 AM')).toBeVisible();
  await expect(sheet).toHaveCount(0);
  // While it works, somebody else fits in: no word of an overlap.
  await fillAppointment(page, {
    client: 'Gina Gap',
    isNewClient: true,
    service: 'Fringe trim',
    with: 'Mara Lindqvist',
    day,
    time: '10:55',
  });
  await sheet.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(card(page, 'Gina Gap', 'Fringe trim', '10:55 AM to 11:10 AM')).toBeVisible();
  await expect(sheet).toHaveCount(0);

  await page.reload();
  await expect(card(page, 'Sophie Silk')).toBeVisible();
  await context.setOffline(false);
  await expectSynced(page);
  const work = await localRows(page, 'appointment_segments', { price_kind: 'from' });
  expect(work.filter(({ starts_at: at }) => String(at).startsWith(day))).toMatchObject([
    {
      price_cents: 10_700,
      duration_min: 55,
      processing_min: 20,
      finishing_min: 15,
      buffer_after_min: 10,
      add_on_ids: [expect.any(String)],
    },
  ]);

  const { page: visitor } = await newDevice({ viewport: PHONE });
  await visitor.goto(`/book/${DEMO.slug}`);
  await visitor.getByLabel('Search services').fill('Silk press');
  const offered = visitor.getByRole('group', { name: 'Silk press' });
  await expect(offered).toContainText('from $125.00');
  await offered.getByRole('checkbox', { name: /^Long/ }).check();
  await visitor.getByRole('checkbox', { name: /^Scalp oil/ }).check();
  await visitor.getByRole('button', { name: 'Continue' }).click();
  await expect(visitor.getByRole('heading', { name: 'Who would you like?' })).toBeVisible();
  await expect(visitor.getByRole('radio', { name: /^Mara Lindqvist/ })).toBeAttached();
  await expect(visitor.getByRole('radio', { name: /^Theo Okafor/ })).toHaveCount(0);
});

test('bring the menu into another order with the mouse', async ({ signedIn: { page } }) => {
  await page.goto('/more/services');
  const lines = page.getByRole('region', { name: 'Barber' }).getByRole('listitem');
  await page.getByRole('button', { name: 'Arrange' }).click();
  await lines.filter({ hasText: 'Buzz cut' }).dragTo(lines.filter({ hasText: 'Classic cut' }));
  const order = [
    /^Skin fade/,
    /^Buzz cut/,
    /^Classic cut/,
    /^Beard trim/,
    /^Cut and beard/,
    /^Hot towel shave/,
  ];
  await expect(lines).toHaveText(order);
  await page.getByRole('button', { name: 'Done' }).click();
  await expectSynced(page);
  await page.reload();
  await expect(lines).toHaveText(order);
});
