import type { Page } from '@playwright/test';
import { openSheet, quietDay } from '#tests/harness/app.ts';
import {
  DEMO,
  TOLD,
  expect,
  expectReadyForOffline,
  expectSynced,
  signIn,
  test,
} from '#tests/harness/e2e.ts';
import { expectEverythingHere, localRows, textOnDevice } from '#tests/harness/local-data.ts';
import type { TestMail, TestServer } from '#tests/harness/server.ts';

const NEWCOMER = { email: 'nora@example.com', password: 'blue tram at dawn' };

const mailTo = async (server: TestServer, subject: RegExp): Promise<TestMail> => {
  const find = async () =>
    (await server.mails()).find(
      (mail) => mail.to.includes(NEWCOMER.email) && subject.test(mail.subject),
    );
  await expect.poll(async () => (await find()) !== undefined).toBe(true);
  return (await find())!;
};

test('somebody invited by mail joins as who they are in the calendar, and can be kept out', async ({
  server,
  signedIn,
  newDevice,
}) => {
  const owner = signedIn.page;
  await owner.goto('/settings/members');
  await owner.getByRole('button', { name: 'Invite' }).click();
  const sheet = openSheet(owner);
  await sheet.getByLabel('E-mail', { exact: true }).fill(NEWCOMER.email);
  await sheet.getByLabel('Column in the calendar').selectOption('Jonah Reyes');
  await sheet.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(owner.getByText(/A mail is on its way/)).toBeVisible();
  await owner.getByRole('button', { name: 'Done' }).click();
  await expect(owner.getByRole('button', { name: /nora@example.com.*Invited/ })).toBeVisible();

  // From the mail, through a new account, into the team.
  const { page } = await newDevice({ viewport: { width: 390, height: 780 } });
  const link = /https?:\/\/\S+\/join\?token=\S+/.exec((await mailTo(server, /^Join/)).text)?.[0];
  await page.goto(new URL(link ?? '').pathname + new URL(link ?? '').search);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('E-mail', { exact: true }).fill(NEWCOMER.email);
  await page.getByLabel('Password', { exact: true }).fill(NEWCOMER.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('Code from the mail')).toBeVisible();
  const code = /code: (\d{6})/.exec((await mailTo(server, /[Cc]onfirm/)).text)?.[1] ?? '';
  await page.getByLabel('Code from the mail').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expectSynced(page);
  await page.goto('/settings/members');
  await expect(page.getByRole('listitem')).toHaveText([/Jonah Reyes \(you\).*Practitioner/]);

  await owner.getByRole('button', { name: /Jonah Reyes/ }).click();
  await openSheet(owner)
    .getByRole('button', { name: /^Suspend/ })
    .click();
  await expect(page.getByText(/You no longer have access to this business/)).toBeVisible(TOLD);
});

