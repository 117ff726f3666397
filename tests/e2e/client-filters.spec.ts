import { expect, test } from '#tests/harness/e2e.ts';
import { expectEverythingHere } from '#tests/harness/local-data.ts';

test.use({ keepsForOffline: false });

test('find the clients who came once and never again, and keep the filter', async ({
  signedIn,
}) => {
  const { page } = signedIn;
  await expectEverythingHere(page);
  await page.goto('/clients');
  const all = page.getByRole('main').getByRole('status');
  await expect(all).toHaveText(/^\d+ clients$/);
  await page.getByRole('button', { name: 'Filter' }).press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Filter clients' });
  await sheet.getByRole('radio', { name: 'Not yet' }).check();
  await sheet.getByLabel('Save this filter as').fill('New faces');
  await sheet.getByLabel('Save this filter as').press('Enter');
  await sheet.getByRole('button', { name: /^Show \d+$/ }).click();
  await expect(all).toHaveText(/^\d+ of \d+ clients$/);
  const found = /^\d+/.exec((await all.textContent()) ?? '')?.[0];

  await page.reload();
  await expect(all).toHaveText(/^\d+ clients$/);
  const chip = page.getByRole('button', { name: `New faces ${found}` });
  await chip.click();
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  await expect(all).toHaveText(new RegExp(`^${found} of`));
  await page.getByRole('searchbox').fill('zzz');
  await expect(page.getByText('Nobody found for “zzz”')).toBeVisible();
});
