import type { AppointmentRow } from '#domain/rows.ts';
import { addDays } from '#domain/time/day.ts';
import {
  bookAppointment,
  card,
  closeSheet,
  openCard,
  openDay,
  openSheet,
  quietDay,
  steady,
} from '#tests/harness/app.ts';
import { DEMO, expect, expectReadyForOffline, expectSynced, test } from '#tests/harness/e2e.ts';
import { localRows } from '#tests/harness/local-data.ts';

/** A Tuesday, on which the owner works from nine to five. */
const day = quietDay();
const closed = addDays(day, 7);
const client = 'Dirk Desk';

test('a salon is set up at a desk without signal, and the booking page shows it afterwards', async ({
  signedIn: { page, context },
  newDevice,
}) => {
  await expectReadyForOffline(page);
  await context.setOffline(true);
  const sheet = openSheet(page);

  // A category, and a service in it that only those with the link see.
  await page.goto('/more/services');
  await page.getByRole('button', { name: 'Add category' }).click();
  await sheet.getByLabel('Name', { exact: true }).fill('Bridal');
  await sheet.getByRole('button', { name: 'Add category' }).click();
  await expect(sheet).toHaveCount(0);
  await page.getByRole('button', { name: 'Add a service to Bridal' }).click();
  await sheet.getByLabel('Name', { exact: true }).fill('Bridal updo');
  await sheet.getByLabel('Price', { exact: true }).selectOption({ label: 'Price on the day' });
  await sheet.getByLabel('Said instead').fill('By length, ask us');
  await sheet.getByRole('radio', { name: /^By link only/ }).check();
  await sheet.getByRole('radio', { name: 'Known clients' }).check();
  await sheet.getByRole('button', { name: 'Add service' }).click();
  await expect(sheet).toHaveCount(0);
  const bridal = page.getByRole('region', { name: 'Bridal' });
  await expect(bridal.getByRole('button', { name: /^Bridal updo/ })).toContainText(
    'By length, ask us',
  );
  await page.getByRole('button', { name: 'Add a service to Bridal' }).click();
  await sheet.getByLabel('Name', { exact: true }).fill('Veil fitting');
  await sheet.getByLabel('Amount').fill('80');
  await sheet.getByRole('button', { name: 'Add service' }).click();
  await expect(sheet).toHaveCount(0);
  await page.getByRole('button', { name: 'Arrange' }).click();
  await page.getByRole('button', { name: 'Move Veil fitting up' }).click();
  await expect(bridal.getByRole('listitem').first()).toContainText('Veil fitting');

  // Own time and price of one person, and a week that takes turns.
  await page.goto('/staff');
  const owner = page.getByRole('listitem').filter({ hasText: 'Mara Lindqvist' });
  await owner.getByRole('button', { name: /^Services/ }).click();
  await page.getByRole('button', { name: 'Own time and price for Dry cut' }).click();
  await page.getByRole('checkbox', { name: /^Own time/ }).check();
  await page.getByRole('checkbox', { name: /^Own price/ }).check();
  await page.getByLabel('Length').fill('45');
  await page.getByLabel('Amount').fill('60.50');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Own: 45 min, $60.50')).toBeVisible();
  await page.goto('/staff');
  const barber = page.getByRole('listitem').filter({ hasText: 'Jonah Reyes' });
  await barber.getByRole('button', { name: /^Working hours/ }).click();
  await sheet.getByLabel('From', { exact: true }).fill(day);
  await sheet.getByRole('radio', { name: '2 weeks' }).check();
  await sheet.getByRole('button', { name: /^Week 2 \(from / }).click();
  await sheet.getByRole('switch', { name: 'Tuesday' }).click();
  await sheet.getByRole('button', { name: 'Save hours' }).click();
  await expect(barber).toContainText(/Other hours from /);

  // A closed day and the rules.
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Add days' }).click();
  await sheet.getByLabel('First day').fill(closed);
  await sheet.getByLabel('Last day').fill(closed);
  await sheet.getByLabel('Note').fill('Stocktaking');
  await sheet.getByRole('button', { name: 'Add days' }).click();
  await expect(page.getByText('Closed · Stocktaking')).toBeVisible();
  const rules = page.getByRole('region', { name: 'Booking rules' });
  await rules.getByRole('radio', { name: 'Everybody asks first' }).check();
  await rules.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Booking rules saved')).toBeVisible();

  // A visit: booked, dragged, printed, at the client's, done.
  await openDay(page, day);
  await bookAppointment(page, {
    client,
    isNewClient: true,
    service: 'Dry cut',
    with: 'Mara Lindqvist',
    day,
    time: '10:00',
  });
  await page.keyboard.press('+');
  const grid = page.locator('.cal');
  await expect(grid).toHaveAttribute('data-zoom', 'large');
  await page.keyboard.press('-');
  await expect(grid).toHaveAttribute('data-zoom', 'comfortable');
  const box = await steady(card(page, client));
  const hour = (await page.locator('.cal-grid').boundingBox())!.height / 24;
  const [x, y] = [box.x + box.width / 2, box.y + 10];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 20, { steps: 3 });
  await page.mouse.move(x, y + hour, { steps: 5 });
  await expect(page.locator('.cal-ghost')).toContainText('11:00 AM');
  await page.mouse.up();
  await expect(card(page, client, '11:00 AM to', 'waiting to sync')).toBeVisible();
  await page.getByRole('button', { name: 'Calendar options' }).click();
  await page.getByRole('menuitem', { name: 'Print' }).click();
  await page.emulateMedia({ media: 'print' });
  const plan = page.getByRole('region', { name: 'Day plan', includeHidden: true });
  const row = plan.getByRole('row', { name: new RegExp(client) });
  await expect(row).toContainText('11:00 AM – 11:45 AM');
  await page.emulateMedia({ media: 'screen' });
  await expect(plan).toBeHidden();
  await openCard(page, client);
  await sheet.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Change place…' }).click();
  await sheet.getByLabel('Where').selectOption('client');
  await sheet.getByLabel('Street and number').fill('12 Orchard Lane');
  await sheet.getByLabel('City').fill('Kingston');
  await sheet.getByLabel('Way there').fill('45');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet.getByRole('region', { name: 'Place' })).toContainText('45 min there');
  await sheet.getByRole('button', { name: 'Arrived', exact: true }).click();
  await sheet.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(sheet.getByRole('link', { name: 'Checkout' })).toBeVisible();
  await sheet.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Complete', exact: true }).click();
  await expect(sheet.getByText('Completed', { exact: true })).toBeVisible();
  await closeSheet(page);
  await expect(card(page, client, 'completed')).toBeVisible();
  await page.keyboard.press('l');
  await expect(
    page.getByRole('list', { name: 'Appointments of the day' }).getByRole('button', {
      name: new RegExp(`^${client}`),
    }),
  ).toBeVisible();

  // Whoever is like that does not book online any more.
  const visits = (await localRows(page, 'appointments')) as AppointmentRow[];
  const visit = visits.find(({ starts_at: at }) => at.startsWith(day));
  await page.goto(`/clients/${visit?.client_id}?edit=details`);
  await sheet.getByRole('radio', { name: 'Not possible' }).check();
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Cannot book online')).toBeVisible();

  await context.setOffline(false);
  await expectSynced(page);
  const [updo] = await localRows(page, 'services', { name: 'Bridal updo' });
  const { page: visitor } = await newDevice();
  await visitor.goto(`/book/${DEMO.slug}`);
  await expect(visitor.getByText('Veil fitting')).toBeVisible();
  await expect(visitor.getByText('Bridal updo')).toHaveCount(0);
  await visitor.goto(`/book/${DEMO.slug}?service=${String(updo?.['id'])}`);
  await expect(visitor.getByText('Bridal updo').first()).toBeVisible();
  await expect(visitor.getByText('By length, ask us').first()).toBeVisible();
});
