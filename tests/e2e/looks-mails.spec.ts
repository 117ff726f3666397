import { expect, test } from '@playwright/test';
import { mailFromOutbox } from '#supabase/functions/_shared/mail.ts';
import { OUTBOX_MAILS } from '#supabase/functions/_shared/mails/outbox-fixture.ts';
import { axeFaults } from '#tests/harness/axe.ts';

/** Mails as mail programs show them: no server, no script, nothing from elsewhere. */
const WIDTHS = [320, 360, 1440];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every mail is readable in ${colorScheme}, on a phone and at a desk`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    for (const row of OUTBOX_MAILS) {
      const { kind, html } = mailFromOutbox(row, 'https://book.example');
      await page.setContent(html ?? '');
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        const needed = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(needed, `${kind} at ${width}`).toBeLessThanOrEqual(width);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      }
      expect(await axeFaults(page), kind).toEqual([]);
    }
  });
}
