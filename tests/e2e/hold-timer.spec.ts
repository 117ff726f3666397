import { chooseServiceAndStaff, laterTime } from '#tests/harness/booking-page.ts';
import { expect, test } from '#tests/harness/e2e.ts';

test.use({ keepsForOffline: false });

test('a client is warned before a chosen time is given back, and keeps it longer', async ({
  newDevice,
}) => {
  const { page } = await newDevice({ viewport: { width: 360, height: 740 } });
  await page.clock.install();
  await chooseServiceAndStaff(page, { service: 'Dry cut', staff: 'Jonah Reyes' });
  await (await laterTime(page)).click();
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible();
  await expect(page.getByText(/is kept for you/)).toBeVisible();
  await page.clock.fastForward('08:30');
  const warning = page
    .getByRole('alert')
    .filter({ hasText: 'Your time is kept for less than two minutes more' });
  await expect(warning).toBeVisible();
  await page.getByRole('button', { name: 'Keep it longer' }).click();
  await expect(page.getByText(/is kept for you/)).toBeVisible();
  await expect(warning).toHaveCount(0);

  // Once is all there is: the second time it is only said.
  await page.clock.fastForward('05:00');
  await expect(warning).toBeVisible();
  await expect(page.getByRole('button', { name: 'Keep it longer' })).toHaveCount(0);
});
