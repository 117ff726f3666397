import { cameraPicture, PLACE_MARK } from '#tests/harness/camera-picture.ts';
import { expect, expectReadyForOffline, expectSynced, signIn, test } from '#tests/harness/e2e.ts';
import { localRows, picturesOf } from '#tests/harness/local-data.ts';

test('take a before and an after without signal; nothing is lost, and a colleague looks at them', async ({
  signedIn,
  newDevice,
}) => {
  const { page, context } = signedIn;
  await expectReadyForOffline(page);
  const [client] = await localRows(page, 'clients');
  const path = `/clients/${String(client?.['id'])}`;
  const buffer = await cameraPicture(page);
  await context.setOffline(true);
  await page.goto(path);
  const card = page.getByRole('region', { name: 'Photos' });
  for (const kind of ['Before', 'After']) {
    await card.getByRole('button', { name: 'Add photos' }).click();
    const sheet = page.getByRole('dialog', { name: 'Add photos' });
    await sheet
      .getByLabel('Camera')
      .setInputFiles({ name: `${kind}.jpg`, mimeType: 'image/jpeg', buffer });
    await expect(sheet.getByRole('img', { name: 'Chosen 1' })).toBeVisible();
    await expect(sheet.getByRole('radio', { name: kind })).toBeChecked();
    // Asked once: for the second picture it is known.
    const consent = sheet.getByRole('checkbox', { name: 'The client agrees' });
    if (kind === 'Before') await consent.check();
    else await expect(consent).toHaveCount(0);
    await sheet.getByRole('button', { name: 'Add photo' }).click();
    await expect(sheet).toBeHidden();
  }
  // As after a crash: everything from the disk, and still no network.
  await page.reload();
  const pair = card.getByRole('button', { name: /^Look at Before.* and After/ });
  await expect(pair).toBeVisible();
  await expect(card.getByText('Waiting to upload')).toBeAttached();
  for (const picture of await picturesOf(page)) {
    expect(picture.text).not.toContain(PLACE_MARK);
    expect(picture.text.length).toBeLessThan(buffer.length);
  }
  await context.setOffline(false);
  await expectSynced(page);
  await expect(card.getByText('Waiting to upload')).toHaveCount(0);
  expect(await localRows(page, 'client_photos')).toMatchObject([
    { width: 2048, height: 1365, stored_at: expect.any(String) },
    { width: 2048, height: 1365, stored_at: expect.any(String) },
  ]);

  const other = await newDevice({ viewport: { width: 360, height: 740 } });
  await signIn(other.page);
  await expectReadyForOffline(other.page);
  await other.context.setOffline(true);
  await other.page.goto(path);
  const theirs = other.page.getByRole('region', { name: 'Photos' });
  await expect(
    theirs.getByText('Not on this device, and there is no connection.').first(),
  ).toBeVisible();
  await other.context.setOffline(false);
  await theirs.getByRole('button', { name: /^Look at Before/ }).click();
  const view = other.page.getByRole('dialog', { name: 'Before and after' });
  await expect(view.getByRole('img')).toHaveCount(2);
  await expect
    .poll(() =>
      view
        .getByRole('img')
        .first()
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBe(2048);

  await view.getByRole('button', { name: /^Delete After/ }).click();
  await expectSynced(other.page);
  await expect(card.getByRole('button', { name: /^Look at Before/ })).toBeVisible();
  await expect(pair).toHaveCount(0);
});
