import { readOutsideCalendars } from '#supabase/functions/_shared/outside-calendars.ts';
import { card, openDay, quietDay } from '#tests/harness/app.ts';
import { expect, signIn, test, TOLD } from '#tests/harness/e2e.ts';

test.use({ keepsForOffline: false });

test('a stylist follows the own appointments in another calendar and ends that again, and is busy here when another calendar says so', async ({
  server,
  newDevice,
}) => {
  const { page } = await newDevice({ viewport: { width: 360, height: 780 } });
  await signIn(page, undefined, '/settings#calendar-feed');
  const feed = page.getByRole('region', { name: 'Your calendar elsewhere' });
  await feed.getByRole('button', { name: 'Make a secret address' }).click();
  const address = await feed.getByText(/\.ics$/).innerText();
  await expect(feed.getByText(/not read yet/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

  // As another program reads it: without a key.
  const file = await fetch(address);
  expect(file.status).toBe(200);
  expect((await file.text()).match(/BEGIN:VEVENT/g)?.length).toBeGreaterThan(3);
  await page.reload();
  await expect(feed.getByText(/last read/)).toBeVisible();
  await expect(feed.getByText(/\.ics$/)).toBeHidden();

  await feed.getByRole('button', { name: 'End it' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End it' }).click();
  await expect(feed.getByRole('button', { name: 'Make a secret address' })).toBeVisible();
  expect((await fetch(address)).status).toBe(404);

  // The other way round. The file comes from nowhere else: what reads it is what reads every calendar.
  const day = quietDay();
  const busy = card(page, 'Busy elsewhere', '1:00 PM to 2:30 PM');
  const elsewhere = page.getByRole('region', { name: 'Busy elsewhere' });
  const secret = elsewhere.getByLabel('Secret iCal address');
  await elsewhere.getByLabel('Name').fill('Home');
  await secret.fill('home.example');
  await elsewhere.getByRole('button', { name: 'Add calendar' }).click();
  await expect(elsewhere.getByText(/^This is no address of a calendar/)).toBeVisible();
  await secret.fill('webcal://home.example/secret.ics');
  await elsewhere.getByRole('button', { name: 'Add calendar' }).click();
  await expect(elsewhere.getByText('home.example')).toBeVisible();
  await readOutsideCalendars(
    {
      claim: () =>
        server.sql<{ id: string; address: string; time_zone: string }>(
          `select id, address, 'America/New_York' as time_zone from private.outside_calendars`,
        ),
      finish: async (id, answer) => {
        await server.sql(
          `select private.finish_outside_calendar('${id}', '${JSON.stringify(answer)}')`,
        );
      },
    },
    async () => ({ text: dentistOn(day) }),
    Date.now(),
  );
  await openDay(page, day);
  await expect(busy).toBeVisible(TOLD);

  await page.goto('/settings#outside-calendars');
  await elsewhere.getByRole('button', { name: 'Remove Home' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(elsewhere.getByText('home.example')).toBeHidden();
  await openDay(page, day);
  await expect(busy).toHaveCount(0, TOLD);
});

/** A calendar file with an hour and a half at the dentist's. */
const dentistOn = (day: string): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Home//EN',
    'BEGIN:VEVENT',
    'UID:dentist@home.example',
    'DTSTAMP:20260101T000000Z',
    `DTSTART;TZID=America/New_York:${day.replaceAll('-', '')}T130000`,
    `DTEND;TZID=America/New_York:${day.replaceAll('-', '')}T143000`,
    'SUMMARY:Dentist',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n');
