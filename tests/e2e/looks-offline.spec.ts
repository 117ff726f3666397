import { expect, expectReadyForOffline } from '#tests/harness/e2e.ts';
import { openSheet } from '#tests/harness/app.ts';
import { signInHere, testLooks } from '#tests/harness/looks.ts';

testLooks(
  'a day without the server, and the work that waits for it',
  async ({ page, server, size, see }) => {
    await page.goto('/login');
    await signInHere(page);
    await expectReadyForOffline(page);
    // The device has a network and says so; what it asks there does not answer.
    await server.stop();
    try {
      await page.goto('/clients?new=client');
      await page.getByLabel('First name').fill(`Wanda ${size}`);
      await openSheet(page).getByRole('button', { name: 'Add client' }).click();
      await expect(openSheet(page)).toHaveCount(0);
      const chip = page.locator('.sync-chip').filter({ visible: true });
      await expect(chip).toHaveText(/^Offline since/);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await see('client-unsent');
      await chip.click();
      await expect(openSheet(page)).toContainText('1 change waiting');
      await see('sync-waiting');
    } finally {
      await server.start();
    }
    await expect(page.getByRole('button', { name: 'Synced' })).toBeVisible();
  },
  { keepsForOffline: true },
);
