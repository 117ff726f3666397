import { bookAppointment, card, openDay, quietDay } from '#tests/harness/app.ts';
import { expect, expectReadyForOffline, expectSynced, test } from '#tests/harness/e2e.ts';
import { localRows } from '#tests/harness/local-data.ts';

const day = quietDay();

test('somebody runs late without signal: those who wait move, are texted, and it can be undone', async ({
  signedIn,
}) => {
  const { page, context } = signedIn;
  await openDay(page, day);
  const withPhone = (await localRows(page, 'clients')).filter(({ phone }) => phone);
  const [first, second] = withPhone.map(
    (row) => `${String(row['first_name'])} ${String(row['last_name'])}`,
  );
  for (const [client, time] of [
    [first!, '07:00'],
    [second!, '07:30'],
  ] as const) {
    await bookAppointment(page, { client, service: 'Classic cut', with: 'Jonah Reyes', day, time });
  }
  await expectSynced(page);
  const booked = (await localRows(page, 'appointments')).filter(({ starts_at }) =>
    String(starts_at).startsWith(day),
  );
  const opening = booked.toSorted((a, b) =>
    String(a['starts_at']) < String(b['starts_at']) ? -1 : 1,
  );
  await page.goto(
    `/calendar?view=day&date=${day}&staff=all&open=${String(opening[0]!['id'])}&part=late`,
  );
  await expect(page.getByRole('list', { name: 'Who moves' })).toBeVisible();

  await expectReadyForOffline(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: '10 min' }).click();
  const list = page.getByRole('list', { name: 'Who moves' });
  await expect(list.getByRole('listitem')).toHaveText([
    new RegExp(`${first}.*7:00 AM.*7:10 AM`),
    new RegExp(`${second}.*7:30 AM.*7:40 AM`),
  ]);
  await page.getByRole('button', { name: 'Move 2 appointments' }).click();
  const toast = page.locator('.toast', { hasText: '2 appointments moved' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(list.getByRole('listitem').first()).toContainText('7:00 AM');
  await page.getByRole('button', { name: 'Move 2 appointments' }).click();
  await expect(page.getByRole('link', { name: `Text ${first}` })).toHaveAttribute(
    'href',
    /^sms:\+\d+\?&body=Hi%20.*7%3A10%20?/,
  );
  await page.getByRole('button', { name: 'Done' }).click();
  await page.keyboard.press('Escape');
  await expect(card(page, first!, '7:10 AM to')).toBeVisible();
  await expect(card(page, second!, '7:40 AM to')).toBeVisible();

  // The server takes both in one go: each stands where the other has just left.
  await context.setOffline(false);
  await expectSynced(page);
  const ids = new Set(opening.map(({ id }) => id));
  const after = (await localRows(page, 'appointments')).filter(({ id }) => ids.has(id));
  expect(after.map(({ conflict, ical_sequence: sequence }) => [conflict, sequence])).toEqual([
    // Moved, taken back, moved again: each time a calendar must hear of it.
    [false, 3],
    [false, 3],
  ]);
});
