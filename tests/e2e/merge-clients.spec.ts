import { expect, expectReadyForOffline, expectSynced, signIn, test } from '#tests/harness/e2e.ts';
import type { Page } from '#tests/harness/e2e.ts';
import { expectEverythingHere, localRows } from '#tests/harness/local-data.ts';

/** Somebody with appointments and an e-mail, and how many appointments they have. */
const someRegular = async (page: Page) => {
  const visits = await localRows(page, 'appointments');
  const found = (await localRows(page, 'clients')).find(
    ({ id, email, status, last_name }) =>
      status === 'active' && email && last_name && visits.some(({ client_id }) => client_id === id),
  );
  const { id, email, last_name } = found as { id: string; email: string; last_name: string };
  return {
    id,
    email,
    last_name,
    visits: visits.filter(({ client_id }) => client_id === id).length,
  };
};

const visitsOf = async (page: Page, id: string) =>
  (await localRows(page, 'appointments')).filter(({ client_id }) => client_id === id).length;

const clientWith = async (page: Page, id: string) =>
  (await localRows(page, 'clients')).find((client) => client['id'] === id);

test('make one client of two, two of one again, and one for good', async ({
  signedIn,
  newDevice,
}) => {
  const { page, context } = signedIn;
  await expectReadyForOffline(page);
  await expectEverythingHere(page);
  const regular = await someRegular(page);
  await context.setOffline(true);
  await page.goto('/clients?new=client');
  const form = page.getByRole('dialog');
  await form.getByLabel('First name').fill('Twin');
  await form.getByLabel('E-mail').fill(regular.email);
  await expect(form.getByText('Somebody like this is already here')).toBeVisible();
  await form.getByRole('button', { name: 'Add client' }).click();

  const merge = async (): Promise<void> => {
    const sheet = page.getByRole('dialog', { name: 'Merge clients' });
    await sheet.getByRole('group', { name: 'First name' }).getByLabel('Twin').check();
    await sheet.getByRole('button', { name: 'Merge' }).click();
    await expect(page.getByText('Everybody is there once')).toBeVisible();
  };
  await page.getByRole('link', { name: 'Compare' }).press('Enter');
  await merge();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  const pair = page.getByRole('list', { name: 'Possible duplicates' }).getByRole('button');
  await expect(pair).toContainText('same e-mail');
  expect((await clientWith(page, regular.id))?.['last_name']).toBe(regular.last_name);

  await pair.press('Enter');
  await merge();
  expect(await visitsOf(page, regular.id)).toBe(regular.visits);
  await context.setOffline(false);
  await expectSynced(page);
  const second = await newDevice();
  await signIn(second.page, undefined, `/clients/${regular.id}`);
  await expect(
    second.page.getByRole('heading', { name: `Twin ${regular.last_name}` }),
  ).toBeVisible();
});
