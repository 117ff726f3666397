import { expect, expectReadyForOffline, signIn, test } from '#tests/harness/e2e.ts';
import { localRows } from '#tests/harness/local-data.ts';

test('a client is found from anywhere with a few letters, by keys and on a phone without network', async ({
  signedIn,
  newDevice,
}) => {
  const { page } = signedIn;
  const client = (await localRows(page, 'clients')).find(
    ({ status, last_name: last }) => status === 'active' && last !== '',
  )!;
  const lastName = String(client['last_name']);
  const name = `${String(client['first_name'])} ${lastName}`;
  const ownPage = `/clients/${String(client['id'])}`;
  const { page: phone, context } = await newDevice({ viewport: { width: 360, height: 740 } });

  const menu = page.getByRole('button', { name: /^Account/ });
  await menu.focus();
  await page.keyboard.press('ControlOrMeta+k');
  const field = page.getByRole('combobox', { name: /^Find/ });
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await expect(menu).toBeFocused();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(ownPage);
  // It takes a moment to leave; over an open dialog the keys do nothing.
  await expect(field).toBeHidden();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('block');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /block/i })).toBeVisible();

  await signIn(phone);
  await expectReadyForOffline(phone);
  await context.setOffline(true);
  await phone.getByRole('button', { name: 'Find' }).click();
  await phone.getByRole('combobox', { name: /^Find/ }).fill(name);
  await phone.getByRole('group', { name: 'Clients' }).getByRole('option', { name }).first().click();
  await expect(phone).toHaveURL(ownPage);
  await expect(phone.getByRole('heading', { level: 1 })).toContainText(lastName);
});
