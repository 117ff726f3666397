import { bookAppointment, card, openDay, quietDay } from '#tests/harness/app.ts';
import {
  DEMO,
  chip,
  expect,
  expectReadyForOffline,
  expectSynced,
  signIn,
  test,
} from '#tests/harness/e2e.ts';
import type { Page } from '#tests/harness/e2e.ts';
import { expireToken, waitingChanges } from '#tests/harness/local-data.ts';
import type { TestServer } from '#tests/harness/server.ts';

const DAY = quietDay();
const VISIT = {
  client: 'Lucia Locked',
  isNewClient: true,
  service: 'Dry cut',
  with: 'Mara Lindqvist',
  day: DAY,
  time: '15:00',
};
/** The client and the appointment: two changes wait after booking VISIT offline. */
const CHANGES = 2;

/** A request of somebody's own, past the app. */
const request = async (server: TestServer, path: string, token: string, body?: object) => {
  const answer = await fetch(server.url + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      apikey: 'sb_publishable_daybook_local',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(answer.ok, `${path} answers ${answer.status}`).toBe(true);
  const text = await answer.text();
  return text === '' ? null : (JSON.parse(text) as unknown);
};

/** The owner on another device, and the membership of the front desk. */
const asOwner = async (server: TestServer) => {
  const { access_token: token } = (await request(
    server,
    '/auth/v1/token?grant_type=password',
    'sb_publishable_daybook_local',
    { email: DEMO.email, password: DEMO.password },
  )) as { access_token: string };
  const [desk] = (await request(
    server,
    `/rest/v1/memberships?select=id,business_id&email=eq.${DEMO.desk}`,
    token,
  )) as { id: string; business_id: string }[];
  const target = { business_id: desk?.business_id, membership_id: desk?.id };
  return {
    removeDesk: () => request(server, '/rest/v1/rpc/remove_member', token, target),
    makeDeskAssistant: () =>
      request(server, '/rest/v1/rpc/set_member_role', token, { ...target, role: 'assistant' }),
  };
};

const expectLocked = async (page: Page): Promise<void> => {
  await expect(page.getByText('Please sign in again')).toBeVisible();
  const { pathname, searchParams } = new URL(page.url());
  expect(pathname).toBe('/login');
  expect(searchParams.get('next')).toBe(`/calendar?view=day&date=${DAY}&staff=all`);
};

const signInAgain = async (page: Page): Promise<void> => {
  await page.getByLabel('E-mail', { exact: true }).fill(DEMO.email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/calendar\\?view=day&date=${DAY}&staff=all`));
  await expectSynced(page);
};

test('a token that ended while offline is normal life', async ({ signedIn }) => {
  const { page, context } = signedIn;
  await expectReadyForOffline(page);
  await openDay(page, DAY);
  await context.setOffline(true);
  await expireToken(page);
  await page.reload();
  await openDay(page, DAY);
  await bookAppointment(page, VISIT);
  await expect(card(page, VISIT.client, 'waiting to sync')).toBeVisible();
  await expect(page).toHaveURL(/\/calendar/);

  await context.setOffline(false);
  await expectSynced(page);
  await expect(card(page, VISIT.client, 'waiting to sync')).toHaveCount(0);
});

test('a session that the server has ended locks the app; signing in again sends what waited', async ({
  server,
  signedIn,
  newDevice,
}) => {
  const { page, context } = signedIn;
  await expectReadyForOffline(page);
  await openDay(page, DAY);
  await context.setOffline(true);
  await bookAppointment(page, VISIT);
  const token = await expireToken(page);
  await page.reload();
  await openDay(page, DAY);
  const waiting = await waitingChanges(page);
  expect(waiting).toHaveLength(CHANGES);

  await request(server, '/auth/v1/logout?scope=global', token, {});
  await context.setOffline(false);
  await expectLocked(page);
  await expect(page.getByText(VISIT.client)).toHaveCount(0);
  expect(await waitingChanges(page)).toEqual(waiting);

  await signInAgain(page);
  await expect(card(page, VISIT.client)).toBeVisible();
  expect(await waitingChanges(page)).toEqual([]);
  const second = await newDevice();
  await signIn(second.page, DEMO.desk);
  await openDay(second.page, DAY);
  await expect(card(second.page, VISIT.client, 'Dry cut')).toBeVisible();
});

test('a call that the server does not allow locks the app and takes nothing away', async ({
  server,
  signedIn,
}) => {
  const { page, context } = signedIn;
  await expectReadyForOffline(page);
  await openDay(page, DAY);
  await context.setOffline(true);
  await bookAppointment(page, VISIT);
  const waiting = await waitingChanges(page);
  expect(waiting).toHaveLength(CHANGES);

  // What a forgotten grant after an update looks like: 42501 for the whole call.
  await server.sql('revoke execute on function public.sync_push from authenticated');
  await context.setOffline(false);
  await expectLocked(page);
  expect(await waitingChanges(page)).toEqual(waiting);

  await server.sql('grant execute on function public.sync_push to authenticated');
  await signInAgain(page);
  await expect(card(page, VISIT.client)).toBeVisible();
  expect(await waitingChanges(page)).toEqual([]);
});

test('who is removed from the business keeps the unsent work and is offered it', async ({
  server,
  newDevice,
}) => {
  const { page, context } = await newDevice();
  await signIn(page, DEMO.desk);
  await expectReadyForOffline(page);
  await openDay(page, DAY);
  await context.setOffline(true);
  await bookAppointment(page, VISIT);
  const waiting = await waitingChanges(page);
  expect(waiting).toHaveLength(CHANGES);

  const { removeDesk } = await asOwner(server);
  await removeDesk();
  await context.setOffline(false);
  await expect(page.getByText(/no longer have access to this business/).first()).toBeVisible();
  await expect(page).toHaveURL(/\/calendar/);
  await expect(card(page, VISIT.client, 'waiting to sync')).toBeVisible();
  expect(await waitingChanges(page)).toEqual(waiting);

  await page.getByRole('button', { name: 'Save what is unsent, then sign out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out' });
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save them as a file' }).click();
  const stream = await (await saved).createReadStream();
  let text = '';
  for await (const part of stream) text += String(part);
  const { mutations } = JSON.parse(text) as { mutations: { name: string }[] };
  expect(mutations.map(({ name }) => name)).toEqual(waiting);
  expect(text).toContain('Lucia');
  expect(await waitingChanges(page)).toEqual(waiting);
});

test('a change that is refused by itself never locks: it becomes something to decide', async ({
  server,
  newDevice,
}) => {
  const { page, context } = await newDevice();
  await signIn(page, DEMO.desk);
  await expectReadyForOffline(page);
  await openDay(page, DAY);
  await context.setOffline(true);
  await bookAppointment(page, VISIT);

  // Meanwhile the owner has made the front desk an assistant, who may not book for others.
  const { makeDeskAssistant } = await asOwner(server);
  await makeDeskAssistant();
  await context.setOffline(false);
  await expect(chip(page, /^Needs attention/)).toBeVisible();
  await expect(page).toHaveURL(/\/calendar/);
  await expect.poll(() => waitingChanges(page)).toEqual([]);
  await chip(page, /^Needs attention/).click();
  await expect(
    page
      .getByRole('dialog')
      .getByText(/your role does not allow it/)
      .first(),
  ).toBeVisible();
});