test('the front desk may no longer see phone numbers and prices nor book, and its device forgets them', async ({
  server,
  signedIn: { page: owner },
  newDevice,
}) => {
  // A sum that nothing else looks like.
  const sum = 9_876_543;
  await server.sql(
    `update public.service_variants set price_cents = ${sum} where price_kind in ('fixed', 'from')`,
  );
  const { page: desk } = await newDevice();
  await signIn(desk, DEMO.desk);
  await expectEverythingHere(desk);
  const priced = async () =>
    (await localRows(desk, 'service_variants')).filter((one) => one['price_cents'] === sum).length;
  expect(await priced()).toBeGreaterThan(0);
  const known = (await localRows(desk, 'clients')).find(({ phone }) => phone !== null)!;
  const contacts = async () =>
    (await localRows(desk, 'clients', { id: known['id'] })).map(({ phone, email }) => [
      phone,
      email,
    ]);
  const newButton = desk.getByRole('main').getByRole('button', { name: 'New', exact: true });
  await expect(newButton).toBeVisible();
  await desk.goto(`/clients/${String(known['id'])}`);
  const call = desk
    .getByRole('main')
    .locator(`a[href="tel:${String(known['phone'])}"]`)
    .first();
  await expect(call).toBeVisible();

  await owner.goto('/settings/members');
  await owner.getByRole('button', { name: /desk@daybook\.example/ }).click();
  const sheet = openSheet(owner);
  await sheet.getByText('What exactly').click();
  await sheet.getByLabel('See phone, e-mail and address').selectOption({ label: 'No' });
  await sheet.getByLabel('Book, move and change appointments').selectOption({ label: 'No' });
  await expect(sheet.getByText('2 things are different from the role')).toBeVisible();
  // What cannot be done without prices goes with them.
  await sheet.getByRole('switch', { name: 'See prices' }).uncheck();
  await expect(sheet.getByText('6 things are different from the role')).toBeVisible();
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet).toHaveCount(0);

  await expect(call).toHaveCount(0);
  await expect.poll(contacts, TOLD).toEqual([[null, null]]);
  await expect.poll(priced, TOLD).toBe(0);
  await desk.goto('/calendar');
  await expect(desk.locator('.cal-card').first()).toBeVisible();
  await expect(newButton).toHaveCount(0);
  await desk.goto('/more/services');
  const line = desk.getByRole('button', { name: /Dry cut/ }).first();
  await expect(line).toBeVisible();
  await expect(line).not.toContainText('$');
  // Whatever was stored by then, with the visits and beside the rows as well.
  await expectSynced(desk);
  await expectEverythingHere(desk);
  expect(await textOnDevice(desk)).not.toContain(String(sum));
});

test('time off asked for offline is approved, and the booking page offers nothing then', async ({
  server,
  signedIn,
  newDevice,
}) => {
  const day = quietDay();
  const sam = await newDevice({ viewport: { width: 390, height: 780 } });
  await signIn(sam.page, 'sam@daybook.example', '/staff');
  expect(await freeMinutes(server.url, 'Sam Whitfield', day)).toBeGreaterThan(0);

  await expectReadyForOffline(sam.page);
  await sam.context.setOffline(true);
  await sam.page.getByRole('button', { name: /^Time off: / }).click();
  await sam.page.getByRole('button', { name: 'Ask for time off' }).click();
  const form = sam.page.getByRole('dialog', { name: 'Time off of Sam Whitfield' });
  await form.getByLabel('First day').fill(day);
  await form.getByLabel('Last day').fill(day);
  await form.getByRole('button', { name: 'Ask for time off' }).click();
  await expect(sam.page.getByText('Waits for an answer')).toBeVisible();
  await sam.context.setOffline(false);
  await expectSynced(sam.page);
  expect(await freeMinutes(server.url, 'Sam Whitfield', day)).toBeGreaterThan(0);

  const owner: Page = signedIn.page;
  await owner.goto('/staff');
  await owner.getByRole('button', { name: 'Approve the time off of Sam Whitfield' }).click();
  await expect(sam.page.getByText('Approved', { exact: true })).toBeVisible(TOLD);
  expect(await freeMinutes(server.url, 'Sam Whitfield', day)).toBe(0);
});

/** What the booking page may offer of somebody's time on a day of the salon's calendar. */
const freeMinutes = async (serverUrl: string, name: string, day: string): Promise<number> => {
  const ask = async <T>(fn: string, args: object): Promise<T> => {
    const answer = await fetch(`${serverUrl}/rest/v1/rpc/${fn}`, {
      method: 'POST',
      headers: { apikey: 'sb_publishable_daybook_local', 'content-type': 'application/json' },
      body: JSON.stringify({ slug: DEMO.slug, ...args }),
    });
    return (await answer.json()) as T;
  };
  const { staff } = await ask<{ staff: { id: string; display_name: string }[] }>(
    'public_profile',
    {},
  );
  const id = staff.find(({ display_name }) => display_name === name)?.id;
  const free = await ask<{ staff: { id: string; free: number[] }[] }>('public_availability', {
    from_day: day,
    to_day: day,
  });
  // [start, end, start, end, …]
  const own = free.staff.find((one) => one.id === id)?.free ?? [];
  return own.reduce((sum, edge, at) => sum + (at % 2 === 0 ? -edge : edge), 0);
};
