import type { Page } from '@playwright/test';
import {
  cancelByButton,
  bookAppointment,
  openDay,
  openSheet,
  quietDay,
} from '#tests/harness/app.ts';
import { VISITOR, chooseServiceAndStaff } from '#tests/harness/booking-page.ts';
import {
  DEMO,
  TOLD,
  expect,
  expectReadyForOffline,
  expectSynced,
  test,
} from '#tests/harness/e2e.ts';
import type { TestServer } from '#tests/harness/server.ts';

/** A client for whom no time fits leaves when they could come. */
const joinFor = async (page: Page, day: string): Promise<void> => {
  await chooseServiceAndStaff(page, { service: 'Dry cut', staff: 'Jonah Reyes' });
  await page.getByRole('button', { name: 'Join the waitlist' }).click();
  await expect(page.getByRole('heading', { name: 'Join the waitlist' })).toBeVisible();
  await page.getByLabel('From', { exact: true }).fill(day);
  await page.getByLabel('Until', { exact: true }).fill(day);
  await page.getByLabel('First name').fill(VISITOR.first);
  await page.getByLabel('Last name').fill(VISITOR.last);
  await page.getByLabel('Email', { exact: true }).fill(VISITOR.email);
  await page.getByLabel('Phone').fill(VISITOR.phone);
  await page.getByRole('button', { name: 'Join the waitlist' }).click();
  await expect(page.getByRole('heading', { name: 'You’re on the waitlist' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/book/${DEMO.slug}/waitlist-confirmation`));
};

const NAME = `${VISITOR.first} ${VISITOR.last}`;

const waiting = (page: Page) => page.getByRole('article', { name: NAME });

const linkOf = async (server: TestServer, subject = /./): Promise<string> => {
  const mailed = async () =>
    (await server.mails())
      .filter((mail) => mail.to.includes(VISITOR.email) && subject.test(mail.subject))
      .map(({ text }) => /https?:\/\/\S+\/waitlist-confirmation\?token=\S+/.exec(text)?.[0])
      .find(Boolean);
  await expect.poll(mailed, { timeout: 20_000 }).toBeTruthy();
  const url = new URL((await mailed()) ?? '');
  return url.pathname + url.search;
};

test('a client joins when nothing fits; the salon sees it at once and books them offline; after the sync both know', async ({
  signedIn,
  newDevice,
}) => {
  const day = quietDay();
  const { page: pro, context } = signedIn;
  await pro.goto('/waitlist');
  await expect(pro.getByRole('heading', { name: 'Nobody waits' })).toBeVisible();

  const { page: visitor } = await newDevice({ viewport: { width: 360, height: 740 } });
  await joinFor(visitor, day);
  await expect(waiting(pro)).toBeVisible(TOLD);
  await expect(waiting(pro)).toContainText('Dry cut');
  await expect(waiting(pro)).toContainText('with Jonah Reyes');

  await expectSynced(pro);
  await expectReadyForOffline(pro);
  await context.setOffline(true);
  const times = waiting(pro).getByRole('list', { name: 'Free times that fit' });
  await times.getByRole('button').first().click();
  const sheet = openSheet(pro);
  await expect(sheet).toContainText(NAME);
  await expect(sheet.getByRole('combobox', { name: 'Service' })).toHaveValue(/^Dry cut/);
  await expect(sheet.getByLabel('Date', { exact: true })).toHaveValue(day);
  await sheet.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(sheet).toHaveCount(0);
  await expect(waiting(pro)).toHaveCount(0);
  await pro.getByRole('button', { name: 'Booked', exact: true }).click();
  await expect(waiting(pro)).toContainText('Waiting to sync');
  await context.setOffline(false);
  await expectSynced(pro);
  await expect(waiting(pro).getByRole('link', { name: 'Open the visit' })).toBeVisible();
  await expect(waiting(pro)).not.toContainText('Waiting to sync');

  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'A time was found for you' })).toBeVisible();
});

test('who waits is told of when a visit is cancelled, and leaves the list by the link in the mail', async ({
  server,
  signedIn,
  newDevice,
}) => {
  const day = quietDay();
  const pro = signedIn.page;
  await openDay(pro, day);
  const visit = { service: 'Dry cut', with: 'Jonah Reyes', day, time: '14:00' };
  await bookAppointment(pro, { ...visit, client: 'Vera Visit', isNewClient: true });
  const { page: visitor } = await newDevice();
  await joinFor(visitor, day);
  await expectSynced(pro);
  await pro.goto('/waitlist');
  await expect(waiting(pro)).toBeVisible();

  await openDay(pro, day);
  await cancelByButton(pro, ['Vera Visit']);
  const hint = pro.getByText('Somebody is waiting for this time').first();
  await expect(hint).toBeVisible();
  await pro.getByRole('button', { name: 'Show', exact: true }).first().click();
  await expect(pro.getByText(/^Free: /)).toBeVisible();
  await expect(waiting(pro)).toContainText('2:00 PM');

  await visitor.goto(await linkOf(server));
  await visitor.getByRole('button', { name: 'Leave the waitlist' }).click();
  await visitor.getByRole('button', { name: 'Leave it' }).click();
  await expect(visitor.getByRole('heading', { name: 'You’re off the waitlist' })).toBeVisible();
  await expect(waiting(pro)).toHaveCount(0, TOLD);
  await pro.getByRole('button', { name: 'Off the list' }).click();
  await expect(waiting(pro)).toBeVisible();
});

test('a time that comes free is offered to who waits, by mail; they take it, and the salon sees both', async ({
  server,
  signedIn,
  newDevice,
}) => {
  const day = quietDay();
  const pro = signedIn.page;
  await pro.goto('/settings');
  const rules = pro.getByRole('region', { name: 'Booking rules' });
  await rules.getByRole('radio', { name: /^Offer it to the first in line/ }).check();
  // Whatever time it is now.
  await rules.getByLabel('No offers from').fill('00:00');
  await rules.getByLabel('No offers until').fill('00:00');
  await rules.getByRole('button', { name: 'Save' }).click();
  await expect(pro.getByText('Booking rules saved')).toBeVisible();
  await openDay(pro, day);
  const visit = { service: 'Dry cut', with: 'Jonah Reyes', day, time: '14:00' };
  await bookAppointment(pro, { ...visit, client: 'Vera Visit', isNewClient: true });
  const { page: visitor } = await newDevice({ viewport: { width: 320, height: 740 } });
  await joinFor(visitor, day);
  await expectSynced(pro);
  await cancelByButton(pro, ['Vera Visit']);
  await expectSynced(pro);
  // The clock's work of a minute.
  await server.sql('select private.run_jobs()');
  await pro.goto('/waitlist');
  await expect(waiting(pro)).toContainText('Offered a time');
  await expect(waiting(pro)).toContainText('answer until');

  const link = await linkOf(server, /^A time came free at /);
  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { name: 'A time came free for you' })).toBeVisible();
  await visitor.getByRole('button', { name: 'Take this time' }).click();
  await expect(visitor.getByRole('heading', { name: 'You’re booked' })).toBeVisible();
  await expect(waiting(pro)).toHaveCount(0, TOLD);
  await pro.getByRole('button', { name: 'Booked', exact: true }).click();
  await expect(waiting(pro)).toContainText('accepted');
  await expect(waiting(pro).getByRole('link', { name: 'Open the visit' })).toBeVisible();

  // The offer works once.
  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { name: 'A time was found for you' })).toBeVisible();
});
