import { expect, signIn, test } from '#tests/harness/e2e.ts';

test.use({ keepsForOffline: false });

test('a stylist follows the own appointments in another calendar, and ends that again', async ({
  newDevice,
}) => {
  const { page } = await newDevice({ viewport: { width: 360, height: 780 } });
  await signIn(page, undefined, '/settings#calendar-feed');
  const card = page.getByRole('region', { name: 'Your calendar elsewhere' });
  await card.getByRole('button', { name: 'Make a secret address' }).click();
  const address = await card.getByText(/\.ics$/).innerText();
  await expect(card.getByText(/not read yet/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

  // As another program reads it: without a key.
  const file = await fetch(address);
  expect(file.status).toBe(200);
  expect((await file.text()).match(/BEGIN:VEVENT/g)?.length).toBeGreaterThan(3);
  await page.reload();
  await expect(card.getByText(/last read/)).toBeVisible();
  await expect(card.getByText(/\.ics$/)).toBeHidden();

  await card.getByRole('button', { name: 'End it' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End it' }).click();
  await expect(card.getByRole('button', { name: 'Make a secret address' })).toBeVisible();
  expect((await fetch(address)).status).toBe(404);
});
