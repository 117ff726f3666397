import { bookAppointment, card, openDay, quietDay } from '#tests/harness/app.ts';
import { chooseServiceAndStaff, laterTime } from '#tests/harness/booking-page.ts';
import { expect, test } from '#tests/harness/e2e.ts';
import { localRows } from '#tests/harness/local-data.ts';

// The business is in New York; who looks at it is not.
test.use({ keepsForOffline: false, timezoneId: 'Europe/Lisbon' });

const day = quietDay();

test('far from the business, the calendar keeps its clock and says so, and clients read both clocks', async ({
  signedIn: { page },
  newDevice,
}) => {
  await openDay(page, day);
  await expect(
    page.getByText(/^Times are in New York time, [45] hours behind this device\.$/),
  ).toBeVisible();
  await bookAppointment(page, {
    client: 'Zara Zone',
    isNewClient: true,
    service: 'Dry cut',
    with: 'Jonah Reyes',
    day,
    time: '10:00',
  });
  await expect(card(page, 'Zara Zone', '10:00 AM to')).toBeVisible();
  const [visit] = (await localRows(page, 'appointments')).filter(({ starts_at: at }) =>
    String(at).startsWith(day),
  );
  const inNewYork = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'America/New_York',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(String(visit?.['starts_at'])));
  expect(inNewYork).toBe('10:00');

  const { page: visitor } = await newDevice({ viewport: { width: 360, height: 740 } });
  await chooseServiceAndStaff(visitor, { service: 'Dry cut', staff: 'Jonah Reyes' });
  await expect(
    visitor.getByText(
      'Times are in Eastern Time, where the business is. Your own time stands below each.',
    ),
  ).toBeVisible();
  await expect(await laterTime(visitor)).toHaveText(/^\d+:\d\d [AP]M\s*\d+:\d\d [AP]M your time$/);
});
