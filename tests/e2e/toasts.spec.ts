import { expect, test } from '#tests/harness/e2e.ts';

// The way out of a toast takes its time here, as it does for most people.
test.use({ keepsForOffline: false, contextOptions: { reducedMotion: 'no-preference' } });

test('a toast waits while it is pointed at, and while the keyboard is in it', async ({
  newDevice,
}) => {
  const { page } = await newDevice();
  await page.clock.install();
  await page.goto('/verify-email?email=nobody@example.com');
  const again = page.getByRole('button', { name: 'Send the mail again' });
  await expect(again).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  const toast = page.locator('.toast').filter({ hasText: 'The mail is on its way' });
  const show = async (): Promise<void> => {
    await again.press('Enter');
    await expect(async () => {
      await page.clock.runFor(20);
      await expect(toast).toBeVisible({ timeout: 500 });
    }).toPass();
  };
  const expectGone = () =>
    expect(async () => {
      await page.clock.runFor(1_000);
      await expect(toast).toHaveCount(0, { timeout: 500 });
    }).toPass({ timeout: 15_000 });

  await show();
  const { x, y } = (await toast.boundingBox())!;
  await page.mouse.move(x + 30, y + 20);
  await page.clock.runFor(30_000);
  await expect(toast).toBeVisible();
  await page.mouse.move(5, 5);
  await expectGone();

  await show();
  await page.keyboard.press('F6');
  await page.clock.runFor(30_000);
  await expect(toast).toBeVisible();
  await again.focus();
  await expectGone();
});
