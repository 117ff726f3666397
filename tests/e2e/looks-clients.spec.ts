import { expect } from '#tests/harness/e2e.ts';
import { fillWaitlist } from '#tests/harness/full-waitlist.ts';
import { localRows, visitAhead } from '#tests/harness/local-data.ts';
import { signInHere, testLooks } from '#tests/harness/looks.ts';

testLooks('clients and what is known of them', async ({ page, server, see }) => {
  await page.goto('/login');
  await signInHere(page);
  await page.goto('/clients');
  const firstClient = page.getByRole('main').getByRole('link', { name: /\w/ }).first();
  await expect(firstClient).toBeVisible();
  await see('clients');
  const { client_id: client } = await visitAhead(page);
  await page.goto(`/clients/${client}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await see('client');
  await page.goto(`${page.url()}?edit=details`);
  await page.getByLabel('Street and number').fill('1 High St');
  await page.getByRole('button', { name: 'Another address' }).click();
  await page.getByRole('group', { name: 'Address 2' }).scrollIntoViewIfNeeded();
  await see('client-edit');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: /^Family/ }).click();
  const family = page.getByRole('dialog', { name: /^Family of/ });
  await expect(family.getByRole('combobox').first()).toBeVisible();
  await see('client-family');
  await page.keyboard.press('Escape');
  await expect(family).toHaveCount(0);
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByLabel('Kind').selectOption('Alert');
  await page.getByRole('textbox', { name: 'Note' }).fill('Allergic to latex');
  await see('client-note');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByRole('article', { name: 'Alert note' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Record a consent' }).click();
  await expect(page.getByRole('dialog', { name: 'Record a consent' })).toBeVisible();
  await see('client-consent');
  await page.getByRole('button', { name: 'Write down' }).click();
  await expect(page.getByRole('list', { name: 'Consents now' })).toBeVisible();
  await see('client-records');
  // Any picture will do.
  const picture = await page.screenshot();
  for (const kind of ['Before', 'After']) {
    await page.getByRole('button', { name: 'Add photos' }).click();
    const sheet = page.getByRole('dialog', { name: 'Add photos' });
    await sheet
      .getByLabel('Pictures')
      .setInputFiles({ name: `${kind}.png`, mimeType: 'image/png', buffer: picture });
    await expect(sheet.getByRole('img', { name: 'Chosen 1' })).toBeVisible();
    if (kind === 'Before') await see('client-photo-add');
    await sheet.getByRole('button', { name: 'Add photo' }).click();
    await expect(sheet).toBeHidden();
  }
  await page
    .getByRole('region', { name: 'Photos' })
    .getByRole('button', { name: /^Look at Before/ })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('img')).toHaveCount(2);
  await see('client-photo');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('heading', { name: 'Photos' }).scrollIntoViewIfNeeded();
  await see('client-photos');
  await page.reload();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: /^Erase for good/ }).click();
  await expect(page.getByRole('dialog', { name: /^Erase / })).toBeVisible();
  await see('client-erase');

  await page.goto('/clients/import');
  await page.getByLabel('CSV file').setInputFiles({
    name: 'clients from the old program.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Name,Mobile,Mail,DOB,Favourite colour\nAna Li,12,ana@mail.example,3/4/1990,green\n' +
        'Anna Li,,ANA@mail.example,,red\n,,,5/6/1991,blue\n',
    ),
  });
  await expect(page.getByRole('button', { name: 'Check 3 rows' })).toBeVisible();
  await see('import-columns');
  await page.getByRole('button', { name: 'Check 3 rows' }).click();
  await expect(page.getByRole('heading', { name: 'What will happen' })).toBeVisible();
  await see('import-check');

  await page.goto('/calendar/import');
  await page.getByLabel('CSV file').setInputFiles({
    name: 'book.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Start,Client,Service,Staff\n2099-03-12 03:00,Ana Li,Gel nails,Kim\n' +
        '2099-03-12 03:15,Bo Ek,Gel nails,\n2020-01-01 10:00,Old One,,\n',
    ),
  });
  await expect(page.getByRole('button', { name: 'Check 3 rows' })).toBeVisible();
  await see('import-visits-columns');
  await page.getByRole('button', { name: 'Check 3 rows' }).click();
  await expect(page.getByRole('heading', { name: 'What will happen' })).toBeVisible();
  await see('import-visits-check');

  const [one, other] = await localRows(page, 'clients');
  await page.goto(`/clients/duplicates?merge=${String(one?.['id'])},${String(other?.['id'])}`);
  await expect(page.getByRole('group', { name: 'First name' })).toBeVisible();
  await see('merge-clients');
  for (const [screen, path] of [
    ['duplicates', '/clients/duplicates'],
    ['import-file', '/clients/import'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await see(screen);
  }
  await page.goto('/waitlist?entry=new');
  await page.getByRole('combobox', { name: 'Client' }).fill('a');
  await page
    .getByRole('listbox')
    .getByRole('option')
    .filter({ hasNotText: 'New client' })
    .first()
    .click();
  await page.getByLabel('Service', { exact: true }).selectOption({ index: 2 });
  await page.getByRole('button', { name: 'Other days' }).click();
  await page.getByLabel('Time of day').last().selectOption('other');
  await see('waitlist-entry');
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await see('waitlist');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: /^Find/ }).fill('an');
  await expect(page.getByRole('group', { name: 'Clients' })).toBeVisible();
  await see('find');
  await page.getByRole('combobox', { name: /^Find/ }).fill('zoe quill');
  await expect(page.getByText('Nothing found on this device')).toBeVisible();
  await see('find-nothing');
  await fillWaitlist(server);
  await page.goto('/waitlist');
  await expect(page.getByText('Offered a time').first()).toBeVisible();
  await expect(page.getByRole('list', { name: 'Free times that fit' }).first()).toBeVisible();
  await see('waitlist-full');
  await page.goto('/waitlist?show=closed');
  await expect(page.getByText('Time has passed').first()).toBeVisible();
  await see('waitlist-off');
});
