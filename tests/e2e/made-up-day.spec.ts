import { expect, expectReadyForOffline, test } from '#tests/harness/e2e.ts';

test('somebody tries a made-up day without signal, and one press removes it without a trace', async ({
  server,
  signedIn,
}) => {
  const { page, context } = signedIn;
  const appointments = async (): Promise<unknown> =>
    server.sql('select count(*)::int as n from public.appointments');
  const before = await appointments();
  await page.goto('/onboarding?step=3');
  await expectReadyForOffline(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Try a made-up day' }).click();
  const banner = page.getByRole('region', { name: 'Made-up day' });
  await expect(banner).toBeVisible();
  await page.goto('/clients');
  await expect(page.getByText('Ada Sample')).toBeVisible();
  await page.goto('/settings/members');
  await expect(page.getByText('This part would be real')).toBeVisible();
  await context.setOffline(false);

  await banner.getByRole('button', { name: 'End and remove' }).click();
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  await expect(banner).toHaveCount(0);
  const names = await page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name }) => name ?? ''),
  );
  expect(names.filter((name) => name.includes('-trial-'))).toEqual([]);
  await page.goto('/clients');
  await expect(page.getByRole('heading', { name: 'Clients', exact: true })).toBeVisible();
  await expect(page.getByText('Ada Sample')).toHaveCount(0);
  expect(await appointments()).toEqual(before);
});
